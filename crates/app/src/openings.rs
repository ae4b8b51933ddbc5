//! `agon openings`: self-play games for the opening explorer, one per line: result (0 for a draw,
//! or the winner's seat number) and first moves.
//!
//! Opening moves are sampled by score, so that lines occur in proportion to their quality.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use agon_core::Rng;
use agon_games::{AnyGame, AnyMatch, Order, Played, Searcher, Thought};
use agon_search::Limits;
use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::count::counted;

/// Number of candidate moves per sampled move.
const LINES: usize = 6;
/// Transposition table size in megabytes.
const HASH: usize = 16;
/// Maximum number of plies; longer games count as draws.
const MAX_PLIES: usize = 600;

#[derive(Args)]
pub(crate) struct Openings {
    /// Game id; `agon games` lists them
    game: String,
    /// Output file
    #[arg(long, default_value = "openings.txt")]
    file: PathBuf,
    /// Number of games
    #[arg(long, default_value_t = 300)]
    games: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// Number of sampled plies at the beginning of each game
    #[arg(long, default_value_t = 10)]
    drawn: usize,
    /// Nodes per sampled move [default: as --nodes]
    #[arg(long)]
    drawn_nodes: Option<u64>,
    /// Score difference, in hundredths of a piece, that makes a move e times less likely
    #[arg(long, default_value_t = 20.0)]
    spread: f64,
    /// Number of plies written per game
    #[arg(long, default_value_t = 40)]
    plies: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Openings {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        let game = agon_games::find(&self.game)?;
        let nodes = self.nodes.min(self.drawn_nodes.unwrap_or(self.nodes));
        ensure!(
            nodes > 0 && self.spread > 0.0,
            "--nodes, --drawn-nodes and --spread must be greater than 0"
        );
        let style = "{bar:40} {pos}/{len} games, {eta} left";
        let bar = ProgressBar::new(self.games).with_style(ProgressStyle::with_template(style)?);
        // The first line records the command.
        let mut text = format!(
            "# agon openings {} --games {} --nodes {} --drawn {}{} --spread {} --plies {} --seed {}\n",
            self.game,
            self.games,
            self.nodes,
            self.drawn,
            self.drawn_nodes.map_or(String::new(), |nodes| format!(" --drawn-nodes {nodes}")),
            self.spread,
            self.plies,
            self.seed
        );
        let mut seen = HashSet::new();
        for number in 0..self.games {
            let line = self.play(game, self.seed.wrapping_mul(1_000_003).wrapping_add(number))?;
            seen.insert(line.clone());
            text += &line;
            text.push('\n');
            bar.inc(1);
        }
        bar.finish_and_clear();
        std::fs::write(&self.file, &text)
            .with_context(|| format!("cannot write {}", self.file.display()))?;
        let file = self.file.display();
        let games = counted(self.games, "game");
        writeln!(out, "{games} written to {file}, {} different", seen.len())?;
        Ok(())
    }

    /// Plays a game and returns its line.
    fn play(&self, game: &dyn AnyGame, seed: u64) -> Result<String> {
        let mut game = game.open("", None)?;
        let mut rng = Rng::new(seed);
        let mut searcher = Searcher::new(HASH, seed);
        let stop = AtomicBool::new(false);
        while game.ending().is_none() && game.past().len() < MAX_PLIES {
            let drawn = game.past().len() < self.drawn;
            let nodes = self.drawn_nodes.filter(|_| drawn).unwrap_or(self.nodes);
            let order = Order {
                limits: Limits { nodes: Some(nodes), ..Limits::default() },
                lines: if drawn { LINES } else { 1 },
                ..Order::default()
            };
            let thought = game.think(&mut searcher, &order, &stop, &mut |_| {})?;
            let text = if drawn { self.draw(&thought, &mut rng) } else { thought.best };
            game.play(&text.context("no move found")?)?;
        }
        Ok(self.line(&*game))
    }

    /// Samples a move by score.
    fn draw(&self, thought: &Thought, rng: &mut Rng) -> Option<String> {
        let best = thought.lines.first()?.score.value();
        let weight = |score: i32| (f64::from(score - best) / self.spread).exp();
        let weights: Vec<f64> =
            thought.lines.iter().map(|line| weight(line.score.value())).collect();
        let random = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut left = random * weights.iter().sum::<f64>();
        for (line, weight) in thought.lines.iter().zip(&weights) {
            left -= weight;
            if left <= 0.0 {
                return line.moves.first().cloned();
            }
        }
        thought.best.clone()
    }

    fn line(&self, game: &dyn AnyMatch) -> String {
        let winner = game.ending().and_then(|ending| ending.winner());
        let outcome = winner.map_or(0, |player| player.index() + 1);
        let moves = game.past().into_iter().take(self.plies).filter_map(|step| match step {
            Played::Move { view, .. } => Some(view.text),
            Played::Withdrawal(_) => None,
        });
        moves.fold(outcome.to_string(), |line, text| line + " " + &text)
    }
}
