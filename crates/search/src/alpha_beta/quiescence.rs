//! Quiescence search.

use agon_tactics::Tactics;

use super::{MAX_PLY, Window, Worker, refined};
use crate::Score;
use crate::movepick::{Hints, pick};
use crate::sides::Sides;
use crate::transposition::{Bound, Entry};

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// Searches noisy moves, and all moves when threatened, until the position is quiet.
    pub(super) fn quiesce(&mut self, position: &P, ply: usize, window: Window) -> Score {
        self.stack[ply].line.clear();
        self.count(ply);
        if self.is_over() || ply >= MAX_PLY {
            return self.evaluate(position, ply);
        }
        let quiescence = self.features().quiescence;
        if let Some(ending) = if quiescence { position.decided() } else { position.ending() } {
            return self.score_ending(&ending, position, ply);
        }
        if self.is_drawn(position, ply) {
            return Score::DRAW;
        }
        if !quiescence {
            return self.evaluate(position, ply);
        }
        let entry = self.probe(position);
        if let Some(entry) = entry
            && window.is_null()
            && let Some(score) = entry.cutoff(ply, window.alpha, window.beta)
        {
            return score;
        }
        if let Some(score) = self.ask_oracle(position, ply) {
            return score;
        }

        let threatened = position.is_threatened();
        let raw_eval = if threatened { None } else { Some(self.static_eval(position, ply, entry)) };
        let stand_pat = raw_eval.map_or(Score::LOWEST, |raw| {
            let eval = self.corrected(raw, position, &self.correction_keys(position, ply));
            Score::from_eval(if S::TWO_PLAYERS { refined(eval, entry, ply) } else { eval })
        });
        if stand_pat >= window.beta {
            if entry.is_none() && !self.is_over() {
                // Store the evaluation so that it is not computed again.
                let (score, eval) = (stand_pat.to_table(ply), raw_eval.map(|raw| raw as i16));
                let entry = Entry { best: None, score, depth: 0, bound: Bound::Lower, eval };
                self.store(position, entry);
            }
            return stand_pat;
        }
        let tt_move = entry.and_then(|entry| entry.best);
        let mut list = std::mem::take(&mut self.stack[ply].list);
        if threatened {
            let (continuation, threats) = (self.continuation(ply), position.threats());
            let hints = Hints { tt_move, continuation, threats, ..Hints::default() };
            self.order.list_all(position, &hints, &mut list);
            if list.is_empty() {
                self.stack[ply].list = list;
                let score = |ending| self.score_ending(&ending, position, ply);
                return position.ending().map_or(Score::DRAW, score);
            }
        } else {
            self.order.list_noisy(position, tt_move, &mut list);
        }
        let mut best = stand_pat;
        let mut alpha = window.alpha.max(best);
        let mut tried = 0;
        let mut best_id = None;
        while let Some(candidate) = pick(&mut list, tried) {
            tried += 1;
            let hopeful = threatened && best == Score::LOWEST;
            if !hopeful && self.features().pruning {
                // Delta pruning, and captures that lose by static exchange evaluation.
                let too_little = candidate.gain.is_some_and(|gain| {
                    !threatened && stand_pat + gain + self.margins.delta <= alpha
                });
                let loses = || candidate.gain.is_some() && !position.exchange_wins(candidate.m, 0);
                if too_little || loses() {
                    continue;
                }
                if threatened && candidate.gain.is_none() && tried > 3 {
                    continue;
                }
            }
            self.stack[ply].target = Some(position.target(candidate.m));
            let mut next = position.clone();
            next.play(candidate.m);
            self.table.prefetch(next.key());
            self.positions.push(position);
            let here = Window { alpha, beta: window.beta };
            let score = -self.quiesce(&next, ply + 1, here.flip());
            self.positions.pop();
            if self.is_over() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_id = Some(candidate.id);
                    self.keep_line(ply, candidate.m);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        self.stack[ply].list = list;
        if !self.is_over() {
            let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
            let eval = raw_eval.map(|raw| raw as i16);
            let score = best.to_table(ply);
            self.store(position, Entry { best: best_id, score, depth: 0, bound, eval });
        }
        best
    }
}
