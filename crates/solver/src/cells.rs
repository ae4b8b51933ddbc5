//! A byte for each slot of a space, while it is being solved.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::value::{Kept, Tally};
use agon_core::MOST_MOVES;

/// What is known of a slot so far.
///
/// Up to [`MOST_MOVES`]: so many quiet moves may still avoid the loss. Then one that can never
/// be lost, the decided ones by their distance, and the slots without a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell(u8);

const NEVER_LOST: u8 = MOST_MOVES as u8 + 1;
const DECIDED: u8 = NEVER_LOST + 1;
const EMPTY: u8 = u8::MAX;

/// The longest distance that a byte can tell.
pub(crate) const LONGEST: u32 = (EMPTY - 1 - DECIDED) as u32;

impl Cell {
    /// A move leads to a draw beyond the space.
    pub(crate) const NEVER_LOST: Cell = Cell(NEVER_LOST);

    /// So many quiet moves are left to try.
    pub(crate) fn open(moves: u32) -> Cell {
        assert!(moves <= MOST_MOVES, "too many quiet moves: {moves}");
        Cell(moves as u8)
    }

    /// Decided at this distance, at most [`LONGEST`]: won if it is odd, lost if it is even.
    #[inline]
    pub(crate) fn decided(distance: u32) -> Cell {
        debug_assert!(distance <= LONGEST);
        Cell(DECIDED + distance as u8)
    }

    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.0 < DECIDED
    }

    #[inline]
    pub(crate) fn may_be_lost(self) -> bool {
        self.0 < NEVER_LOST
    }

    /// What remains when the work is done; `None` for an empty slot.
    #[inline]
    pub(crate) fn kept(self) -> Option<Kept> {
        match self.0 {
            EMPTY => None,
            ..DECIDED => Some(Kept::Drawn),
            code if (code - DECIDED) % 2 == 1 => Some(Kept::Won),
            code => Some(Kept::Lost((code - DECIDED).into())),
        }
    }
}

/// The cells of a space, shared by threads.
pub(crate) struct Cells(Vec<AtomicU8>);

impl Cells {
    pub(crate) fn new(slots: u64) -> Cells {
        Cells((0..slots).map(|_| AtomicU8::new(EMPTY)).collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Cell {
        Cell(self.0[slot].load(Relaxed))
    }

    #[inline]
    pub(crate) fn set(&self, slot: usize, cell: Cell) {
        self.0[slot].store(cell.0, Relaxed);
    }

    /// Takes moves off an open cell; `true` when none is left.
    #[inline]
    pub(crate) fn use_up(&self, slot: usize, moves: u32) -> bool {
        self.0[slot].fetch_sub(moves as u8, Relaxed) == moves as u8
    }

    pub(crate) fn tally(&self) -> Tally {
        let mut counts = [0_u64; 256];
        for cell in &self.0 {
            counts[usize::from(cell.load(Relaxed))] += 1;
        }
        let mut tally = Tally::default();
        for (code, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            match Cell(code as u8).kept() {
                None => continue,
                Some(Kept::Won) => tally.won += count,
                Some(Kept::Drawn) => {
                    tally.drawn += count;
                    continue;
                }
                Some(Kept::Lost(_)) => tally.lost += count,
            }
            tally.longest = (code - usize::from(DECIDED)) as u32;
        }
        tally
    }
}
