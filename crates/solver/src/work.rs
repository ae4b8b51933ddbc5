//! Work shared by threads, watched and stopped from outside.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// How far the work has come; shared with whoever watches it.
#[derive(Default, Debug)]
pub struct Progress {
    /// Positions looked at so far.
    pub done: AtomicU64,
    /// Set from outside to give up soon.
    pub stop: AtomicBool,
}

/// The work was stopped from outside.
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

/// Hands the numbers below `count` to `threads` threads, `grain` at a time. A thread that
/// fails keeps the others from taking more.
pub(crate) fn share<E: Send>(
    threads: usize,
    count: usize,
    grain: usize,
    work: impl Fn(Range<usize>) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let labour = || {
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
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(labour)).collect();
        let mut result = labour();
        for helper in helpers {
            result = result.and(helper.join().expect("a worker does not panic"));
        }
        result
    })
}
