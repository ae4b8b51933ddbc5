//! Evaluations and hints to the search.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::collections::BTreeSet;

use agon_chess::{Chess, ChessRules, Move};
use agon_core::{Notation, Player, Position, Rng, Rules};
use agon_tactics::{Evaluation, Tactics};

fn position(text: &str) -> Chess {
    Chess::parse_position(text, &ChessRules::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Positions of random games, from the beginning to the last pieces.
fn wander(games: u64, mut visit: impl FnMut(&Chess)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let rules = if seed % 4 == 3 { "chess960=692" } else { "" };
        let mut position = Chess::start(&ChessRules::parse(rules).unwrap());
        for _ in 0..250 {
            visit(&position);
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play(m);
        }
    }
}

fn own() -> &'static Evaluation<Chess> {
    &Chess::EVALUATIONS[0]
}

/// The same position with colours exchanged.
fn mirrored(position: &Chess) -> Chess {
    let text = position.text();
    let [men, side, castling, passed, rest @ ..] = &text.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{text}");
    };
    let swap = |text: &str| -> String {
        let swapped = text.chars().map(|c| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        });
        swapped.collect()
    };
    let men = swap(&men.split('/').rev().collect::<Vec<_>>().join("/"));
    let side = if *side == "w" { "b" } else { "w" };
    let passed =
        if passed.ends_with('3') { passed.replace('3', "6") } else { passed.replace('6', "3") };
    let text = format!("{men} {side} {} {passed} {}", swap(castling), rest.join(" "));
    Chess::parse_position(&text, &position.rules()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other() {
    wander(40, |position| {
        for Evaluation { name, evaluate, .. } in Chess::EVALUATIONS {
            let [white, black] = [Player::FIRST, Player::SECOND].map(|p| evaluate(position, p));
            assert_eq!(white, -black, "{name}: {}", position.text());
        }
    });
}

#[test]
fn both_colours_are_evaluated_alike() {
    wander(40, |position| {
        let mirrored = mirrored(position);
        for Evaluation { name, evaluate, .. } in Chess::EVALUATIONS {
            let white = evaluate(position, Player::FIRST);
            let black = evaluate(&mirrored, Player::SECOND);
            assert_eq!(white, black, "{name}: {}", position.text());
        }
    });
}

#[test]
fn the_trace_adds_up_to_the_evaluation() {
    let tunable = own().tunable.as_ref().unwrap();
    wander(40, |position| {
        let trace = (tunable.trace)(position);
        let sum: f32 = trace.iter().map(|&(i, times)| times * tunable.weights[i] as f32).sum();
        let value = (own().evaluate)(position, Player::FIRST) as f32;
        assert!((sum - value).abs() <= 1.5, "{sum} {value}: {}", position.text());
        assert!(trace.is_sorted_by(|a, b| a.0 < b.0), "a weight occurs twice");
    });
}

#[test]
fn the_terms_add_up_to_the_evaluation() {
    wander(20, |position| {
        for Evaluation { name, evaluate, terms, .. } in Chess::EVALUATIONS {
            let terms = terms(position);
            let sum: i32 = terms.iter().map(|term| term.values[0] - term.values[1]).sum();
            let value = evaluate(position, Player::FIRST);
            let rounding = 2 * terms.len() as i32;
            assert!((sum - value).abs() <= rounding, "{name}, {sum}: {}", position.text());
        }
    });
}

#[test]
fn noisy_moves_are_the_legal_moves_that_gain() {
    wander(40, |position| {
        let mut noisy = BTreeSet::new();
        position.noisy_moves(&mut |m| assert!(noisy.insert(Chess::id(m))));
        let mut gaining = BTreeSet::new();
        position.moves(&mut |m| {
            if position.gain(m).is_some() {
                gaining.insert(Chess::id(m));
            }
        });
        assert_eq!(noisy, gaining, "{}", position.text());
    });
}

#[test]
fn hints_stay_within_their_bounds() {
    wander(40, |position| {
        let mut ids = BTreeSet::new();
        position.moves(&mut |m: Move| {
            assert!(ids.insert(Chess::id(m)), "{}", position.text());
            assert!(Chess::id(m) < (1 << 24) - 1);
            assert!(position.slot(m) < Chess::SLOTS);
            assert!(position.target(m) < Chess::TARGETS);
            position.exchange(m);
        });
        if let Some(passed) = position.pass() {
            assert_ne!(passed.turn(), position.turn());
            assert!(!position.is_threatened());
        }
        assert_eq!(position.decided(), position.ending().filter(|_| position.decided().is_some()));
    });
}

/// Position, move, and what it wins: exactly when it loses, at least when it wins.
const EXCHANGES: [(&str, &str, i32); 12] = [
    // Nobody guards the pawn.
    ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
    // A pawn guards it.
    ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -410),
    // Rook behind rook: taken once for a pawn, and again for a rook.
    ("4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
    ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -410),
    // A queen behind a bishop joins.
    ("4k3/8/2p5/3p4/8/5B2/6Q1/4K3 w - - 0 1", "f3d5", -140),
    // Equal pieces.
    ("4k3/8/2n5/4n3/8/3N4/8/4K3 w - - 0 1", "d3e5", 0),
    // En passant, with a rook behind the pawn taken.
    ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    // A promotion that is taken, and one that is not.
    ("3r1k2/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
    ("5k2/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 880),
    // Quiet moves to squares that are guarded.
    ("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5", -510),
    // The king takes last, when nobody can take him.
    ("8/8/4k3/3r4/8/8/8/3RK3 w - - 0 1", "d1d5", 0),
    ("8/8/4k3/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 330),
];

#[test]
fn exchanges_are_counted_to_the_end() {
    for (text, m, wanted) in EXCHANGES {
        let position = position(text);
        let m = position.parse_move(m).unwrap();
        let won = position.exchange(m);
        if wanted < 0 {
            assert_eq!(won, wanted, "{text} {m}");
        } else {
            assert!((0..=wanted).contains(&won), "{text} {m}: {won}");
        }
    }
}

#[test]
fn nobody_passes_with_pawns_only_or_in_check() {
    assert!(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").pass().is_none());
    assert!(position("4k3/8/8/8/8/8/4r3/4K2R w - - 0 1").pass().is_none());
    assert!(position("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1").pass().is_some());
}

#[test]
fn more_men_are_better_and_a_lone_king_belongs_to_the_edge() {
    let value = |text: &str| (own().evaluate)(&position(text), Player::FIRST);
    let up = ["4k3/pppp4/8/8/8/8/PPPP4/4K3", "4k3/pppp4/8/8/8/8/PPPPP3/4K3"];
    let [even, ahead] = up.map(|men| value(&format!("{men} w - - 0 1")));
    assert!(ahead > even + 40, "{even} {ahead}");
    let edge = value("3k4/8/3K4/8/8/8/8/7R w - - 0 1");
    let middle = value("8/8/8/3k4/8/3K4/8/7R w - - 0 1");
    assert!(edge > middle, "{edge} {middle}");
    // A knight and a king do not win.
    assert_eq!(value("8/8/8/3k4/8/3K4/8/3N1N2 w - - 0 1"), 0);
}
