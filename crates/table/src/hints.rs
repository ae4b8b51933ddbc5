//! Hint budgets.

use agon_protocol::units::{Seat, Version};

/// Hints left by seat, if they are limited.
pub(crate) struct Hints {
    left: Option<Vec<u8>>,
    /// `position_version` for which the last hint was taken.
    position: Option<Version>,
}

impl Hints {
    pub(crate) fn new(budget: Option<u8>, seats: usize) -> Hints {
        Hints { left: budget.map(|budget| vec![budget; seats]), position: None }
    }

    /// Takes a hint of a seat for the position with this version.
    pub(crate) fn take(&mut self, seat: Seat, position: Version) {
        self.position = Some(position);
        if let Some(left) = self.left.as_mut().and_then(|left| left.get_mut(seat.index())) {
            *left = left.saturating_sub(1);
        }
    }

    /// Returns whether a hint was already taken for this position; it can be shown again for free.
    pub(crate) fn covers(&self, position: Version) -> bool {
        self.position == Some(position)
    }

    /// Returns the hints left for a seat; `None` if unlimited.
    pub(crate) fn left(&self, seat: Seat) -> Option<u8> {
        self.left.as_ref()?.get(seat.index()).copied()
    }

    /// Returns the hints left for every seat; `None` if unlimited.
    pub(crate) fn all_left(&self) -> Option<Vec<u8>> {
        self.left.clone()
    }
}
