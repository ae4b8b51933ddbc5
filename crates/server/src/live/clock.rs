//! The clocks of a game. Only the server decides that a flag has fallen.

use crate::protocol::Clock;
use crate::protocol::state::ClockState;

/// Times when no server was running, in order: they count for nobody.
#[derive(Clone, Debug, Default)]
pub(crate) struct Downtimes(pub(crate) Vec<(u64, u64)>);

impl Downtimes {
    /// Milliseconds from one time to another, without those when the server was down.
    fn between(&self, from: u64, to: u64) -> u64 {
        let down = self.0.iter().rev().take_while(|&&(_, until)| until > from);
        let lost: u64 =
            down.map(|&(begin, until)| until.min(to).saturating_sub(begin.max(from))).sum();
        to.saturating_sub(from).saturating_sub(lost)
    }
}

/// What each seat has left, and since when the clock of the player to move runs.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    plan: Clock,
    left: Vec<u64>,
    since: u64,
    running: bool,
    downtimes: Downtimes,
}

const DAY: u64 = 86_400_000;

impl Clocks {
    /// Clocks for so many seats, not yet running; `None` without a time limit.
    pub(crate) fn new(plan: Clock, seats: usize, downtimes: Downtimes) -> Option<Clocks> {
        let main = match plan {
            Clock::None => return None,
            Clock::Increment { main, .. } | Clock::Delay { main, .. } => main,
            Clock::Days { days } => u64::from(days) * DAY,
        };
        Some(Clocks { plan, left: vec![main; seats], since: 0, running: false, downtimes })
    }

    /// From now on somebody thinks.
    pub(crate) fn start(&mut self, at: u64) {
        self.since = at;
        self.running = true;
    }

    /// Nobody thinks, and the seat has so much left.
    pub(crate) fn stop(&mut self, seat: usize, left: Option<u64>) {
        self.running = false;
        if let (Some(left), Some(place)) = (left, self.left.get_mut(seat)) {
            *place = left;
        }
    }

    /// The seat has so much left after its move; the next one thinks.
    pub(crate) fn press(&mut self, seat: usize, left: Option<u64>, at: u64) {
        self.stop(seat, left);
        self.start(at);
    }

    /// What the seat to move has left now.
    pub(crate) fn remaining(&self, seat: usize, now: u64) -> u64 {
        let spent = if self.running { self.downtimes.between(self.since, now) } else { 0 };
        self.after_spending(seat, spent)
    }

    fn after_spending(&self, seat: usize, spent: u64) -> u64 {
        let spent = match self.plan {
            Clock::Delay { free, .. } => spent.saturating_sub(free),
            _ => spent,
        };
        self.left.get(seat).copied().unwrap_or(0).saturating_sub(spent)
    }

    /// What a seat has after a move on which it spent the given time, or the time since its
    /// turn began; `None` when that was too much.
    pub(crate) fn after_move(&self, seat: usize, now: u64, spent: Option<u64>) -> Option<u64> {
        let remaining = match spent {
            Some(spent) => self.after_spending(seat, spent),
            None => self.remaining(seat, now),
        };
        match self.plan {
            _ if remaining == 0 => None,
            Clock::Increment { add, .. } => Some(remaining + add),
            Clock::Days { days } => Some(u64::from(days) * DAY),
            Clock::Delay { .. } | Clock::None => Some(remaining),
        }
    }

    /// When the flag of the seat to move falls.
    pub(crate) fn falls_at(&self, seat: usize, now: u64) -> Option<u64> {
        let free = match self.plan {
            Clock::Delay { free, .. } => {
                free.saturating_sub(self.downtimes.between(self.since, now))
            }
            _ => 0,
        };
        self.running.then(|| now + self.remaining(seat, now) + free)
    }

    /// May somebody who is away be declared lost? Not where people have days to think.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self.plan, Clock::Days { .. })
    }

    /// Time that comes with each move.
    pub(crate) fn increment(&self) -> u64 {
        match self.plan {
            Clock::Increment { add, .. } => add,
            Clock::Delay { free, .. } => free,
            Clock::Days { .. } | Clock::None => 0,
        }
    }

    pub(crate) fn state(&self, turn: Option<u8>, now: u64) -> ClockState {
        let mut left = self.left.clone();
        if let Some(seat) = turn.map(usize::from).filter(|&seat| seat < left.len()) {
            left[seat] = self.remaining(seat, now);
        }
        ClockState { left, running: turn.filter(|_| self.running), at: now }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(plan: Clock) -> Clocks {
        let mut clocks = Clocks::new(plan, 2, Downtimes(vec![(5_000, 8_000)])).unwrap();
        clocks.start(1_000);
        clocks
    }

    #[test]
    fn an_increment_comes_with_the_move() {
        let mut clocks = started(Clock::Increment { main: 10_000, add: 2_000 });
        assert_eq!(clocks.remaining(0, 3_000), 8_000);
        let left = clocks.after_move(0, 3_000, None);
        assert_eq!(left, Some(10_000));
        clocks.press(0, left, 3_000);
        assert_eq!(clocks.state(Some(1), 4_000).left, [10_000, 9_000]);
    }

    #[test]
    fn time_while_the_server_was_down_is_not_charged() {
        let clocks = started(Clock::Increment { main: 10_000, add: 0 });
        assert_eq!(clocks.remaining(0, 5_000), 6_000);
        assert_eq!(clocks.remaining(0, 7_000), 6_000);
        assert_eq!(clocks.remaining(0, 9_000), 5_000);
        assert_eq!(clocks.falls_at(0, 9_000), Some(14_000));
        assert_eq!(clocks.after_move(0, 14_000, None), None);
    }

    #[test]
    fn the_first_part_of_a_delay_is_free() {
        let clocks = started(Clock::Delay { main: 10_000, free: 3_000 });
        assert_eq!(clocks.after_move(0, 3_000, None), Some(10_000));
        assert_eq!(clocks.after_move(0, 4_500, None), Some(9_500));
        assert_eq!(clocks.falls_at(0, 2_000), Some(14_000));
    }

    #[test]
    fn days_are_fresh_for_each_move() {
        let clocks = started(Clock::Days { days: 1 });
        assert_eq!(clocks.after_move(0, 50_000_000, None), Some(DAY));
        assert_eq!(clocks.after_move(0, 2 * DAY, None), None);
    }

    #[test]
    fn a_stopped_clock_keeps_what_it_shows() {
        let mut clocks = started(Clock::Increment { main: 10_000, add: 0 });
        clocks.stop(0, Some(clocks.remaining(0, 2_000)));
        assert_eq!(clocks.remaining(0, 900_000), 9_000);
        assert_eq!(clocks.falls_at(0, 900_000), None);
        clocks.start(900_000);
        assert_eq!(clocks.remaining(0, 901_000), 8_000);
    }
}
