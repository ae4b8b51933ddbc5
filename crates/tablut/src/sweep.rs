//! Operations on whole sets of cells: a few shifts replace a loop over pieces.

use crate::board::{CELLS, SIZE, Set};

pub(crate) const BOARD: Set = (1 << CELLS) - 1;
/// The leftmost and the rightmost column.
const LEFT: Set = column(0);
const RIGHT: Set = column(SIZE - 1);
/// Cells with a neighbour on the left and on the right.
const BETWEEN_COLUMNS: Set = !(LEFT | RIGHT);

const fn column(nth: usize) -> Set {
    let mut set = 0;
    let mut row = 0;
    while row < SIZE {
        set |= 1 << (row * SIZE + nth);
        row += 1;
    }
    set
}

/// Returns the cells of `free` that slides to the right from `from` pass or reach.
///
/// Each step doubles the distance covered; a slide is at most eight cells long.
#[inline]
pub(crate) fn to_right(from: Set, free: Set) -> Set {
    let mut free = free & !LEFT;
    let mut way = from << 1 & free;
    way |= way << 1 & free;
    free &= free << 1;
    way |= way << 2 & free;
    free &= free << 2;
    way | way << 4 & free
}

/// Like [`to_right`], to the left.
#[inline]
pub(crate) fn to_left(from: Set, free: Set) -> Set {
    let mut free = free & !RIGHT;
    let mut way = from >> 1 & free;
    way |= way >> 1 & free;
    free &= free >> 1;
    way |= way >> 2 & free;
    free &= free >> 2;
    way | way >> 4 & free
}

/// Like [`to_right`], to higher rows. `free` must have no cells outside the board.
#[inline]
pub(crate) fn upwards(from: Set, mut free: Set) -> Set {
    let mut way = from << SIZE & free;
    way |= way << SIZE & free;
    free &= free << SIZE;
    way |= way << (2 * SIZE) & free;
    free &= free << (2 * SIZE);
    way | way << (4 * SIZE) & free
}

/// Like [`upwards`], to lower rows.
#[inline]
pub(crate) fn downwards(from: Set, mut free: Set) -> Set {
    let mut way = from >> SIZE & free;
    way |= way >> SIZE & free;
    free &= free >> SIZE;
    way |= way >> (2 * SIZE) & free;
    free &= free >> (2 * SIZE);
    way | way >> (4 * SIZE) & free
}

/// Returns the targets of pieces on `from` that slide over cells of `free`.
#[inline]
pub(crate) fn sweep(from: Set, free: Set) -> Set {
    to_right(from, free) | to_left(from, free) | upwards(from, free) | downwards(from, free)
}

/// Returns the cells of `men` between a cell of `one` and a cell of `other` on opposite sides.
#[inline]
pub(crate) fn held(men: Set, one: Set, other: Set) -> Set {
    let across = one << 1 & other >> 1 | one >> 1 & other << 1;
    let along = one << SIZE & other >> SIZE | one >> SIZE & other << SIZE;
    men & (across & BETWEEN_COLUMNS | along)
}

/// Returns the cells on the opposite side of `men` from a cell of `behind`.
#[inline]
pub(crate) fn beyond(men: Set, behind: Set) -> Set {
    let across = men & BETWEEN_COLUMNS;
    let sideways = (across & behind << 1) << 1 | (across & behind >> 1) >> 1;
    let upright = (men & behind << SIZE) << SIZE | (men & behind >> SIZE) >> SIZE;
    (sideways | upright) & BOARD
}

/// Returns the number of pairs of adjacent cells of `men`.
#[inline]
pub(crate) fn pairs_beside(men: Set) -> i32 {
    (men & (men & !RIGHT) << 1).count_ones() as i32 + (men & men << SIZE).count_ones() as i32
}

/// Returns the number of pairs of diagonally adjacent cells of `men`.
#[inline]
pub(crate) fn pairs_across(men: Set) -> i32 {
    let rising = men & (men & !RIGHT) << (SIZE + 1);
    let falling = men & (men & !LEFT) << (SIZE - 1);
    rising.count_ones() as i32 + falling.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use agon_core::{Cell, Cells, Rng};

    use super::*;
    use crate::board::{NEIGHBOURS, slide};

    fn random_set(rng: &mut Rng) -> Set {
        Cells(BOARD).filter(|_| rng.below(4) == 0).fold(0, |set, c| set | c.bit())
    }

    #[test]
    fn sweep_agrees_with_single_slides() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let (from, blocked) = (random_set(&mut rng), random_set(&mut rng));
            let free = !blocked & BOARD;
            let one_by_one = Cells(from).fold(0, |set, cell| set | slide(cell, blocked));
            assert_eq!(sweep(from, free), one_by_one);
        }
    }

    #[test]
    fn held_and_beyond_agree_with_single_cells() {
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let [men, one, other] = [(); 3].map(|()| random_set(&mut rng));
            let (mut held_men, mut landings) = (0, 0);
            for to in (0..CELLS).map(Cell::new) {
                for side in &NEIGHBOURS[to.index()] {
                    if side.next & men != 0 && side.behind & one != 0 {
                        landings |= to.bit();
                        held_men |= if other & to.bit() != 0 { side.next } else { 0 };
                    }
                }
            }
            assert_eq!(held(men, one, other), held_men);
            assert_eq!(beyond(men, one), landings);
        }
    }

    #[test]
    fn pairs_do_not_wrap_around_the_edge() {
        let corners_touching = 1 << (SIZE - 1) | 1 << SIZE | 1 << (2 * SIZE);
        assert_eq!(pairs_beside(corners_touching), 1);
        assert_eq!(pairs_across(1 << (SIZE - 1) | 1 << (2 * SIZE)), 0);
        assert_eq!(pairs_across(1 | 1 << (SIZE + 1)), 1);
        assert_eq!(pairs_across(2 | 1 << SIZE), 1);
    }
}
