//! The tables and golden games beside this file, and what every game must satisfy.

use agon_core::{Rules, conformance};
use agon_tablut::{Tablut, TablutRules};

#[test]
fn counts_are_those_of_the_table() {
    agon_testkit::perft_table::<Tablut>("tests/tablut.perft");
}

#[test]
fn golden_games_go_as_written() {
    agon_testkit::playthroughs::<Tablut>("tests/playthroughs");
}

#[test]
fn conforms_with_every_rule_set() {
    for rules in ["", "tournament", "first=defenders", "max_plies=7", "max_plies=0,repetition=3"] {
        conformance::check::<Tablut>(&TablutRules::parse(rules).unwrap(), 1, 20);
    }
}
