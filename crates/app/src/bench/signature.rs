//! The search on fixed positions of all games: how fast it is, and a number that changes
//! when it searches differently.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_core::Rng;
use agon_games::{AnyGame, AnyMatch, GAMES, Order, Searcher};
use anyhow::Result;

/// An iteration that reaches so many nodes is the last one.
const ENOUGH: u64 = 50_000;
/// Random plies before each of the positions.
const OPENINGS: [u64; 5] = [0, 4, 10, 20, 30];

struct Searched {
    nodes: u64,
    depth: usize,
    time: Duration,
}

/// Searches all positions to depths that depend on nothing but the search itself.
pub(super) fn run(out: &mut impl Write) -> Result<()> {
    let mut total = 0;
    writeln!(out, "game                 nodes    nodes/s   depths")?;
    for game in GAMES {
        let mut searched = Vec::new();
        for plies in OPENINGS {
            searched.push(search(&*position(*game, plies)?)?);
        }
        let nodes: u64 = searched.iter().map(|s| s.nodes).sum();
        let seconds: f64 = searched.iter().map(|s| s.time.as_secs_f64()).sum();
        let depths: Vec<String> = searched.iter().map(|s| s.depth.to_string()).collect();
        let speed = nodes as f64 / seconds;
        writeln!(out, "{:<16} {nodes:>9} {speed:>10.0}   {}", game.id(), depths.join(" "))?;
        total += nodes;
    }
    writeln!(out, "signature {total}")?;
    Ok(())
}

/// The position after so many random moves; the same one every time.
fn position(game: &dyn AnyGame, plies: u64) -> Result<Box<dyn AnyMatch>> {
    let mut rng = Rng::new(plies);
    let mut position = game.open("", None)?;
    for _ in 0..plies {
        let moves = position.moves();
        let mut next = position.fork();
        next.play(&moves[rng.below(moves.len())])?;
        if next.ending().is_some() {
            break;
        }
        position = next;
    }
    Ok(position)
}

fn search(position: &dyn AnyMatch) -> Result<Searched> {
    let mut last = Searched { nodes: 0, depth: 0, time: Duration::ZERO };
    let stop = AtomicBool::new(false);
    position.think(&mut Searcher::new(16, 1), &Order::default(), &stop, &mut |thought| {
        if last.nodes < ENOUGH {
            last = Searched { nodes: thought.nodes, depth: thought.depth, time: thought.time };
        }
        stop.store(last.nodes >= ENOUGH, Ordering::Relaxed);
    })?;
    Ok(last)
}
