//! The clocks of a game. Only the server decides that a flag has fallen.

use agon_protocol::setup::Clock;
use agon_protocol::state::ClockState;

use super::downtimes::Downtimes;

/// What each seat has left, and since when the clock of the player to move runs.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    plan: Clock,
    left: Vec<u64>,
    since: u64,
    running: bool,
    downtimes: Downtimes,
    /// For each step of the game what it changed.
    past: Vec<Pressed>,
}

/// How a clock was before a step, and what the step gave it.
#[derive(Clone, Copy, Debug)]
struct Pressed {
    seat: usize,
    left: u64,
    /// Milliseconds that the seat has more after the step than if all of its thinking had been
    /// charged and nothing added.
    gained: u64,
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
        Some(Clocks {
            plan,
            left: vec![main; seats],
            since: 0,
            running: false,
            downtimes,
            past: Vec::new(),
        })
    }

    /// What is known of the times when the server was down.
    pub(crate) fn learn(&mut self, downtimes: Downtimes) {
        self.downtimes = downtimes;
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

    /// The seat has so much left after its move.
    pub(crate) fn press(&mut self, seat: usize, left: Option<u64>, at: u64) {
        let before = self.left.get(seat).copied().unwrap_or(0);
        let charged = before.saturating_sub(self.thought(at));
        let gained = left.unwrap_or(before).saturating_sub(charged);
        self.past.push(Pressed { seat, left: before, gained });
        self.stop(seat, left);
    }

    /// A step of the game that is no move: the clocks stay as they are.
    pub(crate) fn pass(&mut self, seat: usize) {
        let left = self.left.get(seat).copied().unwrap_or(0);
        self.past.push(Pressed { seat, left, gained: 0 });
    }

    /// What everybody has after a take-back by somebody on these seats. Whoever takes back has
    /// spent what was spent, and keeps nothing that the moves had added; the others have what
    /// they had then.
    pub(crate) fn taken_back(&self, ply: usize, takers: &[u8], turn: usize, now: u64) -> Vec<u64> {
        let takes = |seat: usize| takers.iter().any(|&taker| usize::from(taker) == seat);
        let mut left = self.left.clone();
        if let Some(place) = left.get_mut(turn).filter(|_| takes(turn)) {
            *place = place.saturating_sub(self.thought(now));
        }
        for step in self.past.iter().skip(ply).rev() {
            let Some(place) = left.get_mut(step.seat) else { continue };
            *place = if takes(step.seat) { place.saturating_sub(step.gained) } else { step.left };
        }
        left
    }

    /// Forgets the steps from this ply on; everybody has so much left.
    pub(crate) fn return_to(&mut self, ply: usize, left: Option<&[u64]>) {
        self.past.truncate(ply);
        if let Some(left) = left.filter(|left| left.len() == self.left.len()) {
            self.left.copy_from_slice(left);
        }
    }

    /// Milliseconds that the player to move has thought.
    fn thought(&self, now: u64) -> u64 {
        if self.running { self.downtimes.between(self.since, now) } else { 0 }
    }

    /// Did somebody begin to think at a time that is still to come? Then the date was wrong.
    pub(crate) fn is_ahead(&self, now: u64) -> bool {
        self.running && self.since > now
    }

    /// What the seat to move has left now.
    pub(crate) fn remaining(&self, seat: usize, now: u64) -> u64 {
        self.after_spending(seat, self.thought(now))
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
            Clock::Delay { free, .. } => free.saturating_sub(self.thought(now)),
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
        let mut clocks = Clocks::new(plan, 2, Downtimes::new([(5_000, 8_000)], 8_000)).unwrap();
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
        clocks.start(3_000);
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

    /// A move of the seat at this time, after which the other one thinks.
    fn moved(clocks: &mut Clocks, seat: usize, at: u64) {
        let left = clocks.after_move(seat, at, None);
        clocks.press(seat, left, at);
        clocks.start(at);
    }

    #[test]
    fn a_take_back_gives_back_neither_thought_nor_increments() {
        let plan = Clock::Increment { main: 60_000, add: 5_000 };
        let mut clocks = Clocks::new(plan, 2, Downtimes::default()).unwrap();
        clocks.start(0);
        moved(&mut clocks, 0, 10_000);
        moved(&mut clocks, 1, 13_000);
        // 10 s for the move and 4 s since then are spent; the other one has what it had.
        let left = clocks.taken_back(0, &[0], 0, 17_000);
        assert_eq!(left, [46_000, 60_000]);
        clocks.return_to(0, Some(&left));
        clocks.start(17_000);
        // Again and again: never more than before.
        let mut before = 46_000;
        for round in 0..5 {
            let at = 17_000 + 3_000 * round;
            moved(&mut clocks, 0, at + 1_000);
            moved(&mut clocks, 1, at + 2_000);
            let left = clocks.taken_back(0, &[0], 0, at + 3_000);
            assert_eq!(left, [before - 2_000, 60_000]);
            before = left[0];
            clocks.return_to(0, Some(&left));
            clocks.start(at + 3_000);
        }
    }

    #[test]
    fn free_thinking_is_charged_when_its_move_is_taken_back() {
        let plan = Clock::Delay { main: 60_000, free: 3_000 };
        let mut clocks = Clocks::new(plan, 2, Downtimes::default()).unwrap();
        clocks.start(0);
        moved(&mut clocks, 0, 3_000);
        assert_eq!(clocks.taken_back(0, &[0], 1, 4_000), [57_000, 60_000]);
        // By the other one: it costs nothing.
        assert_eq!(clocks.taken_back(0, &[1], 1, 4_000), [60_000, 59_000]);
    }

    #[test]
    fn days_that_came_with_a_move_go_with_it() {
        let mut clocks = Clocks::new(Clock::Days { days: 3 }, 2, Downtimes::default()).unwrap();
        clocks.start(0);
        moved(&mut clocks, 0, DAY);
        moved(&mut clocks, 1, 2 * DAY);
        assert_eq!(clocks.taken_back(0, &[0], 0, 2 * DAY), [2 * DAY, 3 * DAY]);
        assert_eq!(clocks.taken_back(0, &[0], 0, 5 * DAY), [0, 3 * DAY]);
    }
}
