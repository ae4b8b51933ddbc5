//! Perft table, golden games and conformance.

use agon_core::Rules;
use agon_morris::{Morris, MorrisRules};
use agon_testkit::conformance;

#[test]
fn perft_matches_the_table() {
    agon_testkit::perft_table::<Morris>("tests/morris.perft");
}

#[test]
fn golden_games_match() {
    agon_testkit::playthroughs::<Morris>("tests/playthroughs");
}

#[test]
fn conforms_with_every_rule_set() {
    for layers in 2..=9 {
        for rest in ["", ",flying=off", ",quiet_plies=20"] {
            let rules = format!("layers={layers}{rest}");
            conformance::check::<Morris>(&MorrisRules::parse(&rules).unwrap(), 1, 10);
        }
    }
}
