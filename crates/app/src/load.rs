//! `agon load`: many people play at once against a server, and the time is taken from sending a
//! move until the opponent has it.

mod client;
mod compare;
mod report;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_client::{Site, Usage};
use anyhow::{Context, Result, ensure};
use clap::Args;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;

use client::Client;
use report::{Measured, Report};

/// How much load, and where.
#[derive(Args, Clone, Debug)]
pub(crate) struct Load {
    /// The server, which must run with `--rate-limit off`
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: String,
    /// Start this program as the server, with a folder of its own; named more than once they
    /// take turns and are compared with the first one
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["url", "pid"])]
    server: Vec<PathBuf>,
    /// How many turns each of these servers has
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: u32,
    /// Games at the same time, each between two people; for servers that are compared several
    /// numbers with commas
    #[arg(long, value_name = "N", default_value = "1000", value_delimiter = ',')]
    games: Vec<usize>,
    /// Seconds between two moves of a game
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    interval: f64,
    /// Seconds of play
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    seconds: u64,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = agon_games::GAMES[0].id())]
    game: String,
    /// The server's process, to tell its memory and its processor time
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
}

/// People who enter at the same time.
const ENTRANCE: usize = 32;

impl Load {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        ensure!(self.interval >= 0.0 && self.interval.is_finite(), "--interval: a time");
        ensure!(!self.games.is_empty() && !self.games.contains(&0), "--games: at least 1");
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            if !self.server.is_empty() {
                return compare::compare(self, out).await;
            }
            let site = Site::new(&self.url).context("--url")?;
            for &games in &self.games {
                self.measure(&site, games, self.pid, out).await?.write(out)?;
            }
            Ok(())
        })
    }

    /// Lets people play, and tells how memory grows with them.
    async fn measure(
        &self,
        site: &Site,
        games: usize,
        pid: Option<u32>,
        out: &mut impl Write,
    ) -> Result<Measured> {
        let usage = || pid.and_then(Usage::of);
        let empty = usage();
        writeln!(out, "{} people enter", 2 * games)?;
        out.flush()?;
        let mut clients = enter(site, 2 * games).await?;
        tokio::time::sleep(Duration::from_secs(2)).await;
        let connected = usage();
        if let (Some(empty), Some(connected)) = (empty, connected) {
            let each = connected.memory.saturating_sub(empty.memory) / clients.len().max(1) as u64;
            writeln!(
                out,
                "memory: {} kB without people, {} kB with {} idle connections: {each} kB each",
                empty.memory,
                connected.memory,
                clients.len()
            )?;
        }
        let begin = Instant::now();
        let end = begin + Duration::from_secs(self.seconds);
        let report = Arc::new(Report::default());
        let mut playing = JoinSet::new();
        let mut number = 0_u64;
        while let (Some(second), Some(first)) = (clients.pop(), clients.pop()) {
            let (site, load, report) = (site.clone(), self.clone(), Arc::clone(&report));
            number += 1;
            // Moves are spread over the interval, as those of people are.
            let share = number as f64 / games as f64;
            let interval = Duration::from_secs_f64(self.interval);
            let start = begin + interval.mul_f64(share);
            playing.spawn(async move {
                tokio::time::sleep_until(start).await;
                client::play(&site, &load.game, [first, second], interval, end, number, &report)
                    .await
            });
        }
        tokio::time::sleep_until(begin + Duration::from_secs(self.seconds / 2)).await;
        if let (Some(connected), Some(now)) = (connected, usage()) {
            let each = now.memory.saturating_sub(connected.memory) as f64 / games as f64;
            let memory = now.memory;
            writeln!(out, "memory: {memory} kB in the middle of {games} games: {each:.1} kB each")?;
        }
        let mut failures = Vec::new();
        while let Some(result) = playing.join_next().await {
            if let Err(error) = result.context("a client crashed").and_then(|result| result) {
                failures.push(format!("{error:#}"));
            }
        }
        let time = begin.elapsed();
        let spent = |(before, after): (Usage, Usage)| after.processor - before.processor;
        for failure in failures.iter().take(5) {
            writeln!(out, "failure: {failure}")?;
        }
        ensure!(failures.is_empty(), "{} games failed: {}", failures.len(), failures[0]);
        Ok(Measured {
            games,
            time,
            confirmed: report.confirmed.load(Ordering::Relaxed),
            finished: report.finished.load(Ordering::Relaxed),
            delays: report.delays(),
            processor: connected.zip(usage()).map(spent),
        })
    }
}

async fn enter(site: &Site, people: usize) -> Result<Vec<Client>> {
    let door = Arc::new(Semaphore::new(ENTRANCE));
    let mut entering = JoinSet::new();
    for number in 0..people {
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
