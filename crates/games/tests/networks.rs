//! The networks of the games.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::sync::atomic::AtomicBool;

use agon_games::{AnyGame, GAMES, Order, Searcher, Thought};
use agon_search::{Level, Limits};

const NETWORK: &str = "network";

fn think(game: &dyn AnyGame, level: u8, evaluation: Option<&str>) -> Thought {
    let order = Order {
        evaluation: evaluation.map(str::to_owned),
        level: Level::new(level).unwrap(),
        limits: Limits { nodes: Some(3_000), ..Limits::default() },
        ..Order::default()
    };
    let position = game.open("", None).unwrap();
    let stop = AtomicBool::new(false);
    position.think(&mut Searcher::new(1, 1), &order, &stop, &mut |_| ()).unwrap()
}

fn same(one: &Thought, other: &Thought) -> bool {
    let line = |thought: &Thought| (thought.nodes, thought.lines[0].score);
    line(one) == line(other)
}

#[test]
fn network_is_used_at_high_levels_and_on_request() {
    let with = GAMES.iter().filter(|game| game.evaluations()[0].0 == NETWORK);
    for game in with {
        let in_words = game.evaluations()[1].0;
        let id = game.id();
        for level in [6, 10] {
            let usual = think(*game, level, None);
            assert!(same(&usual, &think(*game, level, Some(NETWORK))), "{id}, level {level}");
            assert!(!same(&usual, &think(*game, level, Some(in_words))), "{id}, level {level}");
        }
        assert!(same(&think(*game, 5, None), &think(*game, 5, Some(in_words))), "{id}, level 5");
    }
}

#[test]
fn rejects_invalid_network_files() {
    for game in GAMES {
        assert!(game.read_network(b"").is_err(), "{}", game.id());
        assert!(game.read_network(b"agon network 1 planes 1\n").is_err(), "{}", game.id());
    }
}
