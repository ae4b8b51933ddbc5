//! Positions that somebody sets up, possible or not.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::board::Board;
use crate::catalog::SeatInfo;
use crate::error::Fault;
use crate::is_default;
use crate::units::Seat;

/// A set-up as somebody asks for it: by a text, by what was filled in, or the start.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    /// Which game, by its id in the catalogue.
    pub game: String,
    /// Options; none for the usual rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: String,
    /// The text of a position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub position: Option<String>,
    /// A letter for each cell, a space where nothing stands.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 300)]
    pub cells: Option<String>,
    /// The values of the fields, with `cells`.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_items = 20)]
    pub values: Vec<String>,
}

/// A set-up with everything that is needed to change it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionSetup {
    /// All options.
    pub rules: String,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The empty board.
    pub board: Board,
    /// What can stand on a cell.
    pub men: Vec<SetupMan>,
    /// What there is beside the board.
    pub fields: Vec<SetupField>,
    /// A letter for each cell, a space where nothing stands.
    pub cells: String,
    /// The text that comes of it.
    pub position: String,
    /// Why it is not possible, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// Something that can stand on a cell.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetupMan {
    /// Its letter in position texts.
    pub letter: char,
    /// Whose it is.
    pub seat: Seat,
    /// What it is, such as `knight`.
    pub kind: String,
    /// Its colour, where it is not that of the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tone: Option<String>,
}

/// Something beside the board that belongs to a position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetupField {
    /// What it is, such as `side to move`.
    pub name: String,
    /// Whose it is, where everybody has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What may stand there.
    pub kind: SetupKind,
    /// What stands there.
    pub value: String,
}

/// What may stand in a field.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SetupKind {
    /// Who is to move: a letter for each seat.
    Turn {
        /// The letters.
        letters: Vec<char>,
    },
    /// A number.
    Count {
        /// The smallest one.
        least: u32,
        /// The largest one.
        most: u32,
    },
    /// Some of these letters in this order, or `-`.
    Letters {
        /// The letters.
        letters: String,
    },
    /// The name of a cell, or `-`.
    Cell,
    /// It follows from the board or from the rules.
    Kept,
}
