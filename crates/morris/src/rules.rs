use agon_core::{Opt, Rules, TextError, Value, Values};

pub(crate) const LAYERS: std::ops::RangeInclusive<u32> = 2..=9;

/// A player with fewer pieces has lost; one with exactly this number may fly.
pub(crate) const MIN_MEN: u32 = 3;

/// Rules of Nine Men's Morris.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MorrisRules {
    /// Number of nested squares, 2 to 9.
    pub layers: u32,
    /// Whether a player with three pieces left may move them anywhere.
    pub flying: bool,
    /// Plies in a row without a placement or removal after which the game is drawn; 0 for no limit.
    pub quiet_plies: u32,
}

impl Default for MorrisRules {
    fn default() -> Self {
        MorrisRules { layers: 3, flying: true, quiet_plies: 100 }
    }
}

impl Rules for MorrisRules {
    const OPTIONS: &'static [Opt<Self>] = &[
        Opt {
            name: "layers",
            about: "number of nested squares; each side has three pieces for each",
            values: Values::Number { min: *LAYERS.start(), max: *LAYERS.end(), words: &[] },
            get: |rules| Value::Number(rules.layers),
            set: |rules, value| rules.layers = value.number(),
        },
        Opt {
            name: "flying",
            about: "a player with exactly three pieces left may move them to any empty point",
            values: Values::Flag,
            get: |rules| Value::Flag(rules.flying),
            set: |rules, value| rules.flying = value.flag(),
        },
        Opt {
            name: "quiet_plies",
            about: "draw after this many plies without a placement or removal; 0 for no limit",
            values: Values::Number { min: 0, max: 100_000, words: &[] },
            get: |rules| Value::Number(rules.quiet_plies),
            set: |rules, value| rules.quiet_plies = value.number(),
        },
    ];

    fn check(&self) -> Result<(), TextError> {
        if LAYERS.contains(&self.layers) {
            return Ok(());
        }
        let expected = format!("a number from {} to {}", LAYERS.start(), LAYERS.end());
        Err(TextError::new("option layers", &self.layers.to_string(), expected))
    }
}
