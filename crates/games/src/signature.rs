//! The search on fixed positions: how fast it is, and a number that changes when it searches
//! differently.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_core::Rng;

use crate::{AnyGame, AnyMatch, MoveError, Order, Searcher};

/// An iteration that reaches so many nodes is the last one.
const ENOUGH: u64 = 50_000;
/// Memory of a search.
const MEGABYTES: usize = 16;
/// Random plies before each of the positions of a game.
pub const OPENINGS: [u64; 5] = [0, 4, 10, 20, 30];

/// What came of the search of one position.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// Positions visited.
    pub nodes: u64,
    /// Plies of the last iteration.
    pub depth: usize,
    /// Time spent.
    pub time: Duration,
}

/// Searches the position after so many random plies to a depth that depends on nothing but the search
/// itself.
pub fn search(game: &dyn AnyGame, plies: u64) -> Result<Searched, MoveError> {
    let position = position(game, plies)?;
    let mut last = Searched { nodes: 0, depth: 0, time: Duration::ZERO };
    let stop = AtomicBool::new(false);
    position.think(&mut Searcher::new(MEGABYTES, 1), &Order::default(), &stop, &mut |thought| {
        if last.nodes < ENOUGH {
            last = Searched { nodes: thought.nodes, depth: thought.depth, time: thought.time };
        }
        stop.store(last.nodes >= ENOUGH, Ordering::Relaxed);
    })?;
    Ok(last)
}

/// The position after so many random moves; the same one every time.
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
