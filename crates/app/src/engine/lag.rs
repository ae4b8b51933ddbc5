//! How much more the clock takes of us than we measure.

use std::time::Duration;

use agon_search::Time;

/// What is lost between the clock of whoever referees and ours: in pipes, and by threads that wait for a
/// processor. One `go` tells of the move before: the clock should show what is left after the time that we
/// measured, and it shows less.
#[derive(Default)]
pub(super) struct Lag {
    /// What the clock should show.
    due: Option<Duration>,
    /// The most that was lost lately, and what is lost usually.
    most: Duration,
    usual: Duration,
}

/// Whoever loses more was stopped for some other reason, and will not be so for every move.
const LARGEST: Duration = Duration::from_millis(500);
/// The most that was lost is kept back once and once more: the next time it may be more.
const AT_ONCE: u32 = 2;
/// What is lost usually is lost with each of so many moves to come.
const MOVES: u32 = 60;

impl Lag {
    /// A move was made on this clock and took so long by our own measure.
    pub(super) fn moved(&mut self, clock: Option<Time>, spent: Duration) {
        self.due = match clock {
            // With the last move of a time control the clock gets what we do not know.
            Some(Time::Clock { left, increment, moves }) if moves != Some(1) => {
                Some((left + increment).saturating_sub(spent))
            }
            _ => None,
        };
    }

    /// A new game: the clock begins again.
    pub(super) fn forget_clock(&mut self) {
        self.due = None;
    }

    /// What may be used of a clock, after what it tells of the move before.
    pub(super) fn allow(&mut self, time: Time) -> Time {
        let Time::Clock { left, increment, moves } = time else { return time };
        if let Some(due) = self.due.take() {
            let lost = due.saturating_sub(left).min(LARGEST);
            self.most = lost.max(self.most * 7 / 8);
            self.usual = (self.usual * 7 + lost) / 8;
        }
        let kept_back = (self.most * AT_ONCE + self.usual * MOVES).min(left * 3 / 4);
        let increment = increment.saturating_sub(self.usual);
        Time::Clock { left: left - kept_back, increment, moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(left: u64) -> Time {
        Time::Clock { left: millis(left), increment: millis(10), moves: None }
    }

    #[test]
    fn what_the_clock_took_more_than_we_measured_is_kept_back() {
        let mut lag = Lag::default();
        assert_eq!(lag.allow(clock(1_000)), clock(1_000));
        // 1,000 + 10 - 60, and the clock shows 16 less: kept back are twice 16 at once, and an eighth
        // of 16 for each of sixty moves.
        lag.moved(Some(clock(1_000)), millis(60));
        let Time::Clock { left, increment, .. } = lag.allow(clock(934)) else { panic!("a clock") };
        assert_eq!((left, increment), (millis(934 - 32 - 120), millis(10 - 2)));
        // Nothing is lost any more, and it is forgotten slowly.
        lag.moved(Some(clock(934)), millis(44));
        let Time::Clock { left, .. } = lag.allow(clock(900)) else { panic!("a clock") };
        assert_eq!(left, millis(900 - 28 - 105));
        // Never more than three quarters.
        lag.moved(Some(clock(900)), millis(100));
        let Time::Clock { left, .. } = lag.allow(clock(300)) else { panic!("a clock") };
        assert_eq!(left, millis(75));
    }

    #[test]
    fn a_clock_that_was_set_tells_nothing() {
        let mut lag = Lag::default();
        lag.moved(Some(clock(1_000)), millis(60));
        lag.forget_clock();
        assert_eq!(lag.allow(clock(500)), clock(500));
        lag.moved(Some(clock(500)), millis(60));
        assert_eq!(lag.allow(clock(60_000)), clock(60_000));
        let exactly = Time::Exactly(millis(100));
        lag.moved(Some(exactly), millis(98));
        assert_eq!(lag.allow(exactly), exactly);
        assert_eq!(lag.allow(clock(500)), clock(500));
        let last = Time::Clock { left: millis(500), increment: millis(0), moves: Some(1) };
        lag.moved(Some(last), millis(60));
        assert_eq!(lag.allow(clock(100)), clock(100));
    }
}
