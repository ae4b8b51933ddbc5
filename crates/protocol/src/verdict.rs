//! Tablebase results: the outcome of a position with best play.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Outcome of a position with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum VerdictValue {
    /// The player to move wins; for a move, the player who makes it.
    Won,
    /// Neither player can force a win.
    Drawn,
    /// The player to move loses; for a move, the player who makes it.
    Lost,
}

/// Outcome of a position and its distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Verdict {
    /// Outcome for the player to move.
    pub value: VerdictValue,
    /// Plies until the winner's next irreversible move; `null` in a draw.
    pub distance: Option<u32>,
}

/// Tablebase result of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveVerdict {
    /// Move as text.
    pub text: String,
    /// Result for the player who makes the move.
    #[serde(flatten)]
    pub verdict: Verdict,
}
