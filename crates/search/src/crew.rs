//! Several threads at one tree. Whoever has nothing to do waits until somebody opens a node whose
//! first move did not settle it, and takes the next one of its moves.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// What the threads of a search know of each other; `W` is the work at a node.
pub(crate) struct Crew<W> {
    /// The nodes that anybody may join.
    open: Mutex<Vec<Arc<Shared<W>>>>,
    /// How many threads have nothing to do.
    idle: AtomicUsize,
    /// Keys of positions that somebody is searching, each where its lowest bits say.
    searched: [AtomicU64; PLACES],
}

const PLACES: usize = 4_096;

/// A node that several threads may search.
pub(crate) struct Shared<W> {
    pub(crate) work: W,
    /// How deep it is to be searched: so much work it promises.
    depth: i32,
    /// The innermost shared node above it.
    pub(crate) above: Option<Arc<Shared<W>>>,
    /// Its value is known.
    settled: AtomicBool,
    /// It has no more moves to give away.
    exhausted: AtomicBool,
    /// How many threads besides its owner are at it.
    helpers: AtomicUsize,
}

impl<W> Default for Crew<W> {
    fn default() -> Crew<W> {
        Crew {
            open: Mutex::default(),
            idle: AtomicUsize::new(0),
            searched: [const { AtomicU64::new(0) }; PLACES],
        }
    }
}

impl<W> Crew<W> {
    fn open(&self) -> MutexGuard<'_, Vec<Arc<Shared<W>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does somebody wait for something to do?
    #[inline]
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Opens a node to all.
    pub(crate) fn share(
        &self,
        work: W,
        depth: i32,
        above: Option<Arc<Shared<W>>>,
    ) -> Arc<Shared<W>> {
        let shared = Arc::new(Shared {
            work,
            depth,
            above,
            settled: AtomicBool::new(false),
            exhausted: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
        });
        self.open().push(Arc::clone(&shared));
        shared
    }

    /// Nobody may join a node any more.
    pub(crate) fn close(&self, shared: &Arc<Shared<W>>) {
        self.open().retain(|other| !Arc::ptr_eq(other, shared));
    }

    /// Helps with one node after the other as long as somebody is `wanted`. Who waits for a node
    /// helps only below it: anything else might take longer than what is waited for.
    pub(crate) fn help(
        &self,
        below: Option<&Shared<W>>,
        wanted: impl Fn() -> bool,
        mut work: impl FnMut(&Arc<Shared<W>>),
    ) {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let mut waited = 0;
        while wanted() {
            let Some(shared) = self.join(below) else {
                wait(waited);
                waited += 1;
                continue;
            };
            self.idle.fetch_sub(1, Ordering::Relaxed);
            let leaving = Leaving(&shared);
            work(&shared);
            drop(leaving);
            self.idle.fetch_add(1, Ordering::Relaxed);
            waited = 0;
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Joins the node that promises most work.
    fn join(&self, below: Option<&Shared<W>>) -> Option<Arc<Shared<W>>> {
        let open = self.open.try_lock().ok()?;
        let useful = |shared: &&Arc<Shared<W>>| {
            !shared.exhausted.load(Ordering::Relaxed)
                && !shared.is_settled()
                && below.is_none_or(|above| shared.is_below(above))
        };
        let best = open.iter().filter(useful).max_by_key(|shared| shared.depth)?;
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

    /// Is somebody at this position? Now and then somebody is, and nobody knows.
    pub(crate) fn is_at(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.searched[key as usize % PLACES]
    }
}

impl<W> Shared<W> {
    /// This node and the shared ones above it.
    fn upwards(&self) -> impl Iterator<Item = &Shared<W>> {
        std::iter::successors(Some(self), |shared| shared.above.as_deref())
    }

    fn is_below(&self, above: &Shared<W>) -> bool {
        self.upwards().any(|shared| std::ptr::eq(shared, above))
    }

    /// Is there nothing to be found out any more, here or somewhere above?
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        self.upwards().any(|shared| shared.settled.load(Ordering::Relaxed))
    }

    /// The value is known: everybody below stops.
    pub(crate) fn settle(&self) {
        self.settled.store(true, Ordering::Relaxed);
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
struct Leaving<'a, W>(&'a Shared<W>);

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
        let crew = Crew::default();
        let a = crew.share('a', 9, None);
        let b = crew.share('b', 7, Some(Arc::clone(&a)));
        let c = crew.share('c', 8, None);
        let joined = |below| crew.join(below).map(|shared| shared.work);
        assert_eq!((joined(None), joined(Some(&*c))), (Some('a'), Some('c')));
        assert!(a.has_helpers() && !b.has_helpers());
        crew.close(&a);
        assert_eq!((joined(None), joined(Some(&*a))), (Some('c'), Some('b')));
        c.exhaust();
        assert_eq!(joined(None), Some('b'));
        // What is above it is known: nobody needs it any more.
        a.settle();
        assert!(b.is_settled() && !c.is_settled());
        assert_eq!(joined(None), None);
    }

    #[test]
    fn helpers_leave_even_when_they_fail() {
        let crew = Crew::default();
        let shared = crew.share((), 1, None);
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            crew.help(
                None,
                || true,
                |shared| {
                    assert!(!shared.has_helpers(), "fails here");
                },
            );
        }));
        assert!(failed.is_err() && !shared.has_helpers());
    }

    #[test]
    fn positions_are_marked_while_somebody_is_at_them() {
        let crew = Crew::<()>::default();
        let key = 0x1234_5678_9abc_def0;
        crew.begin(key);
        assert!(crew.is_at(key) && !crew.is_at(key + PLACES as u64));
        crew.end(key);
        assert!(!crew.is_at(key));
    }
}
