//! Solving a game in the background.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use agon_core::Space;
use agon_solver::{FileError, Means, Progress, SolveError};

use super::{AnySpaces, TablebaseEntry, Unsolvable};

/// A game being solved. The caller of [`Run::work`] does the work; other threads may watch and stop
/// it.
pub struct Run {
    game: Box<dyn AnySpaces>,
    means: Means,
    total: u64,
    finished: AtomicU64,
    /// Progress and number of slots of the current unit.
    unit: Mutex<(Arc<Progress>, u64)>,
    stopped: AtomicBool,
}

/// Progress of a tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Slots solved.
    pub done: u64,
    /// Slots in total.
    pub total: u64,
    /// Bytes on disk.
    pub bytes: u64,
}

impl Standing {
    /// Returns whether all slots are solved.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.total > 0 && self.done == self.total
    }
}

impl Run {
    /// Prepares a run with these numbers of threads and bytes of memory.
    pub fn new(
        tablebase: &TablebaseEntry,
        folder: &Path,
        threads: usize,
        memory: u64,
    ) -> Result<Run, Unsolvable> {
        let game = tablebase.solved.spaces(tablebase.info.rules)?;
        let total = game.units(None).iter().map(|unit| game.slots(unit)).sum();
        let means = Means { folder: folder.into(), threads: threads.max(1), memory };
        let unit = Mutex::new((Arc::default(), 0));
        let (finished, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        Ok(Run { game, means, total, finished, unit, stopped })
    }

    /// Reads the file headers and returns the progress.
    pub fn look(&self) -> Result<Standing, FileError> {
        self.left()?;
        Ok(self.standing())
    }

    /// Returns the unfinished units; updates the number of finished slots.
    fn left(&self) -> Result<Vec<Vec<Space>>, FileError> {
        let left = self.game.to_do(&self.game.units(None), &self.means.folder)?;
        let slots: u64 = left.iter().map(|unit| self.game.slots(unit)).sum();
        self.finished.store(self.total - slots, Relaxed);
        Ok(left)
    }

    /// Solves the unfinished units and calls `finished` after each. Finished units are kept on
    /// errors and stops.
    pub fn work(&self, finished: &dyn Fn()) -> Result<(), SolveError> {
        let folder = &self.means.folder;
        let mut left = self.left()?;
        while !left.is_empty() {
            let unit = left.remove(0);
            let slots = self.game.slots(&unit);
            let progress = Arc::new(Progress::default());
            *self.unit.lock().unwrap_or_else(PoisonError::into_inner) = (progress.clone(), slots);
            if self.stopped.load(Relaxed) {
                return Err(SolveError::Stopped);
            }
            self.game.solve(&unit, &self.means, &progress)?;
            {
                let mut unit = self.unit.lock().unwrap_or_else(PoisonError::into_inner);
                *unit = (Arc::default(), 0);
                self.finished.fetch_add(slots, Relaxed);
            }
            self.game.tidy(&left, folder)?;
            finished();
        }
        Ok(())
    }

    /// Requests a stop; the current unit starts over next time.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
        let unit = self.unit.lock().unwrap_or_else(PoisonError::into_inner);
        unit.0.stop.store(true, Relaxed);
    }

    /// Returns whether a stop was requested.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Returns the current progress.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let unit = self.unit.lock().unwrap_or_else(PoisonError::into_inner);
        // A slot may be counted again when it is decided.
        let begun = unit.0.done.load(Relaxed).min(unit.1);
        let done = self.finished.load(Relaxed) + begun;
        // Writing the last unit is the final step.
        let done = if unit.1 > 0 { done.min(self.total - 1) } else { done };
        Standing { done, total: self.total, bytes: self.game.bytes(&self.means.folder) }
    }
}
