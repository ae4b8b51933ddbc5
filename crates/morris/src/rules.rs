//! The options of Nine Men's Morris.

use agon_core::{Opt, Rules, TextError, Value, Values};

/// The smallest and the largest board.
pub(crate) const LAYERS: std::ops::RangeInclusive<u32> = 2..=9;

/// A player with fewer men has lost; one with just so many may fly.
pub(crate) const FEWEST_MEN: u32 = 3;

/// The options of Nine Men's Morris.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MorrisRules {
    /// How many squares the board has, one in another: 2 to 9.
    pub layers: u32,
    /// May a player with three men left move them anywhere?
    pub flying: bool,
    /// The game is drawn after so many plies in a row without a placement or a removal; 0 for
    /// no limit.
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
            about: "squares of the board, one in another; each side has three men for each",
            values: Values::Number { min: *LAYERS.start(), max: *LAYERS.end(), words: &[] },
            get: |rules| Value::Number(rules.layers),
            set: |rules, value| rules.layers = value.number(),
        },
        Opt {
            name: "flying",
            about: "whoever has just three men left may move them to any empty point",
            values: Values::Flag,
            get: |rules| Value::Flag(rules.flying),
            set: |rules, value| rules.flying = value.flag(),
        },
        Opt {
            name: "quiet_plies",
            about: "a draw after so many plies without a placement or a removal; 0 for no limit",
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
