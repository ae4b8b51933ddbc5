//! `agon tune GAME visited`: positions as searches meet them.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use agon_games::{AnyGame, Visits};
use anyhow::{Context, Result};
use clap::Args;
use clap::builder::ArgPredicate;

use super::bar;
use super::generate::{Named, Play};
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
    /// Judge each of them by a search of so many positions and keep the quiet ones
    #[arg(long, value_name = "NODES")]
    judged: Option<u64>,
    /// Who judges, without a search where none is asked for: the best evaluation, the weighted sum, or the network of a file
    #[arg(
        long,
        value_name = "best|sum|FILE",
        default_value_if("judged", ArgPredicate::IsPresent, "best"),
        default_value = "sum"
    )]
    judge: String,
    #[command(flatten)]
    play: Play,
}

impl Visited {
    pub(super) fn run(self, game: &'static dyn AnyGame, out: &mut impl Write) -> Result<()> {
        let (plan, rules) = (self.play.plan(self.nodes), self.play.rules());
        let judge = Named::read(game, &self.judge)?;
        let visits = Visits {
            every: self.every as usize,
            count: self.positions,
            judge: judge.player(),
            nodes: self.judged,
        };
        let file = File::create(&self.file).with_context(|| self.file.display().to_string())?;
        let mut file = BufWriter::with_capacity(1 << 20, file);
        write_layout(game, &mut file)?;
        let bar = bar(self.positions, "positions")?;
        let (begin, stop) = (Instant::now(), AtomicBool::new(false));
        let written =
            game.tuning().write_visited(&rules, &plan, visits, &mut file, &stop, &|written| {
                bar.set_position(written);
                stop.store(self.play.is_over(begin), Ordering::Relaxed);
            })?;
        file.flush()?;
        bar.finish_and_clear();
        writeln!(out, "{written} positions, {:.0} s", begin.elapsed().as_secs_f64())?;
        Ok(())
    }
}
