//! The tables and golden games beside this file, and what every game must satisfy.

use agon___snake__::{__Type__, __Type__Rules};
use agon_core::Rules;
use agon_testkit::conformance;

#[test]
fn counts_are_those_of_the_table() {
    agon_testkit::perft_table::<__Type__>("tests/__id__.perft");
}

#[test]
fn golden_games_go_as_written() {
    agon_testkit::playthroughs::<__Type__>("tests/playthroughs");
}

#[test]
fn conforms_with_every_rule_set() {
    for rules in ["", "free_middle=on"] {
        conformance::check::<__Type__>(&__Type__Rules::parse(rules).unwrap(), 1, 20);
    }
}
