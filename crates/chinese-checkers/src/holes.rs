//! Sets of holes as bits, where steps and hops of many marbles at once are shifts.
//!
//! Let a hole have the coordinates `q = (column + 12 - row) / 2` and `row`. A step changes one of
//! them by one, or both in opposite directions; a hop changes them by two. So hops preserve the
//! parity of both coordinates, which divides the board into four quarters, each a smaller grid with
//! the same three axes.
//!
//! A quarter has at most 37 holes. A hole is bit `8 * (row / 2) + q / 2 - 5` of the quarter's word,
//! with rows far enough apart that a step or hop over the edge ends on a bit without a hole. No hop
//! ends next to its origin, so steps and hops of a marble never lead to the same hole.

use std::ops::{BitAnd, BitOr, Not};

use agon_core::{Cell, Cells};

use crate::board::{HOLES, PLACES};

/// A set of holes, one word for each quarter of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Holes([u64; 4]);

/// Returns the quarter and bit of a hole.
pub(crate) const fn quarter_and_bit(hole: usize) -> (usize, usize) {
    let (row, column) = PLACES[hole];
    let q = (column + 12 - row) / 2;
    (q % 2 + 2 * (row % 2), 8 * (row / 2) + q / 2 - 5)
}

/// The set of each single hole.
static SINGLE: [Holes; HOLES] = {
    let mut table = [Holes::NONE; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        table[hole] = Holes::NONE.with(Cell::new(hole));
        hole += 1;
    }
    table
};

/// The hole at each bit of each quarter.
pub(crate) static HOLE_AT: [[Cell; 64]; 4] = {
    let mut table = [[Cell::new(0); 64]; 4];
    let mut hole = 0;
    while hole < HOLES {
        let (quarter, bit) = quarter_and_bit(hole);
        table[quarter][bit] = Cell::new(hole);
        hole += 1;
    }
    table
};

/// Shift of a hop in each of the first three directions.
const HOP: [u32; 3] = [1, 8, 7];

/// Returns the quarter that a step along this axis leads to.
const fn beside(quarter: usize, axis: usize) -> usize {
    quarter ^ (axis + 1)
}

/// Returns the difference between the bit of the next hole along the axis and that of a hole.
const fn rise(quarter: usize, axis: usize) -> i32 {
    let (odd_q, odd_row) = (quarter as i32 % 2, quarter as i32 / 2);
    [odd_q, 8 * odd_row, 8 * odd_row + odd_q - 1][axis]
}

const fn shift(word: u64, by: i32) -> u64 {
    if by < 0 { word >> -by } else { word << by }
}

impl Holes {
    pub(crate) const NONE: Holes = Holes([0; 4]);
    pub(crate) const ALL: Holes = {
        let mut all = Holes::NONE;
        let mut hole = 0;
        while hole < HOLES {
            all = all.with(Cell::new(hole));
            hole += 1;
        }
        all
    };

    #[inline]
    fn each(word: impl Fn(usize) -> u64) -> Holes {
        Holes([word(0), word(1), word(2), word(3)])
    }

    pub(crate) const fn with(mut self, hole: Cell) -> Holes {
        let (quarter, bit) = quarter_and_bit(hole.index());
        self.0[quarter] |= 1 << bit;
        self
    }

    #[inline]
    pub(crate) fn of(hole: Cell) -> Holes {
        SINGLE[hole.index()]
    }

    #[inline]
    pub(crate) fn has(self, hole: Cell) -> bool {
        !(self & Holes::of(hole)).is_empty()
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the holes of the set, quarter by quarter.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        HOLE_AT.iter().zip(self.0).flat_map(|(holes, word)| bits(word).map(|bit| holes[bit]))
    }

    #[inline]
    pub(crate) fn words(self) -> [u64; 4] {
        self.0
    }

    /// Returns the number of holes on each quarter.
    #[inline]
    pub(crate) fn counts(self) -> [usize; 4] {
        self.0.map(|word| word.count_ones() as usize)
    }

    /// Returns the `n`-th hole in the order of [`Holes::cells`], from 0; `n` must be less than the
    /// count.
    #[inline]
    pub(crate) fn nth(self, n: usize) -> Cell {
        let (quarter, n) = pick(&self.counts(), n);
        self.nth_in(quarter, n)
    }

    /// Returns the `n`-th hole on a quarter, from 0; `n` must be less than its count.
    #[inline]
    pub(crate) fn nth_in(self, quarter: usize, n: usize) -> Cell {
        let mut word = self.0[quarter];
        for _ in 0..n {
            word &= word.wrapping_sub(1);
        }
        HOLE_AT[quarter][word.trailing_zeros() as usize % 64]
    }

