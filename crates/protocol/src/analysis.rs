//! Thinking about any position for whoever asks.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::position::PositionRequest;

/// A position to think about.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// Which one.
    #[serde(flatten)]
    pub position: PositionRequest,
    /// How many lines, from 1 to 5.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schema(minimum = 1, maximum = 5)]
    pub lines: u8,
    /// Milliseconds to think, at most 30,000.
    #[serde(default = "some_seconds", skip_serializing_if = "are_some_seconds")]
    #[schema(maximum = 30000)]
    pub time: u64,
}

fn one() -> u8 {
    1
}

fn is_one(lines: &u8) -> bool {
    *lines == one()
}

fn some_seconds() -> u64 {
    5_000
}

fn are_some_seconds(time: &u64) -> bool {
    *time == some_seconds()
}

/// Why an analysis is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisEnd {
    /// All of its time was spent.
    Time,
    /// There is nothing more to find.
    Settled,
    /// It was stopped, by `stop_analysis` or by another one of the same person.
    Stopped,
}

/// A line of moves with its worth for the player to move.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "AnalysisLine"))]
pub struct Line {
    /// Hundredths of a man; missing when the game is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies until the win (above 0) or the loss (0 or below); missing while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The moves as texts.
    pub moves: Vec<String>,
    /// The moves as people like to read them.
    pub display: Vec<String>,
}
