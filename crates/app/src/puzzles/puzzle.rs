//! The puzzle format.

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Puzzle {
    /// Hash of the position.
    pub(super) id: String,
    /// Rules options, if not the default ones.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) rules: String,
    /// Start position.
    pub(super) position: String,
    /// The solver's moves and the best replies, starting and ending with the solver's.
    pub(super) moves: Vec<String>,
    pub(super) goal: Goal,
    /// Theme keys, for which the website has texts.
    pub(super) themes: Vec<String>,
    /// Rating of a player who solves it with a probability of one half.
    pub(super) rating: u32,
    /// Number of the game in which it was found.
    pub(super) source: u64,
}

/// Effect of the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Goal {
    /// Wins the game or decisive material.
    Win,
    /// Gains a clear advantage.
    Gain,
    /// All other moves lose.
    Save,
}

/// Returns the first digits of the FNV-1a hash of a position.
pub(super) fn id(rules: &str, position: &str) -> String {
    let bytes = rules.bytes().chain([b' ']).chain(position.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", hash >> 32)
}
