//! When no server was running, or it stood still: that time counts for nobody.

use std::sync::Arc;

/// Times when nobody could do anything, in order and apart from each other; cheap to copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Downtimes(Arc<Vec<(u64, u64)>>);

impl Downtimes {
    /// Those that are known now. What lies in the future was noted while the date was wrong:
    /// up to now it may be so, and later it is not known yet.
    pub(crate) fn new(times: impl IntoIterator<Item = (u64, u64)>, now: u64) -> Downtimes {
        let mut times: Vec<(u64, u64)> =
            times.into_iter().map(|(begin, until)| (begin, until.min(now))).collect();
        times.retain(|(begin, until)| begin < until);
        times.sort_unstable();
        let mut apart: Vec<(u64, u64)> = Vec::with_capacity(times.len());
        for (begin, until) in times {
            match apart.last_mut() {
                Some(last) if begin <= last.1 => last.1 = last.1.max(until),
                _ => apart.push((begin, until)),
            }
        }
        Downtimes(Arc::new(apart))
    }

    /// With one more that has just ended.
    pub(crate) fn with(&self, begin: u64, until: u64) -> Downtimes {
        Downtimes::new(self.0.iter().copied().chain([(begin, until)]), until)
    }

    /// Milliseconds from one time to another, without those when the server was down.
    pub(crate) fn between(&self, from: u64, to: u64) -> u64 {
        let down = self.0.iter().rev().take_while(|&&(_, until)| until > from);
        let lost: u64 =
            down.map(|&(begin, until)| until.min(to).saturating_sub(begin.max(from))).sum();
        to.saturating_sub(from).saturating_sub(lost)
    }

    /// When so many milliseconds will have passed since then, if the server runs from now on.
    pub(crate) fn after(&self, from: u64, span: u64, now: u64) -> u64 {
        let passed = self.between(from, now);
        // What is over was over at the latest now; when exactly does not matter any more.
        now.max(from).saturating_add(span.saturating_sub(passed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn downtimes_are_put_in_order_and_joined() {
        let downtimes = Downtimes::new([(50, 60), (10, 20), (15, 30), (28, 29)], 100);
        assert_eq!(*downtimes.0, [(10, 30), (50, 60)]);
        assert_eq!(downtimes.between(0, 100), 70);
        assert_eq!(downtimes.between(25, 55), 20);
        assert_eq!(downtimes.between(60, 55), 0);
        assert_eq!(*downtimes.with(55, 90).0, [(10, 30), (50, 90)]);
    }

    #[test]
    fn a_date_that_was_wrong_once_stops_no_clock() {
        // Noted by a run whose date was far in the future.
        let downtimes = Downtimes::new([(100, 9_000_000), (8_000_000, 9_000_000)], 500);
        assert_eq!(downtimes.between(50, 500), 50);
        assert_eq!(downtimes.between(50, 800), 350);
    }

    #[test]
    fn a_span_ends_later_by_the_time_the_server_was_down() {
        let downtimes = Downtimes::new([(100, 200)], 1_000);
        assert_eq!(downtimes.after(50, 1_000, 300), 1_150);
        assert_eq!(downtimes.after(400, 1_000, 300), 1_400);
        assert_eq!(downtimes.after(0, 10, 300), 300);
    }
}
