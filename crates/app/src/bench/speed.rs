//! How fast and how deep the search is on typical positions, and what a second thread brings.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_games::{AnyGame, AnyMatch, GAMES, Order, Searcher, Thought};
use agon_search::{Limits, Time};
use anyhow::{Context, Result};

/// Plies of a game that the computer plays against itself before each of the positions.
const PLIES: [usize; 5] = [0, 8, 16, 24, 40];
/// Iterations that take less than this part of the time say little about threads.
const TOO_SHORT: u32 = 20;
/// Several threads never search twice alike: so many races say more than one.
const RACES: usize = 3;
/// Positions searched for each move of that game.
const NODES: u64 = 5_000;
const MEGABYTES: usize = 64;

/// Searches the positions of all games for this time with one thread; then lets one thread race
/// against several from every position of that game: how much sooner do they reach the same depth?
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
                let thought = iterations(&*position, time, 1)?.pop().context("no iteration")?;
                nodes += thought.nodes;
                seconds += thought.time.as_secs_f64();
                depths.push(thought.depth.to_string());
            }
            race.add(&*position, time / 2, threads)?;
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
    races: f64,
}

impl Race {
    /// Compares the times of all iterations that both finish.
    fn add(&mut self, position: &dyn AnyMatch, time: Duration, threads: usize) -> Result<()> {
        let alone = iterations(position, time, 1)?;
        for _ in 0..RACES {
            self.compare(&alone, &iterations(position, time, threads)?, time);
        }
        Ok(())
    }

    fn compare(&mut self, alone: &[Thought], together: &[Thought], time: Duration) {
        let mut sooner = Vec::new();
        for one in alone.iter().filter(|one| one.time >= time / TOO_SHORT) {
            if let Some(other) = together.iter().find(|other| other.depth >= one.depth) {
                sooner.push((one.time.as_secs_f64() / other.time.as_secs_f64()).ln());
            }
        }
        let speed =
            |run: &[Thought]| run.last().map(|last| last.nodes as f64 / last.time.as_secs_f64());
        if let (false, Some(one), Some(other)) = (sooner.is_empty(), speed(alone), speed(together))
        {
            self.speed += (other / one).ln();
            self.sooner += sooner.iter().sum::<f64>() / sooner.len() as f64;
            self.races += 1.0;
        }
    }

    /// How many times as many positions a second.
    fn speed(&self) -> f64 {
        (self.speed / self.races).exp()
    }

    /// How many times sooner at the same depth.
    fn sooner(&self) -> f64 {
        (self.sooner / self.races).exp()
    }
}

/// Positions as they come up in a game of two careful players; the same ones every time as
/// long as the search is the same.
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

/// Thinks for this time with a fresh searcher: what was known after each iteration.
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
