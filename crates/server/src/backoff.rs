//! Failed items of a background task, each with the time of its next attempt.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Pause after the first failure; each further one doubles it.
const FIRST: Duration = Duration::from_millis(100);
/// Longest pause.
const LONGEST: Duration = Duration::from_secs(30);

/// Items that are postponed after a failure. One that keeps failing delays no other item.
#[derive(Default)]
pub(crate) struct Backoff(HashMap<String, Attempt>);

struct Attempt {
    at: Instant,
    pause: Duration,
}

impl Backoff {
    /// Number of postponed items.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the item is to be left alone now.
    pub(crate) fn postpones(&self, id: &str, now: Instant) -> bool {
        self.0.get(id).is_some_and(|attempt| now < attempt.at)
    }

    /// The item failed: its next attempt is postponed, longer each time.
    pub(crate) fn failed(&mut self, id: &str, now: Instant) {
        // An item that disappeared in another way is forgotten.
        self.0.retain(|_, attempt| now < attempt.at + 2 * LONGEST);
        let pause = self.0.get(id).map_or(FIRST, |last| (last.pause * 2).min(LONGEST));
        self.0.insert(id.to_owned(), Attempt { at: now + pause, pause });
    }

    /// The item is done.
    pub(crate) fn done(&mut self, id: &str) {
        self.0.remove(id);
    }

    /// When the next item is to be tried again.
    pub(crate) fn next(&self) -> Option<Instant> {
        self.0.values().map(|attempt| attempt.at).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest_and_begin_anew_after_success() {
        let mut backoff = Backoff::default();
        let start = Instant::now();
        let mut now = start;
        let mut pauses = Vec::new();
        for _ in 0..10 {
            backoff.failed("a", now);
            let next = backoff.next().unwrap();
            pauses.push((next - now).as_millis());
            assert!(backoff.postpones("a", next - Duration::from_millis(1)));
            assert!(!backoff.postpones("a", next) && !backoff.postpones("b", now));
            now = next;
        }
        assert_eq!(pauses, [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000]);
        backoff.done("a");
        assert_eq!((backoff.len(), backoff.next()), (0, None));
    }

    #[test]
    fn items_that_disappear_are_forgotten() {
        let mut backoff = Backoff::default();
        let start = Instant::now();
        backoff.failed("gone", start);
        backoff.failed("other", start + 3 * LONGEST);
        assert_eq!(backoff.len(), 1);
    }
}
