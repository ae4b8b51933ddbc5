//! Noisy moves that refute a position so clearly that a shallow search is believed.

use agon_core::Tactics;

use super::{Window, Worker};
use crate::Score;
use crate::picker;
use crate::table::{Bound, Entry};

/// By how many plies less such a refutation is searched, and from which depth on.
const LESS: i32 = 4;
const SHALLOWEST: i32 = 5;

impl<P: Tactics> Worker<'_, P> {
    /// A score well above the window that a noisy move reaches a few plies earlier than asked.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn try_noisy_refutation(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        beta: Score,
        judged: i32,
        known: Option<Entry>,
        expect_cut: bool,
    ) -> Option<Score> {
        let above = beta + P::MARGINS.null_move;
        let doubted = known.is_some_and(|entry| {
            let stored = Score::seen_at(entry.score, ply);
            entry.bound != Bound::Lower && i32::from(entry.depth) >= depth - LESS && stored < above
        });
        if !self.features.pruning || depth < SHALLOWEST || beta.is_decided() || doubted {
            return None;
        }
        let mut list = std::mem::take(&mut self.frames[ply].list);
        let remembered = known.and_then(|entry| entry.best);
        picker::list_noisy(position, &self.experience, remembered, &mut list);
        let window = Window { alpha: above - 1, beta: above };
        let mut tried = 0;
        let mut found = None;
        while let Some(candidate) = picker::next(&mut list, tried) {
            tried += 1;
            if judged + position.exchange(candidate.m) < above.value() {
                continue;
            }
            // First whether it holds at all, then whether it holds against more than captures.
            let mut score = self.descend(position, candidate.m, ply, 0, window, !expect_cut);
            if score >= above {
                let less = depth - LESS;
                score = self.descend(position, candidate.m, ply, less, window, !expect_cut);
            }
            if self.control.is_over() {
                break;
            }
            if score >= above {
                found = Some(score);
                break;
            }
        }
        self.frames[ply].list = list;
        found
    }
}
