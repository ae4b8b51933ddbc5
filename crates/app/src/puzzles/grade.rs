//! Puzzle ratings, by the strength levels that solve them.

use std::sync::atomic::AtomicBool;

use agon_games::{AnyGame, Order, Searcher};
use agon_search::Level;
use anyhow::Result;

/// Attempts per level.
const TRIES: u64 = 2;
/// Rating of the first level, and the step between levels.
const FIRST_LEVEL: f64 = 600.0;
const LEVEL_STEP: f64 = 200.0;
/// Range of ratings.
const RATINGS: (f64, f64) = (400.0, 2800.0);

/// Returns the rating at which the expected number of solutions equals the actual one.
pub(super) fn rating(
    game: &'static dyn AnyGame,
    rules: &str,
    position: &str,
    moves: &[String],
    searcher: &mut Searcher,
) -> Result<u32> {
    let levels: Vec<Level> = (1..10).filter_map(Level::new).collect();
    let mut solved = 0;
    for &level in &levels {
        for attempt in 0..TRIES {
            searcher.reseed(attempt + 1);
            solved += u64::from(solves(game, rules, position, moves, level, searcher)?);
        }
    }
    let all = levels.len() as u64 * TRIES;
    let expected = |rating: f64| -> f64 {
        levels.iter().map(|&level| TRIES as f64 * chance(points(level) - rating)).sum()
    };
    // Avoid infinite ratings for none and all.
    let found = (solved as f64).clamp(0.5, all as f64 - 0.5);
    let (mut low, mut high) = RATINGS;
    for _ in 0..32 {
        let middle = f64::midpoint(low, high);
        if expected(middle) > found {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(f64::midpoint(low, high).round() as u32)
}

fn points(level: Level) -> f64 {
    FIRST_LEVEL + LEVEL_STEP * f64::from(level.number() - 1)
}

/// Expected score with this rating advantage.
fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-ahead / 400.0))
}

/// Whether the level finds every move of the solver.
fn solves(
    game: &'static dyn AnyGame,
    rules: &str,
    position: &str,
    moves: &[String],
    level: Level,
    searcher: &mut Searcher,
) -> Result<bool> {
    let never = AtomicBool::new(false);
    let mut board = game.open(rules, Some(position))?;
    for (i, text) in moves.iter().enumerate() {
        if i % 2 == 0 {
            searcher.clear();
            let order = Order { level, ..Order::default() };
            let thought = board.think(searcher, &order, &never, &mut |_| {})?;
            if thought.best.as_ref() != Some(text) {
                return Ok(false);
            }
        }
        board.play(text)?;
    }
    Ok(true)
}
