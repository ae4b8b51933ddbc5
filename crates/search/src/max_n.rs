//! Max^n search: every player maximises their own evaluation.

use std::cmp::Reverse;

use agon_core::{MAX_PLAYERS, Player};
use agon_tactics::Tactics;

use crate::Score;
use crate::alpha_beta::{MAX_PLY, Worker, ending_score};
use crate::deepening::Deepening;
use crate::movepick::{Hints, pick};
use crate::sides::Coalition;
use crate::transposition::{Bound, Entry};

/// Score for each player.
type Scores = [Score; MAX_PLAYERS];

impl<P: Tactics> Deepening<'_, P, Coalition> {
    /// Searches every root move with an exact score.
    pub(crate) fn search_max_n(&mut self, depth: usize) {
        let Deepening { position, worker, root_moves, .. } = self;
        let mut finished = 0;
        for root in root_moves.iter_mut() {
            let scores = worker.descend_max_n(position, root.m, 0, depth as i32 - 1);
            if worker.is_over() {
                break;
            }
            root.record(scores[position.turn().index()], &worker.stack[1].line);
            finished += 1;
            if self.lines == 1 && root.line.score >= Score::win_in(1) {
                break;
            }
        }
        root_moves[..finished].sort_by_key(|root| Reverse(root.line.score));
    }
}

impl<P: Tactics> Worker<'_, P, Coalition> {
    fn descend_max_n(&mut self, position: &P, m: P::Move, ply: usize, depth: i32) -> Scores {
        let mut next = position.clone();
        next.play(m);
        self.positions.push(position);
        let scores = self.search_max_n(&next, ply + 1, depth);
        self.positions.pop();
        scores
    }

    fn search_max_n(&mut self, position: &P, ply: usize, depth: i32) -> Scores {
        self.stack[ply].line.clear();
        self.count(ply);
        if self.is_over() || ply >= MAX_PLY {
            return self.evaluate_all(position);
        }
        if let Some(ending) = position.ending() {
            return by_player(position, |player| ending_score(&ending, player, ply));
        }
        if self.is_drawn(position, ply) {
            return [Score::DRAW; MAX_PLAYERS];
        }
        if depth <= 0 {
            return self.evaluate_all(position);
        }

        let tt_move = self.probe(position).and_then(|entry| entry.best);
        let mut list = std::mem::take(&mut self.stack[ply].list);
        self.order.list_all(position, &Hints { tt_move, ..Hints::default() }, &mut list);
        let (mover, root) = (position.turn().index(), self.root.index());
        // Among moves equal for the mover assume the worst for the root player; the final tie-break
        // only has to be independent of move order.
        let worth = |scores: &Scores| (scores[mover], -scores[root], *scores);
        let mut best: Option<(Scores, u32)> = None;
        let mut tried = 0;
        while let Some(candidate) = pick(&mut list, tried) {
            tried += 1;
            let scores = self.descend_max_n(position, candidate.m, ply, depth - 1);
            if self.is_over() {
                break;
            }
            if best.is_none_or(|(most, _)| worth(&scores) > worth(&most)) {
                best = Some((scores, candidate.id));
                self.keep_line(ply, candidate.m);
                // Scores are unbounded, so only a win allows a cutoff.
                if scores[mover] >= Score::win_in(ply + 1) {
                    break;
                }
            }
        }
        self.stack[ply].list = list;
        let Some((scores, id)) = best else { return self.evaluate_all(position) };
        if !self.is_over() {
            let score = scores[mover].to_table(ply);
            let (best, depth) = (Some(id), depth as u8);
            self.store(position, Entry { best, score, depth, bound: Bound::Exact, eval: None });
        }
        scores
    }

    fn evaluate_all(&self, position: &P) -> Scores {
        by_player(position, |player| Score::from_eval(self.evaluate_for(position, player)))
    }
}

fn by_player<P: Tactics>(position: &P, mut score: impl FnMut(Player) -> Score) -> Scores {
    let mut scores = [Score::DRAW; MAX_PLAYERS];
    for player in Player::all(position.players()) {
        scores[player.index()] = score(player);
    }
    scores
}
