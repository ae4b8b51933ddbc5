//! Moves.

use agon_core::Cell;

use crate::board::{Direction, ahead};

/// One, two or three marbles in a line move by one hole.
///
/// The form is canonical: in line, `first` is the rear marble and `line` the direction of the move;
/// broadside, `first` is the end with the lower row, then number.
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

    /// Returns the marbles that move, from `first` to the other end.
    pub(crate) fn marbles(self) -> impl Iterator<Item = Cell> {
        (0..usize::from(self.count)).map(move |i| ahead(self.first, self.line, i))
    }

    /// Returns the end of the group opposite to `first`.
    pub(crate) fn last(self) -> Cell {
        ahead(self.first, self.line, usize::from(self.count) - 1)
    }

    /// Returns the rear marble in the direction of the move.
    pub(crate) fn rear(self) -> Cell {
        if self.line.is_within_60_degrees(self.direction) { self.first } else { self.last() }
    }

    /// Returns the target of the leading marble in the direction of the move, different for all
    /// moves of a group.
    #[inline]
    pub(crate) fn target(self) -> Cell {
        let lead =
            if self.line.is_within_60_degrees(self.direction) { self.last() } else { self.first };
        ahead(lead, self.direction, 1)
    }
}
