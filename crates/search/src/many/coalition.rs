//! The root player on one side, all others on the other: alpha-beta in which a side may move
//! several times in a row.

use agon_core::{Player, Tactics};

use super::turns::Turns;
use super::{Worker, score_of};
use crate::Score;
use crate::alpha_beta::MAX_PLY;
use crate::history::Continuation;
use crate::movepick::{Hints, ScoredMove};
use crate::transposition::{Bound, Entry};

/// Scores above the first and below the second are of interest.
pub(super) type Window = (Score, Score);

/// A node whose moves are being tried.
struct Node<'p, P> {
    position: &'p P,
    ply: usize,
    depth: i32,
}

impl<P: Tactics> Worker<'_, P> {
    /// What a move of the root player is worth to them.
    pub(super) fn descend_root(
        &mut self,
        position: &P,
        m: P::Move,
        depth: i32,
        window: Window,
    ) -> Score {
        let node = Node { position, ply: 0, depth: depth + 1 };
        self.descend(&node, position, m, depth, window).0
    }

    /// What a move, made where `turn` says, is worth to the mover's side, and whether somebody
    /// passed after it.
    fn descend(
        &mut self,
        node: &Node<'_, P>,
        turn: &P,
        m: P::Move,
        depth: i32,
        (alpha, beta): Window,
    ) -> (Score, bool) {
        self.frames[node.ply].target = Some(turn.target(m));
        let (next, skipped) = self.after(turn, m);
        self.history.push(node.position);
        let score = if self.is_root(next.turn()) == self.is_root(turn.turn()) {
            self.search(&next, node.ply + 1, depth, (alpha, beta))
        } else {
            -self.search(&next, node.ply + 1, depth, (-beta, -alpha))
        };
        self.history.pop();
        (score, skipped)
    }

    fn is_root(&self, player: Player) -> bool {
        player == self.root
    }

    /// The root player's score as the side to move sees it.
    fn for_side(&self, position: &P, score: Score) -> Score {
        if self.is_root(position.turn()) { score } else { -score }
    }

    fn judge(&self, position: &P) -> Score {
        let judged = (self.evaluate)(position, self.root);
        self.for_side(position, Score::from_eval(judged))
    }

    /// What a position is worth to the side to move.
    fn search(&mut self, position: &P, ply: usize, depth: i32, window: Window) -> Score {
        self.frames[ply].line.clear();
        self.count(ply);
        if self.control.is_over() || ply >= MAX_PLY {
            return self.judge(position);
        }
        if depth <= 0
            && let Some(ending) = position.ending()
        {
            return self.for_side(position, score_of(&ending, self.root, ply));
        }
        if self.is_drawn(position) {
            return Score::DRAW;
        }
        if depth <= 0 {
            return self.judge(position);
        }
        // Somebody who already wins sooner elsewhere need not look here.
        let alpha = window.0.max(Score::loss_in(ply));
        let beta = window.1.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let key = self.key(position);
        let known = if self.features.transposition_table { self.table.probe(key) } else { None };
        let is_scout = alpha + 1 == beta;
        if let Some(entry) = known
            && is_scout
            && i32::from(entry.depth) >= depth
            && let Some(score) = entry.cutoff(ply, alpha, beta)
        {
            return score;
        }
        let remembered = known.and_then(|entry| entry.best);

        // So far above that a few plies will not change it.
        let doubtful = self.features.pruning && is_scout && depth <= 3 && !alpha.is_decided();
        let judged = doubtful.then(|| self.judge(position));
        if let Some(judged) = judged
            && judged - P::MARGINS.reverse_futility * depth >= beta
        {
            return judged;
        }

        let advice = Hints {
            tt_move: remembered,
            killers: self.frames[ply].killers,
            continuation: self.before(ply),
        };
        self.frames[ply + 1].killers = [None; 2];
        let mut turns = std::mem::replace(&mut self.frames[ply].turns, Turns::new());
        self.list_turns(position, &advice, &mut turns);
        let node = Node { position, ply, depth };
        let (best, best_move) = self.try_moves(&node, &mut turns, (alpha, beta), judged);
        if best >= beta
            && let Some(candidate) = best_move
            && !self.control.is_over()
        {
            self.learn(&node, &turns, candidate, advice.continuation);
        }
        self.frames[ply].turns = turns;
        if best == Score::LOWEST {
            return match position.ending() {
                Some(ending) => self.for_side(position, score_of(&ending, self.root, ply)),
                // Stopped before the first move was searched.
                None => alpha,
            };
        }
        if self.features.transposition_table && !self.control.is_over() {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let best_move = best_move.map(|candidate| candidate.id);
            let score = best.to_table(ply);
            let depth = depth.clamp(0, 200) as u8;
            self.table.store(key, Entry { best: best_move, score, depth, bound, eval: None });
        }
        best
    }

    /// The best score, and the move that raised alpha to it; nothing is searched without moves.
    fn try_moves(
        &mut self,
        node: &Node<'_, P>,
        turns: &mut Turns<P>,
        (mut alpha, beta): Window,
        judged: Option<Score>,
    ) -> (Score, Option<ScoredMove<P::Move>>) {
        let &Node { position, ply, depth } = node;
        let is_scout = alpha + 1 == beta;
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let mut tried = 0;
        while let Some((who, candidate)) = turns.next() {
            tried += 1;
            let quiet = candidate.gain.is_none();
            let turn = turns.position(who, position);
            // So far below that a quiet move cannot help.
            if tried > 1
                && quiet
                && let Some(judged) = judged
                && judged + P::MARGINS.futility * (depth + 1) <= alpha
                && !(best.is_decided() && best < Score::DRAW)
            {
                best = best.max(judged);
                turns.tried.pop();
                continue;
            }
            let m = candidate.m;
            let mut found = (Score::HIGHEST, false);
            if tried > 1 {
                let mut reduced = depth - 1;
                if self.features.reductions && quiet && depth >= 3 && tried > 3 {
                    reduced -= reduction(depth, tried) - i32::from(!is_scout);
                    reduced = reduced.clamp(1, depth - 1);
                }
                found = self.descend(node, turn, m, reduced, (alpha, alpha + 1));
                if found.0 > alpha && reduced < depth - 1 {
                    found = self.descend(node, turn, m, depth - 1, (alpha, alpha + 1));
                }
            }
            if tried == 1 || found.0 > alpha && !is_scout {
                found = self.descend(node, turn, m, depth - 1, (alpha, beta));
            }
            if self.control.is_over() {
                break;
            }
            let (score, skipped) = found;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(candidate);
                if skipped {
                    self.frames[ply + 1].line.clear();
                }
                self.keep_line(ply, m);
                if who > 0 {
                    self.frames[ply].line.clear();
                }
                if score >= beta {
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// A move refuted the position: it and the ones tried before it in vain are remembered.
    fn learn(
        &mut self,
        node: &Node<'_, P>,
        turns: &Turns<P>,
        best: ScoredMove<P::Move>,
        before: Continuation,
    ) {
        let bonus = (150 * node.depth - 60).clamp(0, 1_800);
        if best.gain.is_none() {
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(best.id) {
                *killers = [Some(best.id), killers[0]];
            }
        }
        let last = turns.tried.len().saturating_sub(1);
        for (i, &(who, candidate)) in turns.tried.iter().enumerate() {
            let turn = turns.position(who, node.position);
            let deserved = if i == last { bonus } else { -bonus };
            if candidate.gain.is_some() {
                self.history_tables.update_noisy(turn, candidate.m, deserved);
            } else if best.gain.is_none() {
                self.history_tables.update_quiet(turn, candidate.m, before, deserved);
            }
        }
    }
}

/// By how much a late move is searched less deep.
fn reduction(depth: i32, tried: i32) -> i32 {
    1 + (depth.ilog2() * tried.ilog2()) as i32 / 4
}
