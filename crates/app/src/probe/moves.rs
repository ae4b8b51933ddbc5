//! Share of a computer player's moves, made without tablebase, that keep the value of the position.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use agon_core::Rng;
use agon_games::solved::{AnyTablebase, Probe};
use agon_games::{AnyGame, AnyMatch, Order, Searcher};
use agon_search::{Limits, Time};
use agon_solver::{Value, Wdl};
use agon_tactics::Network;
use anyhow::{Context, Result, bail};

use crate::count::counted;

/// Transposition table size in megabytes.
const MEMORY: usize = 16;
/// Games from which positions are taken: nodes per move, percentage of random moves, maximum
/// length.
const NODES: u64 = 200;
const CARELESS: usize = 15;
const MAX_PLIES: usize = 90;

/// Parameters of the test.
pub(super) struct Judging {
    pub(super) game: &'static dyn AnyGame,
    pub(super) tablebase: Arc<dyn AnyTablebase>,
    pub(super) rules: String,
    pub(super) positions: usize,
    pub(super) movetime: Duration,
    /// Replaces the network of the game.
    pub(super) network: Option<Arc<Network>>,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// Numbers of moves that kept and lost the value.
#[derive(Clone, Copy, Default)]
struct Tally {
    kept: usize,
    lost: usize,
}

impl Judging {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<(usize, Judged)>> = Mutex::default();
        let work = || -> Result<()> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= self.positions {
                    return Ok(());
                }
                let judged = self.judge(index)?;
                found
                    .lock()
                    .expect("no thread panics while it holds the lock")
                    .push((index, judged));
            }
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(_) => bail!("a thread panicked"),
            })
        })?;
        let mut found = found.into_inner().expect("no thread panicked");
        found.sort_by_key(|(index, _)| *index);
        let mut all = Tally::default();
        let mut by_value: BTreeMap<&str, Tally> = BTreeMap::new();
        let mut by_hand: BTreeMap<&str, Tally> = BTreeMap::new();
        for (_, judged) in &found {
            let name = match judged.before {
                Wdl::Won => "won",
                Wdl::Drawn => "drawn",
                Wdl::Lost => "lost",
            };
            let phase = if judged.in_hand { "men in hand" } else { "all men placed" };
            let tallies = [&mut all, by_value.entry(name).or_default()];
            for tally in tallies.into_iter().chain([by_hand.entry(phase).or_default()]) {
                *if judged.kept { &mut tally.kept } else { &mut tally.lost } += 1;
            }
            if !judged.kept {
                writeln!(out, "  {}: {} changes a {name} position", judged.text, judged.m)?;
            }
        }
        let Tally { kept, lost } = all;
        let share = 100.0 * kept as f64 / (kept + lost).max(1) as f64;
        writeln!(out, "value kept by {kept} of {} ({share:.2}%)", counted(kept + lost, "move"))?;
        for (name, Tally { kept, lost }) in by_value.into_iter().chain(by_hand) {
            writeln!(out, "  {name}: {kept} of {}", kept + lost)?;
        }
        Ok(())
    }

    /// Draws a random position that the tables contain, and judges the computer's move in it.
    fn judge(&self, index: usize) -> Result<Judged> {
        let mut rng = Rng::new(self.seed.wrapping_mul(1_000_003) + index as u64);
        loop {
            let Some(game) = self.draw(&mut rng)? else { continue };
            let text = game.position();
            let lookup = self.tablebase.read(&game.rules(), &text)?;
            let Probe { value: Some(value), moves } = lookup.probe()? else { continue };
            let values: Option<Vec<_>> = moves.iter().map(|(_, value)| value.map(wdl)).collect();
            let Some(values) = values else { continue };
            let before = wdl(value);
            let order = Order {
                limits: Limits { time: Some(Time::Exactly(self.movetime)), ..Limits::default() },
                network: self.network.clone(),
                ..Order::default()
            };
            let mut searcher = Searcher::new(MEMORY, rng.next_u64());
            let stop = AtomicBool::new(false);
            let thought = game.think(&mut searcher, &order, &stop, &mut |_| {})?;
            let m = thought.best.context("no move found")?;
            let nth = moves
                .iter()
                .position(|(text, _)| *text == m)
                .context("a move that the table does not list")?;
            let in_hand = game.hands().iter().any(|hand| hand.count > 0);
            return Ok(Judged { text, m, before, kept: values[nth] == before, in_hand });
        }
    }

    /// Returns a position of a quick self-play game; `None` if the game ended first.
    fn draw(&self, rng: &mut Rng) -> Result<Option<Box<dyn AnyMatch>>> {
        let mut game = self.game.open(&self.rules, None)?;
        let order = Order {
            limits: Limits { nodes: Some(NODES), ..Limits::default() },
            ..Order::default()
        };
        let mut searcher = Searcher::new(1, rng.next_u64());
        let stop = AtomicBool::new(false);
        for _ in 0..rng.below(MAX_PLIES) {
            let mut moves = game.moves();
            let m = if rng.below(100) < CARELESS {
                moves.swap_remove(rng.below(moves.len()))
            } else {
                game.think(&mut searcher, &order, &stop, &mut |_| {})?
                    .best
                    .context("no move found")?
            };
            game.play(&m)?;
            if game.ending().is_some() {
                return Ok(None);
            }
        }
        Ok(Some(game))
    }
}

/// A judged move.
struct Judged {
    text: String,
    m: String,
    before: Wdl,
    kept: bool,
    /// Whether there are men in hand.
    in_hand: bool,
}

fn wdl(value: Value) -> Wdl {
    match value {
        Value::Won(_) => Wdl::Won,
        Value::Drawn => Wdl::Drawn,
        Value::Lost(_) => Wdl::Lost,
    }
}
