//! The program `agon`.

mod analyze;
mod bench;
mod commands;
mod contest;
mod count;
mod engine;
mod host_key;
mod load;
mod moving;
mod nats;
mod openings;
mod probe;
mod puzzles;
mod serve;
mod setup;
mod site;
mod solve;
mod tune;
mod worker;
mod worker_key;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::setup::Setup;

/// A move makes thousands of small texts, on one thread for another: the system's allocator took a
/// quarter of the server's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Classic board games under one roof. Without a command the game site is served at
/// http://127.0.0.1:8080, as with `agon serve`.
#[derive(Parser)]
#[command(name = "agon", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
enum Command {
    /// Serve the game site
    Serve(serve::Settings),
    /// Think for the servers of a site that is spread over several machines
    Worker(worker::Worker),
    /// Write a site that needs no server into a folder, for any host of files
    Site(site::Site),
    /// Show the key of the host page, or replace it
    HostKey(host_key::HostKey),
    /// Write all that a site knows into a file, to move it to another database
    Export(moving::Export),
    /// Fill an empty site with what another one has exported
    ImportData(moving::ImportData),
    /// Play many games at once against a server, and measure
    Load(load::Load),
    /// List the games with their options and defaults, one a line
    Games {
        /// Explain every option and preset
        #[arg(long)]
        long: bool,
    },
    /// Count the sequences of exactly DEPTH moves
    Perft {
        /// Which game; `agon games` lists them
        game: String,
        /// How many moves deep
        #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
        depth: u32,
        #[command(flatten)]
        setup: Setup,
        /// Print the count of each legal move as well
        #[arg(long)]
        divide: bool,
    },
    /// List the legal moves, one a line and sorted, or say how the game ended
    Moves {
        /// Which game; `agon games` lists them
        game: String,
        #[command(flatten)]
        setup: Setup,
    },
    /// Show a position as text and as a drawing
    Show {
        /// Which game; `agon games` lists them
        game: String,
        #[command(flatten)]
        setup: Setup,
        /// Draw with plain characters and without colour
        #[arg(long)]
        ascii: bool,
    },
    /// Play any game over UCI, for graphical programs and matches
    Engine {
        /// Which game; `agon games` lists them
        game: String,
    },
    /// Judge the moves of a game that was played
    Analyze(analyze::Analyze),
    /// Let computer players play against each other
    Match(contest::Contest),
    /// Find better weights for our own judgement of positions
    Tune(tune::Tune),
    /// Solve a game: find the value of every position, and keep it on disk
    Solve(solve::Solve),
    /// Look up the value of a position and of its moves in a solved game, or put the tables to
    /// the test
    Probe(probe::Probe),
    /// Find puzzles in games: positions with one way to win or to save; or check those that were found
    Puzzles(puzzles::Puzzles),
    /// Play games for the explorer
    Openings(openings::Openings),
    /// Measure the speed of the search, or of the rules, on this machine
    Bench(bench::Bench),
}

fn main() -> ExitCode {
    let command = Cli::parse().command.unwrap_or_else(|| Command::Serve(usual_settings()));
    if let Command::Engine { game } = &command {
        return finish(engine::run(game));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = match command {
        Command::Serve(settings) => serve::run(&settings, &mut out),
        Command::Worker(worker) => worker.run(&mut out),
        Command::Site(site) => site.run(&mut out),
        Command::HostKey(host_key) => host_key.run(&mut out),
        Command::Export(export) => export.run(&mut out),
        Command::ImportData(import) => import.run(&mut out),
        Command::Load(load) => load.run(&mut out),
        Command::Games { long } => commands::games(long, &mut out),
        Command::Perft { game, depth, setup, divide } => {
            commands::perft(&game, depth, &setup, divide, &mut out)
        }
        Command::Moves { game, setup } => commands::moves(&game, &setup, &mut out),
        Command::Show { game, setup, ascii } => commands::show(&game, &setup, ascii, &mut out),
        Command::Analyze(analyze) => analyze.run(&mut out),
        Command::Bench(bench) => bench.run(&mut out),
        Command::Match(contest) => contest.run(&mut out),
        Command::Solve(solve) => solve.run(&mut out),
        Command::Probe(probe) => probe.run(&mut out),
        Command::Puzzles(puzzles) => puzzles.run(&mut out),
        Command::Openings(openings) => openings.run(&mut out),
        Command::Tune(tune) => tune.run(&mut out),
        Command::Engine { .. } => Ok(()),
    };
    finish(result.and_then(|()| Ok(out.flush()?)))
}

/// The settings of `agon serve` without flags: those of the environment.
fn usual_settings() -> serve::Settings {
    match Cli::parse_from(["agon", "serve"]).command {
        Some(Command::Serve(settings)) => settings,
        _ => serve::Settings::default(),
    }
}

fn finish(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output may stop reading, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Where nobody can be told, the status says that it failed.
            let _ = writeln!(io::stderr(), "agon: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
