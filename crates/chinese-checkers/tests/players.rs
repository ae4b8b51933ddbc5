//! The computer players of the original, and race detection.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::BTreeSet;

use agon_chinese_checkers::{ChineseCheckers, ChineseCheckersRules};
use agon_core::{Notation, Player, Position, Rng, Rules};
use agon_tactics::{Computer, Race, Tactics};

fn start(rules: &str) -> ChineseCheckers {
    ChineseCheckers::start(&ChineseCheckersRules::parse(rules).unwrap())
}

fn position(text: &str) -> ChineseCheckers {
    ChineseCheckers::parse_position(text, &ChineseCheckersRules::default()).unwrap()
}

fn play(position: &mut ChineseCheckers, text: &str) {
    position.play(position.parse_move(text).unwrap());
}

fn computer(name: &str) -> &'static Computer<ChineseCheckers> {
    ChineseCheckers::COMPUTERS.iter().find(|computer| computer.name == name).unwrap()
}

fn race(position: &ChineseCheckers, player: Player) -> Option<Race> {
    computer("agon").race.unwrap()(position, player)
}

/// Returns the opening moves of the player, over many random choices.
fn opening(position: &ChineseCheckers) -> String {
    let mut rng = Rng::new(1);
    let mut found = BTreeSet::new();
    for _ in 0..50 {
        let m = computer("alpha-beta-hard").opening.unwrap()(position, &mut rng);
        found.extend(m.map(|m| position.move_text(m)));
    }
    found.into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn original_opens_with_one_of_two_sequences() {
    let mut game = start("");
    let green = ["d1-e6 d4-e8", "d4-e8", "b1-f6 b2-f7", "b2-f7", "a1-b1 a1-b2"];
    let red = ["n1-m6 n4-m8", "n1-m6", "p1-l6 p2-l7", "p1-l6", "q1-p1 q1-p2"];
    for (green, red) in green.into_iter().zip(red) {
        assert_eq!(opening(&game), green);
        play(&mut game, green.split(' ').next().unwrap());
        assert_eq!(opening(&game), red);
        play(&mut game, red.split(' ').next_back().unwrap());
    }
    assert_eq!(opening(&game), "", "after five moves it thinks");
}

#[test]
fn original_searches_when_its_sequence_does_not_apply() {
    let mut game = start("");
    play(&mut game, "c1-e7");
    play(&mut game, "n1-m5");
    assert_eq!(opening(&game), "");
    assert_eq!(opening(&start("colors=gop")), "");
    assert_eq!(opening(&start("sets=2")), "");
}

/// Returns the moves that the original considers.
fn considered(position: &ChineseCheckers) -> String {
    let considers = computer("alpha-beta").considers.unwrap();
    let mut moves = Vec::new();
    position.moves(&mut |m| moves.extend(considers(position, m).then(|| position.move_text(m))));
    moves.sort();
    moves.join(" ")
}

#[test]
fn original_considers_forward_moves_and_late_sideways_moves() {
    // Ten marbles of each colour; two green ones are outside the target.
    let far = position("1/2/1rr/rrrr/6r6/5rrr4/11/10/4g4/10/11/12/13/gggg/ggg/gg/1 g gr 30");
    assert_eq!(considered(&far), "i5-j5 i5-j6 o1-q1 o3-q1 p1-q1 p2-q1");
    let near = position("1/2/1rr/rrrr/6r6/5rrr4/11/10/9/10/11/12/6g6/gggg/ggg/gg/1 g gr 30");
    let moves = considered(&near);
    assert!(moves.contains("m7-m6") && moves.contains("m7-m8"), "along the row: {moves}");
    assert!(!moves.contains("m7-l"), "not back: {moves}");
}

#[test]
fn race_starts_after_passing_or_with_a_large_lead() {
    let least = |position: &ChineseCheckers, player| race(position, player).map(|race| race.least);
    assert_eq!(least(&start(""), Player::FIRST), None);
    let passed = position("1/2/1rr/rrrr/6r6/5rrr4/11/10/4g4/10/11/12/6g6/ggg1/ggg/gg/1 g gr 30");
    assert_eq!(least(&passed, Player::FIRST), Some(2));
    assert_eq!(least(&passed, Player::SECOND), Some(4));
    // Red has not passed one green marble.
    let beside = position("1/2/1rr/rrrr/6r6/5rr5/11/10/4gr3/10/11/12/6g6/ggg1/ggg/gg/1 g gr 30");
    assert_eq!(least(&beside, Player::FIRST), None);
    assert_eq!(least(&beside, Player::SECOND), None);
    // The same, with most red marbles far behind.
    let ahead = position("1/2/3/4/13/12/11/10/4gr3/10/4rrr4/4rrr5/2rrr1g6/ggg1/ggg/gg/1 g gr 30");
    assert_eq!(least(&ahead, Player::FIRST), Some(2));
    assert_eq!(least(&ahead, Player::SECOND), None);
    // And one never leaves.
    let stays = position("1/2/3/4/13/12/11/10/4gr3/10/4rr5/4rrr5/2rrr1g6/ggg1/ggg/gg/r g gr 30");
    assert_eq!(least(&stays, Player::FIRST), Some(1));
}

#[test]
fn race_key_depends_only_on_own_marbles() {
    let key = |text| race(&position(text), Player::FIRST).unwrap().key;
    let one = key("1/2/1rr/rrrr/6r6/5rrr4/11/10/4g4/10/11/12/6g6/ggg1/ggg/gg/1 g gr 30");
    let theirs = key("1/2/1rr/rrrr/5r7/5rrr4/11/10/4g4/10/11/12/6g6/ggg1/ggg/gg/1 g gr 30");
    let ours = key("1/2/1rr/rrrr/6r6/5rrr4/11/10/3g5/10/11/12/6g6/ggg1/ggg/gg/1 g gr 30");
    assert_eq!(one, theirs);
    assert_ne!(one, ours);
}

#[test]
fn ladders_exclude_hops_ending_in_foreign_points() {
    // Green on i9 can hop over j10 to k11, a hole of the orange point; in the other position green
    // on f8 can hop over f9 to f10, in the yellow point, and from there ahead to h8.
    let hops = |guests: &str, text: &str| {
        let rules = ChineseCheckersRules::parse(&format!("guests={guests}")).unwrap();
        let position = ChineseCheckers::parse_position(text, &rules).unwrap();
        let terms = (ChineseCheckers::EVALUATIONS[0].terms)(&position);
        terms.iter().find(|term| term.name == "hops ahead").unwrap().values[0]
    };
    let into = "g/gg/ggg/ggg1/13/12/11/10/8g/9r/11/12/13/1rrr/rrr/rr/r g gr 9";
    let through = "g/gg/ggg/ggg1/13/7gr3/8r2/10/9/10/11/12/13/2rr/rrr/rr/r g gr 9";
    assert!(hops("stay", into) > hops("pass", into));
    assert_eq!(hops("stay", through), hops("pass", through));
}

#[test]
fn evaluation_is_the_sum_of_its_trace() {
    let evaluation = &ChineseCheckers::EVALUATIONS[0];
    let tunable = evaluation.tunable.as_ref().unwrap();
    for rules in ["", "guests=pass", "sets=2", "sets=3", "three", "three,sets=2", "six"] {
        let mut position = start(rules);
        let mut rng = Rng::new(7);
        for _ in 0..60 {
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play(m);
            let sum: f32 = (tunable.trace)(&position)
                .into_iter()
                .map(|(i, times)| tunable.weights[i] as f32 * times)
                .sum();
            let evaluated = (evaluation.evaluate)(&position, Player::FIRST);
            assert!((sum - evaluated as f32).abs() <= 2.0, "{rules}: {sum} and {evaluated}");
        }
    }
}
