//! What was measured.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use agon_client::Delays;
use anyhow::Result;

/// What all clients together see while they play.
#[derive(Default, Debug)]
pub(crate) struct Report {
    delays: Mutex<Delays>,
    pub(crate) confirmed: AtomicU64,
    pub(crate) finished: AtomicU64,
}

impl Report {
    pub(crate) fn delay(&self, delay: Duration) {
        self.delays.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).add(delay);
    }

    pub(crate) fn delays(&self) -> Delays {
        self.delays.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }
}

/// A run that is over.
#[derive(Clone, Default, Debug)]
pub(crate) struct Measured {
    pub(crate) games: usize,
    /// How long it took.
    pub(crate) time: Duration,
    /// Moves that were confirmed.
    pub(crate) confirmed: u64,
    /// Games that came to their end.
    pub(crate) finished: u64,
    /// From sending a move until the opponent had it.
    pub(crate) delays: Delays,
    /// What the server took of the processor, where the system tells.
    pub(crate) processor: Option<Duration>,
}

impl Measured {
    /// Moves a second.
    pub(crate) fn rate(&self) -> f64 {
        self.confirmed as f64 / self.time.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// Milliseconds of the processor for 1,000 moves.
    pub(crate) fn cost(&self) -> Option<f64> {
        Some(self.processor?.as_secs_f64() * 1_000_000.0 / (self.confirmed.max(1)) as f64)
    }

    /// Two runs of the same kind as one.
    pub(crate) fn and(mut self, other: &Measured) -> Measured {
        self.games = other.games;
        self.time += other.time;
        self.confirmed += other.confirmed;
        self.finished += other.finished;
        self.delays.extend(&other.delays);
        self.processor = match (self.processor, other.processor) {
            (Some(one), Some(more)) => Some(one + more),
            (one, more) => one.or(more),
        };
        self
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> Result<()> {
        let Measured { games, time, confirmed, finished, delays, .. } = self;
        writeln!(
            out,
            "{games} games, {confirmed} moves confirmed in {:.0} s: {:.0} a second; {finished} games came to their end",
            time.as_secs_f64(),
            self.rate()
        )?;
        let at = |share: f64| delays.share(share).unwrap_or_default();
        writeln!(
            out,
            "from sending to the opponent: median {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, most {:.1} ms ({} moves)",
            at(0.5),
            at(0.9),
            at(0.99),
            at(0.999),
            at(1.0),
            delays.count()
        )?;
        if let Some(cost) = self.cost() {
            writeln!(out, "the server took {cost:.0} ms of processor for 1,000 moves")?;
        }
        Ok(())
    }
}
