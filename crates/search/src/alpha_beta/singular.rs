//! Moves that stand alone.

use agon_tactics::Tactics;

use super::{Node, Window, Worker};
use crate::Score;
use crate::table::Bound;

/// So many moves of one line may be looked at two plies deeper.
const MOST_DOUBLED: u8 = 6;

/// What comes of comparing the remembered move with all others.
pub(super) enum Singular {
    /// Look so much deeper at the remembered move.
    Extend(i32),
    /// Other moves refute as well.
    Cut(Score),
}

impl<P: Tactics> Worker<'_, P> {
    /// Is the remembered move so much better than all others that it must be looked at more
    /// closely, or are there several that refute?
    pub(super) fn singular(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        window: Window,
        expect_cut: bool,
        node: &Node,
    ) -> Singular {
        let Some(entry) = node.known else { return Singular::Extend(0) };
        let stored = Score::seen_at(entry.score, ply);
        let asks = self.features.singular
            && ply > 0
            && depth >= 7
            && node.excluded.is_none()
            && i32::from(entry.depth) >= depth - 3
            && entry.bound != Bound::Upper
            && !stored.is_decided();
        if !asks {
            return Singular::Extend(0);
        }
        let below = stored - depth * P::MARGINS.singular / 50;
        self.frames[ply].excluded = entry.best;
        let scout = Window { alpha: below - 1, beta: below };
        let others = self.search(position, ply, (depth - 1) / 2, scout, expect_cut);
        self.frames[ply].excluded = None;
        self.frames[ply].judged = node.judged;
        if others < below {
            let by_far = window.is_scout()
                && others < below - P::MARGINS.singular / 3
                && self.frames[ply].doubled < MOST_DOUBLED;
            Singular::Extend(if by_far { 2 } else { 1 })
        } else if others >= window.beta && window.is_scout() {
            Singular::Cut(others)
        } else if stored >= window.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}
