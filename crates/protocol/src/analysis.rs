//! Analysis of arbitrary positions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::position::PositionRequest;
use crate::units::Millis;

/// Request to analyse a position.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// Position to analyse.
    #[serde(flatten)]
    pub position: PositionRequest,
    /// Number of principal variations, from 1 to 5.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schema(minimum = 1, maximum = 5)]
    pub lines: u8,
    /// Search time in milliseconds, at most 30,000.
    #[serde(default = "some_seconds", skip_serializing_if = "are_some_seconds")]
    #[schema(value_type = u64, maximum = 30000)]
    pub time: Millis,
}

fn one() -> u8 {
    1
}

fn is_one(lines: &u8) -> bool {
    *lines == one()
}

fn some_seconds() -> Millis {
    Millis(5_000)
}

fn are_some_seconds(time: &Millis) -> bool {
    *time == some_seconds()
}

/// Reason why an analysis ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisEnd {
    /// The search time was used up.
    Time,
    /// The result is final; searching on cannot change it.
    Settled,
    /// Stopped by `stop_analysis` or by another analysis of the same person.
    Stopped,
}

/// Principal variation with its score for the player to move.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "AnalysisLine"))]
pub struct Line {
    /// Score in hundredths of a piece; missing if the result is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies until the win (positive) or the loss (0 or negative); missing if the result is
    /// unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Moves as text.
    pub moves: Vec<String>,
    /// Moves in human notation.
    pub display: Vec<String>,
}
