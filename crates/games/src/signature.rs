//! Search benchmark on fixed positions: speed, and a signature that changes with the search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_core::Rng;

use crate::{AnyGame, AnyMatch, MoveError, Order, Searcher};

/// The search stops after the iteration that reaches this many nodes.
const MIN_NODES: u64 = 50_000;
const MEGABYTES: usize = 16;
/// Random plies before each benchmark position.
pub const OPENINGS: [u64; 5] = [0, 4, 10, 20, 30];

/// Search result of a benchmark position.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// Nodes visited.
    pub nodes: u64,
    /// Depth of the last iteration in plies.
    pub depth: usize,
    /// Time spent.
    pub time: Duration,
}

/// Searches the position after `plies` random plies, deterministically.
pub fn search(game: &dyn AnyGame, plies: u64) -> Result<Searched, MoveError> {
    let position = position(game, plies)?;
    let mut last = Searched { nodes: 0, depth: 0, time: Duration::ZERO };
    let stop = AtomicBool::new(false);
    position.think(&mut Searcher::new(MEGABYTES, 1), &Order::default(), &stop, &mut |thought| {
        if last.nodes < MIN_NODES {
            last = Searched { nodes: thought.nodes, depth: thought.depth, time: thought.time };
        }
        stop.store(last.nodes >= MIN_NODES, Ordering::Relaxed);
    })?;
    Ok(last)
}

/// Returns the position after `plies` random plies, the same every time.
fn position(game: &dyn AnyGame, plies: u64) -> Result<Box<dyn AnyMatch>, MoveError> {
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
