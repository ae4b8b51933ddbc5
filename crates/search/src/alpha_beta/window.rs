//! Which scores are still of interest.

use crate::Score;

/// A window of scores that are still of interest.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: Score::LOWEST, beta: Score::HIGHEST };

    pub(super) fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only the question whether a score is above alpha.
    pub(super) fn scout(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    pub(super) fn is_scout(self) -> bool {
        self.alpha + 1 == self.beta
    }
}
