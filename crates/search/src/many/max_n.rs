//! Everybody plays for themselves: each player chooses what is best by their own judgement.

use agon_core::{MAX_PLAYERS, Player, Tactics};

use super::turns::Turns;
use super::{Worker, score_of};
use crate::Score;
use crate::alpha_beta::MAX_PLY;
use crate::movepick::Hints;
use crate::transposition::{Bound, Entry};

/// What a position is worth to each player.
pub(super) type Scores = [Score; MAX_PLAYERS];

impl<P: Tactics> Worker<'_, P> {
    /// What a move leads to.
    pub(super) fn descend_selfish(
        &mut self,
        position: &P,
        m: P::Move,
        ply: usize,
        depth: i32,
    ) -> Scores {
        let mut next = position.clone();
        next.play(m);
        self.history.push(position);
        let scores = self.search_selfish(&next, ply + 1, depth);
        self.history.pop();
        scores
    }

    fn search_selfish(&mut self, position: &P, ply: usize, depth: i32) -> Scores {
        self.frames[ply].line.clear();
        self.count(ply);
        if self.control.is_over() || ply >= MAX_PLY {
            return self.judge_all(position);
        }
        if let Some(ending) = position.ending() {
            return by_player(position, |player| score_of(&ending, player, ply));
        }
        if self.is_drawn(position) {
            return [Score::DRAW; MAX_PLAYERS];
        }
        if depth <= 0 {
            return self.judge_all(position);
        }

        let key = self.key(position);
        let known = if self.features.transposition_table { self.table.probe(key) } else { None };
        let advice = Hints { tt_move: known.and_then(|entry| entry.best), ..Hints::default() };
        let mut turns = std::mem::replace(&mut self.frames[ply].turns, Turns::new());
        self.list_turns(position, &advice, &mut turns);
        let (mover, root) = (position.turn().index(), self.root.index());
        // Of moves that are equal to the mover the worst for us is to be expected; beyond that
        // any rule will do that does not depend on the order of moves.
        let worth = |scores: &Scores| (scores[mover], -scores[root], *scores);
        let mut best: Option<(Scores, u32)> = None;
        while let Some((_, candidate)) = turns.next() {
            let scores = self.descend_selfish(position, candidate.m, ply, depth - 1);
            if self.control.is_over() {
                break;
            }
            if best.is_none_or(|(most, _)| worth(&scores) > worth(&most)) {
                best = Some((scores, candidate.id));
                self.keep_line(ply, candidate.m);
                // Judgements have no bounds, so that only a win can end the search of a node.
                if scores[mover] >= Score::win_in(ply + 1) {
                    break;
                }
            }
        }
        self.frames[ply].turns = turns;
        let Some((scores, id)) = best else { return self.judge_all(position) };
        if self.features.transposition_table && !self.control.is_over() {
            let score = scores[mover].to_table(ply);
            let depth = depth.clamp(0, 200) as u8;
            self.table.store(
                key,
                Entry { best: Some(id), score, depth, bound: Bound::Exact, eval: None },
            );
        }
        scores
    }

    fn judge_all(&self, position: &P) -> Scores {
        by_player(position, |player| Score::from_eval((self.evaluate)(position, player)))
    }
}

fn by_player<P: Tactics>(position: &P, mut score: impl FnMut(Player) -> Score) -> Scores {
    let mut scores = [Score::DRAW; MAX_PLAYERS];
    for player in Player::all(position.players()) {
        scores[player.index()] = score(player);
    }
    scores
}
