//! Does the server run? Clocks stand still while it does not: while no process is there, while
//! the process is stopped, while the machine sleeps.

use std::sync::{Mutex, MutexGuard};

use agon_protocol::units::Millis;
use agon_table::Downtimes;

/// Milliseconds without a beat after which the server has stood still. It beats more often.
const GAP: Millis = Millis(1_000);

/// Milliseconds after which servers that share a store cannot know whether any of them ran: each
/// notes more often that it does.
pub(crate) const SILENCE: Millis = Millis(6_000);

/// When the server was last seen to run, and when it was not. Where several servers share a store
/// the site runs as long as one of them does, and the store knows when none did.
pub(crate) struct Pulse(Mutex<Seen>);

struct Seen {
    /// Is the store shared with other servers?
    shared: bool,
    /// When the server ran last or, where the store is shared, was known there to run.
    last: Millis,
    downtimes: Downtimes,
    /// Gaps that are not in the store yet.
    unsaved: Vec<(Millis, Millis)>,
}

impl Pulse {
    pub(crate) fn new(shared: bool, downtimes: Downtimes, now: Millis) -> Pulse {
        Pulse(Mutex::new(Seen { shared, last: now, downtimes, unsaved: Vec::new() }))
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        // It is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The server runs now. Whoever notices first that it stood still notes it, before anybody
    /// judges a clock: so everyone who judges one beats first.
    pub(crate) fn beat(&self, now: Millis) -> Downtimes {
        let mut seen = self.seen();
        if seen.shared {
            // What happened meanwhile only the store can tell; until then nobody loses by a clock.
            let known = now <= seen.last + SILENCE;
            let downtimes = &seen.downtimes;
            return if known { downtimes.clone() } else { downtimes.with(seen.last, now) };
        }
        if now > seen.last + GAP {
            let gap = (seen.last, now);
            tracing::warn!(milliseconds = now.since(seen.last).0, "the server stood still");
            seen.downtimes = seen.downtimes.with(gap.0, gap.1);
            seen.unsaved.push(gap);
        }
        seen.last = seen.last.max(now);
        seen.downtimes.clone()
    }

    /// The store knows that the server runs now, and tells when none did.
    pub(crate) fn confirm(&self, downtimes: Downtimes, now: Millis) {
        let mut seen = self.seen();
        seen.downtimes = downtimes;
        seen.last = seen.last.max(now);
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
        let pulse = Pulse::new(false, Downtimes::default(), Millis(1_000));
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

    #[test]
    fn where_others_may_have_run_the_store_decides() {
        let pulse = Pulse::new(true, Downtimes::default(), Millis(1_000));
        let between = |at| pulse.beat(Millis(at)).between(Millis(1_000), Millis(at));
        assert_eq!(between(6_000), Millis(5_000));
        // Stopped for long, or the store is away: nobody's clock runs until it is known.
        assert_eq!(between(20_000), Millis(0));
        pulse.confirm(Downtimes::default(), Millis(20_000));
        assert_eq!(between(21_000), Millis(20_000));
        assert!(pulse.unsaved().is_empty());
        let downtimes = Downtimes::default().with(Millis(2_000), Millis(12_000));
        pulse.confirm(downtimes, Millis(21_000));
        assert_eq!(between(21_000), Millis(10_000));
    }
}
