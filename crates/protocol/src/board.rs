//! Board, position and moves as drawn by a client, which needs no knowledge of the rules.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::units::Seat;

/// Empty board; constant during a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// Cells; all other fields refer to a cell by its index here.
    pub cells: Vec<Cell>,
    /// Pairs of adjacent cells.
    pub links: Vec<(u8, u8)>,
    /// Whether the links are drawn as lines.
    pub lined: bool,
    /// Coordinates drawn beside the board.
    pub labels: Vec<Label>,
    /// Step in degrees by which the board can be rotated; `null` if it has a fixed orientation.
    pub turning: Option<u16>,
}

/// Cell of the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cell {
    /// Name in notation.
    pub name: String,
    /// Distance from the left; adjacent cells are 1 apart.
    pub x: f32,
    /// Distance from the top.
    pub y: f32,
    /// `square`, `hole` or `point`.
    pub shape: String,
    /// Role of the cell, such as `dark` or `camp`; empty for a plain cell.
    pub zone: String,
}

/// Coordinate drawn beside the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Label {
    /// Text of the label.
    pub text: String,
    /// Distance from the left.
    pub x: f32,
    /// Distance from the top.
    pub y: f32,
}

/// Position as drawn, with its legal moves.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct View {
    /// Position as text.
    pub position: String,
    /// Seat to move.
    pub turn: Seat,
    /// Pieces on the board.
    pub pieces: Vec<Piece>,
    /// Counters shown beside the board.
    pub counters: Vec<Counter>,
    /// Lost pieces, in games with several kinds; with a single kind a counter shows their number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Lost>,
    /// Pieces still to be placed, for every seat that has or had any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hand>,
    /// Highlighted cells, such as a king in check.
    pub alarms: Vec<u8>,
    /// Notices for the player to move, such as `check`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Legal moves; empty if the game is over.
    pub moves: Vec<Move>,
}

/// Piece on the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Piece {
    /// Index of the cell.
    pub cell: u8,
    /// Seat of the owner.
    pub seat: Seat,
    /// Kind, such as `knight` or `marble`.
    pub kind: String,
    /// Colour, if it differs from the seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tone: Option<String>,
}

/// Piece that was lost.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lost {
    /// Seat of the former owner.
    pub seat: Seat,
    /// Kind, such as `knight`.
    pub kind: String,
}

/// Pieces still to be placed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hand {
    /// Seat of the owner.
    pub seat: Seat,
    /// Kind, such as `man`.
    pub kind: String,
    /// Number of pieces left.
    pub count: u32,
    /// Number of pieces at the start.
    pub whole: u32,
}

/// Counter shown beside the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counter {
    /// Name of the counted quantity.
    pub name: String,
    /// Seat that it applies to; `null` for all.
    pub seat: Option<Seat>,
    /// Current value.
    pub value: u32,
    /// Value with an effect on the game.
    pub limit: Option<u32>,
    /// Whether the value is close to the limit.
    pub warn: bool,
    /// Kind of the counted pieces, if the counter can be drawn as pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
}

/// Legal move. To enter it, select the cells of `from` in any order (none for a placement), then
/// `to`, then each choice of `more`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Move {
    /// Move as text, as sent in an action.
    pub text: String,
    /// Move in human notation.
    pub display: String,
    /// Cells of the selected pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<u8>,
    /// Target cell; missing for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u8>,
    /// Further choices that complete the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Choice>,
    /// Intermediate cells of a move that is not straight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u8>,
    /// From and to cell of every piece that moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shifts: Vec<(u8, u8)>,
    /// Cells of captured pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<u8>,
    /// Rows of pieces completed by the move, each from end to end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<u8>>,
}

/// Choice of a cell or of a kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Cell, for instance of a piece to remove.
    Cell(u8),
    /// Kind of piece, for instance for a promotion.
    Kind(String),
}

fn number(cell: agon_core::Cell) -> u8 {
    cell.index() as u8
}

fn numbers(cells: &[agon_core::Cell]) -> Vec<u8> {
    cells.iter().copied().map(number).collect()
}

impl From<&agon_core::Board> for Board {
    fn from(board: &agon_core::Board) -> Board {
        let cell = |site: &agon_core::Site| Cell {
            name: site.name.clone(),
            x: site.x,
            y: site.y,
            shape: match site.shape {
                agon_core::Shape::Square => "square",
                agon_core::Shape::Hole => "hole",
                agon_core::Shape::Point => "point",
            }
            .into(),
            zone: site.zone.into(),
        };
        let label =
            |label: &agon_core::Label| Label { text: label.text.clone(), x: label.x, y: label.y };
        Board {
            cells: board.sites.iter().map(cell).collect(),
            links: board.links.iter().map(|&(a, b)| (number(a), number(b))).collect(),
            lined: board.lined,
            labels: board.labels.iter().map(label).collect(),
            turning: board.turning,
        }
    }
}

impl From<&agon_core::MoveView> for Move {
    fn from(view: &agon_core::MoveView) -> Move {
        let choice = |choice: &agon_core::Choice| match choice {
            agon_core::Choice::Cell(cell) => Choice::Cell(number(*cell)),
            agon_core::Choice::Kind(kind) => Choice::Kind((*kind).into()),
        };
        Move {
            text: view.text.clone(),
            display: view.display.clone(),
            from: numbers(&view.from),
            to: view.to.map(number),
            more: view.more.iter().map(choice).collect(),
            path: numbers(&view.path),
            shifts: view.shifts.iter().map(|s| (number(s.from), number(s.to))).collect(),
            captures: numbers(&view.captures),
            lines: view.lines.iter().map(|line| numbers(line)).collect(),
        }
    }
}

impl From<&agon_core::Piece> for Piece {
    fn from(piece: &agon_core::Piece) -> Piece {
        Piece {
            cell: number(piece.cell),
            seat: piece.player.into(),
            kind: piece.kind.into(),
            tone: piece.tone.map(|tone| tone.name().into()),
        }
    }
}

impl From<&agon_core::Counter> for Counter {
    fn from(counter: &agon_core::Counter) -> Counter {
        Counter {
            name: counter.name.into(),
            seat: counter.player.map(Into::into),
            value: counter.value,
            limit: counter.limit,
            warn: counter.warn,
            piece: counter.piece.map(Into::into),
        }
    }
}

impl From<&agon_core::Hand> for Hand {
    fn from(hand: &agon_core::Hand) -> Hand {
        let agon_core::Hand { player, kind, count, whole } = *hand;
        Hand { seat: player.into(), kind: kind.into(), count, whole }
    }
}

impl From<&agon_core::Lost> for Lost {
    fn from(lost: &agon_core::Lost) -> Lost {
        Lost { seat: lost.player.into(), kind: lost.kind.into() }
    }
}
