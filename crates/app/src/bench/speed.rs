//! How fast and how deep the search is on typical positions, and what a second thread brings.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_games::{AnyGame, AnyMatch, GAMES, Mind, Order, Thought};
use agon_search::{Limits, Time};
use anyhow::Result;

/// Plies of a game that the computer plays against itself before each of the positions.
const PLIES: [usize; 5] = [0, 8, 16, 24, 40];
/// Positions searched for each move of that game.
const NODES: u64 = 5_000;
const MEGABYTES: usize = 64;

/// Searches the positions of all games for this time with one thread, then asks how long one
/// and several threads need for the depth that was reached.
pub(super) fn run(time: Duration, threads: usize, out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "game                nodes/s  depths{:13}with {threads} threads: nodes/s  depth",
        ""
    )?;
    for game in GAMES {
        let (mut nodes, mut seconds) = (0, 0.0);
        let mut depths = Vec::new();
        let (mut alone, mut together) = (Race::default(), Race::default());
        for position in positions(*game)? {
            let limits = Limits { time: Some(Time::Exactly(time)), ..Limits::default() };
            let thought = think(&*position, &Order { limits, ..Order::default() }, usize::MAX)?;
            nodes += thought.nodes;
            seconds += thought.time.as_secs_f64();
            depths.push(thought.depth.to_string());
            alone.add(&reach(&*position, thought.depth, 1)?);
            together.add(&reach(&*position, thought.depth, threads)?);
        }
        writeln!(
            out,
            "{:<16} {:>10.0}  {:<29}{:>15.2}x {:>5.2}x",
            game.id(),
            nodes as f64 / seconds,
            depths.join(" "),
            together.speed() / alone.speed(),
            alone.seconds / together.seconds,
        )?;
        out.flush()?;
    }
    Ok(())
}

/// What it took to reach some depths.
#[derive(Default)]
struct Race {
    nodes: u64,
    seconds: f64,
}

impl Race {
    fn add(&mut self, thought: &Thought) {
        self.nodes += thought.nodes;
        self.seconds += thought.time.as_secs_f64();
    }

    fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }
}

/// Positions as they come up in a game of two careful players; the same ones every time as
/// long as the search is the same.
fn positions(game: &dyn AnyGame) -> Result<Vec<Box<dyn AnyMatch>>> {
    let mut played = game.open("", None)?;
    let mut found = Vec::new();
    let mut mind = Mind::new(MEGABYTES, 1);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let order = Order { limits, ..Order::default() };
    for ply in 0..=PLIES[PLIES.len() - 1] {
        if PLIES.contains(&ply) {
            found.push(played.fork());
        }
        let thought = played.think(&mut mind, &order, &AtomicBool::new(false), &mut |_| {})?;
        let Some(best) = thought.best else { break };
        played.play(&best)?;
        if played.ending().is_some() {
            break;
        }
    }
    Ok(found)
}

fn reach(position: &dyn AnyMatch, depth: usize, threads: usize) -> Result<Thought> {
    think(position, &Order { threads, ..Order::default() }, depth)
}

/// Thinks with a fresh mind up to the limits or to a depth, whichever comes first; what was
/// known after the last complete iteration.
fn think(position: &dyn AnyMatch, order: &Order, depth: usize) -> Result<Thought> {
    let stop = AtomicBool::new(false);
    let mut last = None;
    let thought = position.think(&mut Mind::new(MEGABYTES, 1), order, &stop, &mut |thought| {
        if thought.depth >= depth {
            stop.store(true, Ordering::Relaxed);
        }
        last = Some(thought.clone());
    })?;
    Ok(last.filter(|last| last.depth >= depth).unwrap_or(thought))
}
