//! What a site can carry, all of it in one run on this machine: one server with a file, one with
//! PostgreSQL, one to three with PostgreSQL and NATS, and many idle connections over three.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::services::{self, Keeping, Services};
use crate::{release, run};

const HEAD: &str = "| site | games | connections | moves/s | median | p99 | \
                    servers for 1,000 moves | database for 1,000 moves | memory for each connection |\n\
                    |---|---|---|---|---|---|---|---|---|";

/// How much is tried.
pub(crate) struct Plan {
    pub(crate) program: Option<PathBuf>,
    pub(crate) games: usize,
    pub(crate) seconds: u32,
    /// Connections of the last case.
    pub(crate) connections: usize,
}

/// One site under one load.
struct Case {
    name: String,
    servers: usize,
    postgres: bool,
    nats: bool,
    games: usize,
    interval: f64,
    idle: usize,
}

/// A server that runs; dropped, it is ended at once.
struct Node {
    child: Child,
    port: u16,
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn measure(plan: &Plan) -> Result<()> {
    let program = plan.program.clone().map_or_else(|| release("agon"), Ok)?;
    services::down()?;
    let services = services::up(Keeping::Durable)?;
    let rows = cases(plan).into_iter().map(|case| case.measure(&program, plan, &services));
    let rows = rows.collect::<Result<Vec<String>>>();
    services::down()?;
    println!("\n{HEAD}\n{}", rows?.join("\n"));
    Ok(())
}

fn cases(plan: &Plan) -> Vec<Case> {
    let case = |name: &str, servers, postgres, nats| Case {
        name: name.into(),
        servers,
        postgres,
        nats,
        games: plan.games,
        interval: 0.0,
        idle: 0,
    };
    vec![
        case("1 server, SQLite", 1, false, false),
        case("1 server, PostgreSQL", 1, true, false),
        case("1 server, PostgreSQL and NATS", 1, true, true),
        case("2 servers, PostgreSQL and NATS", 2, true, true),
        case("3 servers, PostgreSQL and NATS", 3, true, true),
        Case {
            interval: 1.0,
            idle: plan.connections.saturating_sub(2 * plan.games),
            ..case("3 servers, a move of each game every second", 3, true, true)
        },
    ]
}

impl Case {
    /// A line of the table.
    fn measure(&self, program: &Path, plan: &Plan, services: &Services) -> Result<String> {
        println!("--- {}", self.name);
        let folder = std::env::temp_dir().join(format!("agon-load-{}", std::process::id()));
        let store = if self.postgres { Some(services.new_database("load")?) } else { None };
        let nats = self.nats.then_some(services.nats.as_str());
        let nodes = (0..self.servers)
            .map(|number| start(program, &folder.join(number.to_string()), store.as_deref(), nats));
        let nodes = nodes.collect::<Result<Vec<Node>>>()?;
        let mut load = Command::new(program);
        load.args(["load", "--games", &self.games.to_string(), "--row", &self.name]);
        load.args(["--interval", &self.interval.to_string(), "--idle", &self.idle.to_string()]);
        load.args(["--seconds", &plan.seconds.to_string()]);
        for node in &nodes {
            load.args(["--url", &format!("http://127.0.0.1:{}", node.port)]);
            load.args(["--pid", &node.child.id().to_string()]);
        }
        if self.postgres {
            load.args(["--database-pid", &services.postmaster()?.to_string()]);
        }
        let output = load.stderr(Stdio::inherit()).output().context("agon load")?;
        let text = String::from_utf8(output.stdout)?;
        print!("{text}");
        ensure!(output.status.success(), "{}: agon load failed", self.name);
        for node in &nodes {
            run(Command::new("kill").args(["-TERM", &node.child.id().to_string()]))?;
        }
        drop(nodes);
        if let Some(store) = &store {
            tell_size(services, store)?;
        }
        let _ = fs::remove_dir_all(&folder);
        let row = text.lines().rfind(|line| line.starts_with('|'));
        row.map(str::to_owned).context("agon load has measured nothing")
    }
}

/// Starts a server and waits until it has said where it is.
fn start(program: &Path, data: &Path, store: Option<&str>, nats: Option<&str>) -> Result<Node> {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
    let mut command = Command::new(program);
    command.args(["serve", "--rate-limit", "off", "--bind", &format!("127.0.0.1:{port}")]);
    command.arg("--data").arg(data);
    for (flag, value) in [("--store", store), ("--nats", nats)] {
        if let Some(value) = value {
            command.args([flag, value]);
        }
    }
    // Only what is wrong is of interest.
    command.env("AGON_LOG_FILTER", "warn").stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().with_context(|| program.display().to_string())?;
    let stdout = child.stdout.take().context("no output of the server")?;
    let node = Node { child, port };
    let mut said = String::new();
    BufReader::new(stdout).read_line(&mut said)?;
    ensure!(!said.is_empty(), "a server did not start");
    Ok(node)
}

/// How much room games take in PostgreSQL.
fn tell_size(services: &Services, store: &str) -> Result<()> {
    let sql = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events), \
               (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname ~ '^events_[0-9]'), \
               (SELECT sum(pg_total_relation_size(oid)) FROM pg_class \
                WHERE relname ~ '^(games_of_people|current_games|name_words|(seats|finished_games)_[0-9]+)$')";
    let text = services.ask(store, sql)?;
    let numbers: Vec<f64> = text.trim().split('|').filter_map(|n| n.parse().ok()).collect();
    let [games, events, of_events, of_games] = numbers[..] else { return Ok(()) };
    println!(
        "PostgreSQL: {events} rows of events, {:.0} bytes each with their indexes; {games} games, \
         {:.0} bytes each besides",
        of_events / events.max(1.0),
        of_games / games.max(1.0)
    );
    Ok(())
}
