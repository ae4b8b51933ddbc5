//! Positions in the board editor, legal or not.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::board::Board;
use crate::catalog::SeatInfo;
use crate::error::Fault;
use crate::is_default;
use crate::units::Seat;

/// Editor position to load: a text, edited cells and fields, or the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    /// Game id in the catalogue.
    pub game: String,
    /// Options; empty for the default rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: String,
    /// Position as text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub position: Option<String>,
    /// One letter per cell, a space for an empty cell.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 300)]
    pub cells: Option<String>,
    /// Values of the fields; used with `cells`.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_items = 20)]
    pub values: Vec<String>,
}

/// Position with all data needed to edit it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionSetup {
    /// Complete options.
    pub rules: String,
    /// Seats of the game.
    pub seats: Vec<SeatInfo>,
    /// Empty board.
    pub board: Board,
    /// Pieces that can be put on a cell.
    pub men: Vec<SetupMan>,
    /// Fields of the position other than the cells.
    pub fields: Vec<SetupField>,
    /// One letter per cell, a space for an empty cell.
    pub cells: String,
    /// Position as text.
    pub position: String,
    /// Reason why the position is invalid; missing if it is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// Piece that can be put on a cell.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetupMan {
    /// Letter in position texts.
    pub letter: char,
    /// Seat of the owner.
    pub seat: Seat,
    /// Kind, such as `knight`.
    pub kind: String,
    /// Colour, if it differs from the seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tone: Option<String>,
}

/// Field of a position other than its cells.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetupField {
    /// Name, such as `side to move`.
    pub name: String,
    /// Seat that it applies to, if every seat has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Allowed values.
    pub kind: SetupKind,
    /// Current value.
    pub value: String,
}

/// Allowed values of a field.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SetupKind {
    /// Seat to move: one letter per seat.
    Turn {
        /// Letters in seat order.
        letters: Vec<char>,
    },
    /// Number.
    Count {
        /// Smallest value.
        least: u32,
        /// Largest value.
        most: u32,
    },
    /// Subset of the letters in their order, or `-`.
    Letters {
        /// Allowed letters.
        letters: String,
    },
    /// Name of a cell, or `-`.
    Cell,
    /// Derived from the board or the rules; not editable.
    Kept,
}
