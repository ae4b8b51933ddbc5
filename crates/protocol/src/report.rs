//! Computer analysis of a finished game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::Seat;

/// Judgement of a move by the loss of winning chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The best move, or an equally good one.
    Best,
    /// Loss below 5 percentage points.
    Good,
    /// Loss of 5 percentage points or more.
    Inaccuracy,
    /// Loss of 10 percentage points or more.
    Mistake,
    /// Loss of 20 percentage points or more.
    Blunder,
}

/// Variation that is better than the move played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BetterLine {
    /// Moves as text, from the position before the move played.
    pub moves: Vec<String>,
    /// Moves in human notation.
    pub display: Vec<String>,
}

/// Move with its judgement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgedMove {
    /// Number of the ply, 1 for the first.
    pub ply: u32,
    /// Seat that moved.
    pub seat: Seat,
    /// Move in human notation.
    pub display: String,
    /// Judgement of the move.
    pub judgement: Judgement,
    /// Winning chance of the player with the best move, from 0 to 1; a draw counts 1/2. With more
    /// than two players, the chance against the mean of the others.
    pub before: f64,
    /// Winning chance after the move played.
    pub after: f64,
    /// Whether both chances are exact, from a tablebase.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exact: bool,
    /// Better variation; missing if the move was the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<BetterLine>,
}

/// Ply at which an analysis of the game should start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    /// Number of plies played: the first turning point, else the ply before the last move; in a
    /// running game, the current ply.
    pub ply: u32,
    /// Whether the next move is the first turning point of the report.
    pub turning: bool,
}

/// Computer analysis of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameReport {
    /// Format version; reports of an older version are computed again.
    pub format: u32,
    /// Winning chances by seat, at the start and after each ply; each entry sums to 1.
    pub chances: Vec<Vec<f64>>,
    /// Moves in order.
    pub moves: Vec<JudgedMove>,
    /// Accuracy by seat, from 0 to 100; `null` for a seat without moves.
    pub accuracy: Vec<Option<u8>>,
    /// Plies of the moves that changed the leader or lost the game, in order.
    pub turning_points: Vec<u32>,
}

impl GameReport {
    /// Current format version.
    pub const FORMAT: u32 = 1;
}
