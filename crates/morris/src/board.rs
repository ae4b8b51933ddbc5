//! Points, steps and mill lines, computed for whole sets of points.
//!
//! Each layer is one byte of a set, the innermost layer lowest. Bit 0 is the top middle of the
//! square; the others follow clockwise. Even bits are side middles, odd bits corners:
//!
//! ```text
//! 7---0---1
//!   |       |
//! 6       2
//!   |       |
//! 5---4---3
//! ```
//!
//! A step along a square is a rotation within bytes, and a step along a spoke, from one layer to
//! the next, a shift by a byte. Symmetries of the board rotate or mirror all bytes alike, or
//! reverse their order.

use agon_core::{Cell, Cells, read_count};

use crate::set::Set;

/// A board and its number of pieces. Other kinds of morris can be added as such data.
#[derive(Debug)]
pub(crate) struct Board {
    /// Number of squares, nested in each other.
    pub(crate) layers: usize,
    pub(crate) men: u8,
    pub(crate) points: u128,
    /// Points joined to the same point of the adjacent layers.
    spokes: u128,
}

/// The boards with 2 to 9 layers.
static BOARDS: [Board; 8] = {
    let mut boards = [const { Board::new(0, 0, 0) }; 8];
    let mut i = 0;
    while i < boards.len() {
        let layers = i + 2;
        boards[i] = Board::new(layers, 3 * layers as u8, MIDDLES);
        i += 1;
    }
    boards
};

/// Bits of the side middles.
const MIDDLES: u8 = 0b0101_0101;

/// Direction of each point of a layer from the centre: right, up.
const COMPASS: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Board {
    const fn new(layers: usize, men: u8, spokes: u8) -> Board {
        let points = (1 << (8 * layers)) - 1;
        let spokes = points & u128::from_ne_bytes([spokes; 16]);
        Board { layers, men, points, spokes }
    }

    /// Returns the board with `layers` layers, 2 to 9.
    #[inline]
    pub(crate) fn with_layers(layers: u32) -> &'static Board {
        &BOARDS[layers as usize - 2]
    }

    /// Returns the targets of one step in this direction, occupied or not.
    #[inline]
    pub(crate) fn step<S: Set>(&self, men: S, direction: Direction) -> S {
        let lines = match direction {
            Direction::Clockwise | Direction::Counterclockwise => self.points,
            Direction::Outwards | Direction::Inwards => self.spokes,
        };
        direction.step(men) & S::of(lines)
    }

    /// Returns the points that complete a line with two of `men`.
    #[inline]
    pub(crate) fn pairs<S: Set>(&self, men: S) -> Pairs<S> {
        use Direction::{Clockwise, Counterclockwise, Inwards, Outwards};
        let along = |forth: Direction, back: Direction, ends: S, middles: S| {
            let (before, after) = (forth.step(men), back.step(men));
            Axis {
                behind: ends & before & forth.step(before),
                around: middles & before & after,
                ahead: ends & after & back.step(after),
            }
        };
        let (middles, spokes) = (S::in_every_layer(MIDDLES), S::of(self.spokes));
        Pairs {
            side: along(Clockwise, Counterclockwise, !middles, middles),
            spoke: along(Outwards, Inwards, spokes, spokes),
        }
    }

    /// Returns the pieces that are part of a mill.
    #[inline]
    pub(crate) fn in_mills<S: Set>(&self, men: S) -> S {
        men & self.pairs(men).all()
    }

    /// Returns the mills that a piece on `point` closes with `others`, each from end to end.
    pub(crate) fn mills(&self, others: u128, point: Cell) -> impl Iterator<Item = [Cell; 3]> {
        let Pairs { side, spoke } = self.pairs(others);
        let ways = [
            (side, Direction::Clockwise, Direction::Counterclockwise),
            (spoke, Direction::Outwards, Direction::Inwards),
        ];
        ways.into_iter().flat_map(move |(axis, forth, back)| {
            let has = |points: u128| points & point.bit() != 0;
            // A piece arriving in direction `forth` comes from `behind`.
            let (behind, ahead) = (|point| forth.origin(point), |point| back.origin(point));
            let lines = [
                has(axis.behind).then(|| [behind(behind(point)), behind(point), point]),
                has(axis.around).then(|| [behind(point), point, ahead(point)]),
                has(axis.ahead).then(|| [point, ahead(point), ahead(ahead(point))]),
            ];
            lines.into_iter().flatten()
        })
    }

    /// Returns the column and row on the grid, from 0 at the lower left.
    pub(crate) fn column_and_row(&self, point: Cell) -> (usize, usize) {
        let (right, up) = COMPASS[point.index() % 8];
        let distance = (point.index() / 8 + 1) as isize;
        let on_grid = |direction: isize| (self.layers as isize + direction * distance) as usize;
        (on_grid(right), on_grid(up))
    }

    /// Returns the column letter and row number.
    pub(crate) fn name(&self, point: Cell) -> String {
        let (column, row) = self.column_and_row(point);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    pub(crate) fn parse_point(&self, text: &str) -> Option<Cell> {
        let column = usize::from(text.bytes().next()?.checked_sub(b'a')?);
        let rows = 2 * self.layers as u32 + 1;
        let row = read_count("row", text.get(1..)?, rows).ok()?.checked_sub(1)? as usize;
        Cells(self.points).find(|&point| self.column_and_row(point) == (column, row))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Clockwise,
    Counterclockwise,
    Outwards,
    Inwards,
}

impl Direction {
    pub(crate) const ALL: [Direction; 4] = [
        Direction::Clockwise,
        Direction::Counterclockwise,
        Direction::Outwards,
        Direction::Inwards,
    ];

    /// Moves each point one step; the result may be off the board or on a spoke that does not
    /// exist.
    #[inline]
    fn step<S: Set>(self, set: S) -> S {
        let (first, last) = (S::in_every_layer(1), S::in_every_layer(1 << 7));
        match self {
            Direction::Clockwise => set.without(last) << 1 | (set & last) >> 7,
            Direction::Counterclockwise => set.without(first) >> 1 | (set & first) << 7,
            Direction::Outwards => set << 8,
            Direction::Inwards => set >> 8,
        }
    }

    /// Returns the point from which a step in this direction leads to `to`.
    #[inline]
    pub(crate) fn origin(self, to: Cell) -> Cell {
        // Offsets for point and layer instead of a `match`, whose branches are unpredictable.
        const BACK: [(usize, usize); 4] = [(7, 1), (1, 1), (0, 0), (0, 2)];
        let (turn, layer) = BACK[self as usize];
        let (place, layer) = ((to.index() + turn) % 8, to.index() / 8 + layer - 1);
        Cell::new(8 * layer + place)
    }
}

/// Points where one more piece completes a line of three, along a side of a square or along a
/// spoke. The points themselves may be occupied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<S> {
    side: Axis<S>,
    spoke: Axis<S>,
}

