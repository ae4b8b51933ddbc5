//! The 61 holes on a ring: from any hole, a step in a direction adds the same number.
//!
//! ```text
//!           I  47  48  49  50  51
//!         H  33  34  35  36  37  38            east        +  1
//!       G  19  20  21  22  23  24  25          north-west  + 13
//!     F   5   6   7   8   9  10  11  12        north-east  + 14    all modulo 61
//!   E  52  53  54  55  56  57  58  59  60
//!     D  39  40  41  42  43  44  45  46
//!       C  26  27  28  29  30  31  32
//!         B  13  14  15  16  17  18
//!           A   0   1   2   3   4
//! ```
//!
//! Hexagons tile the plane without a gap, and laid out like this each of them holds the
//! numbers from 0 to 60 once. So a set of holes fits a word, all of its marbles step by one
//! rotation, and only those that would leave the board have to be masked.

use agon_core::Cell;

/// All holes.
pub(crate) const HOLES: usize = 61;
/// Rows A to I, counted from 0.
pub(crate) const ROWS: usize = 9;

/// A set of holes, as the 61 low bits.
pub(crate) type Set = u64;

/// How many holes the row has.
pub(crate) const fn row_length(row: usize) -> usize {
    ROWS - row.abs_diff(ROWS / 2)
}

/// The `index`-th hole of a row from the left.
pub(crate) const fn hole_in(row: usize, index: usize) -> Cell {
    // The numbers of the lower rows begin with 1, those of the upper ones later and later.
    let skipped = row.saturating_sub(ROWS / 2);
    Cell::new((NorthWest.step() * row + skipped + index) % HOLES)
}

/// A hole as the rules name it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// From 0 for A.
    pub(crate) row: usize,
    /// The number of the diagonal, from 1.
    pub(crate) number: usize,
}

/// The places of all holes.
pub(crate) const PLACES: [Place; HOLES] = {
    let mut places = [const { Place { row: 0, number: 0 } }; HOLES];
    let mut row = 0;
    while row < ROWS {
        let mut index = 0;
        while index < row_length(row) {
            let number = 1 + row.saturating_sub(ROWS / 2) + index;
            places[hole_in(row, index).index()] = Place { row, number };
            index += 1;
        }
        row += 1;
    }
    places
};

/// How many steps each hole is away from the centre.
pub(crate) const RING: [u8; HOLES] = {
    let mut rings = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let Place { row, number } = PLACES[hole];
        let (up, on) = (row.abs_diff(4), number.abs_diff(5));
        let across = (row + 1).abs_diff(number);
        let farther = if up > on { up } else { on };
        rings[hole] = if farther > across { farther } else { across } as u8;
        hole += 1;
    }
    rings
};

/// The name of a hole, row letter and number.
pub(crate) fn name(cell: Cell) -> String {
    let Place { row, number } = PLACES[cell.index()];
    format!("{}{number}", char::from(b'a' + row as u8))
}

/// The hole with this name.
pub(crate) fn named(name: &[u8]) -> Option<Cell> {
    let &[letter, digit] = name else { return None };
    let row = usize::from(letter.checked_sub(b'a')?);
    let number = usize::from(digit.checked_sub(b'0')?);
    let place = |place: &Place| place.row == row && place.number == number;
    PLACES.iter().position(place).map(Cell::new)
}

/// The bit of a hole.
#[inline]
pub(crate) const fn bit(cell: Cell) -> Set {
    1 << cell.index()
}

/// The holes of a set, lowest first.
#[inline]
pub(crate) fn cells(mut set: Set) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| Cell::new(set.trailing_zeros() as usize));
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The six directions, each turned by 60 degrees from the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    East,
    NorthEast,
    NorthWest,
    West,
    SouthWest,
    SouthEast,
}

use Direction::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};

impl Direction {
    pub(crate) const ALL: [Direction; 6] = [East, NorthEast, NorthWest, West, SouthWest, SouthEast];

    /// One for each line through a hole, leading to later holes by row and number.
    pub(crate) const AXES: [Direction; 3] = [East, NorthEast, NorthWest];

    /// The two axes that are not along this direction.
    #[inline]
    pub(crate) const fn across(self) -> [Direction; 2] {
        match self {
            East | West => [NorthEast, NorthWest],
            NorthEast | SouthWest => [East, NorthWest],
            NorthWest | SouthEast => [East, NorthEast],
        }
    }

    /// Do the two enclose at most 60 degrees?
    #[inline]
    pub(crate) const fn leans(self, other: Direction) -> bool {
        matches!((self as u8).abs_diff(other as u8), 0 | 1 | 5)
    }

