//! Something to think about, in one turn or in several.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_games::{AnyMatch, Order, Searcher, Thought};
use agon_search::Time;
use serde::{Deserialize, Serialize};

use super::queue::{Claim, LEAST, Refused};

/// What a job is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// A move of a computer.
    Move,
    /// What somebody at the table wants to know.
    Hint,
    /// What somebody wants to know of any position; progress is told.
    Analysis,
}

/// Something to think about.
pub struct Job {
    /// Unlike that of all others: of the game, its version and the seat, where it has them.
    pub id: String,
    /// What it is for.
    pub sort: Sort,
    /// For whom, and how urgent.
    pub claim: Claim,
    /// The game it belongs to: thoughts about the same game may help each other.
    pub key: String,
    /// The position.
    pub game: Box<dyn AnyMatch>,
    /// How to think, with the time that is allowed when nobody else waits.
    pub order: Order,
    /// Hears of progress.
    pub report: Box<dyn FnMut(&Thought) + Send>,
    /// Gets the answer. Dropped without one when the computers are switched off.
    pub done: Box<dyn FnOnce(Answer) + Send>,
}

/// How a job ended.
#[derive(Debug)]
pub enum Answer {
    /// It was thought about.
    Thought(Thought),
    /// It was stopped by whoever had wanted it; with what was found until then.
    Stopped(Option<Thought>),
    /// The computer failed.
    Failed,
    /// There was no room for it after all.
    Refused(Refused),
}

impl Answer {
    /// What was found.
    #[must_use]
    pub fn thought(self) -> Option<Thought> {
        match self {
            Answer::Thought(thought) => Some(thought),
            Answer::Stopped(thought) => thought,
            Answer::Failed | Answer::Refused(_) => None,
        }
    }
}

/// A job with what became of it in its turns until now.
pub(super) struct Task {
    pub(super) job: Job,
    /// Ends the present turn.
    pub(super) stop: Arc<AtomicBool>,
    pub(super) so_far: Option<Thought>,
    /// What the computer remembers of it.
    pub(super) memory: Option<Searcher>,
}

impl Task {
    /// With what was found elsewhere before, if anything was.
    pub(super) fn new(job: Job, so_far: Option<Thought>) -> Task {
        Task { job, stop: Arc::default(), so_far, memory: None }
    }

    /// Is another turn worth while after this thought?
    pub(super) fn has_time_after(&self, thought: &Thought) -> bool {
        self.rest_after(Some(thought)).is_some_and(|rest| rest > LEAST)
    }

    /// What is left of its time; `None` where it depends on a clock or on nothing.
    fn rest_after(&self, thought: Option<&Thought>) -> Option<Duration> {
        let spent = thought.map_or(Duration::ZERO, |thought| thought.time);
        match self.job.order.limits.time {
            Some(Time::Exactly(time)) => Some(time.saturating_sub(spent)),
            Some(Time::Clock { .. }) | None => None,
        }
    }

    /// The order for a turn with this share of the time.
    fn order(&self, share: f64) -> Order {
        let mut order = self.job.order.clone();
        order.limits.time = match (self.rest_after(self.so_far.as_ref()), order.limits.time) {
            (Some(rest), _) => Some(Time::Exactly(rest.mul_f64(share).max(LEAST).min(rest))),
            (None, Some(Time::Clock { left, increment, moves })) => Some(Time::Clock {
                left: left.mul_f64(share),
                increment: increment.mul_f64(share),
                moves,
            }),
            (None, other) => other,
        };
        order
    }

    /// Thinks for one turn, and tells what is known after it; `None` when the computer failed.
    /// Only what goes beyond the turns before is reported.
    pub(super) fn think(&mut self, share: f64, searcher: &mut Searcher) -> Option<Thought> {
        let order = self.order(share);
        let Task { job: Job { game, report, .. }, stop, so_far, .. } = self;
        let thought = catch_unwind(AssertUnwindSafe(|| {
            game.think(searcher, &order, stop, &mut |thought| match so_far {
                Some(before) if thought.depth <= before.depth => {}
                Some(before) => report(&together(before, thought.clone())),
                None => report(thought),
            })
        }));
        match thought {
            Ok(Ok(thought)) => Some(match so_far {
                Some(before) => together(before, thought),
                None => thought,
            }),
            Ok(Err(error)) => {
                tracing::error!(%error, "a computer could not think");
                None
            }
            Err(_) => {
                tracing::error!(position = game.position(), "a computer failed");
                None
            }
        }
    }
}

/// What two turns found: the deeper thought, and what both cost.
fn together(before: &Thought, now: Thought) -> Thought {
    let (nodes, time) = (before.nodes + now.nodes, before.time + now.time);
    let deeper = if now.depth >= before.depth { now } else { before.clone() };
    Thought { nodes, time, ..deeper }
}
