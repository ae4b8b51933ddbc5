//! Puzzles: how well somebody solves them. The puzzles themselves are files of the pages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How well somebody solves the puzzles of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleStanding {
    /// Points, as in Glicko-2: whoever has as many as a puzzle solves it every other time.
    pub rating: u32,
    /// How sure that is: they lie within twice as many points of it, 19 times of 20.
    pub deviation: u32,
    /// How many were tried.
    pub tried: u32,
    /// How many of them were solved at the first try.
    pub solved: u32,
    /// How many in a row, up to the last one.
    pub streak: u32,
    /// The longest row ever.
    pub longest: u32,
    /// Those that were tried, by their ids: none counts twice.
    pub done: Vec<String>,
}

/// Somebody has tried a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PuzzleAttempt {
    /// Which one.
    pub puzzle: String,
    /// Was it solved at the first try?
    pub solved: bool,
}
