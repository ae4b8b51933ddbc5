//! What a node leaves behind: its value, which moves refuted, and how far its judgement was off.

use agon_core::Player;
use agon_tactics::Tactics;

use super::{Node, Window, Worker};
use crate::Score;
use crate::experience::Before;
use crate::picker::{Candidate, Moves};
use crate::table::{Bound, Entry};

impl<P: Tactics> Worker<'_, P> {
    pub(super) fn corrected(&self, raw: i32, player: Player, structure: Option<u64>) -> i32 {
        match structure.filter(|_| self.features.correction) {
            Some(structure) => raw + self.experience.correction(player, structure),
            None => raw,
        }
    }

    /// A move refuted the position: it and the ones tried before it in vain are remembered.
    pub(super) fn learn(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        best: Candidate<P::Move>,
        tried: &Moves<P::Move>,
        before: Before,
    ) {
        let bonus = (150 * depth - 60).clamp(0, 1_800);
        let in_vain = tried.searched().filter(|other| other.id != best.id);
        if best.gain.is_none() {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(best.id) {
                *killers = [Some(best.id), killers[0]];
            }
            self.experience.learn_quiet(position, best.m, before, bonus);
            for candidate in in_vain.clone().filter(|candidate| candidate.gain.is_none()) {
                self.experience.learn_quiet(position, candidate.m, before, -bonus);
            }
        } else {
            self.experience.learn_noisy(position, best.m, bonus);
        }
        for candidate in in_vain.filter(|candidate| candidate.gain.is_some()) {
            self.experience.learn_noisy(position, candidate.m, -bonus);
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn remember(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        window: Window,
        best: Score,
        best_move: Option<Candidate<P::Move>>,
        node: &Node,
    ) {
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if self.features.table {
            let entry = Entry {
                best: best_move.map(|candidate| candidate.id),
                score: best.seen_from(ply),
                depth: depth.clamp(0, 255) as u8,
                bound,
                judged: node.raw.map(|raw| raw as i16),
            };
            self.table.put(position.key(), entry);
        }
        // A judgement that a deeper look contradicts is corrected for positions like this.
        let quiet = best_move.is_none_or(|candidate| candidate.gain.is_none());
        if self.features.correction
            && quiet
            && !best.is_decided()
            && let (Some(raw), Some(structure)) = (node.raw, node.structure)
        {
            let error = best.value() - raw;
            let useless = bound == Bound::Upper && error > 0 || bound == Bound::Lower && error < 0;
            if !useless {
                self.experience.learn_correction(position.turn(), structure, error, depth);
            }
        }
    }
}
