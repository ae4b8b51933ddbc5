//! Search correctness on thousands of random positions of every game, to small depths: the
//! transposition table alone must not change a score, and no position may cause a panic.
//!
//! The reference is plain alpha-beta, which the search crate's tests compare with a naive search.
//! Within three plies from the root no position is reached at two different depths, so table
//! entries match exactly.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::sync::atomic::AtomicBool;

use agon_core::Rng;
use agon_games::{AnyMatch, GAMES, Order, Searcher, Thought, find};
use agon_search::{Features, Limits};

const TABLE: Features = Features { transposition_table: true, ..Features::PLAIN };

/// Returns random unfinished positions of a game, cycling through the rules.
fn positions(game: &str, rules: &[&str], count: usize) -> impl Iterator<Item = Box<dyn AnyMatch>> {
    let game = find(game).unwrap();
    let rules: Vec<String> = rules.iter().map(|&rules| rules.into()).collect();
    let mut rng = Rng::new(20_261_115);
    let mut nth = 0;
    let mut wandering: Option<Box<dyn AnyMatch>> = None;
    std::iter::from_fn(move || {
        loop {
            // A few positions from each random game, some plies apart.
            let mut position = wandering.take().unwrap_or_else(|| {
                nth += 1;
                game.open(&rules[nth % rules.len()], None).unwrap()
            });
            for _ in 0..1 + rng.below(12) {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                position.play(&moves[rng.below(moves.len())]).unwrap();
            }
            if position.ending().is_none() {
                let found = position.fork();
                wandering = Some(position);
                return Some(found);
            }
        }
    })
    .take(count)
}

fn think(position: &dyn AnyMatch, features: Features, limits: Limits) -> Thought {
    let order = Order { features, limits, ..Order::default() };
    let stop = AtomicBool::new(false);
    position.think(&mut Searcher::new(1, 1), &order, &stop, &mut |_| {}).unwrap()
}

/// Checks that the full search returns a legal move and a playable line.
fn plays_legally(position: &dyn AnyMatch) {
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let thought = think(position, Features::ALL, limits);
    let best = thought.best.expect("a position that is not over has a move");
    assert!(position.moves().contains(&best), "{best} in {}", position.position());
    let mut line = position.fork();
    for text in &thought.lines[0].moves {
        line.play(text).unwrap_or_else(|e| panic!("{text} of a line: {e}; {}", line.position()));
    }
}

fn agrees(game: &str, rules: &[&str], count: usize, depth: usize) {
    for position in positions(game, rules, count) {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let plain = think(&*position, Features::PLAIN, limits);
        let table = think(&*position, TABLE, limits);
        let (plain, table) = (plain.lines[0].score, table.lines[0].score);
        assert_eq!(plain, table, "{} ({})", position.position(), position.rules());
        plays_legally(&*position);
    }
}

#[test]
fn chess_is_searched_exactly() {
    agrees("chess", &["", "chess960=12", "chess960=700"], 2_000, 3);
}

#[test]
fn tablut_is_searched_exactly() {
    agrees("tablut", &["", "first=defenders"], 2_000, 3);
}

#[test]
fn abalone_is_searched_exactly() {
    agrees("abalone", &["", "layout=belgian-daisy", "layout=alien"], 2_000, 2);
}

#[test]
fn morris_is_searched_exactly() {
    agrees("morris", &["", "layers=2"], 1_500, 3);
    agrees("morris", &["layers=5", "layers=9"], 500, 2);
}

#[test]
fn chinese_checkers_is_searched_exactly() {
    agrees("chinese-checkers", &[""], 2_000, 2);
}

/// Games without a test above.
#[test]
fn every_other_game_is_searched_exactly() {
    let above = ["chess", "tablut", "abalone", "morris", "chinese-checkers"];
    for game in GAMES.iter().map(|game| game.id()).filter(|game| !above.contains(game)) {
        agrees(game, &[""], 500, 2);
    }
}

#[test]
fn multiplayer_searches_play_legally() {
    for position in positions("chinese-checkers", &["colors=gop", "colors=gyrb"], 200) {
        plays_legally(&*position);
    }
}
