//! `agon tune`: better weights for our own evaluations, from games against ourselves.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use agon_tuner::{Fitted, Fitting, SelfPlay, write_weights};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

/// Which game is tuned, and which step is done.
#[derive(Args)]
pub(crate) struct Tune {
    /// Which game; `agon games` lists them
    game: String,
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Play games and write their quiet positions with results to a file
    Generate {
        /// Where to write
        file: PathBuf,
        /// How many games
        #[arg(long, default_value_t = 10_000)]
        games: u64,
        /// Positions searched for each move
        #[arg(long, default_value_t = 4_000)]
        nodes: u64,
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
    },
    /// Fit the weights to the positions of a file
    Fit {
        /// What `generate` wrote
        file: PathBuf,
        /// How often to go through all positions
        #[arg(long, default_value_t = 1_000)]
        epochs: usize,
        /// How much results count, and the rest what the search thought
        #[arg(long, default_value_t = 0.7)]
        lambda: f64,
        /// Keep this scale between judgement and chance to win instead of fitting it
        #[arg(long)]
        scale: Option<f64>,
        /// Threads; all cores when not said
        #[arg(long)]
        threads: Option<usize>,
        /// Put the new weights into this source file
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
    },
}

impl Tune {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<()> {
        let game = agon_games::find(&self.game)?;
        match self.step {
            Step::Generate { file, games, nodes, opening, seed, threads, rules } => {
                let usual = SelfPlay::default();
                let plan = SelfPlay {
                    games,
                    nodes,
                    opening: 2.min(opening)..=opening,
                    seed,
                    threads: threads.unwrap_or(usual.threads),
                    ..usual
                };
                let rules = if rules.is_empty() { vec![String::new()] } else { rules };
                let target = File::create(&file).with_context(|| file.display().to_string())?;
                let mut target = BufWriter::new(target);
                let bar = bar(games, "games")?;
                let stop = AtomicBool::new(false);
                let tally =
                    game.tuning().generate(&rules, &plan, &mut target, &stop, &mut |n| {
                        bar.set_position(n);
                    })?;
                target.flush()?;
                bar.finish_and_clear();
                writeln!(out, "{tally}")?;
            }
            Step::Fit { file, epochs, lambda, scale, threads, write } => {
                let usual = Fitting::default();
                let threads = threads.unwrap_or(usual.threads);
                let fitting = Fitting { epochs, lambda, scale, threads, ..usual };
                let source = File::open(&file).with_context(|| file.display().to_string())?;
                let bar = bar(epochs as u64, "epochs")?;
                let Fitted { weights, report } = game.tuning().fit(
                    &mut BufReader::new(source),
                    &fitting,
                    &mut |epoch, misfit| {
                        bar.set_position(epoch as u64);
                        bar.set_message(format!("cross-entropy {misfit:.5}"));
                    },
                )?;
                bar.finish_and_clear();
                writeln!(out, "{report}")?;
                match write {
                    Some(file) => write_weights(&file, &weights)?,
                    None => writeln!(out, "{weights:?}")?,
                }
            }
        }
        Ok(())
    }
}

fn bar(length: u64, what: &str) -> Result<ProgressBar> {
    let bar = ProgressBar::new(length);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left  {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template)?);
    Ok(bar)
}
