//! Hints that are counted.

use agon_protocol::units::{Seat, Version};

/// How many hints each seat has left, where they are counted.
pub(crate) struct Hints {
    left: Option<Vec<u8>>,
    /// Since which version the position stands for which the last one was taken.
    position: Option<Version>,
}

impl Hints {
    pub(crate) fn new(budget: Option<u8>, seats: usize) -> Hints {
        Hints { left: budget.map(|budget| vec![budget; seats]), position: None }
    }

    /// A seat has taken one, for the position that stands since this version.
    pub(crate) fn take(&mut self, seat: Seat, position: Version) {
        self.position = Some(position);
        if let Some(left) = self.left.as_mut().and_then(|left| left.get_mut(seat.index())) {
            *left = left.saturating_sub(1);
        }
    }

    /// Was one taken for the position that stands since this version? Then it can be seen again.
    pub(crate) fn covers(&self, position: Version) -> bool {
        self.position == Some(position)
    }

    /// How many a seat has left; `None` where they are not counted.
    pub(crate) fn left(&self, seat: Seat) -> Option<u8> {
        self.left.as_ref()?.get(seat.index()).copied()
    }

    /// The same for each seat.
    pub(crate) fn all_left(&self) -> Option<Vec<u8>> {
        self.left.clone()
    }
}
