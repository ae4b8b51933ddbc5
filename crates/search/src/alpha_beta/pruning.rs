//! Pruning of whole nodes and of single moves by static evaluation, null move and history.

use agon_tactics::{Margins, Tactics};

use super::move_loop::{Expansion, Progress};
use super::{Node, Window, Worker};
use crate::Score;
use crate::movepick::ScoredMove;
use crate::sides::Sides;

/// Noisy history equivalent to 0.01 pieces.
const NOISY_HISTORY_UNIT: i32 = 64;

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// Tries reverse futility pruning, razoring and null move pruning at a null-window node.
    pub(super) fn prune_node(
        &mut self,
        position: &P,
        node: &Node,
        eval: i32,
        improving: bool,
    ) -> Option<Score> {
        let Node { ply, depth, window: Window { alpha, beta }, .. } = *node;
        let estimate = Score::from_eval(eval);
        if beta.is_decided() {
            return None;
        }
        if self.features().pruning {
            // Reverse futility pruning: the evaluation exceeds beta by a depth-dependent margin.
            let margin = self.margins.reverse_futility * (depth - i32::from(improving)).max(1);
            if depth <= 8 && estimate - margin >= beta {
                let between = Score::from_eval((eval + beta.value()) / 2);
                return Some(if S::TWO_PLAYERS { between } else { estimate });
            }
            // Razoring: so far below alpha that only noisy moves can help.
            if S::TWO_PLAYERS && depth <= 4 && estimate + self.margins.razoring * depth <= alpha {
                let score = self.quiesce(position, ply, node.window);
                if score <= alpha {
                    return Some(score);
                }
            }
        }
        // Null move pruning: if passing still fails high, so would a move.
        let may_pass = self.features().null_move
            && depth >= 3
            && estimate >= beta + self.margins.null_move_above
            && ply > 0
            && !self.stack[ply - 1].is_null_move;
        if may_pass
            && let Some(margin) = self.margins.null_move
            && let Some(passed) = position.pass()
        {
            let eval_reduction = ((eval - beta.value()) / margin).min(3);
            let Margins { null_move_reduction, null_move_depth, .. } = self.margins;
            let reduction = (null_move_reduction + null_move_depth * depth) / 100;
            let next = Node {
                ply: ply + 1,
                depth: depth - reduction - eval_reduction,
                window: Window::null(-beta),
                cut_node: !node.cut_node,
            };
            self.stack[ply].target = None;
            self.stack[ply].quiet = None;
            self.stack[ply].is_null_move = true;
            self.positions.push(position);
            let score = -self.search(&passed, next);
            self.positions.pop();
            self.stack[ply].is_null_move = false;
            if score >= beta {
                return Some(if score.is_decided() { beta } else { score });
            }
        }
        None
    }

    /// Whether to skip all remaining quiet moves of the node.
    pub(super) fn prunes_quiets(
        &self,
        expansion: &Expansion<'_, P>,
        progress: &Progress<P>,
    ) -> bool {
        let Expansion { node: Node { depth, .. }, facts, .. } = *expansion;
        let left = self.plies_left(depth, progress.tried);
        // Late move pruning.
        let hundredths = self.margins.late_moves * (3 + depth * depth);
        let enough = hundredths / if facts.improving { 100 } else { 200 };
        // Futility pruning.
        let is_futile = || {
            let margin = self.margins.futility * (left + 1);
            let below = |eval| Score::from_eval(eval) + margin <= progress.alpha;
            left <= 7 && facts.eval.is_some_and(below)
        };
        S::TWO_PLAYERS && depth <= 8 && progress.tried_quiet > enough || is_futile()
    }

    /// Depth at which a late quiet move would be searched, with the reduction scaled by
    /// `late_depth`.
    fn plies_left(&self, depth: i32, tried: usize) -> i32 {
        (depth - self.reductions.get(depth, tried) * self.margins.late_depth / 10_000).max(1)
    }

    /// Whether to prune this move because of its static exchange evaluation, its history or, for a
    /// noisy move, its small gain.
    pub(super) fn prunes_move(
        &self,
        turn: &P,
        candidate: &ScoredMove<P::Move>,
        expansion: &Expansion<'_, P>,
        progress: &Progress<P>,
    ) -> bool {
        let depth = expansion.node.depth;
        let Margins { exchange, quiet_exchange, bad_history, noisy_futility, .. } = self.margins;
        let gives_away = |most: i32| !turn.exchange_wins(candidate.m, -most);
        if let Some(gain) = candidate.gain {
            let wins_too_little = || {
                noisy_futility.zip(expansion.facts.eval).is_some_and(|(margin, eval)| {
                    let hope = gain + margin * (depth + 1) + candidate.history / NOISY_HISTORY_UNIT;
                    Score::from_eval(eval + hope) <= progress.alpha
                })
            };
            return depth <= 6 && (gives_away(exchange * depth) || wins_too_little());
        }
        let left = self.plies_left(depth, progress.tried);
        let has_bad_history = left <= 4 && candidate.history < -bad_history * depth;
        has_bad_history || left <= 8 && gives_away(quiet_exchange * (left * left / 4))
    }
}
