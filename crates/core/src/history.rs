//! Keys of earlier positions, to detect repetition.

use crate::Position;

/// Keys of the positions of a line of play. Shared by [`crate::Match`], playouts and search, so
/// that all of them judge repetition alike.
#[derive(Clone, Default, Debug)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// Adds a position; call it before playing a move.
    pub fn push(&mut self, position: &impl Position) {
        self.keys.push(position.key());
    }

    /// Removes the last position.
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Returns the number of earlier occurrences of the position.
    #[must_use]
    pub fn occurrences(&self, position: &impl Position) -> u32 {
        let key = position.key();
        let first = self.keys.len().saturating_sub(position.reversible());
        self.keys[first..].iter().filter(|&&k| k == key).count() as u32
    }

    /// Returns whether the position is a draw by repetition.
    #[must_use]
    pub fn is_repetition(&self, position: &impl Position) -> bool {
        position.repetition().is_some_and(|nth| self.occurrences(position) + 1 >= nth)
    }

    /// Like [`History::is_repetition`], but a single earlier occurrence after the first `known`
    /// positions suffices: a search that can return to a position once can do so again.
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

    /// Returns the number of positions in the history.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.keys.len()
    }
}
