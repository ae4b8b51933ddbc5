//! Search margins given in an order.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_games::{GAMES, Order, Searcher};
use agon_search::Limits;
use agon_tactics::Margins;

#[test]
fn order_margins_override_the_defaults() {
    for game in GAMES {
        let position = game.open("", None).unwrap();
        let nodes = |margins: Option<Margins>| {
            let limits = Limits { depth: Some(8), ..Limits::default() };
            let margins = margins.map(Arc::new);
            let order = Order { limits, margins, ..Order::default() };
            let mut searcher = Searcher::new(1, 1);
            let stop = AtomicBool::new(false);
            position.think(&mut searcher, &order, &stop, &mut |_| {}).unwrap().nodes
        };
        let (usual, own) = (nodes(None), nodes(Some(game.margins())));
        assert_eq!(usual, own, "{}", game.id());
        let bolder = Margins { reduction: 180, reduction_cut: 250, ..game.margins() };
        assert_ne!(usual, nodes(Some(bolder)), "{}", game.id());
    }
}
