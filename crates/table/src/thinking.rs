//! Computer players: search orders, and when a move is made.

use std::sync::Arc;
use std::time::Duration;

use agon_games::solved::{Oracle, PERFECT};
use agon_games::{Order, Thought};
use agon_protocol::error::{Code, Fault};
use agon_protocol::units::Millis;
use agon_search::{Level, Limits, Time};

use crate::table::Table;

/// Search time of a hint, in milliseconds.
pub const HINT: Millis = Millis(700);

/// Pending move of a computer.
pub struct Turn {
    /// Search order.
    pub order: Order,
    /// Minimum time of the move.
    pace: Millis,
    /// Maximum imitated thinking time of a person.
    human_time: Duration,
    begun: Millis,
}

impl Table {
    /// Returns the search order for the computer to move, limited to `longest`; `None` if no
    /// computer is to move. A kind that is not `able` to play, because its database is missing, is
    /// replaced by the strongest available search.
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
    /// Returns when the move found is due.
    #[must_use]
    pub fn due(&self, thought: Option<&Thought>) -> Millis {
        let human_time = thought.map_or(Duration::ZERO, |t| t.human_time.min(self.human_time));
        self.begun + self.pace.max(human_time.into())
    }
}

/// Returns the order for a full-strength search of this duration; `perfect` uses the tablebase.
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

/// Checks that a computer of this kind can play: the perfect kind requires a tablebase.
pub fn check_kind(kind: &str, has_database: impl FnOnce() -> bool) -> Result<(), Fault> {
    if kind != PERFECT || has_database() {
        return Ok(());
    }
    let message = "this computer needs the database of the game, which is not here for \
                   these rules; the host of the site can have it computed";
    Err(Fault::new(Code::NotAllowed, message))
}
