//! Requests and reports of arbitrary positions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;

use crate::board::{Board, View};
use crate::catalog::SeatInfo;
use crate::event::Outcome;
use crate::state::Step;

/// Position given by a game and optional rules, start and moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// Game id in the catalogue.
    pub game: String,
    /// Options, such as `layers=5,flying=off`, or the name of a preset.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: String,
    /// Start position as text; the usual one if missing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub position: Option<String>,
    /// Moves from there, in any notation that players of the game use.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_items = 2000)]
    pub moves: Vec<String>,
}

/// Valid position with all data needed to show it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionReport {
    /// Complete options.
    pub rules: String,
    /// Seats of the game.
    pub seats: Vec<SeatInfo>,
    /// Empty board.
    pub board: Board,
    /// Steps from the start position.
    pub steps: Vec<Step>,
    /// The position.
    pub view: View,
    /// Outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// The position with the other player to move, for the analysis of threats. Missing if a pass
    /// could be an advantage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<String>,
}

/// Position of a played game, without its legal moves.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frame {
    /// Number of plies played.
    pub ply: u32,
    /// The position.
    pub view: View,
}
