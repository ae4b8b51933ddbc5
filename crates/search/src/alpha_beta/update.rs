//! What a node leaves behind: killers, history, a transposition entry and a correction of the
//! static evaluation.

use agon_tactics::{Structures, Tactics};

use super::Worker;
use super::move_loop::Expansion;
use super::movers::Movers;
use crate::Score;
use crate::movepick::ScoredMove;
use crate::sides::Sides;
use crate::transposition::{Bound, Entry};

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// An evaluation as experience with positions like this one corrects it, and as far as it still counts.
    pub(super) fn corrected(&self, raw: i32, position: &P, structures: &Structures) -> i32 {
        let correction = if self.features().correction {
            self.order.history.correction(position.turn(), structures)
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
                None => history.update_quiet(turn, candidate.m, hints.continuation, bonus),
            }
        };
        let bonus = (150 * node.depth - 60).clamp(0, 1_800);
        // Which comes first matters where moves share a target.
        if S::TWO_PLAYERS {
            update(best, bonus);
        }
        moves.searched(|other| {
            if (other.mover, other.id) != (best.mover, best.id) {
                update(other, -bonus);
            }
        });
        if !S::TWO_PLAYERS {
            update(best, bonus);
        }
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
                history.update_correction(position.turn(), &facts.structures, error, node.depth);
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
