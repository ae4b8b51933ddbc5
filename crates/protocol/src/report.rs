//! What a strong player thinks of a game that is over.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::Seat;

/// How good a move was, by what it cost in chances to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// What a strong player would have done, or just as good.
    Best,
    /// It cost next to nothing: less than 5 in a hundred.
    Good,
    /// It cost 5 in a hundred or more.
    Inaccuracy,
    /// It cost 10 in a hundred or more.
    Mistake,
    /// It cost 20 in a hundred or more.
    Blunder,
}

/// A line that would have been better.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BetterLine {
    /// The moves as texts, from the position before the move that was made.
    pub moves: Vec<String>,
    /// The moves as people like to read them.
    pub display: Vec<String>,
}

/// A move that was judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgedMove {
    /// The number of the step, 1 for the first.
    pub ply: u32,
    /// Who made it.
    pub seat: Seat,
    /// The move as people like to read it.
    pub display: String,
    /// How good it was.
    pub judgement: Judgement,
    /// The player's chance with the best move, from 0 to 1; a draw counts for a half. With more than
    /// two players it is a chance against the mean of the others.
    pub before: f64,
    /// The same with the move that was made.
    pub after: f64,
    /// Both are known for certain, from a database.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exact: bool,
    /// What would have been better, unless the move was the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<BetterLine>,
}

/// Where somebody who analyses a game wants to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    /// So many steps were made: where the game turned, else before the move that ended it; where it goes
    /// on, the present.
    pub ply: u32,
    /// Is the next move the first turning point of the report?
    pub turning: bool,
}

/// A game as a strong player sees it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameReport {
    /// By which way of making reports it was made; one that was made in an older way is made anew.
    pub format: u32,
    /// Everybody's share of the chances at the beginning and after each step, by seat; together they
    /// are 1.
    pub chances: Vec<Vec<f64>>,
    /// The moves, in order.
    pub moves: Vec<JudgedMove>,
    /// How well everybody played, from 0 to 100, by seat; `null` for who made no move.
    pub accuracy: Vec<Option<u8>>,
    /// The plies of the moves that changed who stands better, or threw the game away, in order.
    pub turning_points: Vec<u32>,
}

impl GameReport {
    /// The way in which reports are made now.
    pub const FORMAT: u32 = 1;
}
