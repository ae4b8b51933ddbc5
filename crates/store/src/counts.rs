//! Counters for operators.

use std::array;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the histogram of commit times, in milliseconds.
pub const COMMIT_BOUNDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/// Counters since the store was opened.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Number of changes.
    pub writes: u64,
    /// Number of commits, including failed ones. Changes can share a commit.
    pub commits: u64,
    /// Number of changes that failed because another writer was first.
    pub conflicts: u64,
    /// Number of commits within each of [`COMMIT_BOUNDS`], then of all slower ones.
    pub times: [u64; COMMIT_BOUNDS.len() + 1],
    /// Total time of all commits.
    pub time: Duration,
    /// Number of connections that were opened.
    pub connections: u64,
}

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
    pub(crate) fn commit(&self, writes: usize, conflicts: usize, time: Duration) {
        let add = |number: &AtomicU64, amount: u64| number.fetch_add(amount, Ordering::Relaxed);
        let bound = |&bound: &u64| Duration::from_millis(bound) >= time;
        let index = COMMIT_BOUNDS.iter().position(bound).unwrap_or(COMMIT_BOUNDS.len());
        add(&self.writes, writes as u64);
        add(&self.commits, 1);
        add(&self.conflicts, conflicts as u64);
        add(&self.times[index], 1);
        add(&self.micros, u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    pub(crate) fn connected(&self) {
        self.connections.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> Counts {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Counts {
            writes: get(&self.writes),
            commits: get(&self.commits),
            conflicts: get(&self.conflicts),
            times: array::from_fn(|index| get(&self.times[index])),
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
