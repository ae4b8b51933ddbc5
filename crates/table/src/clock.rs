//! The clocks of a game. Only the server decides that a flag has fallen.

use agon_protocol::setup::Clock;
use agon_protocol::state::ClockState;
use agon_protocol::units::{Millis, Seat};

use crate::downtimes::Downtimes;

/// What each seat has left, and since when the clock of the player to move runs.
#[derive(Clone, Debug)]
pub struct Clocks {
    plan: Clock,
    left: Vec<Millis>,
    since: Millis,
    /// Until then it is settled how much of the time since counts: what was lost by an outage is
    /// not in it.
    settled: Millis,
    running: bool,
    downtimes: Downtimes,
    /// For each step of the game what it changed.
    past: Vec<Pressed>,
}

/// How a clock was before a step, and what the step gave it.
#[derive(Clone, Copy, Debug)]
struct Pressed {
    seat: Seat,
    left: Millis,
    /// Milliseconds that the seat has more after the step than if all of its thinking had been
    /// charged and nothing added.
    gained: Millis,
}

impl Clocks {
    /// Clocks for so many seats, not yet running; `None` without a time limit.
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

    /// What is known of the times when the server was down.
    pub fn learn(&mut self, downtimes: Downtimes) {
        self.downtimes = downtimes;
    }

    /// From now on somebody thinks.
    pub fn start(&mut self, at: Millis) {
        self.since = at;
        self.settled = at;
        self.running = true;
    }

    /// The site was away for so long until now: it counts for nobody.
    pub fn credit(&mut self, lost: Millis, at: Millis) {
        self.since += lost;
        self.settled = at;
    }

    /// Milliseconds of this turn that were lost by outages and are not credited yet.
    pub fn lost(&self, now: Millis) -> Millis {
        let counts = self.downtimes.between(self.settled, now);
        if self.running { now.since(self.settled).since(counts) } else { Millis::ZERO }
    }

    /// Nobody thinks, and the seat has so much left.
    pub fn stop(&mut self, seat: Seat, left: Option<Millis>) {
        self.running = false;
        if let (Some(left), Some(place)) = (left, self.left.get_mut(seat.index())) {
            *place = left;
        }
    }

    /// The seat has so much left after its move.
    pub fn press(&mut self, seat: Seat, left: Option<Millis>, at: Millis) {
        let before = self.left.get(seat.index()).copied().unwrap_or_default();
        let charged = before.since(self.thought(at));
        let gained = left.unwrap_or(before).since(charged);
        self.past.push(Pressed { seat, left: before, gained });
        self.stop(seat, left);
    }

    /// A step of the game that is no move: the clocks stay as they are.
    pub fn pass(&mut self, seat: Seat) {
        let left = self.left.get(seat.index()).copied().unwrap_or_default();
        self.past.push(Pressed { seat, left, gained: Millis::ZERO });
    }

    /// What everybody has after a take-back by somebody on these seats. Whoever takes back has
    /// spent what was spent, and keeps nothing that the moves had added; the others have what
    /// they had then.
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

    /// Forgets the steps from this ply on; everybody has so much left.
    pub fn return_to(&mut self, ply: usize, left: Option<&[Millis]>) {
        self.past.truncate(ply);
        if let Some(left) = left.filter(|left| left.len() == self.left.len()) {
            self.left.copy_from_slice(left);
        }
    }

    /// Milliseconds that the player to move has thought.
    fn thought(&self, now: Millis) -> Millis {
        if !self.running {
            return Millis::ZERO;
        }
        self.settled.since(self.since) + self.downtimes.between(self.settled, now)
    }

    /// Did somebody begin to think at a time that is still to come? Then the date was wrong.
    pub fn is_ahead(&self, now: Millis) -> bool {
        self.running && self.since > now
    }

    /// What the seat to move has left now.
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

    /// What a seat has after a move on which it spent the given time, or the time since its
    /// turn began; `None` when that was too much.
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

    /// When the flag of the seat to move falls.
    pub fn falls_at(&self, seat: Seat, now: Millis) -> Option<Millis> {
        let free = match self.plan {
            Clock::Delay { free, .. } => free.since(self.thought(now)),
            _ => Millis::ZERO,
        };
        self.running.then(|| now + self.remaining(seat, now) + free)
    }

    /// May somebody who is away be declared lost? Not where people have days to think.
    pub fn is_slow(&self) -> bool {
        match self.plan {
            Clock::Days { .. } => true,
            Clock::Move { each } => each >= Millis::DAY,
            Clock::None | Clock::Increment { .. } | Clock::Delay { .. } => false,
        }
    }

    /// Time that comes with each move.
    pub fn increment(&self) -> Millis {
        match self.plan {
            Clock::Increment { add, .. } => add,
            Clock::Delay { free, .. } => free,
            Clock::Move { each } => each,
            Clock::Days { .. } | Clock::None => Millis::ZERO,
        }
    }

    /// How the clocks stand.
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
        // Whoever knows nothing of the outage but what is credited reads the same.
        clocks.learn(Downtimes::default());
        assert_eq!(remaining(&clocks, 10_000), Millis(4_000));
        // A second one counts from there on.
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
        // A move that is taken back leaves what was left when it was made.
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

    /// A move of the seat at this time, after which the other one thinks.
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
        // 10 s for the move and 4 s since then are spent; the other one has what it had.
        let left = clocks.taken_back(0, &[Seat(0)], Seat(0), Millis(17_000));
        assert_eq!(left, millis([46_000, 60_000]));
        clocks.return_to(0, Some(&left));
        clocks.start(Millis(17_000));
        // Again and again: never more than before.
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
        // By the other one: it costs nothing.
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
