//! The moves of a node, one after the other.

use agon_core::Tactics;

use super::singular::Singular;
use super::{Node, Window, Worker, score_of};
use crate::Score;
use crate::picker::{Advice, Candidate};

impl<P: Tactics> Worker<'_, P> {
    pub(super) fn search_moves(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        window: Window,
        expect_cut: bool,
        node: &Node,
    ) -> Score {
        let remembered = node.known.and_then(|entry| entry.best);
        let before = self.before(ply);
        let killers = self.frames[ply].killers;
        self.frames[ply + 1].killers = [None; 2];
        let advice = Advice { remembered, killers, before };
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        moves.list(position, self.habit, &self.experience, remembered);
        if moves.is_empty() {
            self.frames[ply].moves = moves;
            return position
                .ending()
                .map_or(Score::DRAW, |ending| score_of(&ending, position, ply));
        }

        let is_scout = window.is_scout();
        let mut remembered_noisy = false;
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let mut alpha = window.alpha;
        let mut tried_quiet = 0;
        let mut tried = 0;
        while let Some(candidate) = moves.next(position, &self.experience, advice) {
            tried += 1;
            let Candidate { m, id, gain, merit, .. } = candidate;
            if node.excluded == Some(id) {
                continue;
            }
            let quiet = gain.is_none();
            remembered_noisy |= Some(id) == remembered && !quiet;
            tried_quiet += i32::from(quiet);
            let is_first = best_move.is_none();

            let may_leave_out = self.features.pruning
                && !is_first
                && !node.threatened
                && best > Score::LOWEST
                && !(best.is_decided() && best < Score::DRAW);
            if may_leave_out {
                if quiet && self.quiet_is_hopeless(depth, alpha, tried_quiet, node) {
                    moves.leave_out_quiet();
                    continue;
                }
                if self.is_hopeless(position, &candidate, depth) {
                    continue;
                }
            }

            moves.mark_searched();
            let extension = if Some(id) == remembered {
                match self.singular(position, ply, depth, window, expect_cut, node) {
                    Singular::Extend(plies) => plies,
                    Singular::Cut(score) => {
                        self.frames[ply].moves = moves;
                        return score;
                    }
                }
            } else {
                0
            };
            let full = depth - 1 + extension;
            self.frames[ply + 1].doubled = self.frames[ply].doubled + u8::from(extension > 1);
            let here = Window { alpha, beta: window.beta };

            let mut score = Score::LOWEST;
            let mut wants_full = is_first;
            if !is_first {
                let reduced = if self.features.reductions && depth >= 3 && tried > 2 {
                    let mut less = self.reductions.get(depth, tried);
                    less -= i32::from(!is_scout);
                    less += i32::from(expect_cut) + i32::from(expect_cut && quiet);
                    less += i32::from(!node.improving);
                    less += i32::from(remembered_noisy && quiet);
                    less -= i32::from(node.threatened);
                    less -= i32::from(killers.contains(&Some(id)));
                    less -= merit / 8_192;
                    if !quiet {
                        less -= 1 + i32::from(position.exchange(m) >= 0);
                    }
                    (full - less.max(0)).max(1).min(full)
                } else {
                    full
                };
                score = self.descend(position, m, ply, reduced, here.scout(), true);
                if score > alpha && reduced < full {
                    score = self.descend(position, m, ply, full, here.scout(), !expect_cut);
                }
                wants_full = score > alpha && !is_scout;
            }
            if wants_full {
                score = self.descend(position, m, ply, full, here, is_scout && !expect_cut);
            }
            if self.is_over() {
                break;
            }

            if score > best {
                best = score;
                best_move = best_move.or(Some((candidate, false)));
                if score > alpha {
                    alpha = score;
                    best_move = Some((candidate, true));
                    self.keep_line(ply, m);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }

        if self.is_over() {
            self.frames[ply].moves = moves;
            return best.max(window.alpha);
        }
        if best == Score::LOWEST {
            // Only the excluded move was legal.
            self.frames[ply].moves = moves;
            return window.alpha;
        }
        if best >= window.beta
            && let Some((candidate, _)) = best_move
        {
            self.learn(position, ply, depth, candidate, &moves, before);
        }
        self.frames[ply].moves = moves;
        if node.excluded.is_none() {
            let raised = best_move.filter(|&(_, raised)| raised).map(|(candidate, _)| candidate);
            self.remember(position, ply, depth, window, best, raised, node);
        }
        best
    }
}
