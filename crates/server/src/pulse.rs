//! Does the server run? Clocks stand still while it does not: while no process is there, while
//! the process is stopped, while the machine sleeps.

use std::sync::{Mutex, MutexGuard};

use agon_protocol::units::Millis;
use agon_table::Downtimes;

/// Milliseconds without a beat after which the server has stood still. It beats more often.
const GAP: Millis = Millis(1_000);

/// When the server was last seen to run, and when it was not.
pub(crate) struct Pulse(Mutex<Seen>);

struct Seen {
    last: Millis,
    downtimes: Downtimes,
    /// Gaps that are not in the store yet.
    unsaved: Vec<(Millis, Millis)>,
}

impl Pulse {
    pub(crate) fn new(downtimes: Downtimes, now: Millis) -> Pulse {
        Pulse(Mutex::new(Seen { last: now, downtimes, unsaved: Vec::new() }))
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        // It is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The server runs now. Whoever notices first that it stood still notes it, before anybody
    /// judges a clock: so everyone who judges one beats first.
    pub(crate) fn beat(&self, now: Millis) -> Downtimes {
        let mut seen = self.seen();
        if now > seen.last + GAP {
            let gap = (seen.last, now);
            tracing::warn!(milliseconds = now.since(seen.last).0, "the server stood still");
            seen.downtimes = seen.downtimes.with(gap.0, gap.1);
            seen.unsaved.push(gap);
        }
        seen.last = seen.last.max(now);
        seen.downtimes.clone()
    }

    /// The gaps that are to be stored.
    pub(crate) fn unsaved(&self) -> Vec<(Millis, Millis)> {
        self.seen().unsaved.clone()
    }

    /// So many of them are stored.
    pub(crate) fn saved(&self, count: usize) {
        self.seen().unsaved.drain(..count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_between_beats_counts_for_nobody() {
        let pulse = Pulse::new(Downtimes::default(), Millis(1_000));
        for at in [1_200, 1_900, 2_900].map(Millis) {
            assert_eq!(pulse.beat(at).between(Millis::ZERO, at), at);
        }
        // Stopped for seven seconds.
        let downtimes = pulse.beat(Millis(9_900));
        assert_eq!(downtimes.between(Millis(2_000), Millis(9_900)), Millis(900));
        assert_eq!(pulse.unsaved(), [(Millis(2_900), Millis(9_900))]);
        pulse.saved(1);
        assert_eq!(
            pulse.beat(Millis(10_000)).between(Millis(2_000), Millis(10_000)),
            Millis(1_000)
        );
        assert!(pulse.unsaved().is_empty());
    }
}
