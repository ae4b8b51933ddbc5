//! A move: which marbles, and where to.

use agon_core::Cell;

use crate::board::{Direction, ahead};

/// One, two or three marbles in a line move by one hole.
///
/// Each move has one form: in line, `first` is the rear marble and `line` the direction of
/// the move; broadside, `first` is the end that comes first by row and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub(crate) first: Cell,
    pub(crate) line: Direction,
    pub(crate) count: u8,
    pub(crate) direction: Direction,
}

impl Move {
    pub(crate) fn is_in_line(self) -> bool {
        self.line == self.direction
    }

    /// The marbles that move, from `first` to the other end.
    pub(crate) fn marbles(self) -> impl Iterator<Item = Cell> {
        (0..usize::from(self.count)).map(move |i| ahead(self.first, self.line, i))
    }

    /// The end of the group opposite to `first`.
    pub(crate) fn last(self) -> Cell {
        ahead(self.first, self.line, usize::from(self.count) - 1)
    }

    /// The marble behind all others as seen in the direction of the move.
    pub(crate) fn rear(self) -> Cell {
        if self.line.leans(self.direction) { self.first } else { self.last() }
    }

    /// Where the marble before all others arrives, as seen in the direction of the move. The
    /// moves of a group all differ in this.
    #[inline]
    pub(crate) fn target(self) -> Cell {
        let lead = if self.line.leans(self.direction) { self.last() } else { self.first };
        ahead(lead, self.direction, 1)
    }
}
