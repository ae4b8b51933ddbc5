//! A node whose moves several threads search.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_core::History;
use agon_tactics::Tactics;

use super::moves::{Progress, Scene};
use super::{Node, Window, Worker};
use crate::crew::{Crew, Shared};
use crate::picker::Advice;

/// The judgements of a node and so many plies above matter below it.
const MATTER: usize = 4;

/// All that somebody who comes to help must know.
pub(crate) struct Work<P: Tactics> {
    position: P,
    ply: usize,
    depth: i32,
    window: Window,
    expect_cut: bool,
    node: Node,
    advice: Advice,
    history: History,
    judged: [Option<i32>; MATTER],
    /// Where the move before went.
    target: Option<usize>,
    doubled: u8,
    progress: Mutex<Progress<P::Move>>,
}

impl<P: Tactics> Work<P> {
    fn scene(&self) -> Scene<'_, P> {
        Scene {
            position: &self.position,
            ply: self.ply,
            depth: self.depth,
            window: self.window,
            expect_cut: self.expect_cut,
            node: &self.node,
            advice: self.advice,
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress<P::Move>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a, P: Tactics> Worker<'a, P> {
    /// Helps wherever there is something to do until the search is over.
    pub(crate) fn help_all(&mut self) {
        let Some(crew) = self.crew else { return };
        let control = self.control;
        crew.help(None, || !control.is_over(), |shared| self.help(shared));
    }

    /// Searches the remaining moves of a node with whoever comes to help.
    pub(super) fn search_together(
        &mut self,
        crew: &'a Crew<Work<P>>,
        scene: &Scene<'_, P>,
        progress: &mut Progress<P::Move>,
    ) {
        let work = self.describe(scene, std::mem::take(progress));
        let shared = crew.share(work, scene.depth, self.shared.take());
        self.work_at(&shared);
        crew.close(&shared);
        crew.help(Some(&shared), || shared.has_helpers(), |below| self.help(below));
        self.shared.clone_from(&shared.above);
        self.given_up = self.shared.as_ref().is_some_and(|shared| shared.is_settled());
        std::mem::swap(progress, &mut shared.work.progress());
    }

    fn describe(&self, scene: &Scene<'_, P>, progress: Progress<P::Move>) -> Work<P> {
        let Scene { position, ply, depth, window, expect_cut, node, advice } = *scene;
        let above = |plies: usize| ply.checked_sub(plies).map(|ply| &self.frames[ply]);
        Work {
            position: position.clone(),
            ply,
            depth,
            window,
            expect_cut,
            node: *node,
            advice,
            history: self.history.clone(),
            judged: std::array::from_fn(|plies| above(plies).and_then(|frame| frame.judged)),
            target: above(1).and_then(|frame| frame.target),
            doubled: self.frames[ply].doubled,
            progress: Mutex::new(progress),
        }
    }

    /// Helps at a node that somebody else has opened.
    fn help(&mut self, shared: &Arc<Shared<Work<P>>>) {
        let work = &shared.work;
        let history = std::mem::replace(&mut self.history, work.history.clone());
        for (plies, &judged) in work.judged.iter().enumerate() {
            if let Some(ply) = work.ply.checked_sub(plies) {
                self.frames[ply].judged = judged;
            }
        }
        if let Some(ply) = work.ply.checked_sub(1) {
            self.frames[ply].target = work.target;
        }
        self.frames[work.ply].doubled = work.doubled;
        self.frames[work.ply + 1].killers = [None; 2];
        self.given_up = false;
        self.work_at(shared);
        self.history = history;
    }

    /// Takes moves of a shared node until there are none or its value is known.
    fn work_at(&mut self, shared: &Arc<Shared<Work<P>>>) {
        self.shared = Some(Arc::clone(shared));
        let work = &shared.work;
        let scene = work.scene();
        while !self.is_over() && !shared.is_settled() {
            let trial = self.next_trial(&scene, &mut work.progress());
            let Some(trial) = trial else { return shared.exhaust() };
            let score = self.try_move(&scene, &trial, 0);
            if self.is_over() {
                return;
            }
            let below = &self.frames[work.ply + 1].line;
            if work.progress().note(&trial, score, work.window.beta, below) {
                shared.settle();
            }
        }
    }
}
