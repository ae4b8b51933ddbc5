//! Perft table, golden games and conformance.

use agon_core::{Position, Rng, Rules};
use agon_tablut::{Tablut, TablutRules};
use agon_testkit::conformance;

#[test]
fn perft_matches_the_table() {
    agon_testkit::perft_table::<Tablut>("tests/tablut.perft");
}

#[test]
fn golden_games_match() {
    agon_testkit::playthroughs::<Tablut>("tests/playthroughs");
}

#[test]
fn conforms_with_every_rule_set() {
    for rules in ["", "tournament", "first=defenders", "max_plies=7", "max_plies=0,repetition=3"] {
        conformance::check::<Tablut>(&TablutRules::parse(rules).unwrap(), 1, 20);
    }
}

#[test]
fn random_moves_are_equally_likely() {
    let start = Tablut::start(&TablutRules::default());
    let mut moves = Vec::new();
    start.moves(&mut |m| moves.push(m));
    let mut drawn = vec![0; moves.len()];
    let mut rng = Rng::new(1);
    for _ in 0..1000 * moves.len() {
        let m = start.random_move(&mut rng).unwrap();
        drawn[moves.iter().position(|&legal| legal == m).unwrap()] += 1;
    }
    assert!(drawn.iter().all(|n| (850..1150).contains(n)), "{drawn:?}");
}
