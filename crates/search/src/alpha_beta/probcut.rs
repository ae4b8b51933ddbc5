//! ProbCut: cuts a node when a shallow search of a noisy move, or a transposition-table entry,
//! beats beta by a margin.

use agon_tactics::Tactics;

use super::{Facts, Node, Window, Worker};
use crate::Score;
use crate::movepick::pick;
use crate::sides::Sides;
use crate::transposition::{Bound, Entry};

/// Minimum depth; below it the verification search costs as much as the node.
const MIN_DEPTH: i32 = 5;
/// Depth reduction of the verification search.
const REDUCTION: i32 = 4;

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// Returns a cutoff score if a sufficiently deep table entry exceeds beta by the margin.
    pub(super) fn table_probcut(&self, node: &Node, entry: Option<Entry>) -> Option<Score> {
        let may_prune = S::TWO_PLAYERS && self.features().pruning;
        let margin = self.margins.table_probcut.filter(|_| may_prune)?;
        let (entry, above) = (entry?, node.window.beta + margin);
        let score = Score::from_table(entry.score, node.ply);
        let refutes = entry.bound == Bound::Lower
            && i32::from(entry.depth) >= node.depth - REDUCTION
            && score >= above
            && !above.is_decided()
            && !score.is_decided();
        refutes.then_some(above)
    }

    /// Returns a cutoff score if a reduced search of a noisy move exceeds beta by the margin.
    pub(super) fn probcut(
        &mut self,
        position: &P,
        node: &Node,
        facts: &Facts,
        eval: i32,
    ) -> Option<Score> {
        let Node { ply, depth, window: Window { beta, .. }, .. } = *node;
        let margin = self.margins.probcut.filter(|_| S::TWO_PLAYERS && self.features().pruning)?;
        let above = beta + margin - if facts.improving { margin / 3 } else { 0 };
        let known_to_fail = facts.entry.is_some_and(|entry| {
            i32::from(entry.depth) > depth - REDUCTION
                && Score::from_table(entry.score, ply) < above
        });
        if depth < MIN_DEPTH || beta.is_decided() || above.is_decided() || known_to_fail {
            return None;
        }
        let mut list = std::mem::take(&mut self.stack[ply].list);
        let tt_move = facts.entry.and_then(|entry| entry.best);
        self.order.list_noisy(position, tt_move, &mut list);
        let (mut tried, mut refutation) = (0, None);
        while let Some(candidate) = pick(&mut list, tried) {
            tried += 1;
            if !position.exchange_wins(candidate.m, above.value() - eval) {
                continue;
            }
            // Quiescence search first: most moves already fail there.
            let window = Window::null(above - 1);
            let mut next = Node { ply: ply + 1, depth: 0, window, cut_node: !node.cut_node };
            let mut score = self.descend(position, position, candidate.m, next);
            if score >= above {
                next.depth = depth - REDUCTION;
                score = self.descend(position, position, candidate.m, next);
            }
            if self.is_over() {
                break;
            }
            if score >= above {
                refutation = Some((candidate.id, score));
                break;
            }
        }
        self.stack[ply].list = list;
        let (best, score) = refutation?;
        let entry = Entry {
            best: Some(best),
            score: score.to_table(ply),
            depth: (depth - REDUCTION + 1) as u8,
            bound: Bound::Lower,
            eval: facts.raw_eval.map(|raw| raw as i16),
        };
        self.store(position, entry);
        Some(if score.is_decided() { score } else { score - (above.value() - beta.value()) })
    }
}
