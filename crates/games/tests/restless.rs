//! Players that make no progress vary their moves.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use agon_games::{Order, Searcher, find};
use agon_search::Limits;

/// Returns the moves that the kind plays in this position with different seeds.
fn choices(kind: &str, position: &str) -> HashSet<String> {
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let order = Order { kind: kind.into(), limits, ..Order::default() };
    let choose = |seed| {
        let game = find("morris").unwrap().open("", Some(position)).unwrap();
        let stop = AtomicBool::new(false);
        let thought = game.think(&mut Searcher::new(1, seed), &order, &stop, &mut |_| {}).unwrap();
        thought.best.unwrap()
    };
    (0..30).map(choose).collect()
}

#[test]
fn morris_originals_vary_moves_after_twenty_quiet_plies() {
    let position = |quiet| format!("r.b.r.b./r.b.r.b./r.b.r.b. r 0 0 {quiet}");
    for kind in ["material", "paper"] {
        assert_eq!(choices(kind, &position(19)).len(), 1, "{kind}");
        assert_eq!(choices(kind, &position(20)).len(), 3, "{kind}");
    }
    assert_eq!(choices("alpha-beta", &position(20)).len(), 1);
}

/// Returns the score of the full search for the player to move.
fn score(game: &str, position: &str) -> i32 {
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let order = Order { limits, ..Order::default() };
    let game = find(game).unwrap().open("", Some(position)).unwrap();
    let stop = AtomicBool::new(false);
    let thought = game.think(&mut Searcher::new(1, 1), &order, &stop, &mut |_| {}).unwrap();
    thought.lines[0].score.value()
}

#[test]
fn unused_lead_loses_value() {
    // Three marbles ahead.
    let lead = |quiet| {
        score("abalone", &format!("sssss/ssssss/7/8/9/8/2SSS2/SSSSSS/SSSSS 3 0 b {quiet} 90"))
    };
    let whole = lead(0);
    assert!(whole > 100, "{whole}");
    assert_eq!(lead(60), whole);
    let [half, little] = [lead(150), lead(190)];
    assert!(half < whole * 3 / 4 && little < half, "{whole}, {half}, {little}");
}
