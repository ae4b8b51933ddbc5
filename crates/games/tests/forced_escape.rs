//! A king with two escapes cannot be stopped, which a shallow search must see.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::sync::atomic::AtomicBool;

use agon_games::{Order, Searcher, find};
use agon_search::{Forced, Limits};

/// Returns the result of the full search at this depth.
fn outcome(position: &str, depth: usize) -> Option<Forced> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let order = Order { limits, ..Order::default() };
    let game = find("tablut").unwrap().open("", Some(position)).unwrap();
    let stop = AtomicBool::new(false);
    let thought = game.think(&mut Searcher::new(1, 1), &order, &stop, &mut |_| {}).unwrap();
    thought.lines[0].score.forced()
}

#[test]
fn two_escapes_win_with_either_side_to_move() {
    let king_on_e4 = "3ttt3/4t4/9/t7t/tt5tt/t3K3t/9/4t4/3ttt3 d 20";
    assert_eq!(outcome(king_on_e4, 3), Some(Forced::Win(3)));
    let king_on_c4 = "3ttt3/4t4/9/t7t/tt5tt/t1K5t/9/4t4/3ttt3 a 21";
    assert_eq!(outcome(king_on_c4, 2), Some(Forced::Loss(2)));
}

#[test]
fn single_escape_can_be_blocked() {
    let one_way = "3ttt3/4t4/9/t7t/tt5tt/t1KT4t/9/2t1t4/3t1t3 a 21";
    assert_eq!(outcome(one_way, 2), None);
}
