//! Work that grows with what is asked: never on the threads of the runtime, only so much of it at
//! the same time, and nobody's work waits behind more than a little of anybody else's.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::Asker;

/// Works of one asker that compete with those of others; the rest waits in a line of its own.
const COMPETING: usize = 2;
/// The longest line of one asker. A page asks for some things at once, and many people may share
/// an address.
const LONGEST_LINE: usize = 64;

/// Work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum OffloadError {
    /// The asker has too much work waiting.
    #[error("too much work of one asker is waiting")]
    TooMany,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Closing,
    /// The work panicked.
    #[error("the work panicked")]
    Panicked,
}

/// A few threads beside the runtime, and the lines of those who wait for them.
pub(crate) struct Offload {
    room: Arc<Semaphore>,
    lines: Arc<Lines>,
}

#[derive(Default)]
struct Lines(Mutex<HashMap<Option<Asker>, Line>>);

/// What waits or is done for one asker.
struct Line {
    length: usize,
    competing: Arc<Semaphore>,
}

impl Lines {
    fn all(&self) -> MutexGuard<'_, HashMap<Option<Asker>, Line>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// A place in the line of an asker, until it is dropped.
struct Place {
    lines: Arc<Lines>,
    asker: Option<Asker>,
    competing: Arc<Semaphore>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lines = self.lines.all();
        if let Some(line) = lines.get_mut(&self.asker) {
            line.length -= 1;
            if line.length == 0 {
                lines.remove(&self.asker);
            }
        }
    }
}

impl Offload {
    /// With room for so many works at the same time.
    pub(crate) fn new(room: usize) -> Offload {
        Offload { room: Arc::new(Semaphore::new(room)), lines: Arc::default() }
    }

    /// With half of the processors: the other half serves.
    pub(crate) fn beside_the_runtime() -> Offload {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Offload::new(processors.div_ceil(2))
    }

    fn line_up(&self, asker: Option<Asker>) -> Result<Place, OffloadError> {
        let mut lines = self.lines.all();
        let line = lines
            .entry(asker.clone())
            .or_insert_with(|| Line { length: 0, competing: Arc::new(Semaphore::new(COMPETING)) });
        if line.length >= LONGEST_LINE && asker.is_some() {
            return Err(OffloadError::TooMany);
        }
        line.length += 1;
        let competing = Arc::clone(&line.competing);
        Ok(Place { lines: Arc::clone(&self.lines), asker, competing })
    }

    /// Does what somebody asked for when its turn has come. What has begun is finished, and takes
    /// its room, also when whoever asked has gone meanwhile.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        asker: &Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, OffloadError> {
        self.run_at(self.line_up(Some(asker.clone()))?, work).await
    }

    /// Does what the server itself needs. Its line may have any length.
    pub(crate) async fn run_own<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, OffloadError> {
        self.run_at(self.line_up(None)?, work).await
    }

    async fn run_at<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, OffloadError> {
        let turn = permit(&place.competing).await?;
        let room = permit(&self.room).await?;
        let all = move || {
            let result = work();
            // The place first: the next work may be done before the rest is dropped.
            drop((place, turn, room));
            result
        };
        tokio::task::spawn_blocking(all).await.map_err(|_| OffloadError::Panicked)
    }
}

async fn permit(of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, OffloadError> {
    Arc::clone(of).acquire_owned().await.map_err(|_| OffloadError::Closing)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn at(last: u8) -> Asker {
        Asker::at([10, 0, 0, last].into())
    }

    #[tokio::test]
    async fn whoever_goes_away_does_not_make_room_for_more() {
        let offload = Arc::new(Offload::new(1));
        let (go_on, wait) = mpsc::channel::<()>();
        let working = Arc::clone(&offload);
        let asked = tokio::spawn(async move { working.run(&at(1), move || wait.recv()).await });
        while offload.room.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        let other = at(2);
        let waiting = offload.run(&other, || ());
        assert!(tokio::time::timeout(Duration::from_millis(50), waiting).await.is_err());
        go_on.send(()).unwrap();
        offload.run(&at(2), || ()).await.unwrap();
        assert!(offload.lines.all().is_empty());
    }

    #[tokio::test]
    async fn a_long_line_of_one_does_not_keep_others_waiting() {
        let offload = Arc::new(Offload::new(1));
        let (go_on, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let many: Vec<_> = (0..LONGEST_LINE)
            .map(|_| {
                let (offload, wait) = (Arc::clone(&offload), Arc::clone(&wait));
                tokio::spawn(async move {
                    offload.run(&at(1), move || wait.lock().unwrap().recv().is_ok()).await
                })
            })
            .collect();
        while offload.lines.all().get(&Some(at(1))).map_or(0, |line| line.length) < LONGEST_LINE {
            tokio::task::yield_now().await;
        }
        let refused = offload.run(&at(1), || ()).await.unwrap_err();
        assert_eq!(refused, OffloadError::TooMany);
        let other = tokio::spawn({
            let offload = Arc::clone(&offload);
            async move { offload.run(&at(2), || ()).await }
        });
        while offload.lines.all().get(&Some(at(2))).is_none() {
            tokio::task::yield_now().await;
        }
        // Only what competes goes before the other one.
        for _ in 0..COMPETING {
            go_on.send(()).unwrap();
        }
        tokio::time::timeout(Duration::from_secs(10), other).await.unwrap().unwrap().unwrap();
        for _ in COMPETING..LONGEST_LINE {
            go_on.send(()).unwrap();
        }
        for task in many {
            assert!(task.await.unwrap().unwrap());
        }
        assert!(offload.lines.all().is_empty());
    }

    #[tokio::test]
    async fn work_that_panics_is_refused_and_leaves_its_place() {
        let offload = Offload::new(1);
        let error = offload.run::<()>(&at(1), || panic!("on purpose")).await.unwrap_err();
        assert_eq!(error, OffloadError::Panicked);
        offload.run(&at(1), || ()).await.unwrap();
        assert!(offload.lines.all().is_empty());
    }
}
