//! The move loop of a node.

use agon_tactics::Tactics;

use super::movers::Movers;
use super::singular::Singular;
use super::{Facts, Node, Window, Worker};
use crate::Score;
use crate::history::Quiet;
use crate::movepick::{Hints, ScoredMove};
use crate::sides::Sides;

#[derive(Clone, Copy)]
pub(super) struct Expansion<'a, P: Tactics> {
    pub(super) position: &'a P,
    pub(super) node: Node,
    pub(super) facts: Facts,
    pub(super) hints: Hints<P::Threats>,
}

/// State of a node's move loop.
pub(super) struct Progress<P: Tactics> {
    moves: Movers<P>,
    line: Vec<P::Move>,
    best: Score,
    /// The best move, and whether it raised alpha.
    best_move: Option<(ScoredMove<P::Move>, bool)>,
    pub(super) alpha: Score,
    pub(super) tried: usize,
    pub(super) tried_quiet: i32,
    tt_move_is_noisy: bool,
}

/// A move to be searched, with the state of the loop when it was picked.
#[derive(Clone, Copy)]
pub(super) struct Trial<M> {
    pub(super) candidate: ScoredMove<M>,
    alpha: Score,
    /// The best score so far.
    best: Score,
    pub(super) tried: usize,
    is_first: bool,
    pub(super) tt_move_is_noisy: bool,
}

impl<P: Tactics> Progress<P> {
    fn new(moves: Movers<P>, line: Vec<P::Move>, alpha: Score) -> Progress<P> {
        Progress {
            moves,
            line,
            best: Score::LOWEST,
            best_move: None,
            alpha,
            tried: 0,
            tried_quiet: 0,
            tt_move_is_noisy: false,
        }
    }

