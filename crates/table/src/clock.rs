//! Clocks of a game. Only the server declares time forfeits.

use agon_protocol::setup::Clock;
use agon_protocol::state::ClockState;
use agon_protocol::units::{Millis, Seat};

use crate::downtimes::Downtimes;

/// Time left by seat, and the start of the current turn.
#[derive(Clone, Debug)]
pub struct Clocks {
    plan: Clock,
    left: Vec<Millis>,
    since: Millis,
    /// Time up to which outages of this turn are credited.
    settled: Millis,
    running: bool,
    downtimes: Downtimes,
    /// Clock changes by step.
    past: Vec<Pressed>,
}

/// Clock of a seat before a step, and the time added by the step.
#[derive(Clone, Copy, Debug)]
struct Pressed {
    seat: Seat,
    left: Millis,
    /// Time gained by the step: increment, delay and credits, relative to a clock charged for all
    /// thinking.
    gained: Millis,
}

impl Clocks {
    /// Creates stopped clocks for this number of seats; `None` without a time limit.
    pub fn new(plan: Clock, seats: usize, downtimes: Downtimes) -> Option<Clocks> {
        let main = match plan {
            Clock::None => return None,
            Clock::Increment { main, .. } | Clock::Delay { main, .. } => main,
            Clock::Move { each } => each,
            Clock::Days { days } => Millis::DAY.times(days.into()),
        };
        Some(Clocks {
            plan,
            left: vec![main; seats],
            since: Millis::ZERO,
            settled: Millis::ZERO,
            running: false,
            downtimes,
            past: Vec::new(),
        })
    }

    /// Updates the known outages.
    pub fn learn(&mut self, downtimes: Downtimes) {
        self.downtimes = downtimes;
    }

    /// Starts the clock of the player to move.
    pub fn start(&mut self, at: Millis) {
        self.since = at;
        self.settled = at;
        self.running = true;
    }

    /// Credits an outage up to `at` to the player to move.
    pub fn credit(&mut self, lost: Millis, at: Millis) {
        self.since += lost;
        self.settled = at;
    }

    /// Returns the outage time of this turn that is not credited yet.
    pub fn lost(&self, now: Millis) -> Millis {
        let counts = self.downtimes.between(self.settled, now);
        if self.running { now.since(self.settled).since(counts) } else { Millis::ZERO }
    }

    /// Stops the clocks and sets the seat's time.
    pub fn stop(&mut self, seat: Seat, left: Option<Millis>) {
        self.running = false;
        if let (Some(left), Some(place)) = (left, self.left.get_mut(seat.index())) {
            *place = left;
        }
    }

    /// Ends the turn of a seat and sets its time after the move.
    pub fn press(&mut self, seat: Seat, left: Option<Millis>, at: Millis) {
        let before = self.left.get(seat.index()).copied().unwrap_or_default();
        let charged = before.since(self.thought(at));
        let gained = left.unwrap_or(before).since(charged);
        self.past.push(Pressed { seat, left: before, gained });
        self.stop(seat, left);
    }

    /// Records a step without a move; the clocks are unchanged.
    pub fn pass(&mut self, seat: Seat) {
        let left = self.left.get(seat.index()).copied().unwrap_or_default();
        self.past.push(Pressed { seat, left, gained: Millis::ZERO });
    }

    /// Returns the clocks after a take-back by the owner of these seats. The takers are charged for
    /// all thinking and lose the time that their moves gained; the others have the time they had at
    /// that ply.
    pub fn taken_back(&self, ply: usize, takers: &[Seat], turn: Seat, now: Millis) -> Vec<Millis> {
        let takes = |seat: Seat| takers.contains(&seat);
        let mut left = self.left.clone();
        if let Some(place) = left.get_mut(turn.index()).filter(|_| takes(turn)) {
            *place = place.since(self.thought(now));
        }
        for step in self.past.iter().skip(ply).rev() {
            let Some(place) = left.get_mut(step.seat.index()) else { continue };
            *place = if takes(step.seat) { place.since(step.gained) } else { step.left };
        }
        left
    }

