//! Results of a load test.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use agon_client::Delays;
use anyhow::Result;

use super::traffic::Traffic;
use crate::count::counted;

/// Counters of all clients.
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

/// Result of a run.
#[derive(Clone, Default, Debug)]
pub(crate) struct Measured {
    pub(crate) games: usize,
    /// Number of idle connections.
    pub(crate) idle: usize,
    pub(crate) time: Duration,
    /// Confirmed moves.
    pub(crate) confirmed: u64,
    /// Finished games.
    pub(crate) finished: u64,
    /// Times of the reports, sorted.
    pub(crate) reports: Vec<Duration>,
    /// Time from sending a move until the opponent received it.
    pub(crate) delays: Delays,
    /// CPU time of the servers, if available.
    pub(crate) processor: Option<Duration>,
    /// CPU time of the database.
    pub(crate) database: Option<Duration>,
    /// Server memory per connection.
    pub(crate) kilobytes_each: Option<f64>,
    pub(crate) traffic: Traffic,
}

impl Measured {
    /// Moves per second.
    pub(crate) fn rate(&self) -> f64 {
        self.confirmed as f64 / self.time.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// CPU milliseconds per 1,000 moves.
    pub(crate) fn cost(&self) -> Option<f64> {
        self.cost_of(self.processor)
    }

    fn cost_of(&self, time: Option<Duration>) -> Option<f64> {
        Some(time?.as_secs_f64() * 1_000_000.0 / (self.confirmed.max(1)) as f64)
    }

    fn each(&self, number: f64) -> f64 {
        number / self.confirmed.max(1) as f64
    }

    /// Merges two runs of the same kind.
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
            "{}, {} confirmed in {:.0} s: {:.0} per second; {} finished",
            counted(games, "game"),
            counted(confirmed, "move"),
            time.as_secs_f64(),
            self.rate(),
            counted(finished, "game")
        )?;
        let at = |share: f64| delays.share(share).unwrap_or_default();
        writeln!(
            out,
            "delivery to the opponent: median {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, maximum {:.1} ms ({})",
            at(0.5),
            at(0.9),
            at(0.99),
            at(0.999),
            at(1.0),
            counted(delays.count(), "move")
        )?;
        if let (Some(longest), middle) = (self.reports.last(), self.reports.len() / 2) {
            writeln!(
                out,
                "{} created: median {:.1} s, maximum {:.1} s",
                counted(self.reports.len(), "report"),
                self.reports[middle].as_secs_f64(),
                longest.as_secs_f64()
            )?;
        }
        if let Some(cost) = self.cost() {
            writeln!(out, "server: {cost:.0} ms CPU per 1,000 moves")?;
        }
        if let Some(cost) = self.cost_of(self.database) {
            writeln!(out, "database: {cost:.0} ms CPU per 1,000 moves")?;
        }
        let Traffic { writes, commits, conflicts, sent, sent_bytes, received } = self.traffic;
        writeln!(
            out,
            "{:.1} writes per commit, {}; \
             NATS: {:.2} messages of {:.0} bytes sent and {:.2} received per move",
            writes / commits.max(1.0),
            counted(conflicts, "conflict"),
            self.each(sent),
            sent_bytes / sent.max(1.0),
            self.each(received),
        )?;
        Ok(())
    }

    /// A row of the table whose header `cargo xtask load` prints.
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
