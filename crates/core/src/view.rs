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

    /// The pieces that are gone, where kinds differ; where all are alike a counter says how many.
    fn lost(&self) -> Vec<Lost> {
        Vec::new()
    }

    /// The pieces that wait beside the board to be placed, for every player who has or had some.
    fn hands(&self) -> Vec<Hand> {
        Vec::new()
    }

    /// Cells that need attention, such as a king in check.
    fn alarms(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// What whoever is to move should be told besides, each one of [`Game::NOTES`](crate::Game::NOTES).
    fn notes(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// How a legal move is picked and shown.
    fn move_view(&self, m: Self::Move) -> MoveView;

    /// Where the cells come to by each way to lay the board onto itself after which the rules, and what
    /// everybody wants, are the same. Only where pieces, hands and whose turn it is say everything about
    /// a position; the identity may be among them.
    fn symmetries(_rules: &Self::Rules) -> Vec<Vec<Cell>> {
        Vec::new()
    }
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
    /// The kind of piece that stands for the player in lists, such as `king` or `marble`.
    pub piece: &'static str,
    /// How far the board is turned clockwise for whoever sits here, so that they look from
    /// behind their men.
    pub degrees: u16,
}

impl Seat {
    /// A seat called by one person's name, with plain men, who sees the board as it is.
    #[must_use]
    pub const fn new(name: &'static str, tone: Tone) -> Seat {
        Seat { name, plural: false, tone, piece: "man", degrees: 0 }
    }

    /// The same seat with another kind of piece.
    #[must_use]
    pub const fn with(self, piece: &'static str) -> Seat {
        Seat { piece, ..self }
    }

    /// The same seat at another side of the board.
    #[must_use]
    pub const fn turned(self, degrees: u16) -> Seat {
        Seat { degrees, ..self }
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
    /// By how many degrees people may turn the board at a time; `None` where up is up.
    pub turning: Option<u16>,
}

impl Board {
    /// A board of squares, numbered row by row from the top left. Rows are counted from the bottom and
    /// columns have letters (`a1` is at the bottom left); neighbours share a side.
    #[must_use]
    pub fn grid(width: usize, height: usize) -> Board {
        let letter = |column: usize| char::from(b'a' + column as u8).to_string();
        let site = |cell: usize| Site {
            name: format!("{}{}", letter(cell % width), height - cell / width),
            x: (cell % width) as f32,
            y: (cell / width) as f32,
            shape: Shape::Square,
            zone: "",
            mark: '.',
        };
        let cells = || 0..width * height;
        let across = cells().filter(|cell| (cell + 1) % width != 0).map(|cell| (cell, cell + 1));
        let down = cells().skip(width).map(|cell| (cell - width, cell));
        let rows = (0..height).map(|row| Label {
            text: (height - row).to_string(),
            x: -1.0,
            y: row as f32,
        });
        let columns = (0..width).map(|column| Label {
            text: letter(column),
            x: column as f32,
            y: height as f32,
        });
        Board {
            sites: cells().map(site).collect(),
            links: across.chain(down).map(|(a, b)| (Cell::new(a), Cell::new(b))).collect(),
            lined: false,
            labels: rows.chain(columns).collect(),
            turning: Some(180),
        }
    }
}

/// Nearer than this two places are the same.
const NEAR: f32 = 0.1;
/// Ways to turn a board, in degrees: whatever a square or a six-sided board allows.
const TURNS: [u16; 8] = [0, 60, 90, 120, 180, 240, 270, 300];

impl Board {
    /// Where the cells come to by every turn and mirroring of the board that lays each zone onto
    /// itself. What the rules say of it is another question.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Vec<Cell>> {
        let sites = &self.sites;
        let count = sites.len() as f32;
        let middle_x = sites.iter().map(|site| site.x).sum::<f32>() / count;
        let middle_y = sites.iter().map(|site| site.y).sum::<f32>() / count;
        let ways = TURNS.into_iter().flat_map(|degrees| [(degrees, 1.0), (degrees, -1.0)]);
        let image = |(degrees, mirror): (u16, f32), site: &Site| {
            let (sin, cos) = f32::from(degrees).to_radians().sin_cos();
            let (x, y) = ((site.x - middle_x) * mirror, site.y - middle_y);
            let (x, y) = (x * cos - y * sin + middle_x, x * sin + y * cos + middle_y);
            let near = |other: &Site| (other.x - x).abs() < NEAR && (other.y - y).abs() < NEAR;
            let found = sites.iter().position(|other| near(other) && other.zone == site.zone);
            found.map(Cell::new)
        };
        ways.filter_map(|way| sites.iter().map(|site| image(way, site)).collect()).collect()
    }
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
    /// The kind of pieces that are counted, where they may be shown as such.
    pub piece: Option<&'static str>,
}

/// A piece that is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Whose it was.
    pub player: Player,
    /// What it was, such as `knight`.
    pub kind: &'static str,
}

/// Pieces that wait beside the board to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Whose they are.
    pub player: Player,
    /// What they are, such as `man`.
    pub kind: &'static str,
    /// How many are left.
    pub count: u32,
    /// How many there were at the beginning.
    pub whole: u32,
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

    /// A man from the hand is placed on a cell and nothing else happens.
    #[must_use]
    pub fn place(text: String, display: String, to: Cell) -> MoveView {
        let step = MoveView::step(text, display, to, to);
        MoveView { from: Vec::new(), shifts: Vec::new(), ..step }
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
