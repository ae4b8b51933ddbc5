//! The options of chess.

use agon_core::{Opt, Rng, Rules, TextError, Value, Values};

const STARTS: u16 = 960;

/// The options of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChessRules {
    /// Start position number (0-959) in Chess960; `None` for standard chess.
    pub chess960: Option<u16>,
}

impl ChessRules {
    /// Start position 518, the standard array, for Chess960 positions of unknown origin.
    pub(crate) const UNKNOWN_START: ChessRules = ChessRules { chess960: Some(518) };
}

impl Rules for ChessRules {
    /// `random` is resolved when the text is parsed, so that stored rules always give the same
    /// start position.
    const OPTIONS: &'static [Opt<Self>] = &[Opt {
        name: "chess960",
        about: "Chess960: number of the start position, or a random one",
        values: Values::Number { min: 0, max: STARTS as u32 - 1, words: &["off", "random"] },
        get: |rules| rules.chess960.map_or(Value::Word(0), |n| Value::Number(n.into())),
        set: |rules, value| {
            rules.chess960 = match value {
                Value::Word(0) => None,
                Value::Word(_) => Some(Rng::from_entropy().below(STARTS.into()) as u16),
                value => Some(value.number() as u16),
            };
        },
    }];

    fn check(&self) -> Result<(), TextError> {
        match self.chess960 {
            Some(n) if n >= STARTS => {
                let expected = format!("a number from 0 to {}", STARTS - 1);
                Err(TextError::new("option chess960", &n.to_string(), expected))
            }
            _ => Ok(()),
        }
    }
}
