//! Search hints agree with the rules, and evaluations with their parts.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::collections::HashMap;

use agon_core::{Notation, Player, Position, Rng, Rules, View};
use agon_tablut::{Move, Tablut, TablutRules};
use agon_tactics::Tactics;

/// Returns positions of random games that have not ended.
fn positions(rules: &str, games: u64) -> impl Iterator<Item = Tablut> {
    let rules = TablutRules::parse(rules).unwrap();
    (0..games).flat_map(move |seed| {
        let mut rng = Rng::new(seed);
        let mut position = Tablut::start(&rules);
        let mut line = Vec::new();
        while let Some(m) = position.random_move(&mut rng).filter(|_| line.len() < 150) {
            line.push(position.clone());
            position.play(m);
        }
        line
    })
}

fn moves(position: &Tablut) -> Vec<Move> {
    let mut list = Vec::new();
    position.moves(&mut |m| list.push(m));
    list
}

#[test]
fn noisy_moves_are_the_moves_with_a_gain() {
    for position in positions("max_plies=0", 200) {
        let mut noisy = Vec::new();
        position.noisy_moves(&mut |m| noisy.push(Tablut::id(m)));
        noisy.sort_unstable();
        let mut gaining: Vec<u32> = moves(&position)
            .into_iter()
            .filter(|&m| position.gain(m).is_some())
            .map(Tablut::id)
            .collect();
        gaining.sort_unstable();
        assert_eq!(noisy, gaining, "{}", position.text());
    }
}

#[test]
fn gain_matches_captures() {
    let mut seen = HashMap::new();
    for position in positions("", 100) {
        for m in moves(&position) {
            let captured = position.move_view(m).captures.len();
            let mut next = position.clone();
            next.play(m);
            let gain = position.gain(m);
            assert_eq!(next.decided().is_some(), gain.is_some_and(|gain| gain >= 1_000));
            if next.decided().is_none() {
                assert_eq!(gain.is_some(), captured > 0, "{}", position.text());
                let each = gain.map(|gain| gain / captured as i32);
                assert_eq!(*seen.entry((position.turn(), captured > 0)).or_insert(each), each);
            }
        }
    }
    assert_eq!(seen.len(), 4, "both sides captured something and moved quietly");
}

#[test]
fn move_ids_are_in_range_and_unique() {
    let mut moves_by_id = HashMap::new();
    for position in positions("", 50) {
        for m in moves(&position) {
            let id = Tablut::id(m);
            assert_eq!(*moves_by_id.entry(id).or_insert(m), m);
            assert!(id < (1 << 24) - 1);
            assert!(position.slot(m) < Tablut::SLOTS);
            assert!(position.target(m) < Tablut::TARGETS);
        }
    }
}

#[test]
fn null_move_changes_only_the_side_to_move() {
    for position in positions("", 20) {
        let Some(passed) = position.pass() else { continue };
        assert_eq!(passed.turn(), position.turn().other());
        assert_eq!(passed.pieces(), position.pieces());
        let again = passed.pass().map(|again| again.key());
        assert!(again.is_none_or(|key| key == position.key()));
    }
}

#[test]
fn evaluation_is_the_sum_of_its_trace() {
    let ours = &Tablut::EVALUATIONS[0];
    let tunable = ours.tunable.as_ref().unwrap();
    for rules in ["", "max_plies=0", "max_plies=60"] {
        for position in positions(rules, 40) {
            let evaluated = (ours.evaluate)(&position, Player::FIRST);
            let trace = (tunable.trace)(&position);
            let part = |(i, times): (usize, f32)| f64::from(times) * f64::from(tunable.weights[i]);
            let sum: f64 = trace.into_iter().map(part).sum();
            assert!(
                (sum - f64::from(evaluated)).abs() < 1.5,
                "{sum} {evaluated} {}",
                position.text()
            );
            assert_eq!(evaluated, -(ours.evaluate)(&position, Player::SECOND));
        }
    }
}

/// Returns the board with its pieces rotated or mirrored.
fn turned(position: &Tablut, to: impl Fn(usize, usize) -> (usize, usize)) -> Tablut {
    let text = position.text();
    let (board, rest) = text.split_once(' ').unwrap();
    let mut rows = vec![vec!['1'; 9]; 9];
    for (row, line) in board.split('/').enumerate() {
        let mut column = 0;
        for c in line.chars() {
            if let Some(gap) = c.to_digit(10) {
                column += gap as usize;
            } else {
                let (column_to, row_to) = to(column, row);
                rows[row_to][column_to] = c;
                column += 1;
            }
        }
    }
    let mut drawing = String::new();
    for (nth, row) in rows.iter().enumerate() {
        drawing.push_str(if nth > 0 { "/" } else { "" });
        let mut gap = 0;
        for &c in row {
            if c == '1' {
                gap += 1;
                continue;
            }
            if gap > 0 {
                drawing.push_str(&gap.to_string());
                gap = 0;
            }
            drawing.push(c);
        }
        if gap > 0 {
            drawing.push_str(&gap.to_string());
        }
    }
    Tablut::parse_position(&format!("{drawing} {rest}"), &position.rules()).unwrap()
}

#[test]
fn evaluation_is_symmetric() {
    for position in positions("", 10) {
        let quarter = turned(&position, |column, row| (8 - row, column));
        let mirrored = turned(&position, |column, row| (8 - column, row));
        for evaluation in Tablut::EVALUATIONS {
            let evaluated = (evaluation.evaluate)(&position, Player::FIRST);
            assert_eq!(evaluated, (evaluation.evaluate)(&quarter, Player::FIRST));
            assert_eq!(evaluated, (evaluation.evaluate)(&mirrored, Player::FIRST));
        }
    }
}

#[test]
fn evaluation_fades_near_the_ply_limit() {
    let ours = &Tablut::EVALUATIONS[0];
    let start = "3ttt3/4t4/4T4/t3T3t/ttT1K1Ttt/t3T3t/4T4/4t4/3ttt3 a";
    let evaluated = |plies: u32| {
        let text = format!("{start} {plies}");
        let position = Tablut::parse_position(&text, &TablutRules::default()).unwrap();
        (ours.evaluate)(&position, Player::FIRST)
    };
    assert!(evaluated(0) > 0 && evaluated(0) == evaluated(50));
    assert!(evaluated(50) > evaluated(85) && evaluated(85) > evaluated(99));
    assert!(evaluated(99) < 30);
}
