//! Events that are due without an action, and their times.

use agon_protocol::event::{Event, Outcome};
use agon_protocol::state::Phase;
use agon_protocol::units::Millis;

use crate::table::Table;

/// Timeouts of inactive games.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Milliseconds after which a lobby without its host is closed.
    pub lobby: Millis,
    /// Milliseconds after which an inactive game is ended, if ever. The server must have been up
    /// for a tenth of this time, so that players had a chance to continue.
    pub idle: Option<Millis>,
}

/// Event due without an action.
#[derive(Debug)]
pub struct Deadline {
    /// Due time.
    pub at: Millis,
    /// Event to apply.
    pub event: Event,
}

impl Table {
    /// Returns the next event due without an action: a time forfeit, the closing of a lobby, the
    /// end of an inactive game. `attended` is the last time that the host of a lobby, or any viewer
    /// of a running game, was connected.
    pub fn deadline(&self, patience: Patience, attended: Millis, now: Millis) -> Option<Deadline> {
        match self.phase {
            Phase::Open => {
                let at = self.downtimes.after(attended, patience.lobby, now);
                Some(Deadline { at, event: Event::Closed })
            }
            Phase::Playing => self.flag(now).or_else(|| {
                let (since, idle) = (attended.max(self.updated), patience.idle?);
                let outcome = Outcome::unfinished();
                let at = (since + idle).max(self.downtimes.after(since, Millis(idle.0 / 10), now));
                Some(Deadline { at, event: Event::Ended { outcome, by: None } })
            }),
            Phase::Ended | Phase::Closed => None,
        }
    }

    /// Returns when the server must act on this game, including for computer moves.
    pub fn due(&self, patience: Patience, attended: Millis, now: Millis) -> Option<Millis> {
        let thinks = !self.paused && !self.people().is_empty() && self.computer_to_move().is_some();
        if thinks || self.consequence(now).is_some() {
            return Some(now);
        }
        self.deadline(patience, attended, now).map(|deadline| deadline.at)
    }

    /// Returns the start of the inactivity, derived from the recorded due time.
    pub fn attended(&self, patience: Patience, due: Option<Millis>, now: Millis) -> Millis {
        let span = match self.phase {
            Phase::Open => Some(patience.lobby),
            _ => patience.idle,
        };
        let noted = due.zip(span).map_or(Millis::ZERO, |(due, span)| due.since(span));
        noted.max(self.created).min(now)
    }
}

#[cfg(test)]
mod tests {
    use agon_protocol::action::Action;
    use agon_protocol::setup::Clock;
    use agon_protocol::units::Seat;

    use super::*;
    use crate::downtimes::Downtimes;
    use crate::properties::Game;

    const PATIENCE: Patience = Patience { lobby: Millis(1_000), idle: Some(Millis(50_000)) };

    #[test]
    fn a_running_clock_ends_a_game_and_otherwise_patience_does() {
        let mut game = Game::alone(Clock::Increment { main: Millis(9_000), add: Millis(0) });
        let began = game.now;
        let flag = game.table.deadline(PATIENCE, began, began).unwrap();
        assert_eq!(flag.at, began + Millis(9_000));
        assert!(matches!(flag.event, Event::Withdrew { seat: Seat(0), .. }));
        game.now += Millis(1_000);
        game.act("anna", &Action::Pause);
        let idle = game.table.deadline(PATIENCE, began, game.now).unwrap();
        assert_eq!(idle.at, game.now + Millis(50_000));
        assert!(
            matches!(idle.event, Event::Ended { outcome, .. } if outcome.reason == "unfinished")
        );
        // A viewer keeps the game alive.
        let later = game.now + Millis(30_000);
        assert_eq!(game.table.deadline(PATIENCE, later, later).unwrap().at, later + Millis(50_000));
        // Server outages do not count: some time is left after one.
        game.table.learn(Downtimes::new([(game.now, later)], later));
        assert_eq!(game.table.due(PATIENCE, began, later), Some(game.now + Millis(50_000)));
        let later = game.now + Millis(90_000);
        game.table.learn(Downtimes::new([(game.now, later)], later));
        assert_eq!(game.table.due(PATIENCE, began, later), Some(later + Millis(5_000)));
        let never = Patience { idle: None, ..PATIENCE };
        assert_eq!(game.table.due(never, began, later), None);
    }

    #[test]
    fn what_was_noted_tells_since_when_nobody_cares() {
        let game = Game::alone(Clock::None);
        let now = game.now + Millis(40_000);
        let due = game.table.due(PATIENCE, game.now + Millis(5_000), now);
        assert_eq!(game.table.attended(PATIENCE, due, now), game.now + Millis(5_000));
        assert_eq!(game.table.attended(PATIENCE, None, now), game.now);
        assert_eq!(game.table.attended(PATIENCE, Some(Millis::MAX), now), now);
    }
}
