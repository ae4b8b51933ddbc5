//! Logs the beginning and the end of an outage of the database once each, with the number of failed
//! operations in between, instead of one line per failure.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::StoreError;

/// An outage is over when an operation succeeds and none has failed for this long.
const QUIET: Duration = Duration::from_secs(1);

/// Health of the database as the callers of [`crate::Store`] see it.
#[derive(Clone, Default)]
pub(crate) struct Outages(Arc<Mutex<Option<Outage>>>);

/// A database that is failing.
#[derive(Debug)]
struct Outage {
    since: Instant,
    last: Instant,
    failures: u64,
}

/// What is to be logged.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    Began,
    Ended { after: Duration, failures: u64 },
}

impl Outages {
    fn current(&self) -> MutexGuard<'_, Option<Outage>> {
        // No invariant spans the lock, so poisoning is ignored.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the result of an operation.
    pub(crate) fn record<T>(&self, result: &Result<T, StoreError>) {
        let failure = result.as_ref().err().filter(|error| error.is_outage());
        match (self.change(failure.is_some(), Instant::now()), failure) {
            (Some(Change::Began), Some(error)) => {
                tracing::error!(%error, "the database fails; further failures are counted");
            }
            (Some(Change::Ended { after, failures }), _) => {
                let seconds = after.as_secs_f64();
                tracing::warn!(failures, seconds, "the database works again");
            }
            _ => {}
        }
    }

    fn change(&self, failed: bool, now: Instant) -> Option<Change> {
        let mut current = self.current();
        match (&mut *current, failed) {
            (None, true) => {
                *current = Some(Outage { since: now, last: now, failures: 1 });
                Some(Change::Began)
            }
            (Some(outage), true) => {
                outage.last = now;
                outage.failures += 1;
                None
            }
            (Some(outage), false) if now.duration_since(outage.last) >= QUIET => {
                let (after, failures) = (outage.last.duration_since(outage.since), outage.failures);
                *current = None;
                Some(Change::Ended { after, failures })
            }
            (_, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_logged_once_at_each_end() {
        let outages = Outages::default();
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        assert_eq!(outages.change(false, at(0)), None);
        assert_eq!(outages.change(true, at(0)), Some(Change::Began));
        for millis in 1..300 {
            assert_eq!(outages.change(true, at(millis)), None);
        }
        assert_eq!(outages.change(false, at(400)), None, "another failure may follow");
        assert_eq!(outages.change(true, at(500)), None);
        let after = Duration::from_millis(500);
        assert_eq!(outages.change(false, at(1_500)), Some(Change::Ended { after, failures: 301 }));
        assert_eq!(outages.change(false, at(1_600)), None);
    }
}