    /// Drops the steps from this ply on and sets the clocks.
    pub fn return_to(&mut self, ply: usize, left: Option<&[Millis]>) {
        self.past.truncate(ply);
        if let Some(left) = left.filter(|left| left.len() == self.left.len()) {
            self.left.copy_from_slice(left);
        }
    }

    /// Returns the thinking time of the player to move in this turn.
    fn thought(&self, now: Millis) -> Millis {
        if !self.running {
            return Millis::ZERO;
        }
        self.settled.since(self.since) + self.downtimes.between(self.settled, now)
    }

    /// Returns whether the turn started in the future, which means that the system clock was wrong.
    pub fn is_ahead(&self, now: Millis) -> bool {
        self.running && self.since > now
    }

    /// Returns the time left for the seat to move.
    pub fn remaining(&self, seat: Seat, now: Millis) -> Millis {
        self.after_spending(seat, self.thought(now))
    }

    fn after_spending(&self, seat: Seat, spent: Millis) -> Millis {
        let spent = match self.plan {
            Clock::Delay { free, .. } => spent.since(free),
            _ => spent,
        };
        self.left.get(seat.index()).copied().unwrap_or_default().since(spent)
    }

    /// Returns the time left after a move that took `spent`, or the time since the start of the
    /// turn; `None` on a time forfeit.
    pub fn after_move(&self, seat: Seat, now: Millis, spent: Option<Millis>) -> Option<Millis> {
        let remaining = match spent {
            Some(spent) => self.after_spending(seat, spent),
            None => self.remaining(seat, now),
        };
        match self.plan {
            _ if remaining == Millis::ZERO => None,
            Clock::Increment { add, .. } => Some(remaining + add),
            Clock::Move { each } => Some(each),
            Clock::Days { days } => Some(Millis::DAY.times(days.into())),
            Clock::Delay { .. } | Clock::None => Some(remaining),
        }
    }

    /// Returns when the seat to move forfeits on time.
    pub fn falls_at(&self, seat: Seat, now: Millis) -> Option<Millis> {
        let free = match self.plan {
            Clock::Delay { free, .. } => free.since(self.thought(now)),
            _ => Millis::ZERO,
        };
        self.running.then(|| now + self.remaining(seat, now) + free)
    }

    /// Returns whether players have days to think, so that absence must not cost the game.
    pub fn is_slow(&self) -> bool {
        match self.plan {
            Clock::Days { .. } => true,
            Clock::Move { each } => each >= Millis::DAY,
            Clock::None | Clock::Increment { .. } | Clock::Delay { .. } => false,
        }
    }

    /// Returns the time added per move.
    pub fn increment(&self) -> Millis {
        match self.plan {
            Clock::Increment { add, .. } => add,
            Clock::Delay { free, .. } => free,
            Clock::Move { each } => each,
            Clock::Days { .. } | Clock::None => Millis::ZERO,
        }
    }

