//! Sets of holes, laid out so that steps and hops of many marbles at once are shifts.
//!
//! Let a hole have the coordinates `q = (column + 12 - row) / 2` and `row`. A step changes
//! one of them by one, or both in opposite ways; a hop changes them by two. So a marble that
//! hops stays among the holes whose coordinates are as odd or even as its own: on one of four
//! quarters of the board, each a smaller grid with lines in the same three directions.
//!
//! A quarter has at most 37 holes, and bit `8 * (row / 2) + q / 2 - 5` of a word is one of
//! them: the rows lie so far apart that a step or a hop over the edge of the board hits a bit
//! that is no hole. It also follows that no hop ends next to where it began, so that the
//! steps and the hops of a marble never lead to the same hole.

use std::ops::{BitAnd, BitOr, Not};

use agon_core::{Cell, Cells};

use crate::board::{HOLES, PLACES};

/// A set of holes, one word for each quarter of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Holes([u64; 4]);

/// The quarter of the hole, and its bit there.
pub(crate) const fn spot(hole: usize) -> (usize, usize) {
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
        let (quarter, bit) = spot(hole);
        table[quarter][bit] = Cell::new(hole);
        hole += 1;
    }
    table
};

/// How far a hop in each of the first three directions shifts the bits of a quarter.
const HOP: [u32; 3] = [1, 8, 7];

/// The quarter that a step along this axis leads to, forth or back.
const fn beside(quarter: usize, axis: usize) -> usize {
    quarter ^ (axis + 1)
}

/// How much higher than the bit of a hole is that of the next hole along the axis.
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

    /// The set with the hole added.
    pub(crate) const fn with(mut self, hole: Cell) -> Holes {
        let (quarter, bit) = spot(hole.index());
        self.0[quarter] |= 1 << bit;
        self
    }

    /// The set of one hole.
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

    /// The holes of the set in an order of its own.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        HOLE_AT.iter().zip(self.0).flat_map(|(holes, word)| bits(word).map(|bit| holes[bit]))
    }

    /// The bits of each quarter of the board.
    #[inline]
    pub(crate) fn words(self) -> [u64; 4] {
        self.0
    }

    /// How many holes of the set lie on each quarter of the board.
    #[inline]
    pub(crate) fn counts(self) -> [usize; 4] {
        self.0.map(|word| word.count_ones() as usize)
    }

    /// The `n`-th hole, counted from 0 in the order of [`Holes::cells`]. There are more.
    #[inline]
    pub(crate) fn nth(self, n: usize) -> Cell {
        let (quarter, n) = pick(&self.counts(), n);
        self.nth_in(quarter, n)
    }

    /// The `n`-th of the holes on a quarter of the board. There are more.
    #[inline]
    pub(crate) fn nth_in(self, quarter: usize, n: usize) -> Cell {
        let mut word = self.0[quarter];
        for _ in 0..n {
            word &= word.wrapping_sub(1);
        }
        HOLE_AT[quarter][word.trailing_zeros() as usize % 64]
    }

    /// The holes whose neighbour in this direction is in the set.
    #[inline]
    pub(crate) fn facing<const DIRECTION: usize>(self) -> Holes {
        let axis = DIRECTION % 3;
        Holes::each(|quarter| {
            let other = beside(quarter, axis);
            let by = if DIRECTION < 3 { -rise(quarter, axis) } else { rise(other, axis) };
            shift(self.0[other], by)
        })
    }

    /// The holes that lie a hop away along one of the first three directions, forth or back.
    /// `over` are the holes whose neighbour in that direction can be hopped over.
    #[inline]
    pub(crate) fn hop<const DIRECTION: usize>(self, over: Holes) -> Holes {
        let by = HOP[DIRECTION];
        Holes::each(|k| (self.0[k] & over.0[k]) << by | self.0[k] >> by & over.0[k])
    }

    /// The holes from which a hop in this direction lands in the set. `over` are the holes
    /// whose neighbour can be hopped over, seen along the axis as for [`Holes::hop`].
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

/// All other holes.
impl Not for Holes {
    type Output = Holes;

    #[inline]
    fn not(self) -> Holes {
        Holes::each(|k| !self.0[k] & Holes::ALL.0[k])
    }
}

/// The numbers of the bits that are set, lowest first.
fn bits(word: u64) -> impl Iterator<Item = usize> {
    Cells(word.into()).map(Cell::index)
}

/// Of things that stand in a row in groups, the group of the `n`-th, and its number there.
/// Without branches, which would be as hard to foresee as the random numbers that come here.
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
    fn shifts_follow_the_six_directions_and_stop_at_the_edge() {
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
    fn hops_go_two_holes_on_and_stop_at_the_edge() {
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
