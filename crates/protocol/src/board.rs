//! What a page draws. The page knows no rule: it gets cells, men and moves as data.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::units::Seat;

/// The empty board, the same for the whole game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// The cells; everywhere else a cell is given by its index here.
    pub cells: Vec<Cell>,
    /// Pairs of neighbouring cells.
    pub links: Vec<(u8, u8)>,
    /// Are the links drawn as lines?
    pub lined: bool,
    /// Letters and numbers beside the board.
    pub labels: Vec<Label>,
    /// By how many degrees people may turn the board at a time; `null` where up is up.
    pub turning: Option<u16>,
}

/// A place on the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cell {
    /// Its name in texts.
    pub name: String,
    /// From the left; a step to a neighbour is 1.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// `square`, `hole` or `point`.
    pub shape: String,
    /// What it is for, such as `dark` or `camp`; empty for a plain cell.
    pub zone: String,
}

/// A letter or number beside the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Label {
    /// What is written.
    pub text: String,
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
}

/// A position as it is drawn, with the moves that can be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct View {
    /// The position as text.
    pub position: String,
    /// The seat to move.
    pub turn: Seat,
    /// The men.
    pub pieces: Vec<Piece>,
    /// Numbers beside the board.
    pub counters: Vec<Counter>,
    /// The pieces that are gone, where kinds differ; where all are alike a counter says how many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Lost>,
    /// The pieces that wait beside the board to be placed, for every seat that has or had some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hand>,
    /// Cells that need attention, such as a king in check.
    pub alarms: Vec<u8>,
    /// What whoever is to move should be told besides, such as `check`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The legal moves; none when the game is over.
    pub moves: Vec<Move>,
}

/// A man on the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Piece {
    /// Where it stands.
    pub cell: u8,
    /// Whose it is: the seat.
    pub seat: Seat,
    /// What it is, such as `knight` or `marble`.
    pub kind: String,
    /// Its colour, where it is not that of the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tone: Option<String>,
}

/// A piece that is gone.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lost {
    /// Whose it was: the seat.
    pub seat: Seat,
    /// What it was, such as `knight`.
    pub kind: String,
}

/// Pieces that wait beside the board to be placed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hand {
    /// Whose they are: the seat.
    pub seat: Seat,
    /// What they are, such as `man`.
    pub kind: String,
    /// How many are left.
    pub count: u32,
    /// How many there were at the beginning.
    pub whole: u32,
}

/// A number beside the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counter {
    /// What is counted.
    pub name: String,
    /// Whose it is; `null` for one that concerns everybody.
    pub seat: Option<Seat>,
    /// The number.
    pub value: u32,
    /// The number at which something happens.
    pub limit: Option<u32>,
    /// Is it close to the limit?
    pub warn: bool,
    /// The kind of pieces that are counted, where they may be shown as such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
}

/// A move: select the cells of `from` in any order (none when a man is placed), then `to`,
/// then whatever `more` asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Move {
    /// The move as text; this is what is sent back.
    pub text: String,
    /// The move as people like to read it.
    pub display: String,
    /// The men that are picked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<u8>,
    /// Where they go; missing for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u8>,
    /// What has to be chosen besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Choice>,
    /// The cells that the moving man touches, when it does not go straight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u8>,
    /// Every man that changes its place: from, to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shifts: Vec<(u8, u8)>,
    /// Where men are taken off the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<u8>,
    /// The lines of men that the move completes, each from end to end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<u8>>,
}

/// Something to choose: a cell, or a kind of man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A cell, for instance of the man to remove.
    Cell(u8),
    /// A kind of man, for instance to promote to.
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