/// By the position of the other two pieces: both behind the point (counterclockwise or inwards), on
/// either side of it, or both ahead.
#[derive(Clone, Copy, Debug)]
struct Axis<S> {
    behind: S,
    around: S,
    ahead: S,
}

impl<S: Set> Axis<S> {
    #[inline]
    fn all(self) -> S {
        self.behind | self.around | self.ahead
    }
}

impl<S: Set> Pairs<S> {
    /// Returns the points where a piece from elsewhere completes a line.
    #[inline]
    pub(crate) fn all(self) -> S {
        self.side.all() | self.spoke.all()
    }

    /// Returns the points where a piece sliding in this direction completes a line. It leaves the
    /// point behind it, so along its own direction only the two points ahead count.
    #[inline]
    pub(crate) fn for_slide(self, direction: Direction) -> S {
        match direction {
            Direction::Clockwise => self.side.ahead | self.spoke.all(),
            Direction::Counterclockwise => self.side.behind | self.spoke.all(),
            Direction::Outwards => self.side.all() | self.spoke.ahead,
            Direction::Inwards => self.side.all() | self.spoke.behind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(board: &Board, names: &str) -> u128 {
        names.split_whitespace().map(|name| board.parse_point(name).unwrap().bit()).sum()
    }

    #[test]
    fn standard_board_has_the_usual_names() {
        let board = Board::with_layers(3);
        let names = "a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 a7 d7 g7";
        assert_eq!(points(board, names), board.points);
        for point in Cells(board.points) {
            assert_eq!(board.parse_point(&board.name(point)), Some(point));
        }
        for wrong in ["", "a", "d4", "a2", "d0", "d8", "h4", "a01", "A1", "d6 ", "é6", "d-1"] {
            assert_eq!(board.parse_point(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn largest_board_extends_to_s19() {
        let board = Board::with_layers(9);
        assert_eq!(board.parse_point("s19"), Some(Cell::new(8 * 8 + 1)));
        assert_eq!(board.parse_point("j11"), Some(Cell::new(0)));
        assert_eq!(board.parse_point("j10"), None);
    }

    #[test]
    fn origin_reverses_step() {
        for board in &BOARDS {
            for from in Cells(board.points) {
                for direction in Direction::ALL {
                    for to in board.step(from.bit(), direction).cells() {
                        assert_eq!(direction.origin(to), from, "{direction:?} to {to:?}");
                    }
                }
            }
        }
    }

    /// Rules with diagonals need only another mask.
    #[test]
    fn corner_spokes_make_diagonals() {
        let board = Board::new(3, 12, 0b1111_1111);
        let diagonal = points(&board, "a7 b6 c5");
        assert_eq!(board.in_mills(diagonal), diagonal);
        assert_eq!(Board::with_layers(3).in_mills(diagonal), 0);
        let b6 = points(&board, "b6");
        assert_eq!(board.step(b6, Direction::Outwards), points(&board, "a7"));
        assert_eq!(Board::with_layers(3).step(b6, Direction::Outwards), 0);
    }
}
