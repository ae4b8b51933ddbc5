//! `agon load`: load test with many concurrent games. Measures the time from sending a move until
//! the opponent receives it.

mod client;
mod compare;
mod crowd;
mod readers;
mod report;
mod traffic;

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

use crate::count::counted;
use client::Client;
use crowd::Crowd;
use readers::Readers;
use report::{Measured, Report};
use traffic::Traffic;

#[derive(Args, Clone, Debug)]
pub(crate) struct Load {
    /// Server URL, started with `--rate-limit off`; repeat for several servers of one site, over
    /// which the people are spread
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: Vec<String>,
    /// Start this program as the server, with a data directory of its own; repeat to compare
    /// programs with the first one
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["url", "pid"])]
    server: Vec<PathBuf>,
    /// Number of runs per compared program
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: u32,
    /// Number of concurrent games between two people; a comma-separated list runs one test per
    /// number
    #[arg(long, value_name = "N", default_value = "1000", value_delimiter = ',')]
    games: Vec<usize>,
    /// Seconds between the moves of a game
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    interval: f64,
    /// Duration in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    seconds: u64,
    /// Game id; `agon games` lists them
    #[arg(long, value_name = "GAME", default_value = agon_games::GAMES[0].id())]
    game: String,
    /// Number of additional people with an idle connection
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: usize,
    /// Number of additional people who request reports of games with 120 plies, one after the other
    #[arg(long, value_name = "N", default_value_t = 0)]
    reports: usize,
    /// Process id of the server, to report its memory and CPU time; repeat for several servers
    #[arg(long, value_name = "PID")]
    pid: Vec<u32>,
    /// Process id of the database, to report its resource usage including child processes
    #[arg(long, value_name = "PID")]
    database_pid: Option<u32>,
    /// Print the results as a table row with this name
    #[arg(long, value_name = "NAME")]
    row: Option<String>,
}

/// Servers under test, and the processes to measure.
#[derive(Clone, Debug)]
struct Target {
    sites: Vec<Site>,
    pids: Vec<u32>,
    database: Option<u32>,
}

impl Target {
    fn servers(&self) -> Option<Usage> {
        if self.pids.is_empty() { None } else { Usage::of_all(&self.pids) }
    }

    fn database(&self) -> Option<Usage> {
        Usage::of_family(self.database?)
    }

    /// Server of the person with this number.
    fn site(&self, number: usize) -> &Site {
        &self.sites[number % self.sites.len()]
    }
}

/// Maximum number of concurrent registrations.
const MAX_REGISTRATIONS: usize = 32;

impl Load {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        ensure!(self.interval >= 0.0 && self.interval.is_finite(), "--interval: expected seconds");
        ensure!(!self.games.is_empty() && !self.games.contains(&0), "--games: expected at least 1");
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            if !self.server.is_empty() {
                return compare::compare(self, out).await;
            }
            let sites = self.url.iter().map(|url| Site::new(url)).collect::<Result<_, _>>();
            let sites = sites.context("--url")?;
            let target = Target { sites, pids: self.pid.clone(), database: self.database_pid };
            for &games in &self.games {
                let measured = self.measure(&target, games, out).await?;
                measured.write(out)?;
                if let Some(name) = &self.row {
                    writeln!(out, "{}", measured.row(name))?;
                }
            }
            Ok(())
        })
    }

    /// Runs a load test.
    async fn measure(
        &self,
        target: &Target,
        games: usize,
        out: &mut impl Write,
    ) -> Result<Measured> {
        let empty = target.servers();
        writeln!(out, "connecting {}", counted(2 * games + self.idle, "client"))?;
        out.flush()?;
        let crowd = Crowd::new(enter(target, self.idle, "Idle").await?);
        let mut clients = enter(target, 2 * games, "Load").await?;
        let readers = Readers::new(target.site(0), &self.game, self.reports);
        tokio::time::sleep(Duration::from_secs(2)).await;
        let (connected, database) = (target.servers(), target.database());
        let traffic = Traffic::of(&target.sites).await?;
        let mut kilobytes_each = None;
        if let (Some(empty), Some(connected)) = (empty, connected) {
            let connections = clients.len() + self.idle;
            let more = connected.memory.saturating_sub(empty.memory) as f64;
            let each = more / connections.max(1) as f64;
            kilobytes_each = Some(each);
            writeln!(
                out,
                "memory: {} kB without clients, {} kB with {}: {each:.1} kB per connection",
                empty.memory,
                connected.memory,
                counted(connections, "idle connection"),
            )?;
        }
        let begin = Instant::now();
        let end = begin + Duration::from_secs(self.seconds);
        let report = Arc::new(Report::default());
        let mut playing = JoinSet::new();
        let mut number = 0_u64;
        while let (Some(second), Some(first)) = (clients.pop(), clients.pop()) {
            let (load, report) = (self.clone(), Arc::clone(&report));
            number += 1;
            let site = target.site(number as usize).clone();
            // Spread the moves evenly over the interval.
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
        if let (Some(connected), Some(now)) = (connected, target.servers()) {
            let each = now.memory.saturating_sub(connected.memory) as f64 / games as f64;
            let memory = now.memory;
            writeln!(
                out,
                "memory: {memory} kB with {}: {each:.1} kB per game",
                counted(games, "game")
            )?;
        }
        let mut failures = Vec::new();
        while let Some(result) = playing.join_next().await {
            if let Err(error) = result.context("a client panicked").and_then(|result| result) {
                failures.push(format!("{error:#}"));
            }
        }
        let time = begin.elapsed();
        let confirmed = report.confirmed.load(Ordering::Relaxed);
        let reports = readers.leave().await?;
        let spent = |(before, after): (Usage, Usage)| after.processor - before.processor;
        for failure in failures.iter().take(5) {
            writeln!(out, "failure: {failure}")?;
        }
        ensure!(failures.is_empty(), "{} failed: {}", counted(failures.len(), "game"), failures[0]);
        let lost = crowd.leave().await;
        ensure!(lost.is_empty(), "{} closed: {}", counted(lost.len(), "idle connection"), lost[0]);
        Ok(Measured {
            games,
            idle: self.idle,
            time,
            confirmed,
            reports,
            finished: report.finished.load(Ordering::Relaxed),
            delays: report.delays(),
            processor: connected.zip(target.servers()).map(spent),
            database: database.zip(target.database()).map(spent),
            kilobytes_each,
            traffic: Traffic::of(&target.sites).await? - traffic,
        })
    }
}

/// Connects people, with consecutive numbers on different servers.
async fn enter(target: &Target, people: usize, name: &str) -> Result<Vec<Client>> {
    let door = Arc::new(Semaphore::new(MAX_REGISTRATIONS));
    let mut entering = JoinSet::new();
    for number in 0..people {
        let (site, door) = (target.site(number).clone(), Arc::clone(&door));
        let name = format!("{name} {number}");
        entering.spawn(async move {
            let _permit = door.acquire().await?;
            anyhow::Ok((number, Client::enter(&site, &name).await?))
        });
    }
    let mut clients = Vec::new();
    while let Some(client) = entering.join_next().await {
        clients.push(client??);
    }
    clients.sort_by_key(|(number, _)| *number);
    Ok(clients.into_iter().map(|(_, client)| client).collect())
}
