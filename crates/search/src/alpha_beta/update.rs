//! What a node leaves behind: killers, history, a transposition entry and a correction of the
//! static evaluation.

use agon_tactics::Tactics;

use super::move_loop::Expansion;
use super::movers::Movers;
use super::{Node, Step, Worker};
use crate::Score;
use crate::history::{Likeness, Quiet};
use crate::movepick::ScoredMove;
use crate::sides::Sides;
use crate::transposition::{Bound, Entry};

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// An evaluation as experience with positions like this one corrects it, and as far as it still counts.
    pub(super) fn corrected(&self, raw: i32, position: &P, like: &Likeness) -> i32 {
        let correction = if self.features().correction {
            self.order.history.correction(position.turn(), like)
        } else {
            0
        };
        faded(raw + correction, position)
    }

    /// A move refuted the node: it gets a bonus, the ones searched before it in vain a malus.
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
        // Which comes first matters where moves share a target.
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

    /// What a good move gets at a node with so many plies left.
    fn usual_bonus(&self, depth: i32) -> i32 {
        (self.margins.bonus * depth - 60).clamp(0, 1_800)
    }

    /// A quiet move was searched again: it is judged by what came of it.
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

    /// No move raised alpha: the quiet move that led here gets a bonus.
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

    /// A quiet move before which, and after which, there is an evaluation is judged by the difference.
    pub(super) fn reward_by_eval(&self, ply: usize) {
        let factor = self.margins.eval_bonus;
        if S::TWO_PLAYERS
            && factor > 0
            && let Some(before) = ply.checked_sub(1)
            && let Some(quiet) = self.stack[before].quiet
            && let Some(loss) = self.turned(ply)
        {
            self.order.history.update_own(quiet, (-factor * loss).clamp(-1_500, 1_500));
        }
    }

    /// By how much better the mover stands than the opponent thought before the last move.
    pub(super) fn turned(&self, ply: usize) -> Option<i32> {
        let before = self.stack[ply.checked_sub(1)?].eval?;
        Some(self.stack[ply].eval? + before)
    }

    /// Stores what was found out, and corrects evaluations of positions like this one if a
    /// deeper look contradicts.
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
            && !is_fading(*position)
            && let Some(raw) = facts.raw_eval
        {
            let error = score.value() - raw;
            let useless = bound == Bound::Upper && error > 0 || bound == Bound::Lower && error < 0;
            if !useless {
                let history = self.order.history;
                history.update_correction(position.turn(), &facts.like, error, node.depth);
            }
        }
    }
}

/// What is left of an evaluation where the game will soon be drawn for lack of progress: a lead that nothing
/// is made of is worth less with every ply, so that whoever has it makes something of it.
fn faded<P: Tactics>(value: i32, position: &P) -> i32 {
    match position.patience() {
        Some((left, whole)) if 2 * left < whole => value * 2 * left as i32 / whole as i32,
        _ => value,
    }
}

fn is_fading<P: Tactics>(position: &P) -> bool {
    position.patience().is_some_and(|(left, whole)| 2 * left < whole)
}
