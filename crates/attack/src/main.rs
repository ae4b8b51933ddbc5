//! Attacks a server from outside: `cargo xtask attack` runs all of them, each against a process
//! of its own on a free port of this machine. Meanwhile two people play and newcomers come in;
//! what they notice decides whether the server has withstood.

#![allow(clippy::print_stdout, reason = "tells what it does")]

mod attacks;
mod bystander;
mod fill;
mod ground;
mod lists;
mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use attacks::{ATTACKS, Attack};
use ground::Ground;
use report::{Bars, Report};

/// Attacks a server on this machine and tells what others noticed.
#[derive(Parser)]
#[command(name = "agon-attack", version)]
struct Cli {
    /// The program to attack
    #[arg(long, value_name = "PROGRAM", default_value = "target/release/agon")]
    server: PathBuf,
    /// Only these attacks; all of them if none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// List the attacks, and do nothing
    #[arg(long)]
    list: bool,
    /// Milliseconds that 99 of 100 moves of bystanders may take
    #[arg(long, value_name = "MS", default_value_t = 250.0)]
    p99: f64,
    /// Games in the database for the measurement of lists
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    games: usize,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::stdout().lock();
    match run(&cli, &mut out) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("agon-attack: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs the attacks; `false` when the server has not withstood one.
fn run(cli: &Cli, out: &mut impl Write) -> Result<bool> {
    if cli.list {
        for attack in ATTACKS {
            writeln!(out, "{:18} {}", attack.name, attack.about)?;
        }
        return Ok(true);
    }
    let known = |name: &String| ATTACKS.iter().any(|attack| attack.name == name);
    if let Some(name) = cli.names.iter().find(|name| !known(name)) {
        anyhow::bail!("there is no attack {name}; --list names them");
    }
    ensure!(cli.server.is_file(), "{} is not there; build it first", cli.server.display());
    let bars = Bars { p99: cli.p99, ..Bars::default() };
    let mut report = Report::new(bars);
    let wanted =
        |attack: &&Attack| cli.names.is_empty() || cli.names.iter().any(|name| name == attack.name);
    for attack in ATTACKS.iter().filter(wanted) {
        writeln!(out, "{}: {}", attack.name, attack.about)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .context("no threads for an attack")?;
        let result = runtime.block_on(Ground::attack(attack, &cli.server, cli.games));
        runtime.shutdown_background();
        report.add(attack.name, result, out)?;
        out.flush()?;
    }
    report.write(out)?;
    Ok(report.is_clean())
}
