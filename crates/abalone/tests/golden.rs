//! Perft table, golden games and conformance.

use agon_abalone::{Abalone, AbaloneRules};
use agon_core::Rules;
use agon_testkit::conformance;

#[test]
fn perft_matches_the_table() {
    agon_testkit::perft_table::<Abalone>("tests/abalone.perft");
}

#[test]
fn golden_games_match() {
    agon_testkit::playthroughs::<Abalone>("tests/playthroughs");
}

#[test]
fn conforms_with_every_rule_set() {
    let layouts =
        ["classic", "pro", "snake", "wall", "belgian-daisy", "dutch-daisy", "swiss-daisy", "alien"];
    let rules = layouts.map(|layout| format!("layout={layout}"));
    let others = ["", "repetition=0", "repetition=2", "quiet_plies=7", "layout=pro,quiet_plies=30"];
    for rules in rules.iter().map(String::as_str).chain(others) {
        conformance::check::<Abalone>(&AbaloneRules::parse(rules).unwrap(), 1, 6);
    }
}
