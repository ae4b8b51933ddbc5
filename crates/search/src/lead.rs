//! How far the foremost of several threads has come.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::{Answer, Line};

/// The best lines of the deepest iteration that any thread has finished. Whoever is behind gives up
/// and goes on from there.
pub(crate) struct Lead<M> {
    depth: AtomicUsize,
    lines: Mutex<(usize, Vec<Line<M>>)>,
}

impl<M> Default for Lead<M> {
    fn default() -> Lead<M> {
        Lead { depth: AtomicUsize::new(0), lines: Mutex::default() }
    }
}

impl<M: Copy> Lead<M> {
    pub(crate) fn depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed)
    }

    /// A thread has finished an iteration.
    pub(crate) fn offer(&self, answer: &Answer<M>) {
        let mut best = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if answer.depth > best.0 {
            *best = (answer.depth, answer.lines.clone());
            self.depth.store(answer.depth, Ordering::Relaxed);
        }
    }

    /// How deep it was, and what was found.
    pub(crate) fn take(&self) -> (usize, Vec<Line<M>>) {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deeper_answers_are_taken_over() {
        let lead = Lead::default();
        let answer = |depth, m| Answer { depth, ..Answer::at_once(m) };
        for (depth, m) in [(3, 'a'), (5, 'b'), (5, 'c'), (4, 'd')] {
            lead.offer(&answer(depth, m));
        }
        let (depth, lines) = lead.take();
        assert_eq!((lead.depth(), depth, lines[0].moves[0]), (5, 5, 'b'));
    }
}
