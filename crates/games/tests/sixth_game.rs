//! Adding a game takes one crate (here a toy of the testkit) and one registry entry; it is played
//! through the same interface as all others.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::sync::atomic::AtomicBool;

use agon_core::Player;
use agon_games::{AnyGame, Entry, MoveError, Order, Searcher};
use agon_search::Limits;
use agon_testkit::lines::Lines;

/// The registry entry of a sixth game.
static GAMES: &[&dyn AnyGame] = &[&Entry::<Lines>::new()];

fn open() -> Box<dyn agon_games::AnyMatch> {
    GAMES[0].open("", None).unwrap()
}

#[test]
fn new_game_is_listed_with_its_options() {
    let game = GAMES[0];
    assert_eq!((game.id(), game.title()), ("lines", "Lines"));
    let options = game.options();
    assert_eq!((options[0].name, options[0].default.as_str()), ("width", "3"));
}

#[test]
fn new_game_is_played_through_the_facade() {
    let mut game = open();
    assert_eq!(game.moves().len(), 9);
    for text in ["b2", "a1", "c3", "a2", "a3", "c1"] {
        game.play(text).unwrap();
    }
    assert!(matches!(game.play("b2"), Err(MoveError::Text(_))), "taken");
    assert!(matches!(game.play("d4"), Err(MoveError::Text(_))), "not on the board");
    assert_eq!(game.position(), "x1x/ox1/o1o x");
    let fork = game.fork();
    game.play("b3").unwrap();
    assert_eq!(game.ending().unwrap().verdict(&game.seats()), "crosses win (line)");
    assert!(game.moves().is_empty());
    assert!(matches!(game.play("a2"), Err(MoveError::Over(_))));
    assert!(game.undo());
    assert_eq!(game.position(), fork.position());
    game.resign(Player::FIRST);
    assert_eq!(game.ending().unwrap().verdict(&game.seats()), "noughts win (resignation)");
}

#[test]
fn new_game_perft() {
    let game = open();
    assert_eq!((1..=5).map(|d| game.perft(d)).collect::<Vec<_>>(), [9, 72, 504, 3024, 15120]);
    // The known number of complete games is 255,168; it includes those of fewer than 9 plies.
    assert_eq!(game.perft(9), 127_872);
}

#[test]
fn computers_draw_the_new_game() {
    for kind in GAMES[0].kinds() {
        let mut game = open();
        let mut searcher = Searcher::new(1, 1);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let order = Order { kind: kind.name.into(), limits, ..Order::default() };
        while game.ending().is_none() {
            let stop = AtomicBool::new(false);
            let thought = game.think(&mut searcher, &order, &stop, &mut |_| {}).unwrap();
            game.play(&thought.best.unwrap()).unwrap();
        }
        let verdict = game.ending().unwrap().verdict(&game.seats());
        assert_eq!(verdict, "draw (full board)", "{}", kind.name);
    }
}

#[test]
fn rejects_positions_contradicting_the_rules() {
    assert!(GAMES[0].open("width=4", Some("3/3/3 x")).is_err());
    assert!(GAMES[0].open("", Some("4/4/4 o")).is_ok(), "the text knows how large the board is");
}
