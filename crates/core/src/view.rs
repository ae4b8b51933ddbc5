//! Data for drawing a board and selecting moves without knowledge of the rules.

use crate::{ByPlayer, Cell, Player, Position};

/// Appearance of a game.
pub trait View: Position {
    /// Returns the seats in the order of play.
    fn seats(rules: &Self::Rules) -> ByPlayer<Seat>;

    /// Returns the empty board.
    fn board(rules: &Self::Rules) -> Board;

    /// Returns the pieces on the board.
    fn pieces(&self) -> Vec<Piece>;

    /// Returns numbers to display beside the board: pieces in hand, score, plies left.
    fn counters(&self) -> Vec<Counter> {
        Vec::new()
    }

    /// Returns the captured pieces, for games with several kinds; other games use a counter.
    fn lost(&self) -> Vec<Lost> {
        Vec::new()
    }

    /// Returns the pieces in hand, for every player who has or had any.
    fn hands(&self) -> Vec<Hand> {
        Vec::new()
    }

    /// Returns the cells to highlight, such as that of a king in check.
    fn alarms(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// Returns notices for the player to move, from [`Game::NOTES`](crate::Game::NOTES).
    fn notes(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Describes how a legal move is selected and displayed.
    fn move_view(&self, m: Self::Move) -> MoveView;

    /// Returns the board symmetries under which the rules and all goals are invariant, each as the
    /// image of every cell; may include the identity. Empty for games whose state is more than
    /// pieces, hands and side to move.
    fn symmetries(_rules: &Self::Rules) -> Vec<Vec<Cell>> {
        Vec::new()
    }
}

/// Name and appearance of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Name, such as `white` or `attackers`.
    pub name: &'static str,
    /// Whether the name is plural ("attackers win", but "white wins").
    pub plural: bool,
    /// Colour of the pieces.
    pub tone: Tone,
    /// Kind of piece that represents the player in lists, such as `king` or `marble`.
    pub piece: &'static str,
    /// Clockwise rotation of the board, in degrees, that puts the player's pieces at the bottom.
    pub degrees: u16,
}

impl Seat {
    /// Creates a seat with a singular name, pieces of kind `man` and no rotation.
    #[must_use]
    pub const fn new(name: &'static str, tone: Tone) -> Seat {
        Seat { name, plural: false, tone, piece: "man", degrees: 0 }
    }

    /// Sets the kind of piece.
    #[must_use]
    pub const fn with(self, piece: &'static str) -> Seat {
        Seat { piece, ..self }
    }

    /// Sets the rotation of the board.
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
    /// Returns the name of the colour in texts.
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

/// The empty board: cells, links between neighbours, labels.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Cells, indexed by [`Cell::index`].
    pub sites: Vec<Site>,
    /// Pairs of neighbouring cells, each pair once.
    pub links: Vec<(Cell, Cell)>,
    /// Whether the links are drawn as lines.
    pub lined: bool,
    /// Row and column labels.
    pub labels: Vec<Label>,
    /// Rotation step in degrees; `None` if the board has a fixed orientation.
    pub turning: Option<u16>,
}

impl Board {
    /// Creates a board of squares, numbered row by row from the top left. Names are a column
    /// letter and a row number, `a1` at the bottom left. Neighbours share a side.
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

/// Tolerance for matching cell coordinates after a rotation.
const NEAR: f32 = 0.1;
/// Rotations to try, in degrees: all that a square or hexagonal board can have.
const TURNS: [u16; 8] = [0, 60, 90, 120, 180, 240, 270, 300];

impl Board {
    /// Returns every rotation and reflection that maps the board and its zones onto themselves,
    /// as the image of every cell. The rules of the game are not considered.
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

/// A cell as drawn. Neighbours on a regular board are 1 apart; `x` grows to the right, `y`
/// downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// Name in texts.
    pub name: String,
    /// Horizontal coordinate.
    pub x: f32,
    /// Vertical coordinate.
    pub y: f32,
    /// Shape.
    pub shape: Shape,
    /// Role of the cell, such as `dark`, `camp` or `home-green`; empty for a plain cell.
    pub zone: &'static str,
    /// Character for the empty cell in text drawings.
    pub mark: char,
}

/// Shape of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Square field.
    Square,
    /// Hole for a marble.
    Hole,
    /// Intersection of lines.
    Point,
}

/// Row or column label.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Text of the label.
    pub text: String,
    /// Horizontal coordinate.
    pub x: f32,
    /// Vertical coordinate.
    pub y: f32,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Cell of the piece.
    pub cell: Cell,
    /// Owner.
    pub player: Player,
    /// Kind, such as `knight` or `marble`.
    pub kind: &'static str,
    /// Colour, if it differs from that of the owner's seat.
    pub tone: Option<Tone>,
    /// Letter in position texts.
    pub letter: char,
    /// Unicode symbol.
    pub glyph: char,
}

/// A number displayed beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// What is counted, such as `in hand`.
    pub name: &'static str,
    /// Player the number belongs to; `None` if it concerns all.
    pub player: Option<Player>,
    /// Current value.
    pub value: u32,
    /// Value at which the counter takes effect, if any.
    pub limit: Option<u32>,
    /// Whether the value is close to the limit.
    pub warn: bool,
    /// Kind of piece to draw instead of a number.
    pub piece: Option<&'static str>,
}

/// A piece that was captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Owner.
    pub player: Player,
    /// Kind, such as `knight`.
    pub kind: &'static str,
}

/// Pieces in hand, not yet placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Owner.
    pub player: Player,
    /// Kind, such as `man`.
    pub kind: &'static str,
    /// Number left.
    pub count: u32,
    /// Number at the start of the game.
    pub whole: u32,
}

/// How a legal move is selected: the cells of `from` in any order (empty when a piece is
/// placed), then `to`, then the choices in `more`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// Move text.
    pub text: String,
    /// Move in display notation.
    pub display: String,
    /// Cells of the pieces to select.
    pub from: Vec<Cell>,
    /// Target cell; `None` for a move without one, such as a pass.
    pub to: Option<Cell>,
    /// Further choices.
    pub more: Vec<Choice>,
    /// Cells visited by the moving piece, from first to last, unless it moves in one step.
    pub path: Vec<Cell>,
    /// All pieces that move, including pushed ones.
    pub shifts: Vec<Shift>,
    /// Cells of captured pieces.
    pub captures: Vec<Cell>,
    /// Lines that the move completes, such as mills, each from end to end.
    pub lines: Vec<Vec<Cell>>,
}

impl MoveView {
    /// Describes a move of one piece without further effects.
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

    /// Describes a placement from the hand without further effects.
    #[must_use]
    pub fn place(text: String, display: String, to: Cell) -> MoveView {
        let step = MoveView::step(text, display, to, to);
        MoveView { from: Vec::new(), shifts: Vec::new(), ..step }
    }
}

/// Displacement of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Origin.
    pub from: Cell,
    /// Target.
    pub to: Cell,
}

/// A choice that completes a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A cell, such as that of the piece to remove.
    Cell(Cell),
    /// A kind of piece, such as that of a promotion.
    Kind(&'static str),
}
