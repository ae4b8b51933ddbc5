//! A named test for each rule.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use agon___snake__::{__Type__, __Type__Rules};
use agon_core::{Match, Notation, Position, Rules};

/// How the game stands after these moves.
fn after(rules: &str, moves: &str) -> Match<__Type__> {
    let mut game = Match::new(__Type__::start(&__Type__Rules::parse(rules).unwrap()));
    for text in moves.split_whitespace() {
        let m = game.position().parse_move(text).unwrap();
        game.play(m).unwrap();
    }
    game
}

fn reason(moves: &str) -> Option<&'static str> {
    after("", moves).ending().map(|ending| ending.reason())
}

#[test]
fn three_in_a_row_win() {
    assert_eq!(reason("a1 a2 b1 b2 c1"), Some("three in a row"));
    assert_eq!(reason("a1 a2 b2 b1 c3"), Some("three in a row"));
    assert_eq!(reason("a1 a2 b1 b2"), None);
}

#[test]
fn a_full_board_draws() {
    assert_eq!(reason("b2 a1 a3 c1 b1 b3 a2 c2 c3"), Some("board full"));
}

#[test]
fn a_taken_cell_is_not_taken_again() {
    assert!(after("", "b2").position().parse_move("b2").is_err());
}

#[test]
fn the_middle_stays_free_for_the_first_move_where_the_rules_say_so() {
    assert!(after("free_middle=on", "").position().parse_move("b2").is_err());
    assert!(after("free_middle=on", "a1").position().parse_move("b2").is_ok());
}
