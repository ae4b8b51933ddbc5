//! How much the store has done, for operators.

use std::array;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Milliseconds of the commits that are counted together: up to 1, from there up to 2 and so on, and
/// at last all that took longer.
pub const COMMIT_BOUNDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/// What a store has done since it was opened.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Changes.
    pub writes: u64,
    /// Commits, of which one may carry many changes; also those that failed.
    pub commits: u64,
    /// Changes that came second: somebody else had written that version, or that name.
    pub conflicts: u64,
    /// Commits by how long they took, as [`COMMIT_BOUNDS`] has them.
    pub times: [u64; COMMIT_BOUNDS.len() + 1],
    /// How long all commits took together.
    pub time: Duration,
    /// Connections that were made to the database.
    pub connections: u64,
}

/// The same while it is counted.
#[derive(Debug)]
pub(crate) struct Counters {
    writes: AtomicU64,
    commits: AtomicU64,
    conflicts: AtomicU64,
    times: [AtomicU64; COMMIT_BOUNDS.len() + 1],
    micros: AtomicU64,
    connections: AtomicU64,
}

impl Default for Counters {
    fn default() -> Counters {
        Counters {
            writes: AtomicU64::new(0),
            commits: AtomicU64::new(0),
            conflicts: AtomicU64::new(0),
            times: array::from_fn(|_| AtomicU64::new(0)),
            micros: AtomicU64::new(0),
            connections: AtomicU64::new(0),
        }
    }
}

impl Counters {
    /// A commit has come to its end, whichever.
    pub(crate) fn commit(&self, writes: usize, conflicts: usize, time: Duration) {
        let add = |number: &AtomicU64, amount: u64| number.fetch_add(amount, Ordering::Relaxed);
        let bound = |&bound: &u64| Duration::from_millis(bound) >= time;
        let place = COMMIT_BOUNDS.iter().position(bound).unwrap_or(COMMIT_BOUNDS.len());
        add(&self.writes, writes as u64);
        add(&self.commits, 1);
        add(&self.conflicts, conflicts as u64);
        add(&self.times[place], 1);
        add(&self.micros, u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// A connection was made.
    pub(crate) fn connected(&self) {
        self.connections.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> Counts {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Counts {
            writes: get(&self.writes),
            commits: get(&self.commits),
            conflicts: get(&self.conflicts),
            times: array::from_fn(|place| get(&self.times[place])),
            time: Duration::from_micros(get(&self.micros)),
            connections: get(&self.connections),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_are_counted_by_their_time() {
        let counters = Counters::default();
        for micros in [10, 1_000, 1_001, 5_000_000] {
            counters.commit(3, 1, Duration::from_micros(micros));
        }
        let counts = counters.get();
        assert_eq!((counts.writes, counts.commits, counts.conflicts), (12, 4, 4));
        assert_eq!(counts.times, [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(counts.time, Duration::from_micros(5_002_011));
    }
}
