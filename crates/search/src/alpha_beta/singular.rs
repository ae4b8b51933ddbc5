//! Singular extensions: a move that is much better than all others is searched deeper.

use agon_tactics::Tactics;

use super::move_loop::Expansion;
use super::{Node, Window, Worker};
use crate::Score;
use crate::sides::Sides;
use crate::transposition::Bound;

/// Maximum number of double extensions in one line.
const MAX_DOUBLE_EXTENSIONS: u8 = 6;

/// Result of comparing the transposition-table move with all others.
pub(super) enum Singular {
    /// Extension in plies; negative to reduce.
    Extend(i32),
    /// Several moves fail high (multi-cut).
    Cut(Score),
}

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// Searches all moves but the transposition-table move to see whether it is singular.
    pub(super) fn singular(&mut self, expansion: &Expansion<'_, P>) -> Singular {
        let Expansion { position, node, facts, .. } = *expansion;
        let Node { ply, depth, window, .. } = node;
        let Some(entry) = facts.entry else { return Singular::Extend(0) };
        let stored = Score::from_table(entry.score, ply);
        let asks = self.features().singular
            && ply > 0
            && depth >= self.margins.singular_depth
            && facts.excluded.is_none()
            && i32::from(entry.depth) >= depth - 3
            && entry.bound != Bound::Upper
            && !stored.is_decided();
        if !asks {
            return Singular::Extend(0);
        }
        let below = stored - depth * self.margins.singular / 50;
        self.stack[ply].excluded = entry.best;
        let others = Node { depth: (depth - 1) / 2, window: Window::null(below - 1), ..node };
        let others = self.search(position, others);
        self.stack[ply].excluded = None;
        self.stack[ply].eval = facts.eval;
        if others < below {
            let by_far = window.is_null()
                && others < below - self.margins.double_extension
                && self.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS;
            Singular::Extend(if by_far { 2 } else { 1 })
        } else if others >= window.beta && window.is_null() {
            Singular::Cut(others)
        } else if stored >= window.beta {
            Singular::Extend(-self.margins.negative_extension)
        } else {
            Singular::Extend(0)
        }
    }
}
