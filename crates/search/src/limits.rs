//! Limits and time management of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::Instant;

/// Limits of a search. Without any limit it runs until stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Maximum depth of an iteration, in plies.
    pub depth: Option<usize>,
    /// Maximum number of nodes over all threads.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Time>,
    /// Start of the time; the start of the search if `None`.
    pub since: Option<Instant>,
}

/// Time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// Use all of it.
    Exactly(Duration),
    /// A clock: remaining time, increment and, if known, moves until the next time control.
    Clock {
        /// Remaining time.
        left: Duration,
        /// Increment per move.
        increment: Duration,
        /// Moves until the next time control.
        moves: Option<u32>,
    },
}

/// Kept in reserve for pipes, scheduling delays and other programs on the machine.
const RESERVE: Duration = Duration::from_millis(150);
/// If less than the reserve remains, this fraction of the clock may be used.
const LOW_TIME_DIVISOR: u32 = 8;

impl Time {
    /// Returns the soft limit: the fair share of one move.
    #[must_use]
    pub fn fair_share(self) -> Duration {
        self.plan().0
    }

    /// Returns the hard limit of one move.
    #[must_use]
    pub fn most(self) -> Duration {
        self.plan().1
    }

    /// Returns the soft limit, after which no iteration begins, and the hard limit.
    pub(crate) fn plan(self) -> (Duration, Duration) {
        match self {
            Time::Exactly(time) => {
                let hard = time.saturating_sub(Duration::from_millis(2));
                (hard, hard)
            }
            Time::Clock { left, increment, moves } => {
                let left = left.saturating_sub(RESERVE).max(left / LOW_TIME_DIVISOR);
                let share = f64::from(moves.unwrap_or(25).clamp(1, 40));
                let fair = left.as_secs_f64() / share + increment.as_secs_f64() * 0.75;
                let most = left.as_secs_f64() * if moves == Some(1) { 0.9 } else { 0.6 };
                let soft = (fair * 0.7).min(most);
                // Late in the game only the increment is left, so a long think cannot be made up
                // for.
                let hard = (fair * 3.5).min(most.max(soft));
                (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
            }
        }
    }
}

/// Stop condition shared by all threads of a search.
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

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Nodes reported by all threads so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn finish(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Returns a guard that finishes the search when dropped, also on panic.
    pub(crate) fn finish_later(&self) -> impl Drop + '_ {
        Finish { control: self, only_on_failure: false }
    }

    /// Returns a guard that finishes the search if the thread panics.
    pub(crate) fn finish_on_failure(&self) -> impl Drop + '_ {
        Finish { control: self, only_on_failure: true }
    }

    /// Adds to the node count and checks node limit, clock and stop flag.
    pub(crate) fn report(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let spent = self.limits.nodes.is_some_and(|most| total >= most);
        let late = self.hard.is_some_and(|hard| self.elapsed() >= hard);
        if spent || late || self.stop.load(Ordering::Relaxed) {
            self.finish();
        }
    }

    /// Whether to begin another iteration after one of this depth. `factor` scales the soft limit;
    /// it is above 1 when the best move is uncertain.
    pub(crate) fn has_time_for_more(&self, depth: usize, factor: f64) -> bool {
        let deep_enough = self.limits.depth.is_some_and(|most| depth >= most);
        let late = self.soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(factor));
        let exact = matches!(self.limits.time, Some(Time::Exactly(_)));
        !self.is_over() && !deep_enough && (exact || !late)
    }
}

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
