//! What a tablebase knows of a position: how it ends when both play their best.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a position ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum VerdictValue {
    /// The player to move wins; of a move: who makes it.
    Won,
    /// Nobody can win by force.
    Drawn,
    /// The player to move loses; of a move: who makes it.
    Lost,
}

/// How a position ends, and how soon something happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Verdict {
    /// For the player to move.
    pub value: VerdictValue,
    /// Plies until the winner's next move that cannot be taken back; `null` in a draw.
    pub distance: Option<u32>,
}

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveVerdict {
    /// The move as text.
    pub text: String,
    /// For the player who makes it.
    #[serde(flatten)]
    pub verdict: Verdict,
}
