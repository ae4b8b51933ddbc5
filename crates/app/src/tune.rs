//! `agon tune`: better evaluations and margins, from games against ourselves.

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

use generate::Generate;
pub(crate) use network::read_network;
use screen::Screen;
use spsa::Climb;
pub(crate) use spsa::read_margins;
use visited::Visited;

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
    /// Play games and write them to a file; goes on where it was broken off
    Generate(Generate),
    /// Write the quiet positions of games as lines of text, for `fit`
    Positions {
        /// What `generate` wrote
        games: PathBuf,
        /// Where to write
        file: PathBuf,
        /// Of so many positions in a row keep at most one
        #[arg(long, default_value_t = 3)]
        every: usize,
    },
    /// Fit the weights to the positions of a file
    Fit {
        /// What `positions` wrote
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
    /// Tune the margins of the search by games between two sets of them; goes on where it was broken off
    Spsa(Climb),
    /// Find out which margins of the search deserve to be changed: all are changed at once, each by lot
    Screen(Screen),
    /// Find the scale between scores and chances to win, for `WINNING_SCALE` of a game
    Scale {
        /// What `generate` wrote
        games: PathBuf,
    },
    /// Write the quiet positions of games as networks are told of them, for tools/train
    Records {
        /// What `generate` wrote
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// Take results from the tables in this folder instead of from the games
        #[arg(long, value_name = "DIR")]
        database: Option<PathBuf>,
    },
    /// Write positions as searches meet them, with what the evaluation in words says, for tools/train
    Visited(Visited),
    /// Compare a network with what its trainer says that it gives
    Check {
        /// The network
        network: PathBuf,
        /// What the trainer wrote beside it
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
                writeln!(out, "{count} positions")?;
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
