//! Compensation of time lost between the referee's clock and ours.

use std::time::Duration;

use agon_search::Time;

/// Estimates the time that is lost per move, in pipes and by scheduling. Each `go` reveals the loss
/// of the previous move: the clock shows less than the time left by our measurement.
#[derive(Default)]
pub(super) struct Lag {
    /// Expected clock.
    expected: Option<Duration>,
    /// Recent maximum and running mean of the loss.
    most: Duration,
    usual: Duration,
}

/// Larger losses are treated as one-off interruptions.
const MAX_LOSS: Duration = Duration::from_millis(500);
/// Number of times the maximum is reserved.
const MAXIMUM_RESERVES: u32 = 2;
/// Number of moves for which the mean is reserved.
const MEAN_RESERVES: u32 = 60;

impl Lag {
    /// Records a move and its measured time.
    pub(super) fn moved(&mut self, clock: Option<Time>, spent: Duration) {
        self.expected = match clock {
            // The last move of a time control adds an unknown time.
            Some(Time::Clock { left, increment, moves }) if moves != Some(1) => {
                Some((left + increment).saturating_sub(spent))
            }
            _ => None,
        };
    }

    /// Discards the expected clock at the start of a game.
    pub(super) fn reset_clock(&mut self) {
        self.expected = None;
    }

    /// Updates the estimate from a new clock and returns the usable time.
    pub(super) fn allow(&mut self, time: Time) -> Time {
        let Time::Clock { left, increment, moves } = time else { return time };
        if let Some(expected) = self.expected.take() {
            let lost = expected.saturating_sub(left).min(MAX_LOSS);
            self.most = lost.max(self.most * 7 / 8);
            self.usual = (self.usual * 7 + lost) / 8;
        }
        let kept_back =
            (self.most * MAXIMUM_RESERVES + self.usual * MEAN_RESERVES).min(left * 3 / 4);
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
    fn lost_time_is_reserved() {
        let mut lag = Lag::default();
        assert_eq!(lag.allow(clock(1_000)), clock(1_000));
        // 1,000 + 10 - 60, but the clock shows 16 less. Reserved are twice 16, and an eighth of 16
        // for each of 60 moves.
        lag.moved(Some(clock(1_000)), millis(60));
        let Time::Clock { left, increment, .. } = lag.allow(clock(934)) else { panic!("a clock") };
        assert_eq!((left, increment), (millis(934 - 32 - 120), millis(10 - 2)));
        // Without further loss the estimate decays.
        lag.moved(Some(clock(934)), millis(44));
        let Time::Clock { left, .. } = lag.allow(clock(900)) else { panic!("a clock") };
        assert_eq!(left, millis(900 - 28 - 105));
        // At most three quarters of the clock are reserved.
        lag.moved(Some(clock(900)), millis(100));
        let Time::Clock { left, .. } = lag.allow(clock(300)) else { panic!("a clock") };
        assert_eq!(left, millis(75));
    }

    #[test]
    fn a_reset_clock_is_not_a_loss() {
        let mut lag = Lag::default();
        lag.moved(Some(clock(1_000)), millis(60));
        lag.reset_clock();
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
