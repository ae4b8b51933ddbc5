//! The computer's part in a game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_games::solved::{PERFECT, Probe};
use agon_games::{Order, Thought};
use agon_search::{Level, Limits, Time};
use tokio::sync::oneshot;

use super::table::Table;
use crate::pool::{Job, Purpose};
use crate::protocol::setup::Setup;
use crate::state::App;

/// A computer thinks about its move. Dropped, it stops.
pub(crate) struct Thinking {
    /// The version of the game that it thinks about.
    pub(crate) version: u64,
    begun: u64,
    /// Milliseconds that a move takes at least.
    pace: u64,
    /// The longest that a person would take, if it is to be like one.
    leisure: Duration,
    stop: Arc<AtomicBool>,
    pub(crate) answer: oneshot::Receiver<Option<Thought>>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Thinking {
    /// Lets the computer to move think; `None` when none is to move or all are busy.
    pub(crate) fn start(table: &Table, app: &App, longest: Duration, now: u64) -> Option<Thinking> {
        let (seat, kind, level) = table.computer_to_move()?;
        let usual = Order::default();
        // Its database may have gone since it was seated: then it plays as well as it can.
        let Setup { game, rules, .. } = &table.setup;
        let able = app.databases.check_kind(&kind, game, rules).is_ok();
        let kind = if able { kind } else { usual.kind.clone() };
        let mut leisure = if table.setup.leisure { Duration::MAX } else { Duration::ZERO };
        let time = match &table.clocks {
            None => Time::Exactly(longest),
            Some(clocks) => {
                let left = Duration::from_millis(clocks.remaining(usize::from(seat), now));
                let increment = Duration::from_millis(clocks.increment());
                let clock = Time::Clock { left, increment, moves: None };
                leisure = leisure.min(clock.fair_share());
                if clock.fair_share() > longest { Time::Exactly(longest) } else { clock }
            }
        };
        let order = Order {
            kind,
            level: Level::new(level)?,
            limits: Limits { time: Some(time), ..Limits::default() },
            variety: true,
            database: app.databases.folder().map(Into::into),
            ..usual
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, answer) = oneshot::channel();
        let job = Job {
            purpose: Purpose::Move,
            key: format!("{}/{seat}", table.id),
            game: table.game.fork(),
            order,
            stop: Arc::clone(&stop),
            report: Box::new(|_| {}),
            // The game may have gone on without the answer.
            done: Box::new(move |thought| drop(sender.send(thought))),
        };
        app.pool.submit(job).ok()?;
        Some(Thinking {
            version: table.version,
            begun: now,
            pace: table.pace.into(),
            leisure,
            stop,
            answer,
        })
    }

    /// When the move that was found is to be made.
    pub(crate) fn due(&self, thought: Option<&Thought>) -> u64 {
        let leisure = thought.map_or(Duration::ZERO, |t| t.leisure.min(self.leisure));
        self.begun + self.pace.max(leisure.as_millis() as u64)
    }
}

/// What a strong player would do.
pub(crate) struct Advice {
    /// The ply it is meant for.
    pub(crate) ply: u32,
    /// The move as text.
    pub(crate) text: String,
    /// What is known of the position and of every move.
    pub(crate) verdicts: Option<Arc<Probe>>,
}

/// A job for a hint: a strong player's move, soon.
pub(crate) fn hint(
    table: &Table,
    app: &App,
    stop: Arc<AtomicBool>,
) -> (Job, oneshot::Receiver<Option<Thought>>) {
    let (sender, answer) = oneshot::channel();
    let mut order = Order {
        database: app.databases.folder().map(Into::into),
        verdicts: true,
        ..Order::default()
    };
    if app.databases.has(&table.setup.game, &table.setup.rules) {
        order.kind = PERFECT.into();
    }
    let time = Time::Exactly(Duration::from_millis(700));
    let job = Job {
        purpose: Purpose::Advice,
        key: format!("{}/hint", table.id),
        game: table.game.fork(),
        order: Order { limits: Limits { time: Some(time), ..Limits::default() }, ..order },
        stop,
        report: Box::new(|_| {}),
        done: Box::new(move |thought| drop(sender.send(thought))),
    };
    (job, answer)
}
