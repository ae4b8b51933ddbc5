//! What happens in a game without anybody's doing, and when.

use agon_protocol::event::{Event, Outcome};
use agon_protocol::state::Phase;

use super::table::Table;

/// For how long a game is kept for those who do not come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Milliseconds after which a lobby without its host is closed.
    pub(crate) lobby: u64,
    /// Milliseconds after which a game that nobody goes on with is put away, if ever. For a
    /// tenth of them the server must have run, so that somebody could.
    pub(crate) idle: Option<u64>,
}

/// Something that will happen by itself.
#[derive(Debug)]
pub(crate) struct Deadline {
    pub(crate) at: u64,
    pub(crate) event: Event,
}

impl Table {
    /// What happens next if nobody does anything: a flag falls, a lobby is closed, a game is
    /// put away. `attended` is when somebody was last there who cares for the game: its host
    /// while it is open, anybody while it is played.
    pub(crate) fn deadline(&self, patience: Patience, attended: u64, now: u64) -> Option<Deadline> {
        match self.phase {
            Phase::Open => {
                let at = self.downtimes.after(attended, patience.lobby, now);
                Some(Deadline { at, event: Event::Closed })
            }
            Phase::Playing => self.flag(now).or_else(|| {
                let (since, idle) = (attended.max(self.updated), patience.idle?);
                let at = (since + idle).max(self.downtimes.after(since, idle / 10, now));
                Some(Deadline { at, event: Event::Ended { outcome: Outcome::unfinished() } })
            }),
            Phase::Ended | Phase::Closed => None,
        }
    }

    /// When the server has something to do for this game, be it that a computer must think.
    pub(crate) fn due(&self, patience: Patience, attended: u64, now: u64) -> Option<u64> {
        let thinks = !self.paused && !self.people().is_empty() && self.computer_to_move().is_some();
        if thinks || self.consequence(now).is_some() {
            return Some(now);
        }
        self.deadline(patience, attended, now).map(|deadline| deadline.at)
    }

    /// From when on nobody has cared for the game, by the time that was noted for it.
    pub(crate) fn attended(&self, patience: Patience, due: Option<u64>, now: u64) -> u64 {
        let span = match self.phase {
            Phase::Open => Some(patience.lobby),
            _ => patience.idle,
        };
        let noted = due.zip(span).map_or(0, |(due, span)| due.saturating_sub(span));
        noted.max(self.created).min(now)
    }
}

#[cfg(test)]
mod tests {
    use super::super::downtimes::Downtimes;
    use super::super::properties::Game;
    use super::*;
    use agon_protocol::action::Action;
    use agon_protocol::setup::Clock;

    const PATIENCE: Patience = Patience { lobby: 1_000, idle: Some(50_000) };

    #[test]
    fn a_running_clock_ends_a_game_and_otherwise_patience_does() {
        let mut game = Game::alone(Clock::Increment { main: 9_000, add: 0 });
        let began = game.now;
        let flag = game.table.deadline(PATIENCE, began, began).unwrap();
        assert_eq!(flag.at, began + 9_000);
        assert!(matches!(flag.event, Event::Withdrew { seat: 0, .. }));
        game.now += 1_000;
        game.act("anna", &Action::Pause);
        let idle = game.table.deadline(PATIENCE, began, game.now).unwrap();
        assert_eq!(idle.at, game.now + 50_000);
        assert!(matches!(idle.event, Event::Ended { outcome } if outcome.reason == "unfinished"));
        // Whoever looks at the game cares for it.
        let later = game.now + 30_000;
        assert_eq!(game.table.deadline(PATIENCE, later, later).unwrap().at, later + 50_000);
        // Nobody could while the server was down: then there is some time left after it.
        game.table.learn(Downtimes::new([(game.now, later)], later));
        assert_eq!(game.table.due(PATIENCE, began, later), Some(game.now + 50_000));
        let later = game.now + 90_000;
        game.table.learn(Downtimes::new([(game.now, later)], later));
        assert_eq!(game.table.due(PATIENCE, began, later), Some(later + 5_000));
        let never = Patience { idle: None, ..PATIENCE };
        assert_eq!(game.table.due(never, began, later), None);
    }

    #[test]
    fn what_was_noted_tells_since_when_nobody_cares() {
        let game = Game::alone(Clock::None);
        let now = game.now + 40_000;
        let due = game.table.due(PATIENCE, game.now + 5_000, now);
        assert_eq!(game.table.attended(PATIENCE, due, now), game.now + 5_000);
        assert_eq!(game.table.attended(PATIENCE, None, now), game.now);
        assert_eq!(game.table.attended(PATIENCE, Some(u64::MAX), now), now);
    }
}
