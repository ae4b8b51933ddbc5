//! `agon bench`: speed of the search and of the rules.

mod peers;
mod signature;
mod speed;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use agon_core::{History, Rng};
use agon_games::{AnyGame, AnyMatch, GAMES};
use anyhow::Result;
use clap::Args;

#[derive(Args)]
pub(crate) struct Bench {
    /// Measure depth and speed of the search on typical positions, with one and several threads
    #[arg(long, conflicts_with = "perft")]
    speed: bool,
    /// Milliseconds per position of --speed
    #[arg(long, requires = "speed", value_name = "MS", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(10..=600_000))]
    movetime: u64,
    /// Measure only this game with --speed
    #[arg(long, requires = "speed", value_name = "GAME")]
    game: Option<String>,
    /// Number of threads to compare with one in --speed
    #[arg(long, requires = "speed", value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Measure perft and random games instead of the search
    #[arg(long)]
    perft: bool,
    /// Seconds per figure of --perft
    #[arg(long, requires = "perft", value_name = "S", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Also run OpenSpiel's random games with this Python interpreter, which needs open_spiel
    #[arg(long, value_name = "PYTHON", requires = "perft")]
    openspiel: Option<PathBuf>,
}

/// Results of one game, per second.
struct Speed {
    leaves: f64,
    moves: f64,
    plies_per_game: f64,
}

impl Bench {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        if self.speed {
            let time = Duration::from_millis(self.movetime);
            return speed::run(self.game.as_deref(), time, self.threads.into(), out);
        }
        if !self.perft {
            return signature::run(out);
        }
        let time = Duration::from_secs(self.seconds.into());
        writeln!(out, "game              perft leaves/s   playout moves/s plies per game")?;
        let mut speeds = Vec::new();
        for game in GAMES {
            let speed = measure(*game, time)?;
            writeln!(
                out,
                "{:<16} {:>15.0} {:>17.0} {:>14.1}",
                game.id(),
                speed.leaves,
                speed.moves,
                speed.plies_per_game
            )?;
            out.flush()?;
            speeds.push((game.id(), speed));
        }
        peers::compare_perft(time, out)?;
        if let Some(python) = &self.openspiel {
            let moves: Vec<_> = speeds.iter().map(|(id, speed)| (*id, speed.moves)).collect();
            peers::compare_with_openspiel(python, time, &moves, out)?;
        }
        Ok(())
    }
}

fn measure(game: &dyn AnyGame, time: Duration) -> Result<Speed> {
    let start = game.open("", None)?;
    let depth = depth_for(&*start);
    let leaves = per_second(time, || start.perft(depth));
    let mut rng = Rng::new(1);
    let mut history = History::default();
    let mut games = 0;
    let mut plies = 0;
    let moves = per_second(time, || {
        let moves = start.playout(&mut rng, &mut history);
        games += 1;
        plies += moves;
        moves
    });
    Ok(Speed { leaves, moves, plies_per_game: plies as f64 / f64::from(games) })
}

/// Returns the smallest depth with at least a million leaves.
fn depth_for(start: &dyn AnyMatch) -> u32 {
    (1..).find(|&depth| start.perft(depth) >= 1_000_000).unwrap_or(1)
}

/// Repeats the work until the time is up and returns its count per second.
fn per_second(time: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let begin = Instant::now();
    let mut count = 0;
    while begin.elapsed() < time {
        count += work();
    }
    count as f64 / begin.elapsed().as_secs_f64()
}
