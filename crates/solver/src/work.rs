//! Parallel work with progress and cancellation.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Progress and cancellation flag, shared with the thread that reports progress.
#[derive(Default, Debug)]
pub struct Progress {
    /// Number of positions processed.
    pub done: AtomicU64,
    /// Set to cancel the work.
    pub stop: AtomicBool,
}

/// The work was cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl Progress {
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.stop.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    pub(crate) fn add(&self, positions: usize) {
        self.done.fetch_add(positions as u64, Relaxed);
    }
}

/// Processes `0..count` on `threads` threads in ranges of `grain`. After an error no further
/// ranges are started.
pub(crate) fn share<E: Send>(
    threads: usize,
    count: usize,
    grain: usize,
    work: impl Fn(Range<usize>) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let begin = next.fetch_add(grain, Relaxed);
            if begin >= count {
                return Ok(());
            }
            if let Err(error) = work(begin..count.min(begin + grain)) {
                next.store(count, Relaxed);
                return Err(error);
            }
        }
    };
    thread::scope(|scope| {
        let handles: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut result = run();
        for handle in handles {
            result = result.and(handle.join().expect("a worker does not panic"));
        }
        result
    })
}
