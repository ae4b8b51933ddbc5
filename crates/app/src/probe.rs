//! `agon probe`: questions to the tables of a solved game.

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

/// What is asked for.
#[derive(Args)]
pub(crate) struct Probe {
    /// Which game
    game: String,
    /// Look up this position and its moves
    #[arg(long, value_name = "TEXT", required_unless_present_any = ["bench", "trial", "moves"],
        conflicts_with_all = ["bench", "trial", "moves"])]
    position: Option<String>,
    /// Measure how long looking up takes, with so many positions drawn at random
    #[arg(long, value_name = "N", conflicts_with_all = ["trial", "moves"])]
    bench: Option<NonZeroUsize>,
    /// Let `perfect` play from so many won positions against the best defence, and from as many
    /// drawn ones against all kinds of players
    #[arg(long, value_name = "N")]
    trial: Option<NonZeroUsize>,
    /// Let the computer make a move, without any tables, in so many positions by lot from games, and look up which of
    /// them keep the value
    #[arg(long, value_name = "N", conflicts_with = "trial")]
    moves: Option<NonZeroUsize>,
    /// Milliseconds for each of these moves
    #[arg(long, value_name = "MS", default_value_t = 100, requires = "moves")]
    movetime: u64,
    /// A network to try out in these moves
    #[arg(long, value_name = "FILE", requires = "moves")]
    network: Option<PathBuf>,
    /// Positions that the players of a trial may look at for a move
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    nodes: u64,
    /// Decides which positions are drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads of a trial; all cores when not said
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Where the tables are
    #[arg(long, value_name = "DIR", env = "AGON_DATABASE", default_value = "agon-database")]
    dir: PathBuf,
    /// Options of the game
    #[arg(long, value_name = "K=V,...", default_value = "")]
    rules: String,
}

impl Probe {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        let game = agon_games::find(&self.game)?;
        let solved = find_solved(&self.game)?;
        if let Some(text) = &self.position {
            // The text may itself say what the options say, such as the size of the board.
            let opened = game.open(&self.rules, Some(text))?;
            let tablebase = solved.open(&opened.rules(), &self.dir)?;
            complain(&*tablebase);
            return look_up(&*tablebase, &opened.rules(), text, out);
        }
        let tablebase = solved.open(&self.rules, &self.dir)?;
        complain(&*tablebase);
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

fn complain(tablebase: &dyn AnyTablebase) {
    for problem in tablebase.problems() {
        eprintln!("agon: left out: {problem}");
    }
}
