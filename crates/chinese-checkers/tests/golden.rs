//! Perft table, golden games and conformance.

use agon_chinese_checkers::{ChineseCheckers, ChineseCheckersRules};
use agon_core::Rules;
use agon_testkit::conformance;

#[test]
fn perft_matches_the_table() {
    agon_testkit::perft_table::<ChineseCheckers>("tests/chinese-checkers.perft");
}

#[test]
fn golden_games_match() {
    agon_testkit::playthroughs::<ChineseCheckers>("tests/playthroughs");
}

#[test]
fn conforms_with_every_rule_set() {
    let rules = [
        "",
        "two",
        "three",
        "four",
        "five",
        "six",
        "double",
        "triple",
        "three,sets=2",
        "three,sets=2,guests=stay",
        "two,guests=pass",
        "double,guests=pass",
        "six,guests=stay",
        "colors=ob,sets=2",
        "colors=yp,sets=3",
        "colors=yrb,sets=2,anti_block=off",
        "colors=gy",
        "colors=yopb,anti_block=off",
    ];
    for text in rules {
        conformance::check::<ChineseCheckers>(&ChineseCheckersRules::parse(text).unwrap(), 1, 1);
    }
}
