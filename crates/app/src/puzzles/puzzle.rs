//! A puzzle, as it is kept.

use serde::{Deserialize, Serialize};

/// A position, and the one way through it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Puzzle {
    /// A name that only this position has.
    pub(super) id: String,
    /// Options, where they are not the usual ones.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) rules: String,
    /// Where it begins.
    pub(super) position: String,
    /// The solver's moves and the best answers between them, beginning and ending with the solver's.
    pub(super) moves: Vec<String>,
    /// What is there to gain.
    pub(super) goal: Goal,
    /// What it is like, in words that a page has texts for.
    pub(super) themes: Vec<String>,
    /// How hard it is: at as many points a player solves one of two such puzzles.
    pub(super) rating: u32,
    /// The number of the game in which it was found.
    pub(super) source: u64,
}

/// What the one move is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Goal {
    /// It wins the game, or what decides it.
    Win,
    /// It gains a clear advantage.
    Gain,
    /// Every other move loses.
    Save,
}

/// The name of a position: the beginning of its hash (FNV-1a).
pub(super) fn id(rules: &str, position: &str) -> String {
    let bytes = rules.bytes().chain([b' ']).chain(position.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", hash >> 32)
}
