//! Solving a game from where it stands to the end, for whoever does other things meanwhile.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use agon_core::Space;
use agon_solver::{FileError, Means, Progress, SolveError};

use super::{AnySpaces, TablebaseEntry, Unsolvable};

/// A game being solved. The work is done by whoever calls [`Run::work`]; all others may watch
/// and stop it.
pub struct Run {
    game: Box<dyn AnySpaces>,
    means: Means,
    total: u64,
    /// Slots of finished units.
    finished: AtomicU64,
    /// The unit at work: its progress and its slots.
    unit: Mutex<(Arc<Progress>, u64)>,
    stopped: AtomicBool,
}

/// How far a tablebase is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Slots that are solved.
    pub done: u64,
    /// All slots.
    pub total: u64,
    /// Bytes on disk.
    pub bytes: u64,
}

impl Standing {
    /// Is everything solved?
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.total > 0 && self.done == self.total
    }
}

impl Run {
    /// Gets ready to solve with so many threads and bytes of memory.
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

    /// What is there, as far as the headers of the files tell.
    pub fn look(&self) -> Result<Standing, FileError> {
        self.left()?;
        Ok(self.standing())
    }

    /// The units that are not finished; notes how much is.
    fn left(&self) -> Result<Vec<Vec<Space>>, FileError> {
        let left = self.game.to_do(&self.game.units(None), &self.means.folder)?;
        let slots: u64 = left.iter().map(|unit| self.game.slots(unit)).sum();
        self.finished.store(self.total - slots, Relaxed);
        Ok(left)
    }

    /// Solves what is left, and tells of each finished unit. Finished units stay, whatever
    /// happens.
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

    /// Ends the work soon; the unit at work is begun anew another time.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
        let unit = self.unit.lock().unwrap_or_else(PoisonError::into_inner);
        unit.0.stop.store(true, Relaxed);
    }

    /// Was it stopped?
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// How far it is.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let unit = self.unit.lock().unwrap_or_else(PoisonError::into_inner);
        // A position is looked at once in the beginning, and again when it is decided.
        let begun = unit.0.done.load(Relaxed).min(unit.1);
        let done = self.finished.load(Relaxed) + begun;
        // The last unit counts when it is written.
        let done = if unit.1 > 0 { done.min(self.total - 1) } else { done };
        Standing { done, total: self.total, bytes: self.game.bytes(&self.means.folder) }
    }
}
