//! Perft table, golden games and conformance.

use agon_chess::{Chess, ChessRules};
use agon_core::Rules;
use agon_testkit::conformance;

#[test]
fn perft_matches_the_table() {
    agon_testkit::perft_table::<Chess>("tests/chess.perft");
}

#[test]
fn golden_games_match() {
    agon_testkit::playthroughs::<Chess>("tests/playthroughs");
}

#[test]
fn conforms_with_every_rule_set() {
    let starts = ["", "chess960=518", "chess960=0", "chess960=342", "chess960=692", "chess960=959"];
    for rules in starts {
        conformance::check::<Chess>(&ChessRules::parse(rules).unwrap(), 1, 20);
    }
}
