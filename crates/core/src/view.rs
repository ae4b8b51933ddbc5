//! What a page or a terminal needs to draw a board and to let people pick moves, without
//! knowing a rule.

use crate::{ByPlayer, Cell, Player, Position};

/// How a game looks.
pub trait View: Position {
    /// Who sits where, in the order of play.
    fn seats(rules: &Self::Rules) -> ByPlayer<Seat>;

    /// The empty board.
    fn board(rules: &Self::Rules) -> Board;

    /// The pieces on the board.
    fn pieces(&self) -> Vec<Piece>;

    /// Numbers that people want to see: men in hand, score, plies left.
    fn counters(&self) -> Vec<Counter> {
        Vec::new()
    }

    /// Cells that need attention, such as a king in check.
    fn alarms(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// How a legal move is picked and shown.
    fn move_view(&self, m: Self::Move) -> MoveView;
}

/// A seat and the colour of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// What the player is called, such as `white` or `attackers`.
    pub name: &'static str,
    /// Is the name a plural ("attackers win", but "white wins")?
    pub plural: bool,
    /// The colour of the pieces.
    pub tone: Tone,
}

impl Seat {
    /// A seat called by one person's name.
    #[must_use]
    pub const fn new(name: &'static str, tone: Tone) -> Seat {
        Seat { name, plural: false, tone }
    }
}

/// Colours of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "colours explain themselves")]
pub enum Tone {
    White,
    Black,
    Green,
    Yellow,
    Orange,
    Red,
    Purple,
    Blue,
}

impl Tone {
    /// The colour in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tone::White => "white",
            Tone::Black => "black",
            Tone::Green => "green",
            Tone::Yellow => "yellow",
            Tone::Orange => "orange",
            Tone::Red => "red",
            Tone::Purple => "purple",
            Tone::Blue => "blue",
        }
    }
}

/// The empty board: places, their neighbours and what is drawn around them.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The cells; a [`Cell`]'s number is its index here.
    pub sites: Vec<Site>,
    /// The pairs of cells that the rules call neighbours, each pair once.
    pub links: Vec<(Cell, Cell)>,
    /// Are the links drawn as lines?
    pub lined: bool,
    /// Letters and numbers beside the board.
    pub labels: Vec<Label>,
}

/// A place on the board. One step to a neighbour on an even board is 1 long; `x` grows to
/// the right and `y` downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// The name in texts.
    pub name: String,
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// What it looks like.
    pub shape: Shape,
    /// What it is for, such as `dark`, `camp` or `home-green`; empty for a plain cell.
    pub zone: &'static str,
    /// How the empty cell is written in a drawing of characters.
    pub mark: char,
}

/// What a cell looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square field.
    Square,
    /// A drilled hole for a marble.
    Hole,
    /// A point where lines meet.
    Point,
}

/// A letter or number beside the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// What is written.
    pub text: String,
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands.
    pub cell: Cell,
    /// Whose it is.
    pub player: Player,
    /// What it is, such as `knight` or `marble`.
    pub kind: &'static str,
    /// Its colour, where it is not that of the player's seat.
    pub tone: Option<Tone>,
    /// The letter for it in position texts.
    pub letter: char,
    /// A character that looks like it.
    pub glyph: char,
}

/// A number that people want to see beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// What is counted, such as `in hand`.
    pub name: &'static str,
    /// Whose it is; `None` for one that concerns everybody.
    pub player: Option<Player>,
    /// The number.
    pub value: u32,
    /// The number at which something happens, if there is one.
    pub limit: Option<u32>,
    /// Is it close to the limit?
    pub warn: bool,
}

/// How a legal move is picked on a board: select the cells of `from` in any order (none when
/// a piece is placed), then `to`, then whatever `more` asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// The move as text.
    pub text: String,
    /// The move as people like to read it.
    pub display: String,
    /// The pieces that are picked.
    pub from: Vec<Cell>,
    /// Where they go; `None` for a move without a place, such as a pass.
    pub to: Option<Cell>,
    /// What has to be chosen besides.
    pub more: Vec<Choice>,
    /// The cells that the moving piece touches, from the first to the last, when it does not
    /// go straight.
    pub path: Vec<Cell>,
    /// Every piece that changes its place, pushed ones too.
    pub shifts: Vec<Shift>,
    /// Where pieces are taken off the board.
    pub captures: Vec<Cell>,
    /// The lines of pieces that the move completes, such as mills, each from end to end.
    pub lines: Vec<Vec<Cell>>,
}

impl MoveView {
    /// A piece goes from one cell to another and nothing else happens.
    #[must_use]
    pub fn step(text: String, display: String, from: Cell, to: Cell) -> MoveView {
        MoveView {
            text,
            display,
            from: vec![from],
            to: Some(to),
            more: Vec::new(),
            path: Vec::new(),
            shifts: vec![Shift { from, to }],
            captures: Vec::new(),
            lines: Vec::new(),
        }
    }
}

/// A piece changes its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Where it stood.
    pub from: Cell,
    /// Where it stands afterwards.
    pub to: Cell,
}

/// Something that has to be chosen to complete a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A cell, for instance of the piece to remove.
    Cell(Cell),
    /// A kind of piece, for instance to promote to.
    Kind(&'static str),
}
