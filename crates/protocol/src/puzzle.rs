//! Puzzle ratings. The puzzles themselves are static files of the pages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Puzzle rating and results of a person in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleStanding {
    /// Glicko-2 points; a person with the points of a puzzle solves it with probability 1/2.
    pub rating: u32,
    /// Rating deviation: the 95% confidence interval is ± 2 deviations.
    pub deviation: u32,
    /// Number of puzzles tried.
    pub tried: u32,
    /// Number of puzzles solved at the first try.
    pub solved: u32,
    /// Length of the current streak of solved puzzles.
    pub streak: u32,
    /// Length of the longest streak.
    pub longest: u32,
    /// Ids of the puzzles tried; each puzzle counts once.
    pub done: Vec<String>,
}

/// Result of a puzzle attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PuzzleAttempt {
    /// Id of the puzzle.
    pub puzzle: String,
    /// Whether it was solved at the first try.
    pub solved: bool,
}
