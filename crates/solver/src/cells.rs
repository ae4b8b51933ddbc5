//! Solver state: one byte per slot of a space.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::value::{Kept, Tally};
use agon_core::MOST_MOVES;

/// State of a slot.
///
/// 0 to [`MOST_MOVES`]: undecided, the number of quiet moves that may still avoid the loss. Above:
/// undecided but never lost; decided, by distance; no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell(u8);

const NEVER_LOST: u8 = MOST_MOVES as u8 + 1;
const DECIDED: u8 = NEVER_LOST + 1;
const EMPTY: u8 = u8::MAX;

/// Longest distance that fits in a byte.
pub(crate) const LONGEST: u32 = (EMPTY - 1 - DECIDED) as u32;

impl Cell {
    /// A move leads to a draw in another space.
    pub(crate) const NEVER_LOST: Cell = Cell(NEVER_LOST);

    /// Creates an undecided state with this many quiet moves left.
    pub(crate) fn open(moves: u32) -> Cell {
        assert!(moves <= MOST_MOVES, "too many quiet moves: {moves}");
        Cell(moves as u8)
    }

    /// Creates a decided state at this distance, at most [`LONGEST`]: won if odd, lost if even.
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

    /// Returns the final value; `None` for an empty slot.
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

/// States of all slots of a space, shared by threads.
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

    /// Subtracts moves from an undecided slot; returns whether none are left.
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
