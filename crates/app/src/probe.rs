//! `agon probe`: queries to the tablebases of a solved game.

mod moves;
mod speed;
mod trial;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use agon_core::Rng;
use agon_games::solved::{AnyTablebase, find_solved};
use agon_solver::Value;
use anyhow::Result;
use clap::Args;

use crate::tune::read_network;

use moves::Judging;
use trial::Trial;

#[derive(Args)]
pub(crate) struct Probe {
    /// Game id; `agon games` lists them
    game: String,
    /// Print the value of this position and its moves
    #[arg(long, value_name = "TEXT", required_unless_present_any = ["bench", "trial", "moves"],
        conflicts_with_all = ["bench", "trial", "moves"])]
    position: Option<String>,
    /// Measure the lookup time of this many random positions
    #[arg(long, value_name = "N", conflicts_with_all = ["trial", "moves"])]
    bench: Option<NonZeroUsize>,
    /// Let `perfect` play this many won positions against the best defence, and as many drawn ones
    /// against all kinds of players
    #[arg(long, value_name = "N")]
    trial: Option<NonZeroUsize>,
    /// Let the computer play one move without tablebase in this many random positions, and count
    /// the moves that keep the value
    #[arg(long, value_name = "N", conflicts_with = "trial")]
    moves: Option<NonZeroUsize>,
    /// Milliseconds per move of --moves
    #[arg(long, value_name = "MS", default_value_t = 100, requires = "moves")]
    movetime: u64,
    /// Network file for the moves of --moves
    #[arg(long, value_name = "FILE", requires = "moves")]
    network: Option<PathBuf>,
    /// Nodes per move of the opponents of --trial
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    nodes: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Directory of the tables
    #[arg(long, value_name = "DIR", env = "AGON_DATABASE", default_value = "agon-database")]
    dir: PathBuf,
    /// Rules options, such as layers=5,flying=off
    #[arg(long, value_name = "K=V,...", default_value = "")]
    rules: String,
}

impl Probe {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        let game = agon_games::find(&self.game)?;
        let solved = find_solved(&self.game)?;
        if let Some(text) = &self.position {
            // The position text may imply rules, such as the size of the board.
            let opened = game.open(&self.rules, Some(text))?;
            let tablebase = solved.open(&opened.rules(), &self.dir)?;
            warn_of_problems(&*tablebase);
            return look_up(&*tablebase, &opened.rules(), text, out);
        }
        let tablebase = solved.open(&self.rules, &self.dir)?;
        warn_of_problems(&*tablebase);
        if let Some(count) = self.bench {
            return speed::measure(&*tablebase, count.get(), &mut Rng::new(self.seed), out);
        }
        let cores = || thread::available_parallelism().map_or(1, Into::into);
        let threads = self.threads.map_or_else(cores, Into::into);
        if let Some(positions) = self.moves {
            let network = self.network.as_deref().map(|file| read_network(game, file));
            let judging = Judging {
                game,
                tablebase,
                rules: self.rules.clone(),
                positions: positions.get(),
                movetime: Duration::from_millis(self.movetime),
                network: network.transpose()?,
                seed: self.seed,
                threads,
            };
            return judging.run(out);
        }
        let Some(positions) = self.trial else { return Ok(()) };
        let trial = Trial {
            game,
            tablebase,
            rules: self.rules.clone(),
            positions: positions.get(),
            nodes: self.nodes,
            seed: self.seed,
            threads,
        };
        trial.run(out)
    }
}

fn look_up(
    tablebase: &dyn AnyTablebase,
    rules: &str,
    position: &str,
    out: &mut impl Write,
) -> Result<()> {
    let probe = tablebase.read(rules, position)?.probe()?;
    let text = |value: Option<Value>| value.map_or("unknown".into(), |value| value.to_string());
    writeln!(out, "{}", text(probe.value))?;
    for (m, value) in probe.moves {
        writeln!(out, "{m} {}", text(value))?;
    }
    Ok(())
}

fn warn_of_problems(tablebase: &dyn AnyTablebase) {
    for problem in tablebase.problems() {
        eprintln!("agon: skipped: {problem}");
    }
}
