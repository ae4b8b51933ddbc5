//! What a node leaves behind: killers, history, a transposition entry and a correction of the
//! static evaluation.

use agon_core::{Player, Tactics};

use super::Worker;
use super::move_loop::Expansion;
use crate::Score;
use crate::movepick::{MovePicker, ScoredMove};
use crate::transposition::{Bound, Entry};

impl<P: Tactics> Worker<'_, P> {
    pub(super) fn corrected(&self, raw: i32, player: Player, structure: Option<u64>) -> i32 {
        match structure.filter(|_| self.features.correction) {
            Some(structure) => raw + self.order.history.correction(player, structure),
            None => raw,
        }
    }

    /// A move refuted the node: it gets a bonus, the ones searched before it in vain a malus.
    pub(super) fn update_history(
        &mut self,
        expansion: &Expansion<'_, P>,
        best: &ScoredMove<P::Move>,
        moves: &MovePicker<P::Move>,
    ) {
        let Expansion { position, node, hints, .. } = expansion;
        let history = self.order.history;
        let bonus = (150 * node.depth - 60).clamp(0, 1_800);
        let in_vain = moves.searched().filter(|other| other.id != best.id);
        if best.gain.is_none() {
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(best.id) {
                *killers = [Some(best.id), killers[0]];
            }
            history.update_quiet(*position, best.m, hints.continuation, bonus);
            for quiet in in_vain.clone().filter(|other| other.gain.is_none()) {
                history.update_quiet(*position, quiet.m, hints.continuation, -bonus);
            }
        } else {
            history.update_noisy(*position, best.m, bonus);
        }
        for noisy in in_vain.filter(|other| other.gain.is_some()) {
            history.update_noisy(*position, noisy.m, -bonus);
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
        if self.features.correction
            && best.is_none_or(|best| best.gain.is_none())
            && !score.is_decided()
            && let (Some(raw), Some(structure)) = (facts.raw_eval, facts.structure)
        {
            let error = score.value() - raw;
            let useless = bound == Bound::Upper && error > 0 || bound == Bound::Lower && error < 0;
            if !useless {
                let history = self.order.history;
                history.update_correction(position.turn(), structure, error, node.depth);
            }
        }
    }
}
