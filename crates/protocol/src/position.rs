//! Any position: as somebody asks for it, and what there is to tell of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;

use crate::board::{Board, View};
use crate::catalog::SeatInfo;
use crate::event::Outcome;
use crate::state::Step;

/// A position as somebody asks for it: all but the game may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// Which game, by its id in the catalogue.
    pub game: String,
    /// Options, such as `layers=5,flying=off`, or the name of a preset.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: String,
    /// Where to begin, if not at the start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub position: Option<String>,
    /// Moves from there, also in other notations that players of the game use.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_items = 2000)]
    pub moves: Vec<String>,
}

/// A position that is fine.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionReport {
    /// All options.
    pub rules: String,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The empty board.
    pub board: Board,
    /// The moves that led here.
    pub steps: Vec<Step>,
    /// The position.
    pub view: View,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// The position with the other player to move: whoever analyses it sees the threat. Missing where
    /// giving up a move might be an advantage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<String>,
}

/// A position of a game that was played, without the moves that were possible.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frame {
    /// How many steps led here.
    pub ply: u32,
    /// The position.
    pub view: View,
}
