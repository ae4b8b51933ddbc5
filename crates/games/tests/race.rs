//! Races: players who no longer interact take the shortest way home, with any number of sets.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::sync::atomic::AtomicBool;

use agon_core::Player;
use agon_games::{AnyMatch, Order, Searcher, Thought, find};
use agon_search::{Level, Limits};

fn open(position: &str) -> Box<dyn AnyMatch> {
    find("chinese-checkers").unwrap().open("", Some(position)).unwrap()
}

fn think(game: &dyn AnyMatch, searcher: &mut Searcher) -> Thought {
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let order = Order { limits, ..Order::default() };
    game.think(searcher, &order, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

#[test]
fn race_distance_is_kept() {
    let mut game = open("1/2/3/4/4rrrr5/3rrrr5/4rr5/10/2g1gg3/3g1g4/4g6/12/13/gg2/2g/1g/1 g gr 20");
    let mut searchers = [1, 2].map(|seed| Searcher::new(1, seed));
    let mut left = [usize::MAX; 2];
    while game.ending().is_none() {
        let turn = game.turn().index();
        let thought = think(&*game, &mut searchers[turn]);
        assert!(thought.depth < left[turn], "{} moves, and {} before", thought.depth, left[turn]);
        left[turn] = thought.depth;
        game.play(&thought.best.unwrap()).unwrap();
    }
    let winner = game.ending().unwrap().winner().unwrap().index();
    assert_eq!(left[winner], 1);
}

#[test]
fn leader_goes_home_instead_of_blocking() {
    let mut game = open("1/2/3/4/r12/12/11/10/2grg4/10/4rrr4/3rrr6/1rr3ggg4/gg1g/2g/1g/1 g gr 20");
    let mut searcher = Searcher::new(1, 1);
    let mut left = usize::MAX;
    for reply in ["e1-e2", "e2-e1"].iter().cycle() {
        let thought = think(&*game, &mut searcher);
        assert!(thought.depth < left, "{} moves, and {left} before", thought.depth);
        left = thought.depth;
        game.play(&thought.best.unwrap()).unwrap();
        if game.ending().is_some() {
            break;
        }
        game.play(reply).unwrap();
    }
    assert_eq!(game.ending().unwrap().winner(), Some(Player::FIRST));
    assert_eq!(left, 1);
}

/// Plays a game of the full search against beginners on all other seats.
fn against_beginners(rules: &str, seat: usize) -> Box<dyn AnyMatch> {
    let mut game = find("chinese-checkers").unwrap().open(rules, None).unwrap();
    let mut searchers = [1, 2].map(|seed| Searcher::new(1, seed));
    let beginner = Order { level: Level::new(2).unwrap(), ..Order::default() };
    while game.ending().is_none() {
        let thought = if game.turn().index() == seat {
            think(&*game, &mut searchers[0])
        } else {
            game.think(&mut searchers[1], &beginner, &AtomicBool::new(false), &mut |_| {}).unwrap()
        };
        game.play(&thought.best.unwrap()).unwrap();
    }
    game
}

#[test]
fn several_sets_fill_all_targets() {
    for sets in [2, 3] {
        let game = against_beginners(&format!("sets={sets}"), 0);
        let ending = game.ending().unwrap();
        assert_eq!(ending.winner(), Some(Player::FIRST), "{sets} sets: {}", ending.reason());
        assert!(game.past().len() < 300, "{sets} sets: {} plies", game.past().len());
    }
}

#[test]
fn three_players_with_distinct_sets_finish() {
    for seat in 0..3 {
        let game = against_beginners("three,sets=2", seat);
        let ending = game.ending().unwrap();
        assert_eq!(ending.winner().map(Player::index), Some(seat), "{}", ending.reason());
        assert_eq!(ending.reason(), "all home");
        // Twenty marbles cross the board, which takes most of them more than two moves.
        let rounds = game.past().len() / 3;
        assert!((40..300).contains(&rounds), "{rounds} rounds");
    }
}
