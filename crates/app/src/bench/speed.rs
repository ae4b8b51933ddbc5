//! How fast and how deep the search is on typical positions, and what a second thread brings.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_games::{AnyGame, AnyMatch, GAMES, Mind, Order, Thought};
use agon_search::{Limits, Time};
use anyhow::Result;

/// Plies of a game that the computer plays against itself before each of the positions.
const PLIES: [usize; 5] = [0, 8, 16, 24, 40];
/// Threads race from more positions, so many plies apart: a single search that changes its mind
/// late would decide a race over few.
const RACE_EVERY: usize = 1;
/// Positions searched for each move of that game.
const NODES: u64 = 5_000;
const MEGABYTES: usize = 64;

/// Searches the positions of all games for this time with one thread; then asks how much sooner
/// several threads reach the depth that one thread reaches in a part of it.
pub(super) fn run(
    only: Option<&str>,
    time: Duration,
    threads: usize,
    out: &mut impl Write,
) -> Result<()> {
    let games = match only {
        Some(id) => vec![agon_games::find(id)?],
        None => GAMES.to_vec(),
    };
    writeln!(
        out,
        "game                nodes/s  depths{:13}with {threads} threads: nodes/s  depth",
        ""
    )?;
    for game in games {
        let (mut nodes, mut seconds) = (0, 0.0);
        let mut depths = Vec::new();
        let mut race = Race::default();
        for (ply, position) in positions(game)? {
            if PLIES.contains(&ply) {
                let thought = think_for(&*position, time)?;
                nodes += thought.nodes;
                seconds += thought.time.as_secs_f64();
                depths.push(thought.depth.to_string());
            }
            if ply.is_multiple_of(RACE_EVERY) {
                let depth = think_for(&*position, time / 2)?.depth;
                race.add(&reach(&*position, depth, 1)?, &reach(&*position, depth, threads)?);
            }
        }
        writeln!(
            out,
            "{:<16} {:>10.0}  {:<29}{:>15.2}x {:>5.2}x",
            game.id(),
            nodes as f64 / seconds,
            depths.join(" "),
            race.speed(),
            race.sooner(),
        )?;
        out.flush()?;
    }
    Ok(())
}

/// One thread against several, from many positions: ratios, as sums of logarithms.
#[derive(Default)]
struct Race {
    speed: f64,
    sooner: f64,
    positions: u32,
}

impl Race {
    fn add(&mut self, alone: &Thought, together: &Thought) {
        let (nodes, others) = (alone.nodes as f64, together.nodes as f64);
        let sooner = alone.time.as_secs_f64() / together.time.as_secs_f64();
        self.speed += (others / nodes * sooner).ln();
        self.sooner += sooner.ln();
        self.positions += 1;
    }

    /// How many times as many positions a second.
    fn speed(&self) -> f64 {
        (self.speed / f64::from(self.positions)).exp()
    }

    /// How many times sooner at the same depth.
    fn sooner(&self) -> f64 {
        (self.sooner / f64::from(self.positions)).exp()
    }
}

/// Positions as they come up in a game of two careful players; the same ones every time as
/// long as the search is the same.
fn positions(game: &dyn AnyGame) -> Result<Vec<(usize, Box<dyn AnyMatch>)>> {
    let mut played = game.open("", None)?;
    let mut found = Vec::new();
    let mut mind = Mind::new(MEGABYTES, 1);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let order = Order { limits, ..Order::default() };
    for ply in 0..=PLIES[PLIES.len() - 1] {
        found.push((ply, played.fork()));
        let thought = played.think(&mut mind, &order, &AtomicBool::new(false), &mut |_| {})?;
        let Some(best) = thought.best else { break };
        played.play(&best)?;
        if played.ending().is_some() {
            break;
        }
    }
    Ok(found)
}

fn think_for(position: &dyn AnyMatch, time: Duration) -> Result<Thought> {
    let limits = Limits { time: Some(Time::Exactly(time)), ..Limits::default() };
    think(position, &Order { limits, ..Order::default() }, usize::MAX)
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
