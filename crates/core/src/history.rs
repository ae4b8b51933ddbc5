//! The keys of the positions so far, to find repetitions.

use crate::Position;

/// Remembers positions by key. Used by [`crate::Match`], playouts and searches alike, so that
/// all of them judge repetitions the same way.
#[derive(Clone, Default, Debug)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// Remembers a position that is being left by a move.
    pub fn push(&mut self, position: &impl Position) {
        self.keys.push(position.key());
    }

    /// Forgets the last remembered position.
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// How often the position occurred before.
    #[must_use]
    pub fn occurrences(&self, position: &impl Position) -> u32 {
        let key = position.key();
        let first = self.keys.len().saturating_sub(position.reversible());
        self.keys[first..].iter().filter(|&&k| k == key).count() as u32
    }

    /// Is the position a draw by repetition?
    #[must_use]
    pub fn is_repetition(&self, position: &impl Position) -> bool {
        position.repetition().is_some_and(|nth| self.occurrences(position) + 1 >= nth)
    }

    /// Like [`History::is_repetition`], but one occurrence among the positions after the first
    /// `known` is enough: a search that comes back to where it was can do so again.
    #[must_use]
    pub fn is_repetition_within(&self, position: &impl Position, known: usize) -> bool {
        let Some(nth) = position.repetition() else { return false };
        let key = position.key();
        let first = self.keys.len().saturating_sub(position.reversible());
        let recent = self.keys[first..].iter().enumerate();
        let mut before = recent.filter(|&(_, &k)| k == key).map(|(i, _)| first + i);
        match before.next_back() {
            None => false,
            Some(last) => last >= known || before.count() + 2 >= nth as usize,
        }
    }

    /// How many positions are remembered.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.keys.len()
    }
}