    /// Records the score of a move and returns whether it caused a beta cutoff. `below` is the line
    /// after the move.
    #[inline]
    fn record(
        &mut self,
        trial: &Trial<P::Move>,
        score: Score,
        beta: Score,
        below: &[P::Move],
    ) -> bool {
        if score > self.best {
            self.best = score;
            self.best_move = self.best_move.or(Some((trial.candidate, false)));
            if score > self.alpha {
                self.alpha = score;
                self.best_move = Some((trial.candidate, true));
                self.line.clear();
                // In best-reply search the line cannot contain passes.
                if trial.candidate.mover == 0 {
                    self.line.push(trial.candidate.m);
                    self.line.extend_from_slice(below);
                }
            }
        }
        score >= beta
    }
}

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    pub(super) fn search_moves(&mut self, expansion: &Expansion<'_, P>) -> Score {
        let Expansion { position, node: Node { ply, window, .. }, ref hints, .. } = *expansion;
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 1].refuted = 0;
        let mut moves = std::mem::take(&mut self.stack[ply].moves);
        self.list_moves(position, hints, &mut moves);
        if moves.is_empty() {
            self.stack[ply].moves = moves;
            let score = |ending| self.score_ending(&ending, position, ply);
            return position.ending().map_or(Score::DRAW, score);
        }

        let line = std::mem::take(&mut self.stack[ply].line);
        let mut progress = Progress::new(moves, line, window.alpha);
        while let Some(trial) = self.next_trial(expansion, &mut progress) {
            let extension = if Some(trial.candidate.id) == hints.tt_move {
                match self.singular(expansion) {
                    Singular::Extend(plies) => plies,
                    Singular::Cut(score) => {
                        self.return_buffers(ply, progress);
                        return score;
                    }
                }
            } else {
                0
            };
            let turn = progress.moves.turn(&trial.candidate, position);
            let score = self.try_move(expansion, turn, &trial, extension);
            if self.is_over() {
                break;
            }
            if progress.record(&trial, score, window.beta, &self.stack[ply + 1].line) {
                break;
            }
        }
        let score = self.conclude(expansion, &progress);
        self.return_buffers(ply, progress);
        score
    }

    /// Returns the next move that is not pruned.
    #[inline(always)]
    fn next_trial(
        &self,
        expansion: &Expansion<'_, P>,
        progress: &mut Progress<P>,
    ) -> Option<Trial<P::Move>> {
        let Expansion { position, facts, hints, .. } = expansion;
        while let Some(candidate) = progress.moves.next(position, &self.order, hints) {
            progress.tried += 1;
            if facts.excluded == Some(candidate.id) {
                continue;
            }
            let is_quiet = candidate.gain.is_none();
            progress.tt_move_is_noisy |= Some(candidate.id) == hints.tt_move && !is_quiet;
            progress.tried_quiet += i32::from(is_quiet);
            let is_first = progress.best_move.is_none();
            let best = progress.best;
            let may_prune = self.features().pruning
                && !is_first
                && !facts.threatened
                && best > Score::LOWEST
                && !(best.is_decided() && best < Score::DRAW);
            if may_prune {
                if is_quiet && self.prunes_quiets(expansion, progress) {
                    if !S::TWO_PLAYERS {
                        let floor = facts.eval.map_or(best, Score::from_eval);
                        progress.best = best.max(floor);
                    }
                    progress.moves.skip_quiets();
                    continue;
                }
                let turn = progress.moves.turn(&candidate, position);
                if S::TWO_PLAYERS && self.prunes_move(turn, &candidate, expansion, progress) {
                    continue;
                }
            }
            let Progress { alpha, best, tried, tt_move_is_noisy, .. } = *progress;
            let trial = Trial { candidate, alpha, best, tried, is_first, tt_move_is_noisy };
            progress.moves.mark_searched(&candidate);
            return Some(trial);
        }
        None
    }

    /// Searches a move: reduced with a null window first, then at full depth and with the full
    /// window if it fails high.
    #[inline(always)]
    fn try_move(
        &mut self,
        expansion: &Expansion<'_, P>,
        turn: &P,
        trial: &Trial<P::Move>,
        extension: i32,
    ) -> Score {
        let Expansion { position, node: Node { ply, depth, window, cut_node }, .. } = *expansion;
        let Trial { candidate: ScoredMove { m, gain, .. }, alpha, best, is_first, .. } = *trial;
        let is_null = window.is_null();
        let depth = depth - 1 + extension;
        let double_extensions = self.stack[ply].double_extensions + u8::from(extension > 1);
        self.stack[ply + 1].double_extensions = double_extensions;

        let quiet = gain.is_none().then(|| Quiet::new(turn, m, &expansion.hints.threats));
        let step = self.step(turn, m, quiet);
        let mut score = Score::LOWEST;
        if !is_first {
            let reduced = (depth - self.reduction(expansion, turn, trial)).max(1).min(depth);
            let next =
                Node { ply: ply + 1, depth: reduced, window: Window::null(alpha), cut_node: true };
            self.stack[ply].reduction = depth - reduced;
            score = self.enter(position, turn, &step, next);
            self.stack[ply].reduction = 0;
            if score > alpha && reduced < depth {
                // Extend re-searches that beat alpha clearly, shorten those that barely do.
                let deeper = S::TWO_PLAYERS && score > alpha + self.margins.deeper + 2 * depth;
                let shallower = S::TWO_PLAYERS && score < best + self.margins.shallower;
                let depth = depth + i32::from(deeper) - i32::from(shallower);
                if depth > reduced {
                    let next = Node { depth, cut_node: !cut_node, ..next };
                    score = self.enter(position, turn, &step, next);
                }
                self.reward_again(expansion, &step, score > alpha);
            }
        }
        if is_first || score > alpha && !is_null {
            let window = Window { alpha, beta: window.beta };
            let cut_node = is_null && !cut_node;
            let next = Node { ply: ply + 1, depth, window, cut_node };
            score = self.enter(position, turn, &step, next);
        }
        score
    }

    /// Updates history and the transposition table and returns the score of the node.
    fn conclude(&mut self, expansion: &Expansion<'_, P>, progress: &Progress<P>) -> Score {
        let Window { alpha, beta } = expansion.node.window;
        let Progress { best, best_move, .. } = *progress;
        if self.is_over() {
            return best.max(alpha);
        }
        if best == Score::LOWEST {
            // Only the excluded move was legal.
            return alpha;
        }
        if best >= beta
            && let Some((refutation, _)) = &best_move
        {
            self.update_history(expansion, refutation, &progress.moves);
            let refuted = &mut self.stack[expansion.node.ply].refuted;
            *refuted = refuted.saturating_add(1);
        }
        if expansion.facts.excluded.is_none() {
            if best <= alpha {
                self.reward_unrefuted(&expansion.node);
            }
            let raised = best_move.filter(|&(_, raised)| raised).map(|(best, _)| best);
            self.store_result(expansion, best, raised);
        }
        best
    }

    /// Returns buffers to the stack for reuse.
    fn return_buffers(&mut self, ply: usize, progress: Progress<P>) {
        self.stack[ply].moves = progress.moves;
        self.stack[ply].line = progress.line;
    }
}
