//! `agon tune GAME visited`: positions from search trees.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use agon_games::{AnyGame, Visits};
use anyhow::{Context, Result};
use clap::Args;
use clap::builder::ArgPredicate;

use crate::count::counted;

use super::bar;
use super::generate::{Named, Play};
use super::network::write_layout;

#[derive(Args)]
pub(super) struct Visited {
    /// Output file; tools/train reads names that end in .records
    file: PathBuf,
    /// Number of positions
    #[arg(long, default_value_t = 10_000_000)]
    positions: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// Keep one of this many evaluated positions
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Score positions by a search with this many nodes, and keep the quiet ones
    #[arg(long, value_name = "NODES")]
    judged: Option<u64>,
    /// Evaluation that scores the positions: the best one, the weighted sum, or a network file
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
        let written = counted(written, "position");
        writeln!(out, "{written}, {:.0} s", begin.elapsed().as_secs_f64())?;
        Ok(())
    }
}
