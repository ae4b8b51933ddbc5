//! Evaluations and search hints.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::collections::BTreeSet;

use agon_chess::{Chess, ChessRules, Move};
use agon_core::{Notation, Player, Position, Rng, Rules};
use agon_tactics::{Evaluation, Tactics};

fn position(text: &str) -> Chess {
    Chess::parse_position(text, &ChessRules::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn for_each_random_position(games: u64, mut visit: impl FnMut(&Chess)) {
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

/// Returns the position with colours exchanged.
fn mirrored(position: &Chess) -> Chess {
    let text = position.text();
    let [pieces, side, castling, passed, rest @ ..] = &text.split(' ').collect::<Vec<_>>()[..]
    else {
        panic!("{text}");
    };
    let swap = |text: &str| -> String {
        let swapped = text.chars().map(|c| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        });
        swapped.collect()
    };
    let pieces = swap(&pieces.split('/').rev().collect::<Vec<_>>().join("/"));
    let side = if *side == "w" { "b" } else { "w" };
    let passed =
        if passed.ends_with('3') { passed.replace('3', "6") } else { passed.replace('6', "3") };
    let text = format!("{pieces} {side} {} {passed} {}", swap(castling), rest.join(" "));
    Chess::parse_position(&text, &position.rules()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn evaluation_is_antisymmetric() {
    for_each_random_position(40, |position| {
        for Evaluation { name, evaluate, .. } in Chess::EVALUATIONS {
            let [white, black] = [Player::FIRST, Player::SECOND].map(|p| evaluate(position, p));
            assert_eq!(white, -black, "{name}: {}", position.text());
        }
    });
}

#[test]
fn evaluation_is_colour_symmetric() {
    for_each_random_position(40, |position| {
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
    for_each_random_position(40, |position| {
        let trace = (tunable.trace)(position);
        let sum: f32 = trace.iter().map(|&(i, times)| times * tunable.weights[i] as f32).sum();
        let value = (own().evaluate)(position, Player::FIRST) as f32;
        assert!((sum - value).abs() <= 1.5, "{sum} {value}: {}", position.text());
        assert!(trace.is_sorted_by(|a, b| a.0 < b.0), "a weight occurs twice");
    });
}

#[test]
fn the_terms_add_up_to_the_evaluation() {
    for_each_random_position(20, |position| {
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
fn noisy_moves_are_the_moves_with_a_gain() {
    for_each_random_position(40, |position| {
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
    for_each_random_position(40, |position| {
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

/// Position, move and value: exact where negative, a lower bound where positive.
const EXCHANGES: [(&str, &str, i32); 12] = [
    // Unprotected pawn.
    ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
    // Protected pawn.
    ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -410),
    // Doubled rooks.
    ("4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
    ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -410),
    // Queen behind a bishop.
    ("4k3/8/2p5/3p4/8/5B2/6Q1/4K3 w - - 0 1", "f3d5", -140),
    // Equal trade.
    ("4k3/8/2n5/4n3/8/3N4/8/4K3 w - - 0 1", "d3e5", 0),
    // En passant, with a rook behind the captured pawn.
    ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    // Promotion that is recaptured, and one that is not.
    ("3r1k2/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
    ("5k2/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 880),
    // Quiet moves to attacked squares.
    ("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5", -510),
    // The king captures last, if the square is not attacked.
    ("8/8/4k3/3r4/8/8/8/3RK3 w - - 0 1", "d1d5", 0),
    ("8/8/4k3/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 330),
];

#[test]
fn static_exchange_values() {
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
fn no_null_move_with_only_pawns_or_in_check() {
    assert!(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").pass().is_none());
    assert!(position("4k3/8/8/8/8/8/4r3/4K2R w - - 0 1").pass().is_none());
    assert!(position("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1").pass().is_some());
}

#[test]
fn evaluation_prefers_material_and_a_lone_king_at_the_edge() {
    let value = |text: &str| (own().evaluate)(&position(text), Player::FIRST);
    let up = ["4k3/pppp4/8/8/8/8/PPPP4/4K3", "4k3/pppp4/8/8/8/8/PPPPP3/4K3"];
    let [even, ahead] = up.map(|pieces| value(&format!("{pieces} w - - 0 1")));
    assert!(ahead > even + 40, "{even} {ahead}");
    let edge = value("3k4/8/3K4/8/8/8/8/7R w - - 0 1");
    let middle = value("8/8/8/3k4/8/3K4/8/7R w - - 0 1");
    assert!(edge > middle, "{edge} {middle}");
    // King and knight cannot win.
    assert_eq!(value("8/8/8/3k4/8/3K4/8/3N1N2 w - - 0 1"), 0);
}
