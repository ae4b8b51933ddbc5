//! What need not be searched: positions that are clear without a move, and moves without hope.

use agon_tactics::Tactics;

use super::{Node, Window, Worker};
use crate::Score;
use crate::picker::Candidate;

impl<P: Tactics> Worker<'_, P> {
    /// What can be concluded from the judgement alone, or from passing.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn try_without_moves(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        window: Window,
        judged: i32,
        improving: bool,
        expect_cut: bool,
    ) -> Option<Score> {
        let Window { alpha, beta } = window;
        let seems = Score::judged(judged);
        if self.features.pruning && !beta.is_decided() {
            // So far above that a few plies will not change it.
            let margin = P::MARGINS.reverse_futility * (depth - i32::from(improving)).max(1);
            if depth <= 8 && seems - margin >= beta {
                return Some(Score::judged((judged + beta.value()) / 2));
            }
            // So far below that only noisy moves could help.
            if depth <= 4 && seems + P::MARGINS.razoring * depth <= alpha {
                let score = self.quiesce(position, ply, window);
                if score <= alpha {
                    return Some(score);
                }
            }
        }
        let may_pass = self.features.null_move
            && depth >= 3
            && seems >= beta
            && !beta.is_decided()
            && ply > 0
            && !self.frames[ply - 1].passed;
        if may_pass
            && let Some(margin) = P::MARGINS.null_move
            && let Some(passed) = position.pass()
        {
            let bold = ((judged - beta.value()) / margin).min(3);
            let reduced = depth - 4 - depth / 4 - bold;
            self.frames[ply].target = None;
            self.frames[ply].passed = true;
            self.history.push(position);
            let answer = Window { alpha: -beta, beta: -beta + 1 };
            let score = -self.search(&passed, ply + 1, reduced, answer, !expect_cut);
            self.history.pop();
            self.frames[ply].passed = false;
            if score >= beta {
                return Some(if score.is_decided() { beta } else { score });
            }
        }
        None
    }

    /// Has no quiet move any hope from here on?
    pub(super) fn quiet_is_hopeless(
        &self,
        depth: i32,
        alpha: Score,
        tried_quiet: i32,
        node: &Node,
    ) -> bool {
        let enough = P::MARGINS.late_moves * (3 + depth * depth) / (2 - i32::from(node.improving));
        let far_below = node.judged.is_some_and(|judged| {
            let margin = P::MARGINS.futility * (depth + 1);
            depth <= 7 && Score::judged(judged) + margin <= alpha
        });
        depth <= 8 && tried_quiet > enough || far_below
    }

    /// Does this late move not even deserve to be tried?
    pub(super) fn is_hopeless(
        &self,
        position: &P,
        candidate: &Candidate<P::Move>,
        depth: i32,
    ) -> bool {
        let gives_away = |most: i32| position.exchange(candidate.m) < -P::MARGINS.exchange * most;
        if candidate.gain.is_some() {
            return depth <= 6 && gives_away(depth);
        }
        let bad_record = depth <= 4 && candidate.merit < -4_000 * depth;
        bad_record || depth <= 8 && gives_away(depth * depth / 4)
    }
}
