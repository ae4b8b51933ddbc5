//! `cargo xtask test` runs every check, `cargo xtask bless` rewrites the golden files,
//! `cargo xtask crash` kills the server many times, `cargo xtask attack` attacks it, `cargo xtask
//! screenshots` takes pictures of the pages.

#![allow(clippy::print_stdout, reason = "tells what it does")]

mod capacity;
mod deny;
mod dist;
mod invariants;
mod load;
mod new_game;
mod report;
mod screenshots;
mod services;
mod test;
mod units;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use clap::Parser;

use report::Report;
use services::Keeping;

/// The commands that developers and CI run.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    /// Run all checks: format, lints, tests, documentation, invariants, pages
    Test,
    /// Check licences, sources, duplicate versions and advisories of the crates after deny.toml
    Deny,
    /// Rewrite the tables of counts, the golden games and the types of the pages; read the difference
    /// afterwards
    Bless,
    /// Write a small game that plays and passes all checks, to be made into another one
    NewGame {
        /// Its name in commands and addresses, such as connect-four
        name: String,
    },
    /// PostgreSQL and NATS on loopback, in a scratch folder: for tests by hand and by `cargo xtask test`
    Services {
        /// Start them, or find them running, and tell where; or end them and remove all they wrote
        what: Services,
        /// What is committed is on the disk: for measuring and for faults
        #[arg(long)]
        durable: bool,
    },
    /// Build the program for other machines, every x86-64 processor since 2013, as a tar file and as a
    /// Debian package with its service
    Dist {
        /// Install a package with the usual build in a throwaway copy of this system instead, start the
        /// server as its service would, end it and remove it
        #[arg(long)]
        check: bool,
    },
    /// End the server many times while people play, with a full disk now and then: nothing that
    /// was confirmed may be lost, nothing that was refused may be stored
    Crash {
        /// How often it is killed
        #[arg(default_value_t = 50)]
        kills: u32,
        /// How often it is asked to end
        #[arg(long, value_name = "N", default_value_t = 12)]
        stops: u32,
        /// Another program as the server
        #[arg(long, value_name = "PROGRAM")]
        server: Option<PathBuf>,
    },
    /// Let servers of a site, PostgreSQL and NATS fail in every way while people play: nothing that was
    /// confirmed may be lost, nothing done twice
    Faults {
        /// How often each of them
        #[arg(default_value_t = 20)]
        times: u32,
        /// Only those with this in their name, such as Nats
        #[arg(long, value_name = "NAME")]
        only: Option<String>,
        /// Instead, a hostile client on NATS for this many seconds: nothing it publishes may have an effect
        #[arg(long, value_name = "SECONDS", conflicts_with = "only")]
        hostile: Option<u32>,
    },
    /// Attack a server from this machine while others play, and tell what they noticed
    Attack {
        /// Which attacks; all of them if none is named
        names: Vec<String>,
        /// Another program as the server
        #[arg(long, value_name = "PROGRAM")]
        server: Option<PathBuf>,
        /// List the attacks, and do nothing
        #[arg(long)]
        list: bool,
        /// Games in the archive whose lists are measured
        #[arg(long, value_name = "N")]
        games: Option<usize>,
    },
    /// Measure moves a second of another program and of this one in one run
    CompareLoad {
        /// The other program, such as one built before a change
        before: PathBuf,
        /// This one, if it is not to be built
        after: Option<PathBuf>,
        /// Games at the same time
        #[arg(long, value_name = "N,...", default_value = "50,100,200")]
        games: String,
        /// Seconds of each turn
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        seconds: u32,
        /// Turns of each program
        #[arg(long, value_name = "N", default_value_t = 3)]
        rounds: u32,
    },
    /// Measure what a site can carry, all of it in one run: one server with SQLite and with PostgreSQL, one
    /// to three with PostgreSQL and NATS, and many idle connections over three
    Load {
        /// The program, if it is not to be built
        #[arg(long, value_name = "PROGRAM")]
        program: Option<PathBuf>,
        /// Games at the same time
        #[arg(long, value_name = "N", default_value_t = 100)]
        games: usize,
        /// Seconds of each case
        #[arg(long, value_name = "SECONDS", default_value_t = 20)]
        seconds: u32,
        /// Connections of the last case
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        connections: usize,
    },
    /// Move a site of many games from SQLite to PostgreSQL and back: its exports must be the same
    Moving {
        /// How many games
        #[arg(default_value_t = 100_000)]
        games: usize,
    },
    /// Reckon with what many connected people would ask of servers, PostgreSQL and NATS
    Capacity(capacity::Crowd),
    /// Run every fuzz target for some seconds (needs cargo-fuzz and a nightly toolchain)
    Fuzz {
        /// Seconds for each target
        #[arg(default_value_t = 60)]
        seconds: u32,
    },
    /// Build the program that plays in browsers, without a server, into web-wasm, for one thread and for
    /// several: whoever builds agon afterwards has it inside
    Wasm {
        /// Also measure it beside the program of this machine, in one run (needs node)
        #[arg(long)]
        measure: bool,
    },
    /// Take pictures of every page and every board, to be looked at one by one
    Screenshots {
        /// The folder for them
        #[arg(default_value = "target/screenshots")]
        folder: PathBuf,
        /// Take only the five small ones of the README, for docs/pictures
        #[arg(long)]
        readme: bool,
    },
}

