//! When a search has to come to an end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::Instant;

/// What a search may spend. Nothing set means: until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies of the deepest complete iteration.
    pub depth: Option<usize>,
    /// Positions visited, over all threads.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Time>,
    /// When that time began to run; nothing set means: when the search begins.
    pub since: Option<Instant>,
}

/// Time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// All of it is to be used.
    Exactly(Duration),
    /// From a clock: how much is left, how much comes with each move, how many moves it must
    /// last for, if that is known.
    Clock {
        /// Time left.
        left: Duration,
        /// Time added for each move.
        increment: Duration,
        /// Moves until the next time control.
        moves: Option<u32>,
    },
}

/// Kept back for what happens between the clock and us: pipes, other programs, a machine on which
/// others work so that nothing of ours runs for a while.
const RESERVE: Duration = Duration::from_millis(150);
/// Who has less than the reserve left still thinks for this part of it.
const LAST: u32 = 8;

impl Time {
    /// What one move may fairly take of it.
    #[must_use]
    pub fn fair_share(self) -> Duration {
        self.plan().0
    }

    /// What one move may take of it at the very most.
    #[must_use]
    pub fn most(self) -> Duration {
        self.plan().1
    }

    /// When to begin no new iteration, and when to stop at once.
    pub(crate) fn plan(self) -> (Duration, Duration) {
        match self {
            Time::Exactly(time) => {
                let hard = time.saturating_sub(Duration::from_millis(2));
                (hard, hard)
            }
            Time::Clock { left, increment, moves } => {
                let left = left.saturating_sub(RESERVE).max(left / LAST);
                let share = f64::from(moves.unwrap_or(25).clamp(1, 40));
                let fair = left.as_secs_f64() / share + increment.as_secs_f64() * 0.75;
                let most = left.as_secs_f64() * if moves == Some(1) { 0.9 } else { 0.6 };
                let soft = (fair * 0.7).min(most);
                // Late in the game the increment is all there is: a long thought would never come back.
                let hard = (fair * 3.5).min(most.max(soft));
                (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
            }
        }
    }
}

/// Shared by all threads of a search: tells them when to stop.
#[derive(Debug)]
pub(crate) struct Control<'a> {
    begin: Instant,
    pub(crate) limits: Limits,
    hard: Option<Duration>,
    soft: Option<Duration>,
    nodes: AtomicU64,
    stop: &'a AtomicBool,
    over: AtomicBool,
}

impl<'a> Control<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a AtomicBool) -> Control<'a> {
        let (soft, hard) = limits.time.map(Time::plan).unzip();
        Control {
            begin: limits.since.unwrap_or_else(Instant::now),
            limits,
            soft,
            hard,
            nodes: AtomicU64::new(0),
            stop,
            over: AtomicBool::new(false),
        }
    }

    /// Cheap enough to be asked at every node.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// The nodes that were reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn finish(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Finishes when what is given back goes out of scope, even if the search fails.
    pub(crate) fn finish_later(&self) -> impl Drop + '_ {
        Finish { control: self, only_on_failure: false }
    }

    /// Finishes if the thread fails before what is given back goes out of scope.
    pub(crate) fn finish_on_failure(&self) -> impl Drop + '_ {
        Finish { control: self, only_on_failure: true }
    }

    /// Adds to the count of nodes and looks at clock and stop flag; asked now and then.
    pub(crate) fn report(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let spent = self.limits.nodes.is_some_and(|most| total >= most);
        let late = self.hard.is_some_and(|hard| self.elapsed() >= hard);
        if spent || late || self.stop.load(Ordering::Relaxed) {
            self.finish();
        }
    }

    /// Is another iteration worth beginning? `factor` stretches the time: more than 1 when
    /// the best move is in doubt.
    pub(crate) fn has_time_for_more(&self, depth: usize, factor: f64) -> bool {
        let deep_enough = self.limits.depth.is_some_and(|most| depth >= most);
        let late = self.soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(factor));
        let exact = matches!(self.limits.time, Some(Time::Exactly(_)));
        !self.is_over() && !deep_enough && (exact || !late)
    }
}

/// Finishes a search when it goes out of scope.
struct Finish<'a> {
    control: &'a Control<'a>,
    only_on_failure: bool,
}

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        if !self.only_on_failure || thread::panicking() {
            self.control.finish();
        }
    }
}
