//! The computer's part in a game: what it is asked to think about, and when its move is made.

use std::sync::Arc;
use std::time::Duration;

use agon_games::solved::{Oracle, PERFECT};
use agon_games::{Order, Thought};
use agon_protocol::error::{Code, Fault};
use agon_protocol::units::Millis;
use agon_search::{Level, Limits, Time};

use crate::table::Table;

/// How long a hint is thought about, in milliseconds.
pub const HINT: Millis = Millis(700);

/// A move that a computer is to make.
pub struct Turn {
    /// What it is asked to do.
    pub order: Order,
    /// Milliseconds that the move takes at least.
    pace: Millis,
    /// The longest that a person would take, if it is to be like one.
    human_time: Duration,
    begun: Millis,
}

impl Table {
    /// How the computer to move is to think, for so long at most; `None` when none is to move. One that is
    /// not `able` to play as its kind does, because its database has gone, plays as well as it can.
    pub fn computers_turn(
        &self,
        longest: Duration,
        able: impl FnOnce(&str) -> bool,
        oracle: Option<Arc<dyn Oracle>>,
        now: Millis,
    ) -> Option<Turn> {
        let (seat, kind, level) = self.computer_to_move()?;
        let usual = Order::default();
        let kind = if able(&kind) { kind } else { usual.kind.clone() };
        let mut human_time = if self.setup.leisure { Duration::MAX } else { Duration::ZERO };
        let time = match &self.clocks {
            None => Time::Exactly(longest),
            Some(clocks) => {
                let left = clocks.remaining(seat, now).duration();
                let increment = clocks.increment().duration();
                let clock = Time::Clock { left, increment, moves: None };
                human_time = human_time.min(clock.fair_share());
                if clock.fair_share() > longest { Time::Exactly(longest) } else { clock }
            }
        };
        let order = Order {
            kind,
            level: Level::new(level).unwrap_or(Level::FULL),
            limits: Limits { time: Some(time), ..Limits::default() },
            variety: true,
            oracle,
            ..usual
        };
        Some(Turn { order, pace: self.pace, human_time, begun: now })
    }
}

impl Turn {
    /// When the move that was found is to be made.
    #[must_use]
    pub fn due(&self, thought: Option<&Thought>) -> Millis {
        let human_time = thought.map_or(Duration::ZERO, |t| t.human_time.min(self.human_time));
        self.begun + self.pace.max(human_time.into())
    }
}

/// What a strong player is asked who looks at a position for so long; `perfect` where a database knows it.
#[must_use]
pub fn strong_order(span: Millis, perfect: bool, oracle: Option<Arc<dyn Oracle>>) -> Order {
    let usual = Order::default();
    Order {
        kind: if perfect { PERFECT.into() } else { usual.kind.clone() },
        limits: Limits { time: Some(Time::Exactly(span.duration())), ..Limits::default() },
        oracle,
        verdicts: true,
        ..usual
    }
}

/// Can a computer of this kind play? One that looks every move up needs a database of the game.
pub fn check_kind(kind: &str, has_database: impl FnOnce() -> bool) -> Result<(), Fault> {
    if kind != PERFECT || has_database() {
        return Ok(());
    }
    let message = "this computer needs the database of the game, which is not here for \
                   these rules; the host of the site can have it computed";
    Err(Fault::new(Code::NotAllowed, message))
}
