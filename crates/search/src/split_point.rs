//! Split points: nodes at which several threads search one tree. Whoever has nothing to do
//! waits until somebody splits at a node whose first move did not refute it, and takes the next
//! one of its moves.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// What the threads of a search know of each other; `W` is the work at a node.
pub(crate) struct SplitPoints<W> {
    /// Those that anybody may join.
    open: Mutex<Vec<Arc<SplitPoint<W>>>>,
    /// How many threads have nothing to do.
    idle: AtomicUsize,
    /// Keys of positions that somebody is searching, each where its lowest bits say, so that
    /// others leave them for later (as in ABDADA).
    searched: [AtomicU64; PLACES],
}

const PLACES: usize = 4_096;

/// A node that several threads may search.
pub(crate) struct SplitPoint<W> {
    pub(crate) work: W,
    /// How deep it is to be searched: so much work it promises.
    depth: i32,
    /// The innermost split point above it.
    pub(crate) above: Option<Arc<SplitPoint<W>>>,
    /// A move has refuted it.
    cutoff: AtomicBool,
    /// It has no more moves to give away.
    exhausted: AtomicBool,
    /// How many threads besides its owner are at it.
    helpers: AtomicUsize,
}

impl<W> Default for SplitPoints<W> {
    fn default() -> SplitPoints<W> {
        SplitPoints {
            open: Mutex::default(),
            idle: AtomicUsize::new(0),
            searched: [const { AtomicU64::new(0) }; PLACES],
        }
    }
}

impl<W> SplitPoints<W> {
    fn open(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint<W>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does somebody wait for something to do?
    #[inline]
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Opens a node to all.
    pub(crate) fn split(
        &self,
        work: W,
        depth: i32,
        above: Option<Arc<SplitPoint<W>>>,
    ) -> Arc<SplitPoint<W>> {
        let split_point = Arc::new(SplitPoint {
            work,
            depth,
            above,
            cutoff: AtomicBool::new(false),
            exhausted: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
        });
        self.open().push(Arc::clone(&split_point));
        split_point
    }

    /// Nobody may join a node any more.
    pub(crate) fn close(&self, split_point: &Arc<SplitPoint<W>>) {
        self.open().retain(|other| !Arc::ptr_eq(other, split_point));
    }

    /// Helps at one node after the other as long as somebody is `wanted`. Who waits for a node
    /// helps only below it: anything else might take longer than what is waited for.
    pub(crate) fn help(
        &self,
        below: Option<&SplitPoint<W>>,
        wanted: impl Fn() -> bool,
        mut work: impl FnMut(&Arc<SplitPoint<W>>),
    ) {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let mut waited = 0;
        while wanted() {
            let Some(split_point) = self.join(below) else {
                wait(waited);
                waited += 1;
                continue;
            };
            self.idle.fetch_sub(1, Ordering::Relaxed);
            let leaving = Leaving(&split_point);
            work(&split_point);
            drop(leaving);
            self.idle.fetch_add(1, Ordering::Relaxed);
            waited = 0;
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Joins the node that promises most work.
    fn join(&self, below: Option<&SplitPoint<W>>) -> Option<Arc<SplitPoint<W>>> {
        let open = self.open.try_lock().ok()?;
        let useful = |split_point: &&Arc<SplitPoint<W>>| {
            !split_point.exhausted.load(Ordering::Relaxed)
                && !split_point.is_cut_off()
                && below.is_none_or(|above| split_point.is_below(above))
        };
        let best = open.iter().filter(useful).max_by_key(|split_point| split_point.depth)?;
        best.helpers.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(best))
    }

    /// Somebody begins to search a position.
    pub(crate) fn begin(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// The position that was begun is done.
    pub(crate) fn end(&self, key: u64) {
        self.place(key).store(0, Ordering::Relaxed);
    }

    /// Is somebody searching this position? Now and then somebody is, and nobody knows.
    pub(crate) fn is_searched(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.searched[key as usize % PLACES]
    }
}

impl<W> SplitPoint<W> {
    /// This one and those above it.
    fn upwards(&self) -> impl Iterator<Item = &SplitPoint<W>> {
        std::iter::successors(Some(self), |split_point| split_point.above.as_deref())
    }

    fn is_below(&self, above: &SplitPoint<W>) -> bool {
        self.upwards().any(|split_point| std::ptr::eq(split_point, above))
    }

    /// Is there nothing to be found out any more, here or somewhere above?
    #[inline]
    pub(crate) fn is_cut_off(&self) -> bool {
        self.upwards().any(|split_point| split_point.cutoff.load(Ordering::Relaxed))
    }

    /// A move refutes the node: everybody below stops.
    pub(crate) fn cut_off(&self) {
        self.cutoff.store(true, Ordering::Relaxed);
    }

    /// There are no more moves.
    pub(crate) fn exhaust(&self) {
        self.exhausted.store(true, Ordering::Relaxed);
    }

    /// Is anybody at it besides its owner?
    pub(crate) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }
}

/// A helper goes, whatever happens: its owner waits for it.
struct Leaving<'a, W>(&'a SplitPoint<W>);

impl<W> Drop for Leaving<'_, W> {
    fn drop(&mut self) {
        self.0.helpers.fetch_sub(1, Ordering::Release);
    }
}

/// Lets a moment pass; a longer one to those who have waited long.
fn wait(waited: u32) {
    match waited {
        2_000.. => thread::sleep(Duration::from_micros(50)),
        _ if waited % 16 == 15 => thread::yield_now(),
        _ => (0..16).for_each(|_| std::hint::spin_loop()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_work_comes_first_and_what_needs_nobody_is_not_joined() {
        let split_points = SplitPoints::default();
        let a = split_points.split('a', 9, None);
        let b = split_points.split('b', 7, Some(Arc::clone(&a)));
        let c = split_points.split('c', 8, None);
        let joined = |below| split_points.join(below).map(|split_point| split_point.work);
        assert_eq!((joined(None), joined(Some(&*c))), (Some('a'), Some('c')));
        assert!(a.has_helpers() && !b.has_helpers());
        split_points.close(&a);
        assert_eq!((joined(None), joined(Some(&*a))), (Some('c'), Some('b')));
        c.exhaust();
        assert_eq!(joined(None), Some('b'));
        // What is above it is refuted: nobody needs it any more.
        a.cut_off();
        assert!(b.is_cut_off() && !c.is_cut_off());
        assert_eq!(joined(None), None);
    }

    #[test]
    fn helpers_leave_even_when_they_fail() {
        let split_points = SplitPoints::default();
        let split_point = split_points.split((), 1, None);
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            split_points.help(
                None,
                || true,
                |joined| {
                    assert!(!joined.has_helpers(), "fails here");
                },
            );
        }));
        assert!(failed.is_err() && !split_point.has_helpers());
    }

    #[test]
    fn positions_are_marked_while_somebody_is_at_them() {
        let split_points = SplitPoints::<()>::default();
        let key = 0x1234_5678_9abc_def0;
        split_points.begin(key);
        assert!(split_points.is_searched(key) && !split_points.is_searched(key + PLACES as u64));
        split_points.end(key);
        assert!(!split_points.is_searched(key));
    }
}
