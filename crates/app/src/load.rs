//! `agon load`: many people play at once against a server, and the time is taken from sending a
//! move until the opponent has it.

mod client;
mod report;

use std::fs;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;

use client::{Client, Site};
use report::Report;

/// How much load, and where.
#[derive(Args, Clone, Debug)]
pub(crate) struct Load {
    /// The server, which must run with `--rate-limit off`
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: String,
    /// Games at the same time, each between two people
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    /// Seconds between two moves of a game
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    interval: f64,
    /// Seconds of play
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    seconds: u64,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    /// The server's process, to tell its memory
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
}

/// People who enter at the same time.
const ENTRANCE: usize = 32;

impl Load {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        ensure!(self.interval >= 0.0 && self.interval.is_finite(), "--interval: a time");
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.play(out))
    }

    async fn play(&self, out: &mut impl Write) -> Result<()> {
        let site = Site::new(&self.url)?;
        let empty = self.memory();
        writeln!(out, "{} people enter", 2 * self.games)?;
        out.flush()?;
        let mut clients = self.enter(&site).await?;
        tokio::time::sleep(Duration::from_secs(2)).await;
        let connected = self.memory();
        if let (Some(empty), Some(connected)) = (empty, connected) {
            let each = connected.saturating_sub(empty) / clients.len().max(1) as u64;
            writeln!(
                out,
                "memory: {} kB without people, {} kB with {} idle connections: {each} kB each",
                empty,
                connected,
                clients.len()
            )?;
        }
        let begin = Instant::now();
        let end = begin + Duration::from_secs(self.seconds);
        let report = Arc::new(Report::default());
        let mut games = JoinSet::new();
        let mut number = 0_u64;
        while let (Some(second), Some(first)) = (clients.pop(), clients.pop()) {
            let (site, load, report) = (site.clone(), self.clone(), Arc::clone(&report));
            number += 1;
            // Moves are spread over the interval, as those of people are.
            let share = number as f64 / self.games as f64;
            let interval = Duration::from_secs_f64(self.interval);
            let start = begin + interval.mul_f64(share);
            games.spawn(async move {
                tokio::time::sleep_until(start).await;
                client::play(&site, &load.game, [first, second], interval, end, number, &report)
                    .await
            });
        }
        let watched = Arc::clone(&report);
        let middle = begin + Duration::from_secs(self.seconds / 2);
        tokio::time::sleep_until(middle).await;
        let playing = self.memory();
        if let (Some(connected), Some(playing)) = (connected, playing) {
            let each = playing.saturating_sub(connected) as f64 / self.games as f64;
            writeln!(
                out,
                "memory: {playing} kB in the middle of {} games: {each:.1} kB each",
                self.games
            )?;
        }
        let mut failures = Vec::new();
        while let Some(result) = games.join_next().await {
            if let Err(error) = result.context("a client crashed").and_then(|result| result) {
                failures.push(format!("{error:#}"));
            }
        }
        watched.write(out, begin.elapsed(), self.games)?;
        for failure in failures.iter().take(5) {
            writeln!(out, "failure: {failure}")?;
        }
        ensure!(failures.is_empty(), "{} games failed", failures.len());
        Ok(())
    }

    async fn enter(&self, site: &Site) -> Result<Vec<Client>> {
        let door = Arc::new(Semaphore::new(ENTRANCE));
        let mut entering = JoinSet::new();
        for number in 0..2 * self.games {
            let (site, door) = (site.clone(), Arc::clone(&door));
            entering.spawn(async move {
                let _permit = door.acquire().await?;
                Client::enter(&site, &format!("Load {number}")).await
            });
        }
        let mut clients = Vec::new();
        while let Some(client) = entering.join_next().await {
            clients.push(client??);
        }
        Ok(clients)
    }

    /// Kilobytes of memory of the server, where the system tells.
    fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}
