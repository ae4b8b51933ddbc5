//! A player that gets nowhere must not go in circles.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use agon_games::{Order, Searcher, find};
use agon_search::Limits;

/// Which moves the kind finds in this position with different seeds.
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
fn the_originals_of_morris_wander_after_twenty_plies_without_a_capture() {
    let position = |quiet| format!("r.b.r.b./r.b.r.b./r.b.r.b. r 0 0 {quiet}");
    for kind in ["material", "paper"] {
        assert_eq!(choices(kind, &position(19)).len(), 1, "{kind}");
        assert_eq!(choices(kind, &position(20)).len(), 3, "{kind}");
    }
    assert_eq!(choices("alpha-beta", &position(20)).len(), 1);
}
