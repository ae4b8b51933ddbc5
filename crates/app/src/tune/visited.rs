//! `agon tune GAME visited`: what a network learns before it learns from games.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_games::AnyGame;
use agon_tuner::SelfPlay;
use anyhow::{Context, Result};
use clap::Args;

use super::bar;
use super::network::write_layout;

#[derive(Args)]
pub(super) struct Visited {
    /// Where to write; tools/train reads names that end in .records
    file: PathBuf,
    /// How many positions
    #[arg(long, default_value_t = 10_000_000)]
    positions: u64,
    /// Positions searched for each move
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// Of so many evaluated positions keep one
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Random plies at the beginning, at most
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Decides all chances
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all cores when not said
    #[arg(long)]
    threads: Option<usize>,
    /// Options of the game; may be given several times, the games take turns
    #[arg(long, value_name = "K=V,...")]
    rules: Vec<String>,
    /// Give games up when both sides agree for some plies that one is so far ahead, in hundredths of a piece
    #[arg(long, value_name = "N")]
    resign: Option<i32>,
    /// Stop after so many seconds
    #[arg(long)]
    seconds: Option<u64>,
}

impl Visited {
    pub(super) fn run(self, game: &'static dyn AnyGame, out: &mut impl Write) -> Result<()> {
        let usual = SelfPlay::default();
        let plan = SelfPlay {
            nodes: self.nodes,
            opening: 2.min(self.opening)..=self.opening,
            seed: self.seed,
            resign: self.resign,
            threads: self.threads.unwrap_or(usual.threads),
            ..usual
        };
        let rules = if self.rules.is_empty() { vec![String::new()] } else { self.rules };
        let file = File::create(&self.file).with_context(|| self.file.display().to_string())?;
        let mut file = BufWriter::with_capacity(1 << 20, file);
        write_layout(game, &mut file)?;
        let bar = bar(self.positions, "positions")?;
        let (begin, stop) = (Instant::now(), AtomicBool::new(false));
        let limit = self.seconds.map(Duration::from_secs);
        let written = game.tuning().write_visited(
            &rules,
            &plan,
            (self.every as usize, self.positions),
            &mut file,
            &stop,
            &|written| {
                bar.set_position(written);
                stop.store(limit.is_some_and(|limit| begin.elapsed() >= limit), Ordering::Relaxed);
            },
        )?;
        file.flush()?;
        bar.finish_and_clear();
        writeln!(out, "{written} positions, {:.0} s", begin.elapsed().as_secs_f64())?;
        Ok(())
    }
}
