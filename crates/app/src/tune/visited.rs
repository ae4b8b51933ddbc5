//! `agon tune GAME visited`: what a network learns before it learns from games.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use agon_games::AnyGame;
use anyhow::{Context, Result};
use clap::Args;

use super::bar;
use super::generate::Play;
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
    #[command(flatten)]
    play: Play,
}

impl Visited {
    pub(super) fn run(self, game: &'static dyn AnyGame, out: &mut impl Write) -> Result<()> {
        let (plan, rules) = (self.play.plan(self.nodes), self.play.rules());
        let file = File::create(&self.file).with_context(|| self.file.display().to_string())?;
        let mut file = BufWriter::with_capacity(1 << 20, file);
        write_layout(game, &mut file)?;
        let bar = bar(self.positions, "positions")?;
        let (begin, stop) = (Instant::now(), AtomicBool::new(false));
        let written = game.tuning().write_visited(
            &rules,
            &plan,
            (self.every as usize, self.positions),
            &mut file,
            &stop,
            &|written| {
                bar.set_position(written);
                stop.store(self.play.is_over(begin), Ordering::Relaxed);
            },
        )?;
        file.flush()?;
        bar.finish_and_clear();
        writeln!(out, "{written} positions, {:.0} s", begin.elapsed().as_secs_f64())?;
        Ok(())
    }
}
