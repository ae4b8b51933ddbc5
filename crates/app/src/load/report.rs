//! What was measured.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use agon_client::Delays;
use anyhow::Result;

use super::traffic::Traffic;

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
    /// People who only had a connection.
    pub(crate) idle: usize,
    /// How long it took.
    pub(crate) time: Duration,
    /// Moves that were confirmed.
    pub(crate) confirmed: u64,
    /// Games that came to their end.
    pub(crate) finished: u64,
    /// How long reports took that were made meanwhile, the shortest first.
    pub(crate) reports: Vec<Duration>,
    /// From sending a move until the opponent had it.
    pub(crate) delays: Delays,
    /// What the servers took of the processor, where the system tells.
    pub(crate) processor: Option<Duration>,
    /// What the database took of it.
    pub(crate) database: Option<Duration>,
    /// The memory of the servers for each connection.
    pub(crate) kilobytes_each: Option<f64>,
    /// What the servers did besides.
    pub(crate) traffic: Traffic,
}

impl Measured {
    /// Moves a second.
    pub(crate) fn rate(&self) -> f64 {
        self.confirmed as f64 / self.time.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// Milliseconds of the processor for 1,000 moves.
    pub(crate) fn cost(&self) -> Option<f64> {
        self.cost_of(self.processor)
    }

    fn cost_of(&self, time: Option<Duration>) -> Option<f64> {
        Some(time?.as_secs_f64() * 1_000_000.0 / (self.confirmed.max(1)) as f64)
    }

    fn each(&self, number: f64) -> f64 {
        number / self.confirmed.max(1) as f64
    }

    /// Two runs of the same kind as one.
    pub(crate) fn and(mut self, other: &Measured) -> Measured {
        self.games = other.games;
        self.time += other.time;
        self.confirmed += other.confirmed;
        self.finished += other.finished;
        self.delays.extend(&other.delays);
        self.reports.extend(&other.reports);
        self.reports.sort();
        self.processor = match (self.processor, other.processor) {
            (Some(one), Some(more)) => Some(one + more),
            (one, more) => one.or(more),
        };
        self.kilobytes_each = other.kilobytes_each;
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
        if let (Some(longest), middle) = (self.reports.last(), self.reports.len() / 2) {
            writeln!(
                out,
                "{} reports were made meanwhile: median {:.1} s, most {:.1} s",
                self.reports.len(),
                self.reports[middle].as_secs_f64(),
                longest.as_secs_f64()
            )?;
        }
        if let Some(cost) = self.cost() {
            writeln!(out, "the server took {cost:.0} ms of processor for 1,000 moves")?;
        }
        if let Some(cost) = self.cost_of(self.database) {
            writeln!(out, "the database took {cost:.0} ms of processor for 1,000 moves")?;
        }
        let Traffic { writes, commits, conflicts, told, told_bytes, heard } = self.traffic;
        writeln!(
            out,
            "{:.1} writes shared a commit, {conflicts} came second; \
             NATS: {:.2} messages of {:.0} bytes told and {:.2} heard a move",
            writes / commits.max(1.0),
            self.each(told),
            told_bytes / told.max(1.0),
            self.each(heard),
        )?;
        Ok(())
    }

    /// A line of the table whose head `cargo xtask load` writes.
    pub(crate) fn row(&self, name: &str) -> String {
        let ms = |value: Option<f64>| value.map_or("-".into(), |ms| format!("{ms:.1} ms"));
        let kilobytes = self.kilobytes_each.map_or("-".into(), |each| format!("{each:.1} kB"));
        format!(
            "| {name} | {} | {} | {:.0} | {} | {} | {} | {} | {kilobytes} |",
            self.games,
            2 * self.games + self.idle,
            self.rate(),
            ms(self.delays.median()),
            ms(self.delays.p99()),
            ms(self.cost()),
            ms(self.cost_of(self.database)),
        )
    }
}
