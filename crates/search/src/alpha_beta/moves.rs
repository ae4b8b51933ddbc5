//! The moves of a node, one after the other.

use agon_tactics::Tactics;

use super::singular::Singular;
use super::{Node, Window, Worker, score_of};
use crate::Score;
use crate::picker::{Advice, Candidate, Moves};

/// A node that is to be searched so deep is worth sharing.
pub(super) const SHARED_FROM: i32 = 3;

/// A node whose moves are searched, and how.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a, P> {
    pub(super) position: &'a P,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) expect_cut: bool,
    pub(super) node: &'a Node,
    pub(super) advice: Advice,
}

/// How far the search of a node has come.
pub(super) struct Progress<M> {
    moves: Moves<M>,
    line: Vec<M>,
    best: Score,
    /// The best move, and whether it raised alpha.
    best_move: Option<(Candidate<M>, bool)>,
    alpha: Score,
    tried: usize,
    tried_quiet: i32,
    remembered_noisy: bool,
    /// Left for later because somebody else is at them.
    deferred: Vec<Trial<M>>,
}

/// A move to be searched, with what was known when its turn came.
#[derive(Clone, Copy)]
pub(super) struct Trial<M> {
    candidate: Candidate<M>,
    alpha: Score,
    tried: usize,
    is_first: bool,
    remembered_noisy: bool,
}

impl<M> Default for Progress<M> {
    fn default() -> Progress<M> {
        Progress {
            moves: Moves::default(),
            line: Vec::new(),
            best: Score::LOWEST,
            best_move: None,
            alpha: Score::LOWEST,
            tried: 0,
            tried_quiet: 0,
            remembered_noisy: false,
            deferred: Vec::new(),
        }
    }
}

impl<M: Copy> Progress<M> {
    /// Takes note of what a move is worth; true if no other is needed. `below` is what follows it.
    pub(super) fn note(
        &mut self,
        trial: &Trial<M>,
        score: Score,
        beta: Score,
        below: &[M],
    ) -> bool {
        if score > self.best {
            self.best = score;
            self.best_move = self.best_move.or(Some((trial.candidate, false)));
            if score > self.alpha {
                self.alpha = score;
                self.best_move = Some((trial.candidate, true));
                self.line.clear();
                self.line.push(trial.candidate.m);
                self.line.extend_from_slice(below);
            }
        }
        score >= beta
    }
}

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
        let killers = self.frames[ply].killers;
        self.frames[ply + 1].killers = [None; 2];
        let advice = Advice { remembered, killers, before: self.before(ply) };
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        moves.list(position, self.habit, self.experience, remembered);
        if moves.is_empty() {
            self.frames[ply].moves = moves;
            return position
                .ending()
                .map_or(Score::DRAW, |ending| score_of(&ending, position, ply));
        }

        let scene = Scene { position, ply, depth, window, expect_cut, node, advice };
        let mut progress = Progress {
            moves,
            line: std::mem::take(&mut self.frames[ply].line),
            alpha: window.alpha,
            ..Progress::default()
        };
        while let Some(trial) = self.next_trial(&scene, &mut progress) {
            let extension = if Some(trial.candidate.id) == remembered {
                match self.singular(position, ply, depth, window, expect_cut, node) {
                    Singular::Extend(plies) => plies,
                    Singular::Cut(score) => {
                        self.put_back(ply, progress);
                        return score;
                    }
                }
            } else {
                0
            };
            let score = self.try_move(&scene, &trial, extension);
            if self.is_over() {
                break;
            }
            if progress.note(&trial, score, window.beta, &self.frames[ply + 1].line) {
                break;
            }
            if let Some(crew) = self.crew
                && depth >= SHARED_FROM
                && crew.has_idle()
            {
                self.search_together(crew, &scene, &mut progress);
                break;
            }
        }
        let score = self.conclude(&scene, &progress);
        self.put_back(ply, progress);
        score
    }

    /// The next move that deserves to be searched.
    pub(super) fn next_trial(
        &self,
        scene: &Scene<'_, P>,
        progress: &mut Progress<P::Move>,
    ) -> Option<Trial<P::Move>> {
        let Scene { position, depth, node, advice, .. } = *scene;
        while let Some(candidate) = progress.moves.next(position, self.experience, advice) {
            progress.tried += 1;
            let Candidate { id, gain, .. } = candidate;
            if node.excluded == Some(id) {
                continue;
            }
            let quiet = gain.is_none();
            progress.remembered_noisy |= Some(id) == advice.remembered && !quiet;
            progress.tried_quiet += i32::from(quiet);
            let is_first = progress.best_move.is_none();
            let best = progress.best;
            let may_leave_out = self.features.pruning
                && !is_first
                && !node.threatened
                && best > Score::LOWEST
                && !(best.is_decided() && best < Score::DRAW);
            if may_leave_out {
                let Progress { alpha, tried_quiet, .. } = *progress;
                if quiet && self.quiet_is_hopeless(depth, alpha, tried_quiet, node) {
                    progress.moves.leave_out_quiet();
                    continue;
                }
                if self.is_hopeless(position, &candidate, depth) {
                    continue;
                }
            }
            let Progress { alpha, tried, remembered_noisy, .. } = *progress;
            let trial = Trial { candidate, alpha, tried, is_first, remembered_noisy };
            if !is_first && depth > SHARED_FROM && self.is_somebody_after(position, candidate.m) {
                progress.deferred.push(trial);
                continue;
            }
            progress.moves.mark_searched();
            return Some(trial);
        }
        let later = progress.deferred.pop()?;
        Some(Trial { alpha: progress.alpha, ..later })
    }

    /// Is another thread searching what comes after the move?
    fn is_somebody_after(&self, position: &P, m: P::Move) -> bool {
        self.crew.is_some_and(|crew| {
            let mut next = position.clone();
            next.play(m);
            crew.is_at(next.key())
        })
    }

    /// Searches a move, first less deep and only whether it raises alpha.
    pub(super) fn try_move(
        &mut self,
        scene: &Scene<'_, P>,
        trial: &Trial<P::Move>,
        extension: i32,
    ) -> Score {
        let Scene { position, ply, depth, window, expect_cut, node, advice } = *scene;
        let Trial { candidate, alpha, tried, is_first, remembered_noisy } = *trial;
        let Candidate { m, id, gain, merit, .. } = candidate;
        let (quiet, is_scout) = (gain.is_none(), window.is_scout());
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
                less -= i32::from(advice.killers.contains(&Some(id)));
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
        score
    }

    /// What a node is worth after its moves, and what is learned from it.
    fn conclude(&mut self, scene: &Scene<'_, P>, progress: &Progress<P::Move>) -> Score {
        let Scene { position, ply, depth, window, node, advice, .. } = *scene;
        let Progress { best, best_move, .. } = *progress;
        if self.is_over() {
            return best.max(window.alpha);
        }
        if best == Score::LOWEST {
            // Only the excluded move was legal.
            return window.alpha;
        }
        if best >= window.beta
            && let Some((candidate, _)) = best_move
        {
            self.learn(position, ply, depth, candidate, &progress.moves, advice.before);
        }
        if node.excluded.is_none() {
            let raised = best_move.filter(|&(_, raised)| raised).map(|(candidate, _)| candidate);
            self.remember(position, ply, depth, window, best, raised, node);
        }
        best
    }

    /// The space that lists take is used again.
    fn put_back(&mut self, ply: usize, progress: Progress<P::Move>) {
        self.frames[ply].moves = progress.moves;
        self.frames[ply].line = progress.line;
    }
}
