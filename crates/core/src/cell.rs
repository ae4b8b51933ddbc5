//! Cells of a board.

use std::fmt;

/// A cell of a board, numbered from 0. The numbering belongs to the game;
/// [`crate::Board::sites`] lists the cells in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell with this index.
    ///
    /// # Panics
    /// If `index` is 128 or more.
    #[must_use]
    pub const fn new(index: usize) -> Cell {
        assert!(index < 128, "a board has at most 128 cells");
        Cell(index as u8)
    }

    /// Returns the index of the cell.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the bit set that contains only this cell.
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.0)
    }
}

/// Iterates over the cells of a bit set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Cells(pub u128);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = Cell(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Cells {}
