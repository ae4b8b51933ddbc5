//! Alpha-beta windows.

use crate::Score;

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

    /// A null window, which only tests whether the score exceeds alpha.
    pub(crate) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    pub(super) fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
    }
}