    /// How far around the ring a step goes.
    #[inline(always)]
    const fn step(self) -> usize {
        match self {
            East => 1,
            NorthEast => 14,
            NorthWest => 13,
            West => HOLES - 1,
            SouthWest => HOLES - 14,
            SouthEast => HOLES - 13,
        }
    }

    /// The holes that have a neighbour in this direction.
    #[inline(always)]
    pub(crate) const fn inside(self) -> Set {
        const INSIDE: [Set; 6] = [
            inside(0, 1),
            inside(1, 1),
            inside(1, 0),
            inside(0, -1),
            inside(-1, -1),
            inside(-1, 0),
        ];
        INSIDE[self as usize]
    }
}

/// The holes from which one goes so many rows up and numbers on without leaving the board.
const fn inside(up: isize, on: isize) -> Set {
    let mut set = 0;
    let mut cell = 0;
    while cell < HOLES {
        let Place { row, number } = PLACES[cell];
        let mut other = 0;
        while other < HOLES {
            let place = &PLACES[other];
            if place.row as isize == row as isize + up
                && place.number as isize == number as isize + on
            {
                set |= 1 << cell;
            }
            other += 1;
        }
        cell += 1;
    }
    set
}

/// The holes around each hole.
pub(crate) static AROUND: [Set; HOLES] = {
    let mut around = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let mut i = 0;
        while i < Direction::ALL.len() {
            let direction = Direction::ALL[i];
            if direction.inside() & 1 << hole != 0 {
                around[hole] |= bit(ahead(Cell::new(hole), direction, 1));
            }
            i += 1;
        }
        hole += 1;
    }
    around
};

/// How far around the ring up to three steps go.
const STEPS: [[u8; 4]; 6] = {
    let mut around = [[0; 4]; 6];
    let mut i = 0;
    while i < Direction::ALL.len() {
        let mut steps = 1;
        while steps < 4 {
            around[i][steps] = (Direction::ALL[i].step() * steps % HOLES) as u8;
            steps += 1;
        }
        i += 1;
    }
    around
};

/// The hole up to three steps away, which must be on the board.
#[inline]
pub(crate) const fn ahead(cell: Cell, direction: Direction, steps: usize) -> Cell {
    let place = cell.index() + STEPS[direction as usize][steps] as usize;
    Cell::new(if place < HOLES { place } else { place - HOLES })
}

/// The neighbour; `None` at the edge.
#[inline]
pub(crate) fn next(cell: Cell, direction: Direction) -> Option<Cell> {
    (direction.inside() & bit(cell) != 0).then(|| ahead(cell, direction, 1))
}

/// The holes from which one step leads into `set`.
#[inline(always)]
pub(crate) const fn before(set: Set, direction: Direction) -> Set {
    let step = direction.step();
    (set >> step | set << (HOLES - step)) & direction.inside()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hole(text: &str) -> Cell {
        named(text.as_bytes()).unwrap()
    }

    #[test]
    fn the_ring_has_each_hole_once() {
        let names: Vec<String> = (0..HOLES).map(|i| name(Cell::new(i))).collect();
        for (i, text) in names.iter().enumerate() {
            assert_eq!(hole(text).index(), i);
        }
        assert_eq!([hole("a1"), hole("e1"), hole("i9")].map(Cell::index), [0, 52, 51]);
        for wrong in ["a6", "f1", "i4", "j5", "e0", "A1", "a", "a11", ""] {
            assert_eq!(named(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn neighbours_are_those_of_the_rules() {
        let around = |text: &str| {
            let names = Direction::ALL.map(|direction| next(hole(text), direction).map(name));
            names.map(|name| name.unwrap_or("-".into())).join(" ")
        };
        assert_eq!(around("e5"), "e6 f6 f5 e4 d4 d5");
        assert_eq!(around("a1"), "a2 b2 b1 - - -");
        assert_eq!(around("i9"), "- - - i8 h8 h9");
        assert_eq!(around("e9"), "- - f9 e8 d8 -");
        assert_eq!(around("f2"), "f3 g3 - - e1 e2");
    }

    #[test]
    fn sets_step_like_their_holes() {
        for direction in Direction::ALL {
            for cell in (0..HOLES).map(Cell::new) {
                let from = cells(before(bit(cell), direction)).next();
                let expected =
                    (0..HOLES).map(Cell::new).find(|&c| next(c, direction) == Some(cell));
                assert_eq!(from, expected, "{direction:?} to {}", name(cell));
            }
        }
    }

    #[test]
    fn directions_lean_to_their_neighbours() {
        assert!(East.leans(East) && East.leans(NorthEast) && East.leans(SouthEast));
        assert!(!East.leans(NorthWest) && !East.leans(SouthWest) && !East.leans(West));
    }
}
