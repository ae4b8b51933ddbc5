//! What is still in the air is tried before a position is judged.

use agon_tactics::Tactics;

use super::{MOST_PLIES, Window, Worker, score_of};
use crate::Score;
use crate::picker::{self, Advice};
use crate::table::{Bound, Entry, cutoff};

impl<P: Tactics> Worker<'_, P> {
    /// Tries noisy moves until the position can be judged.
    pub(super) fn quiesce(&mut self, position: &P, ply: usize, window: Window) -> Score {
        self.frames[ply].line.clear();
        self.count(ply);
        if self.is_over() || ply >= MOST_PLIES {
            return self.judge(position);
        }
        if let Some(ending) = position.decided() {
            return score_of(&ending, position, ply);
        }
        if self.is_drawn(position, ply) {
            return Score::DRAW;
        }
        if !self.features.quiescence {
            return match position.ending() {
                Some(ending) => score_of(&ending, position, ply),
                None => self.judge(position),
            };
        }
        let key = position.key();
        let known = if self.features.table { self.table.get(key) } else { None };
        if let Some(entry) = known
            && window.is_scout()
            && let Some(score) = cutoff(&entry, ply, window.alpha, window.beta)
        {
            return score;
        }
        if let Some(score) = self.ask_oracle(position, ply) {
            return score;
        }

        let threatened = position.is_threatened();
        let raw = if threatened { None } else { Some(self.judge_once(position, known)) };
        let mut best = raw.map_or(Score::LOWEST, |raw| {
            Score::judged(self.corrected(raw, position.turn(), position.structure()))
        });
        if best >= window.beta {
            return best;
        }
        let remembered = known.and_then(|entry| entry.best);
        let stand = best;
        let mut alpha = window.alpha.max(best);
        let mut list = std::mem::take(&mut self.frames[ply].list);
        if threatened {
            let before = self.before(ply);
            let advice = Advice { remembered, before, ..Advice::default() };
            picker::list_all(position, self.habit, self.experience, advice, &mut list);
            if list.is_empty() {
                self.frames[ply].list = list;
                return position.ending().map_or(Score::DRAW, |e| score_of(&e, position, ply));
            }
        } else {
            picker::list_noisy(position, self.experience, remembered, &mut list);
        }
        let mut tried = 0;
        let mut best_id = None;
        while let Some(candidate) = picker::next(&mut list, tried) {
            tried += 1;
            let hopeful = threatened && best == Score::LOWEST;
            if !hopeful && self.features.pruning {
                let too_little = candidate
                    .gain
                    .is_some_and(|gain| !threatened && stand + gain + P::MARGINS.delta <= alpha);
                if too_little || candidate.gain.is_some() && position.exchange(candidate.m) < 0 {
                    continue;
                }
                if threatened && candidate.gain.is_none() && tried > 3 {
                    continue;
                }
            }
            self.frames[ply].target = Some(position.target(candidate.m));
            let mut next = position.clone();
            next.play(candidate.m);
            self.table.prefetch(next.key());
            self.history.push(position);
            let here = Window { alpha, beta: window.beta };
            let score = -self.quiesce(&next, ply + 1, here.flip());
            self.history.pop();
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
        self.frames[ply].list = list;
        if self.features.table && !self.is_over() {
            let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
            let judged = raw.map(|raw| raw as i16);
            let score = best.seen_from(ply);
            self.table.put(key, Entry { best: best_id, score, depth: 0, bound, judged });
        }
        best
    }
}
