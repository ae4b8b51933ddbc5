//! Server outages, which are not charged to any player.

use std::sync::Arc;

use agon_protocol::units::Millis;

/// Disjoint outage intervals in order; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Downtimes(Arc<Vec<(Millis, Millis)>>);

impl Downtimes {
    /// Creates the list, cut off at `now`: later times were recorded with a wrong clock, so an
    /// outage is only credible up to now.
    pub fn new(times: impl IntoIterator<Item = (Millis, Millis)>, now: Millis) -> Downtimes {
        let mut times: Vec<(Millis, Millis)> =
            times.into_iter().map(|(begin, until)| (begin, until.min(now))).collect();
        times.retain(|(begin, until)| begin < until);
        times.sort_unstable();
        let mut apart: Vec<(Millis, Millis)> = Vec::with_capacity(times.len());
        for (begin, until) in times {
            match apart.last_mut() {
                Some(last) if begin <= last.1 => last.1 = last.1.max(until),
                _ => apart.push((begin, until)),
            }
        }
        Downtimes(Arc::new(apart))
    }

    /// Adds an interval that has just ended.
    pub fn with(&self, begin: Millis, until: Millis) -> Downtimes {
        Downtimes::new(self.0.iter().copied().chain([(begin, until)]), until)
    }

    /// Returns the time between two instants without outages.
    pub fn between(&self, from: Millis, to: Millis) -> Millis {
        let down = self.0.iter().rev().take_while(|&&(_, until)| until > from);
        let lost: Millis = down.map(|&(begin, until)| until.min(to).since(begin.max(from))).sum();
        to.since(from).since(lost)
    }

    /// Returns when `span` of uptime will have passed since `from`, without further outages.
    pub fn after(&self, from: Millis, span: Millis, now: Millis) -> Millis {
        let passed = self.between(from, now);
        // An expired span is reported as expiring now; its exact time is irrelevant.
        now.max(from) + span.since(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times<const N: usize>(times: [(u64, u64); N]) -> [(Millis, Millis); N] {
        times.map(|(begin, until)| (Millis(begin), Millis(until)))
    }

    fn known<const N: usize>(down: [(u64, u64); N], now: u64) -> Downtimes {
        Downtimes::new(times(down), Millis(now))
    }

    #[test]
    fn downtimes_are_put_in_order_and_joined() {
        let downtimes = known([(50, 60), (10, 20), (15, 30), (28, 29)], 100);
        assert_eq!(*downtimes.0, times([(10, 30), (50, 60)]));
        assert_eq!(downtimes.between(Millis(0), Millis(100)), Millis(70));
        assert_eq!(downtimes.between(Millis(25), Millis(55)), Millis(20));
        assert_eq!(downtimes.between(Millis(60), Millis(55)), Millis(0));
        assert_eq!(*downtimes.with(Millis(55), Millis(90)).0, times([(10, 30), (50, 90)]));
    }

    #[test]
    fn a_date_that_was_wrong_once_stops_no_clock() {
        // Recorded by a process whose clock was far ahead.
        let downtimes = known([(100, 9_000_000), (8_000_000, 9_000_000)], 500);
        assert_eq!(downtimes.between(Millis(50), Millis(500)), Millis(50));
        assert_eq!(downtimes.between(Millis(50), Millis(800)), Millis(350));
    }

    #[test]
    fn a_span_ends_later_by_the_time_the_server_was_down() {
        let downtimes = known([(100, 200)], 1_000);
        assert_eq!(downtimes.after(Millis(50), Millis(1_000), Millis(300)), Millis(1_150));
        assert_eq!(downtimes.after(Millis(400), Millis(1_000), Millis(300)), Millis(1_400));
        assert_eq!(downtimes.after(Millis(0), Millis(10), Millis(300)), Millis(300));
    }
}
