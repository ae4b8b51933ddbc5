//! Computer players score insufficient material as a draw although there are legal moves.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::sync::atomic::AtomicBool;

use agon_games::{Order, Searcher, Thought, find};
use agon_search::{Limits, Score};

fn think(kind: &str, position: &str, limits: Limits) -> Thought {
    let order = Order { kind: kind.into(), limits, ..Order::default() };
    let game = find("chess").unwrap().open("", Some(position)).unwrap();
    game.think(&mut Searcher::new(1, 1), &order, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// White, with a knight, captures the pawn and draws, or lets it promote.
const TAKE_OR_LOSE: &str = "7k/8/8/8/8/1N6/3p4/K7 w - - 0 1";

#[test]
fn capturing_the_last_mating_material_scores_as_a_draw() {
    for kind in ["alpha-beta", "classic"] {
        for depth in 2..=5 {
            let thought =
                think(kind, TAKE_OR_LOSE, Limits { depth: Some(depth), ..Limits::default() });
            assert_eq!(thought.best.as_deref(), Some("b3d2"), "{kind}, depth {depth}");
            assert_eq!(thought.lines[0].score, Score::DRAW, "{kind}, depth {depth}");
        }
    }
}

#[test]
fn dead_position_has_a_line() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let thought = think("alpha-beta", "7k/8/8/8/8/8/3N4/K7 b - - 0 1", limits);
    assert_eq!(thought.lines[0].score, Score::DRAW);
}
