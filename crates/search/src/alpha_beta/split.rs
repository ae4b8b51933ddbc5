//! A node whose moves several threads search.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_core::History;
use agon_tactics::Tactics;

use super::move_loop::{Expansion, Progress};
use super::{Facts, Node, Worker};
use crate::movepick::Hints;
use crate::sides::Sides;
use crate::split_point::{SplitPoint, SplitPoints};

/// A node that is to be searched so deep is worth splitting.
pub(super) const SPLIT_DEPTH: i32 = 3;
/// The evaluations of a node and so many plies above matter below it.
const EVALS: usize = 4;
/// So do the targets of so many moves before.
const TARGETS: usize = 3;

/// All that somebody who comes to help must know.
pub(crate) struct Work<P: Tactics> {
    position: P,
    node: Node,
    facts: Facts,
    hints: Hints<P::Threats>,
    positions: History,
    evals: [Option<i32>; EVALS],
    /// Where the moves before went.
    targets: [Option<usize>; TARGETS],
    double_extensions: u8,
    progress: Mutex<Progress<P>>,
}

impl<P: Tactics> Work<P> {
    fn expansion(&self) -> Expansion<'_, P> {
        let Work { position, node, facts, hints, .. } = self;
        Expansion { position, node: *node, facts: *facts, hints: *hints }
    }

    fn progress(&self) -> MutexGuard<'_, Progress<P>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a, P: Tactics, S: Sides<P>> Worker<'a, P, S> {
    /// Helps wherever there is something to do until the search is over.
    pub(crate) fn help_all(&mut self) {
        let Some(split_points) = self.split_points else { return };
        let control = self.control;
        split_points.help(None, || !control.is_over(), |split_point| self.help(split_point));
    }

    /// Searches the remaining moves of a node with whoever comes to help.
    pub(super) fn split(
        &mut self,
        split_points: &'a SplitPoints<Work<P>>,
        expansion: &Expansion<'_, P>,
        progress: &mut Progress<P>,
    ) {
        let work = self.describe(expansion, progress.take());
        let here = split_points.split(work, expansion.node.depth, self.split_point.take());
        self.work_at(&here);
        split_points.close(&here);
        split_points.help(Some(&here), || here.has_helpers(), |below| self.help(below));
        self.split_point.clone_from(&here.above);
        self.is_cut_off = self.split_point.as_ref().is_some_and(|above| above.is_cut_off());
        std::mem::swap(progress, &mut here.work.progress());
    }

    fn describe(&self, expansion: &Expansion<'_, P>, progress: Progress<P>) -> Work<P> {
        let Expansion { position, node, facts, hints } = *expansion;
        let above = |plies: usize| node.ply.checked_sub(plies).map(|ply| &self.stack[ply]);
        Work {
            position: position.clone(),
            node,
            facts,
            hints,
            positions: self.positions.clone(),
            evals: std::array::from_fn(|plies| above(plies).and_then(|frame| frame.eval)),
            targets: std::array::from_fn(|plies| above(plies + 1).and_then(|frame| frame.target)),
            double_extensions: self.stack[node.ply].double_extensions,
            progress: Mutex::new(progress),
        }
    }

    /// Helps at a node where somebody else has split.
    fn help(&mut self, split_point: &Arc<SplitPoint<Work<P>>>) {
        let work = &split_point.work;
        let ply = work.node.ply;
        let positions = std::mem::replace(&mut self.positions, work.positions.clone());
        for (plies, &eval) in work.evals.iter().enumerate() {
            if let Some(ply) = ply.checked_sub(plies) {
                self.stack[ply].eval = eval;
            }
        }
        for (plies, &target) in (1..).zip(&work.targets) {
            if let Some(ply) = ply.checked_sub(plies) {
                self.stack[ply].target = target;
            }
        }
        self.stack[ply].double_extensions = work.double_extensions;
        self.stack[ply + 1].killers = [None; 2];
        self.is_cut_off = false;
        self.work_at(split_point);
        self.positions = positions;
    }

    /// Takes moves of a split point until there are none or one has refuted it.
    fn work_at(&mut self, split_point: &Arc<SplitPoint<Work<P>>>) {
        self.split_point = Some(Arc::clone(split_point));
        let work = &split_point.work;
        let expansion = work.expansion();
        while !self.is_over() && !split_point.is_cut_off() {
            let mut progress = work.progress();
            let trial = self.next_trial(&expansion, &mut progress);
            let Some(trial) = trial else { return split_point.exhaust() };
            let turn = progress.turn(&trial, &work.position).clone();
            drop(progress);
            let score = self.try_move(&expansion, &turn, &trial, 0);
            if self.is_over() {
                return;
            }
            let below = &self.stack[work.node.ply + 1].line;
            if work.progress().note(&trial, score, work.node.window.beta, below) {
                split_point.cut_off();
            }
        }
    }
}
