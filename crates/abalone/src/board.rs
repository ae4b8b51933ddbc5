//! The 61 holes on a ring: a step in a given direction always adds the same number.
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
//! Hexagonal boards tile the plane, and with this numbering every copy of the board holds each
//! number from 0 to 60 once. So a set of holes is a 61-bit word, a step of all its marbles is a
//! rotation, and only marbles that would leave the board have to be masked.

use agon_core::Cell;

pub(crate) const HOLES: usize = 61;
pub(crate) const ROWS: usize = 9;

/// A set of holes, as the 61 low bits.
pub(crate) type Set = u64;

/// Returns the number of holes in the row.
pub(crate) const fn row_length(row: usize) -> usize {
    ROWS - row.abs_diff(ROWS / 2)
}

/// Returns the hole at `index` from the left.
pub(crate) const fn hole_in(row: usize, index: usize) -> Cell {
    // Rows A to E start with number 1, the rows above with 2 to 5.
    let skipped = row.saturating_sub(ROWS / 2);
    Cell::new((NorthWest.step() * row + skipped + index) % HOLES)
}

/// Row and diagonal of a hole.
#[derive(Clone, Copy)]
pub(crate) struct Coordinates {
    /// 0 for A.
    pub(crate) row: usize,
    /// Number of the diagonal, from 1.
    pub(crate) number: usize,
}

pub(crate) const COORDINATES: [Coordinates; HOLES] = {
    let mut places = [const { Coordinates { row: 0, number: 0 } }; HOLES];
    let mut row = 0;
    while row < ROWS {
        let mut index = 0;
        while index < row_length(row) {
            let number = 1 + row.saturating_sub(ROWS / 2) + index;
            places[hole_in(row, index).index()] = Coordinates { row, number };
            index += 1;
        }
        row += 1;
    }
    places
};

/// Number of steps from the centre.
pub(crate) const RING: [u8; HOLES] = {
    let mut rings = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let Coordinates { row, number } = COORDINATES[hole];
        let (up, on) = (row.abs_diff(4), number.abs_diff(5));
        let across = (row + 1).abs_diff(number);
        let farther = if up > on { up } else { on };
        rings[hole] = if farther > across { farther } else { across } as u8;
        hole += 1;
    }
    rings
};

/// Returns the row letter and diagonal number.
pub(crate) fn name(cell: Cell) -> String {
    let Coordinates { row, number } = COORDINATES[cell.index()];
    format!("{}{number}", char::from(b'a' + row as u8))
}

pub(crate) fn parse_hole(name: &[u8]) -> Option<Cell> {
    let &[letter, digit] = name else { return None };
    let row = usize::from(letter.checked_sub(b'a')?);
    let number = usize::from(digit.checked_sub(b'0')?);
    let place = |place: &Coordinates| place.row == row && place.number == number;
    COORDINATES.iter().position(place).map(Cell::new)
}

#[inline]
pub(crate) const fn bit(cell: Cell) -> Set {
    1 << cell.index()
}

/// Returns the holes of a set, lowest first.
#[inline]
pub(crate) fn cells(mut set: Set) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| Cell::new(set.trailing_zeros() as usize));
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The six directions counterclockwise, 60 degrees apart.
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

    /// One direction for each axis, leading to higher rows or numbers.
    pub(crate) const AXES: [Direction; 3] = [East, NorthEast, NorthWest];

    /// Returns the two axes not along this direction.
    #[inline]
    pub(crate) const fn across(self) -> [Direction; 2] {
        match self {
            East | West => [NorthEast, NorthWest],
            NorthEast | SouthWest => [East, NorthWest],
            NorthWest | SouthEast => [East, NorthEast],
        }
    }

    /// Returns whether the directions are at most 60 degrees apart.
    #[inline]
    pub(crate) const fn is_within_60_degrees(self, other: Direction) -> bool {
        matches!((self as u8).abs_diff(other as u8), 0 | 1 | 5)
    }

    /// Returns the rotation of the ring for one step.
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

    /// Returns the holes that have a neighbour in this direction.
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

/// Returns the holes that stay on the board when moved `up` rows and `on` numbers.
const fn inside(up: isize, on: isize) -> Set {
    let mut set = 0;
    let mut cell = 0;
    while cell < HOLES {
        let Coordinates { row, number } = COORDINATES[cell];
        let mut other = 0;
        while other < HOLES {
            let place = &COORDINATES[other];
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

/// The neighbours of each hole.
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

/// Rotation of the ring for up to three steps.
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

/// Returns the hole up to three steps away, which must be on the board.
#[inline]
pub(crate) const fn ahead(cell: Cell, direction: Direction, steps: usize) -> Cell {
    let place = cell.index() + STEPS[direction as usize][steps] as usize;
    Cell::new(if place < HOLES { place } else { place - HOLES })
}

/// Returns the neighbouring hole; `None` at the edge.
#[inline]
pub(crate) fn next(cell: Cell, direction: Direction) -> Option<Cell> {
    (direction.inside() & bit(cell) != 0).then(|| ahead(cell, direction, 1))
}

/// Returns the holes from which one step leads into `set`.
#[inline(always)]
pub(crate) const fn before(set: Set, direction: Direction) -> Set {
    let step = direction.step();
    (set >> step | set << (HOLES - step)) & direction.inside()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hole(text: &str) -> Cell {
        parse_hole(text.as_bytes()).unwrap()
    }

    #[test]
    fn ring_has_each_hole_once() {
        let names: Vec<String> = (0..HOLES).map(|i| name(Cell::new(i))).collect();
        for (i, text) in names.iter().enumerate() {
            assert_eq!(hole(text).index(), i);
        }
        assert_eq!([hole("a1"), hole("e1"), hole("i9")].map(Cell::index), [0, 52, 51]);
        for wrong in ["a6", "f1", "i4", "j5", "e0", "A1", "a", "a11", ""] {
            assert_eq!(parse_hole(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn neighbours_match_the_rules() {
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
    fn before_agrees_with_single_steps() {
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
    fn directions_lean_up_to_60_degrees() {
        assert!(
            East.is_within_60_degrees(East)
                && East.is_within_60_degrees(NorthEast)
                && East.is_within_60_degrees(SouthEast)
        );
        assert!(
            !East.is_within_60_degrees(NorthWest)
                && !East.is_within_60_degrees(SouthWest)
                && !East.is_within_60_degrees(West)
        );
    }
}
