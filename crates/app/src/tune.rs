//! `agon tune`: tunes evaluations and search margins by self-play.

mod generate;
mod network;
mod pairs;
mod screen;
mod spsa;
mod visited;

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use agon_tuner::{Fitted, Fitting, write_weights};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

use crate::count::counted;
use generate::Generate;
pub(crate) use network::read_network;
use screen::Screen;
use spsa::Climb;
pub(crate) use spsa::read_margins;
use visited::Visited;

#[derive(Args)]
pub(crate) struct Tune {
    /// Game id; `agon games` lists them
    game: String,
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Play games and write them to a file; continues an existing file
    Generate(Generate),
    /// Extract quiet positions from games as text, for `fit`
    Positions {
        /// File written by `generate`
        games: PathBuf,
        /// Output file
        file: PathBuf,
        /// Keep at most one of this many consecutive positions
        #[arg(long, default_value_t = 3)]
        every: usize,
    },
    /// Fit the evaluation weights to positions
    Fit {
        /// File written by `positions`
        file: PathBuf,
        /// Number of passes over all positions
        #[arg(long, default_value_t = 1_000)]
        epochs: usize,
        /// Weight of game results; the rest is the weight of search scores
        #[arg(long, default_value_t = 0.7)]
        lambda: f64,
        /// Use this scale between score and winning chance instead of fitting it
        #[arg(long)]
        scale: Option<f64>,
        /// Number of threads [default: all cores]
        #[arg(long)]
        threads: Option<usize>,
        /// Write the new weights to this source file
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
    },
    /// Tune search margins by games between perturbed sets (SPSA); continues an existing file
    Spsa(Climb),
    /// Estimate the effect of every search margin in one experiment with random changes
    Screen(Screen),
    /// Fit the scale between scores and winning chances, for `WINNING_SCALE`
    Scale {
        /// File written by `generate`
        games: PathBuf,
    },
    /// Write quiet positions as network inputs to stdout, for tools/train
    Records {
        /// Files written by `generate`
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// Take results from the tablebases in this directory instead of the games
        #[arg(long, value_name = "DIR")]
        database: Option<PathBuf>,
    },
    /// Write positions from search trees with handcrafted evaluations, for tools/train
    Visited(Visited),
    /// Compare a network with sample outputs of its trainer
    Check {
        /// Network file
        network: PathBuf,
        /// Sample file written by the trainer
        samples: PathBuf,
    },
}

impl Tune {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<()> {
        let game = agon_games::find(&self.game)?;
        match self.step {
            Step::Generate(generate) => generate.run(game, out)?,
            Step::Spsa(climb) => climb.run(game, out)?,
            Step::Screen(screen) => screen.run(game, out)?,
            Step::Positions { games, file, every } => {
                let mut source = open(&games)?;
                let target = File::create(&file).with_context(|| file.display().to_string())?;
                let mut target = BufWriter::new(target);
                let count = game.tuning().write_samples(&mut source, every, &mut target)?;
                target.flush()?;
                writeln!(out, "{}", counted(count, "position"))?;
            }
            Step::Fit { file, epochs, lambda, scale, threads, write } => {
                let usual = Fitting::default();
                let threads = threads.unwrap_or(usual.threads);
                let fitting = Fitting { epochs, lambda, scale, threads, ..usual };
                let bar = bar(epochs as u64, "epochs")?;
                let Fitted { weights, report } =
                    game.tuning().fit(&mut open(&file)?, &fitting, &mut |epoch, misfit| {
                        bar.set_position(epoch as u64);
                        bar.set_message(format!("cross-entropy {misfit:.5}"));
                    })?;
                bar.finish_and_clear();
                writeln!(out, "{report}")?;
                match write {
                    Some(file) => write_weights(&file, &weights)?,
                    None => writeln!(out, "{weights:?}")?,
                }
            }
            Step::Scale { games } => {
                write!(out, "{}", game.tuning().fit_scale(&mut open(&games)?)?)?;
            }
            Step::Records { games, database } => {
                network::write_records(game, &games, database.as_deref(), out)?;
            }
            Step::Visited(visited) => visited.run(game, out)?,
            Step::Check { network, samples } => network::check(game, &network, &samples, out)?,
        }
        Ok(())
    }
}

fn open(file: &PathBuf) -> Result<BufReader<File>> {
    Ok(BufReader::new(File::open(file).with_context(|| file.display().to_string())?))
}

fn bar(length: u64, what: &str) -> Result<ProgressBar> {
    let bar = ProgressBar::new(length);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left  {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template)?);
    Ok(bar)
}
