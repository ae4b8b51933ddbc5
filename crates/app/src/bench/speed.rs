//! Speed and depth of the search on typical positions, and the effect of threads.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_games::{AnyGame, AnyMatch, GAMES, Order, Searcher, Thought};
use agon_search::{Limits, Time};
use anyhow::{Context, Result};

/// Plies of self-play before each of the positions.
const PLIES: [usize; 5] = [0, 8, 16, 24, 40];
/// Iterations below this fraction of the time are too short to compare.
const MIN_SHARE: u32 = 20;
/// Repetitions with several threads, which are not deterministic.
const REPETITIONS: usize = 3;
/// Nodes per move of the self-play game.
const NODES: u64 = 5_000;
const MEGABYTES: usize = 64;

/// Searches typical positions of all games with one thread, then compares one thread with several
/// on every position of the self-play game.
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
        let mut comparison = Comparison::default();
        for (ply, position) in positions(game)? {
            if PLIES.contains(&ply) {
                let thought =
                    iterations(&*position, time, 1)?.pop().context("no completed iteration")?;
                nodes += thought.nodes;
                seconds += thought.time.as_secs_f64();
                depths.push(thought.depth.to_string());
            }
            comparison.add(&*position, time / 2, threads)?;
        }
        writeln!(
            out,
            "{:<16} {:>10.0}  {:<29}{:>15.2}x {:>5.2}x",
            game.id(),
            nodes as f64 / seconds,
            depths.join(" "),
            comparison.speed(),
            comparison.speedup(),
        )?;
        out.flush()?;
    }
    Ok(())
}

/// Ratios of several threads to one, as sums of logarithms.
#[derive(Default)]
struct Comparison {
    speed: f64,
    speedup: f64,
    comparisons: f64,
}

impl Comparison {
    /// Compares the times of all iterations that both runs complete.
    fn add(&mut self, position: &dyn AnyMatch, time: Duration, threads: usize) -> Result<()> {
        let alone = iterations(position, time, 1)?;
        for _ in 0..REPETITIONS {
            self.compare(&alone, &iterations(position, time, threads)?, time);
        }
        Ok(())
    }

    fn compare(&mut self, alone: &[Thought], together: &[Thought], time: Duration) {
        let mut speedup = Vec::new();
        for one in alone.iter().filter(|one| one.time >= time / MIN_SHARE) {
            if let Some(other) = together.iter().find(|other| other.depth >= one.depth) {
                speedup.push((one.time.as_secs_f64() / other.time.as_secs_f64()).ln());
            }
        }
        let speed =
            |run: &[Thought]| run.last().map(|last| last.nodes as f64 / last.time.as_secs_f64());
        if let (false, Some(one), Some(other)) = (speedup.is_empty(), speed(alone), speed(together))
        {
            self.speed += (other / one).ln();
            self.speedup += speedup.iter().sum::<f64>() / speedup.len() as f64;
            self.comparisons += 1.0;
        }
    }

    /// Ratio of nodes per second.
    fn speed(&self) -> f64 {
        (self.speed / self.comparisons).exp()
    }

    /// Speed-up to the same depth.
    fn speedup(&self) -> f64 {
        (self.speedup / self.comparisons).exp()
    }
}

/// Returns the positions of a self-play game, which depend only on the search.
fn positions(game: &dyn AnyGame) -> Result<Vec<(usize, Box<dyn AnyMatch>)>> {
    let mut played = game.open("", None)?;
    let mut found = Vec::new();
    let mut searcher = Searcher::new(MEGABYTES, 1);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let order = Order { limits, ..Order::default() };
    for ply in 0..=PLIES[PLIES.len() - 1] {
        found.push((ply, played.fork()));
        let thought = played.think(&mut searcher, &order, &AtomicBool::new(false), &mut |_| {})?;
        let Some(best) = thought.best else { break };
        played.play(&best)?;
        if played.ending().is_some() {
            break;
        }
    }
    Ok(found)
}

/// Searches with a new searcher and returns the result of each iteration.
fn iterations(position: &dyn AnyMatch, time: Duration, threads: usize) -> Result<Vec<Thought>> {
    let limits = Limits { time: Some(Time::Exactly(time)), ..Limits::default() };
    let order = Order { limits, threads, ..Order::default() };
    let mut searcher = Searcher::new(MEGABYTES, 1);
    let mut found = Vec::new();
    position.think(&mut searcher, &order, &AtomicBool::new(false), &mut |thought| {
        found.push(thought.clone());
    })?;
    Ok(found)
}