/// What to do with PostgreSQL and NATS.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Services {
    Up,
    Down,
    /// Kill NATS and start it again
    RestartNats,
    RestartPostgres,
    /// End PostgreSQL as a crash does and start it again
    CrashPostgres,
    /// Take all the room that it has, where it is run by `faults`
    FillPostgres,
    /// Give it back
    FreePostgres,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if let Err(error) = std::env::set_current_dir(&root) {
        eprintln!("xtask: {}: {error}", root.display());
        return ExitCode::FAILURE;
    }
    let result = match Task::parse() {
        Task::Test => test::test(),
        Task::Deny => deny(),
        Task::Bless => bless(),
        Task::NewGame { name } => new_game(&name),
        Task::Services { what, durable } => services(what, durable),
        Task::Dist { check: false } => dist::make(),
        Task::Dist { check: true } => {
            let mut report = Report::default();
            // Whoever asks for this check alone wants it done.
            dist::check(&mut report).and_then(|()| report.check_skips(true))
        }
        Task::Crash { kills, stops, server } => crash(kills, stops, server.as_deref()),
        Task::Faults { hostile: Some(seconds), .. } => hostile(seconds),
        Task::Faults { times, only, .. } => faults(times, only.as_deref()),
        Task::Attack { names, server, list, games } => attack(&names, server, list, games),
        Task::CompareLoad { before, after, games, seconds, rounds } => {
            compare_load(&before, after, &games, seconds, rounds)
        }
        Task::Load { program, games, seconds, connections } => {
            load::measure(&load::Plan { program, games, seconds, connections })
        }
        Task::Moving { games } => moving(games),
        Task::Capacity(crowd) => crowd.tell(),
        Task::Fuzz { seconds } => fuzz(seconds),
        Task::Wasm { measure: false } => wasm::build_both(),
        Task::Wasm { measure: true } => wasm::build_both().and_then(|()| wasm::measure()),
        Task::Screenshots { folder, readme } => screenshots::take(&folder, readme),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn services(what: Services, durable: bool) -> Result<()> {
    match what {
        Services::Up => {
            let keeping = if durable { Keeping::Durable } else { Keeping::Hasty };
            services::up(keeping)?.tell();
            Ok(())
        }
        Services::Down => services::down(),
        Services::RestartNats => services::restart_nats(),
        Services::RestartPostgres => services::restart_postgres(false),
        Services::CrashPostgres => services::restart_postgres(true),
        Services::FillPostgres => services::fill_postgres(),
        Services::FreePostgres => services::free_postgres(),
    }
}

/// Each fault so many times, with services whose commits are on the disk.
fn faults(times: u32, name: Option<&str>) -> Result<()> {
    services::down()?;
    let services = services::up(Keeping::Small)?;
    println!("--- three servers, each fault {times} times");
    let args = ["test", "--workspace", "--test", "faults", "--", "--nocapture"];
    let mut command = cargo(&args);
    command.env("AGON_TEST_POSTGRES", &services.postgres).env("AGON_TEST_NATS", &services.nats);
    command.env("AGON_XTASK", std::env::current_exe()?).env("AGON_FAULTS", times.to_string());
    if let Some(name) = name {
        command.env("AGON_FAULT", name);
    }
    let tried = run(&mut command);
    services::down()?;
    tried
}

/// The test of the usual run, for longer.
fn hostile(seconds: u32) -> Result<()> {
    services::down()?;
    let services = services::up(Keeping::Hasty)?;
    println!("--- three servers and a hostile client on NATS for {seconds} s");
    let args = ["test", "--workspace", "--test", "hostile", "--", "--nocapture"];
    let mut command = cargo(&args);
    command.env("AGON_TEST_POSTGRES", &services.postgres).env("AGON_TEST_NATS", &services.nats);
    command.env("AGON_HOSTILE", seconds.to_string());
    let tried = run(&mut command);
    services::down()?;
    tried
}

/// The test of the usual run, with more games and the program as people run it.
fn moving(games: usize) -> Result<()> {
    let program = std::path::absolute(release("agon")?)?;
    services::down()?;
    let services = services::up(Keeping::Durable)?;
    let args = ["test", "--package", "agon", "--test", "operations", "moving", "--", "--nocapture"];
    let mut command = cargo(&args);
    command.env("AGON_TEST_POSTGRES", &services.postgres).env("AGON_TEST_NATS", &services.nats);
    command.env("AGON_GAMES", games.to_string()).env("AGON_BINARY", program);
    let moved = run(&mut command);
    services::down()?;
    moved
}

fn deny() -> Result<()> {
    let mut report = Report::new()?;
    deny::Deny::prepare()?.check(&mut report)?;
    report.check_skips(false)
}

fn bless() -> Result<()> {
    println!("--- rewriting golden files");
    run(cargo(&["test", "--workspace", "--test", "golden"]).env("AGON_BLESS", "1"))?;
    let types = ["test", "--package", "agon-protocol", "typescript"];
    run(cargo(&types).env("AGON_BLESS", "1"))?;
    run(Command::new("git").args(["diff", "--stat"]))
}

fn new_game(name: &str) -> Result<()> {
    new_game::write(name)?;
    step("format", &["fmt", "--all"])?;
    println!("--- its golden game");
    run(cargo(&["test", "--package", &format!("agon-{name}"), "--test", "golden"])
        .env("AGON_BLESS", "1"))?;
    println!(
        "crates/{name} plays: cargo run -- show {name}; docs/adding-a-game.md says how to go on"
    );
    Ok(())
}

fn crash(kills: u32, stops: u32, server: Option<&Path>) -> Result<()> {
    println!("--- killing the server {kills} times, stopping it {stops} times");
    let args = ["test", "--package", "agon", "--test", "crash", "--", "--nocapture"];
    let mut command = cargo(&args);
    command.args(["--test-threads", "1"]);
    command.env("AGON_KILLS", kills.to_string()).env("AGON_STOPS", stops.to_string());
    if let Some(server) = server {
        command.env("AGON_BINARY", std::path::absolute(server)?);
    }
    run(&mut command)
}

/// A program as people run it.
fn release(package: &str) -> Result<PathBuf> {
    step("release", &["build", "--release", "--package", package])?;
    Ok(Path::new("target/release").join(package))
}

fn attack(
    names: &[String],
    server: Option<PathBuf>,
    list: bool,
    games: Option<usize>,
) -> Result<()> {
    let mut command = Command::new(release("agon-attack")?);
    if list {
        return run(command.arg("--list"));
    }
    let server = server.map_or_else(|| release("agon"), Ok)?;
    command.arg("--server").arg(server);
    if let Some(games) = games {
        command.args(["--games", &games.to_string()]);
    }
    println!("--- attacks");
    run(command.args(names))
}

fn compare_load(
    before: &Path,
    after: Option<PathBuf>,
    games: &str,
    seconds: u32,
    rounds: u32,
) -> Result<()> {
    let after = after.map_or_else(|| release("agon"), Ok)?;
    println!("--- load");
    let (seconds, rounds) = (seconds.to_string(), rounds.to_string());
    let mut command = Command::new(&after);
    command.args(["load", "--interval", "0", "--games", games, "--seconds", &seconds]);
    command.args(["--rounds", &rounds, "--server"]).arg(before).arg("--server").arg(&after);
    run(&mut command)
}

fn fuzz(seconds: u32) -> Result<()> {
    let listed = cargo(&["+nightly", "fuzz", "list"]).output().context("cargo fuzz list")?;
    let targets = String::from_utf8(listed.stdout)?;
    ensure!(listed.status.success(), "cargo-fuzz is missing: cargo install cargo-fuzz --locked");
    for target in targets.lines() {
        let time = format!("-max_total_time={seconds}");
        step(target, &["+nightly", "fuzz", "run", target, "--", &time])?;
    }
    Ok(())
}

fn has_nextest() -> bool {
    cargo(&["nextest", "--version"]).output().is_ok_and(|output| output.status.success())
}

/// Cargo as the user would call it: a toolchain may be named, and our own environment, in
/// which cargo runs us, must not leak into it. Some build scripts watch what cargo tells of the
/// package: with ours they would be built anew for us, and again for the user.
fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(args).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    for (name, _) in std::env::vars_os() {
        let ours = ["CARGO_PKG_", "CARGO_MANIFEST_"];
        if name.to_str().is_some_and(|name| ours.iter().any(|prefix| name.starts_with(prefix))) {
            command.env_remove(name);
        }
    }
    command
}

fn step(name: &str, args: &[&str]) -> Result<()> {
    println!("--- {name}: cargo {}", args.join(" "));
    run(&mut cargo(args))
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "failed: {command:?}");
    Ok(())
}