    /// Returns the holes whose neighbour in this direction is in the set.
    #[inline]
    pub(crate) fn facing<const DIRECTION: usize>(self) -> Holes {
        let axis = DIRECTION % 3;
        Holes::each(|quarter| {
            let other = beside(quarter, axis);
            let by = if DIRECTION < 3 { -rise(quarter, axis) } else { rise(other, axis) };
            shift(self.0[other], by)
        })
    }

    /// Returns the holes one hop away along one of the first three directions, forwards or
    /// backwards. `over` are the holes whose neighbour in that direction can be hopped over.
    #[inline]
    pub(crate) fn hop<const DIRECTION: usize>(self, over: Holes) -> Holes {
        let by = HOP[DIRECTION];
        Holes::each(|k| (self.0[k] & over.0[k]) << by | self.0[k] >> by & over.0[k])
    }

    /// Returns the holes from which a hop in this direction ends in the set. `over` is the same as
    /// for [`Holes::hop`] along the axis.
    #[inline]
    pub(crate) fn before_hop<const DIRECTION: usize>(self, over: Holes) -> Holes {
        let by = HOP[DIRECTION % 3];
        Holes::each(|k| match DIRECTION {
            0..3 => self.0[k] >> by & over.0[k],
            _ => (self.0[k] & over.0[k]) << by,
        })
    }
}

impl BitAnd for Holes {
    type Output = Holes;

    #[inline]
    fn bitand(self, other: Holes) -> Holes {
        Holes::each(|k| self.0[k] & other.0[k])
    }
}

impl BitOr for Holes {
    type Output = Holes;

    #[inline]
    fn bitor(self, other: Holes) -> Holes {
        Holes::each(|k| self.0[k] | other.0[k])
    }
}

impl Not for Holes {
    type Output = Holes;

    #[inline]
    fn not(self) -> Holes {
        Holes::each(|k| !self.0[k] & Holes::ALL.0[k])
    }
}

/// Returns the indices of the set bits, lowest first.
fn bits(word: u64) -> impl Iterator<Item = usize> {
    Cells(word.into()).map(Cell::index)
}

/// Returns the group of the `n`-th of consecutive items in groups of these sizes, and its index in
/// the group. Without branches, which random numbers would make unpredictable.
#[inline]
pub(crate) fn pick(groups: &[usize], n: usize) -> (usize, usize) {
    let (mut group, mut before, mut sum) = (0, 0, 0);
    for count in &groups[..groups.len() - 1] {
        sum += count;
        let beyond = sum <= n;
        group += usize::from(beyond);
        before = if beyond { sum } else { before };
    }
    (group, n - before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BESIDE;

    fn check_direction<const D: usize>() {
        for hole in (0..HOLES).map(Cell::new) {
            let next = BESIDE[hole.index()][D];
            let faced = Holes::ALL.facing::<D>().has(hole);
            assert_eq!(faced, next.is_some(), "{hole:?} at the edge");
            if let Some(next) = next {
                assert!(Holes::of(next).facing::<D>().has(hole), "{hole:?} next to {next:?}");
            }
        }
    }

    #[test]
    fn facing_follows_the_directions_and_stops_at_the_edge() {
        check_direction::<0>();
        check_direction::<1>();
        check_direction::<2>();
        check_direction::<3>();
        check_direction::<4>();
        check_direction::<5>();
    }

    fn check_hops<const D: usize>() {
        for hole in (0..HOLES).map(Cell::new) {
            let two_on =
                |d: usize| BESIDE[hole.index()][d].and_then(|next: Cell| BESIDE[next.index()][d]);
            let ends = [two_on(D), two_on(D + 3)].into_iter().flatten();
            let expected = ends.fold(Holes::NONE, Holes::with);
            let found = Holes::of(hole).hop::<D>(Holes::ALL) & Holes::ALL;
            assert_eq!(found, expected, "{hole:?}");
        }
    }

    #[test]
    fn hops_move_two_holes_and_stop_at_the_edge() {
        check_hops::<0>();
        check_hops::<1>();
        check_hops::<2>();
    }

    #[test]
    fn every_hole_has_a_bit_of_its_own() {
        assert_eq!(Holes::ALL.count(), 121);
        assert_eq!(Holes::ALL.counts(), [37, 28, 28, 28]);
        for (n, hole) in Holes::ALL.cells().enumerate() {
            assert_eq!(Holes::ALL.nth(n), hole);
            assert_eq!(Holes::of(hole).cells().next(), Some(hole));
        }
        assert_eq!((!Holes::ALL).count(), 0);
    }
}