    /// Returns the clock readings.
    #[must_use]
    pub fn state(&self, turn: Option<Seat>, now: Millis) -> ClockState {
        let mut left = self.left.clone();
        if let Some((seat, place)) = turn.and_then(|seat| Some((seat, left.get_mut(seat.index())?)))
        {
            *place = self.remaining(seat, now);
        }
        ClockState { left, running: turn.filter(|_| self.running), at: now }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = Millis::DAY.0;

    fn millis<const N: usize>(numbers: [u64; N]) -> [Millis; N] {
        numbers.map(Millis)
    }

    fn started(plan: Clock) -> Clocks {
        let mut clocks =
            Clocks::new(plan, 2, Downtimes::new([(Millis(5_000), Millis(8_000))], Millis(8_000)))
                .unwrap();
        clocks.start(Millis(1_000));
        clocks
    }

    #[test]
    fn an_increment_comes_with_the_move() {
        let mut clocks = started(Clock::Increment { main: Millis(10_000), add: Millis(2_000) });
        assert_eq!(clocks.remaining(Seat(0), Millis(3_000)), Millis(8_000));
        let left = clocks.after_move(Seat(0), Millis(3_000), None);
        assert_eq!(left, Some(Millis(10_000)));
        clocks.press(Seat(0), left, Millis(3_000));
        clocks.start(Millis(3_000));
        assert_eq!(clocks.state(Some(Seat(1)), Millis(4_000)).left, millis([10_000, 9_000]));
    }

    #[test]
    fn time_while_the_server_was_down_is_not_charged() {
        let clocks = started(Clock::Increment { main: Millis(10_000), add: Millis(0) });
        assert_eq!(clocks.remaining(Seat(0), Millis(5_000)), Millis(6_000));
        assert_eq!(clocks.remaining(Seat(0), Millis(7_000)), Millis(6_000));
        assert_eq!(clocks.remaining(Seat(0), Millis(9_000)), Millis(5_000));
        assert_eq!(clocks.falls_at(Seat(0), Millis(9_000)), Some(Millis(14_000)));
        assert_eq!(clocks.after_move(Seat(0), Millis(14_000), None), None);
    }

    #[test]
    fn what_was_lost_by_an_outage_is_credited_once() {
        let mut clocks = started(Clock::Increment { main: Millis(10_000), add: Millis(0) });
        assert_eq!(clocks.lost(Millis(5_000)), Millis::ZERO);
        assert_eq!(clocks.lost(Millis(9_000)), Millis(3_000));
        let remaining = |clocks: &Clocks, at| clocks.remaining(Seat(0), Millis(at));
        let before = remaining(&clocks, 9_000);
        clocks.credit(Millis(3_000), Millis(9_000));
        assert_eq!(clocks.lost(Millis(9_500)), Millis::ZERO);
        assert_eq!(remaining(&clocks, 9_000), before);
        assert_eq!(remaining(&clocks, 10_000), Millis(4_000));
        // Clocks that know only the credit, not the outage, show the same.
        clocks.learn(Downtimes::default());
        assert_eq!(remaining(&clocks, 10_000), Millis(4_000));
        // A second outage counts from the credit on.
        clocks.learn(Downtimes::new([(Millis(5_000), Millis(11_000))], Millis(12_000)));
        assert_eq!(clocks.lost(Millis(12_000)), Millis(2_000));
    }

    #[test]
    fn the_first_part_of_a_delay_is_free() {
        let clocks = started(Clock::Delay { main: Millis(10_000), free: Millis(3_000) });
        assert_eq!(clocks.after_move(Seat(0), Millis(3_000), None), Some(Millis(10_000)));
        assert_eq!(clocks.after_move(Seat(0), Millis(4_500), None), Some(Millis(9_500)));
        assert_eq!(clocks.falls_at(Seat(0), Millis(2_000)), Some(Millis(14_000)));
    }

    #[test]
    fn days_are_fresh_for_each_move() {
        let clocks = started(Clock::Days { days: 1 });
        assert_eq!(clocks.after_move(Seat(0), Millis(50_000_000), None), Some(Millis(DAY)));
        assert_eq!(clocks.after_move(Seat(0), Millis(2 * DAY), None), None);
    }

    #[test]
    fn time_for_a_move_is_fresh_for_each_and_cannot_be_saved() {
        let mut clocks = started(Clock::Move { each: Millis(10_000) });
        assert_eq!(clocks.after_move(Seat(0), Millis(2_000), None), Some(Millis(10_000)));
        assert_eq!(clocks.after_move(Seat(0), Millis(14_000), None), None);
        assert_eq!(clocks.falls_at(Seat(0), Millis(2_000)), Some(Millis(11_000)));
        moved(&mut clocks, 0, 4_000);
        // A move that is taken back restores the clock from when it was made.
        let left = clocks.taken_back(0, &[Seat(0)], Seat(1), Millis(4_500));
        assert_eq!(left, millis([7_000, 10_000]));
    }

    #[test]
    fn a_stopped_clock_keeps_what_it_shows() {
        let mut clocks = started(Clock::Increment { main: Millis(10_000), add: Millis(0) });
        clocks.stop(Seat(0), Some(clocks.remaining(Seat(0), Millis(2_000))));
        assert_eq!(clocks.remaining(Seat(0), Millis(900_000)), Millis(9_000));
        assert_eq!(clocks.falls_at(Seat(0), Millis(900_000)), None);
        clocks.start(Millis(900_000));
        assert_eq!(clocks.remaining(Seat(0), Millis(901_000)), Millis(8_000));
    }

    /// Moves for the seat at this time; then the other seat thinks.
    fn moved(clocks: &mut Clocks, seat: u8, at: u64) {
        let (seat, at) = (Seat(seat), Millis(at));
        let left = clocks.after_move(seat, at, None);
        clocks.press(seat, left, at);
        clocks.start(at);
    }

    #[test]
    fn a_take_back_gives_back_neither_thought_nor_increments() {
        let plan = Clock::Increment { main: Millis(60_000), add: Millis(5_000) };
        let mut clocks = Clocks::new(plan, 2, Downtimes::default()).unwrap();
        clocks.start(Millis(0));
        moved(&mut clocks, 0, 10_000);
        moved(&mut clocks, 1, 13_000);
        // The 10 s of the move and 4 s since then are spent; the other seat is unchanged.
        let left = clocks.taken_back(0, &[Seat(0)], Seat(0), Millis(17_000));
        assert_eq!(left, millis([46_000, 60_000]));
        clocks.return_to(0, Some(&left));
        clocks.start(Millis(17_000));
        // Repeated take-backs never gain time.
        let mut before = 46_000;
        for round in 0..5 {
            let at = 17_000 + 3_000 * round;
            moved(&mut clocks, 0, at + 1_000);
            moved(&mut clocks, 1, at + 2_000);
            let left = clocks.taken_back(0, &[Seat(0)], Seat(0), Millis(at + 3_000));
            assert_eq!(left, millis([before - 2_000, 60_000]));
            before = left[0].0;
            clocks.return_to(0, Some(&left));
            clocks.start(Millis(at + 3_000));
        }
    }

    #[test]
    fn free_thinking_is_charged_when_its_move_is_taken_back() {
        let plan = Clock::Delay { main: Millis(60_000), free: Millis(3_000) };
        let mut clocks = Clocks::new(plan, 2, Downtimes::default()).unwrap();
        clocks.start(Millis(0));
        moved(&mut clocks, 0, 3_000);
        assert_eq!(
            clocks.taken_back(0, &[Seat(0)], Seat(1), Millis(4_000)),
            millis([57_000, 60_000])
        );
        // A take-back by the opponent costs nothing.
        assert_eq!(
            clocks.taken_back(0, &[Seat(1)], Seat(1), Millis(4_000)),
            millis([60_000, 59_000])
        );
    }

    #[test]
    fn days_that_came_with_a_move_go_with_it() {
        let mut clocks = Clocks::new(Clock::Days { days: 3 }, 2, Downtimes::default()).unwrap();
        clocks.start(Millis(0));
        moved(&mut clocks, 0, DAY);
        moved(&mut clocks, 1, 2 * DAY);
        assert_eq!(
            clocks.taken_back(0, &[Seat(0)], Seat(0), Millis(2 * DAY)),
            millis([2 * DAY, 3 * DAY])
        );
        assert_eq!(
            clocks.taken_back(0, &[Seat(0)], Seat(0), Millis(5 * DAY)),
            millis([0, 3 * DAY])
        );
    }
}
