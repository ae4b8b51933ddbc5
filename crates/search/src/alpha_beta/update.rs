//! Updates after a node: killers, history, transposition table and correction history.

use agon_tactics::Tactics;

use super::move_loop::Expansion;
use super::movers::Movers;
use super::{Node, Step, Worker};
use crate::Score;
use crate::history::{CorrectionKeys, Quiet};
use crate::movepick::ScoredMove;
use crate::sides::Sides;
use crate::transposition::{Bound, Entry};

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// Applies correction history to a raw evaluation and damps it near the move limit.
    pub(super) fn corrected(&self, raw: i32, position: &P, keys: &CorrectionKeys) -> i32 {
        let correction = if self.features().correction {
            self.order.history.correction(position.turn(), keys)
        } else {
            0
        };
        damped(raw + correction, position)
    }

    /// Rewards the move that caused a cutoff and penalises the moves searched before it.
    pub(super) fn update_history(
        &mut self,
        expansion: &Expansion<'_, P>,
        best: &ScoredMove<P::Move>,
        moves: &Movers<P>,
    ) {
        let Expansion { position, node, hints, .. } = *expansion;
        if best.gain.is_none() {
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(best.id) {
                *killers = [Some(best.id), killers[0]];
            }
        }
        let history = self.order.history;
        let update = |candidate: &ScoredMove<P::Move>, bonus: i32| {
            let turn = moves.turn(candidate, position);
            match candidate.gain {
                Some(_) => history.update_noisy(turn, candidate.m, bonus),
                None if best.gain.is_some() => {}
                None => {
                    let quiet = Quiet::new(turn, candidate.m, &hints.threats);
                    history.update_quiet(quiet, hints.continuation, bonus);
                }
            }
        };
        let bonus = self.usual_bonus(node.depth);
        let malus = bonus * self.margins.malus / 100;
        // The order matters where moves share a history slot.
        if S::TWO_PLAYERS {
            update(best, bonus);
        }
        moves.searched(|other| {
            if (other.mover, other.id) != (best.mover, best.id) {
                update(other, -malus);
            }
        });
        if !S::TWO_PLAYERS {
            update(best, bonus);
        }
    }

    /// History bonus of a cutoff at this depth.
    fn usual_bonus(&self, depth: i32) -> i32 {
        (self.margins.bonus * depth - 60).clamp(0, 1_800)
    }

    /// Rewards or penalises a quiet move by the outcome of its re-search.
    pub(super) fn reward_again(&self, expansion: &Expansion<'_, P>, step: &Step<P>, good: bool) {
        let hundredths = self.margins.again_bonus;
        if S::TWO_PLAYERS
            && hundredths > 0
            && let Some(quiet) = step.quiet
        {
            let bonus = self.usual_bonus(expansion.node.depth) * hundredths / 100;
            let bonus = if good { bonus } else { -bonus };
            let history = self.order.history;
            history.update_continuation(quiet, expansion.hints.continuation, bonus);
        }
    }

    /// After a fail low, rewards the quiet move that led to the node.
    pub(super) fn reward_unrefuted(&self, node: &Node) {
        let hundredths = self.margins.unrefuted_bonus;
        if S::TWO_PLAYERS
            && hundredths > 0
            && let Some(before) = node.ply.checked_sub(1)
            && let Some(quiet) = self.stack[before].quiet
        {
            let bonus = self.usual_bonus(node.depth) * hundredths / 100;
            self.order.history.update_quiet(quiet, self.continuation(before), bonus);
        }
    }

    /// Rewards or penalises the previous quiet move by the change of the static evaluation.
    pub(super) fn reward_by_eval(&self, ply: usize) {
        let factor = self.margins.eval_bonus;
        if S::TWO_PLAYERS
            && factor > 0
            && let Some(before) = ply.checked_sub(1)
            && let Some(quiet) = self.stack[before].quiet
            && let Some(loss) = self.eval_swing(ply)
        {
            self.order.history.update_own(quiet, (-factor * loss).clamp(-1_500, 1_500));
        }
    }

    /// Change of the static evaluation caused by the last move, for the player to move.
    pub(super) fn eval_swing(&self, ply: usize) -> Option<i32> {
        let before = self.stack[ply.checked_sub(1)?].eval?;
        Some(self.stack[ply].eval? + before)
    }

    /// Stores the result in the transposition table and updates correction history.
    pub(super) fn store_result(
        &mut self,
        expansion: &Expansion<'_, P>,
        score: Score,
        best: Option<ScoredMove<P::Move>>,
    ) {
        let Expansion { position, node, facts, .. } = expansion;
        let bound = Bound::of(score, node.window.alpha, node.window.beta);
        let entry = Entry {
            best: best.map(|best| best.id),
            score: score.to_table(node.ply),
            depth: node.depth.clamp(0, 255) as u8,
            bound,
            eval: facts.raw_eval.map(|raw| raw as i16),
        };
        self.store(position, entry);
        if self.features().correction
            && best.is_none_or(|best| best.gain.is_none())
            && !score.is_decided()
            && !is_damped(*position)
            && let Some(raw) = facts.raw_eval
        {
            let error = score.value() - raw;
            let useless = bound == Bound::Upper && error > 0 || bound == Bound::Lower && error < 0;
            if !useless {
                let history = self.order.history;
                history.update_correction(position.turn(), &facts.keys, error, node.depth);
            }
        }
    }
}

/// Scales an evaluation towards 0 in the second half of the no-progress limit, so that the better
/// side makes progress.
fn damped<P: Tactics>(value: i32, position: &P) -> i32 {
    match position.patience() {
        Some((left, whole)) if 2 * left < whole => value * 2 * left as i32 / whole as i32,
        _ => value,
    }
}

fn is_damped<P: Tactics>(position: &P) -> bool {
    position.patience().is_some_and(|(left, whole)| 2 * left < whole)
}
