//! The move generator against a slow one that follows the rules word by word, on rows and
//! columns.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::{BTreeMap, BTreeSet};

use agon_chinese_checkers::{ChineseCheckers, ChineseCheckersRules};
use agon_core::perft::divide;
use agon_core::{Notation, Position, Rng, Rules};
use proptest::prelude::*;

/// Rows and columns as the rules give them.
type Place = (i32, i32);

const WIDTHS: [i32; 17] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
const DIRECTIONS: [Place; 6] = [(-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2)];

/// The marbles on the board, and an entry `'.'` for each empty hole.
type Star = BTreeMap<Place, char>;

fn star(text: &str) -> Star {
    let mut star = Star::new();
    for (row, cells) in text.split(['/', ' ']).take(17).enumerate() {
        let mut column = 13 - WIDTHS[row];
        let mut run = 0;
        for c in cells.chars().chain(['|']) {
            if let Some(digit) = c.to_digit(10) {
                run = 10 * run + digit;
                continue;
            }
            for hole in (0..run).map(|_| '.').chain([c]).filter(|&hole| hole != '|') {
                star.insert((row as i32, column), hole);
                column += 2;
            }
            run = 0;
        }
    }
    assert_eq!(star.len(), 121);
    star
}

fn name((row, column): Place) -> String {
    let number = (column - (13 - WIDTHS[row as usize])) / 2 + 1;
    format!("{}{number}", char::from(b'a' + row as u8))
}

fn moves_of(star: &Star, from: Place) -> BTreeSet<Place> {
    let mut lifted = star.clone();
    lifted.insert(from, '.');
    let at = |(row, column): Place, (down, right): Place, steps: i32| {
        let place = (row + steps * down, column + steps * right);
        (place, lifted.get(&place).copied())
    };
    let steps = DIRECTIONS.map(|d| at(from, d, 1)).into_iter();
    let mut reached: BTreeSet<Place> =
        steps.filter(|&(_, hole)| hole == Some('.')).map(|(place, _)| place).collect();
    let mut landed = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        for direction in DIRECTIONS {
            let (_, over) = at(place, direction, 1);
            let (landing, behind) = at(place, direction, 2);
            let hop = over.is_some_and(|hole| hole != '.') && behind == Some('.');
            if hop && landed.insert(landing) {
                open.push(landing);
            }
        }
    }
    reached.append(&mut landed);
    reached.remove(&from);
    reached
}

/// The moves of the player to move in a position text, without a thought about the ending.
fn moves(text: &str) -> BTreeSet<String> {
    let star = star(text);
    let turn = text.split(' ').nth(1).unwrap();
    let own = star.iter().filter(|&(_, marble)| turn.starts_with(*marble));
    own.flat_map(|(&from, _)| {
        moves_of(&star, from).into_iter().map(move |to| format!("{}-{}", name(from), name(to)))
    })
    .collect()
}

fn start(rules: &str) -> ChineseCheckers {
    ChineseCheckers::start(&ChineseCheckersRules::parse(rules).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_same_moves_as_by_the_letter_of_the_rules(
        rules in prop::sample::select(&["two", "three", "six", "triple", "colors=yb"][..]),
        seed in any::<u64>(),
    ) {
        let mut position = start(rules);
        let mut rng = Rng::new(seed);
        for _ in 0..60 {
            let mut listed = Vec::new();
            position.moves(&mut |m| listed.push(position.move_text(m)));
            let different: BTreeSet<String> = listed.iter().cloned().collect();
            prop_assert_eq!(different.len(), listed.len(), "listed twice: {}", position.text());
            prop_assert_eq!(different, moves(&position.text()), "{}", position.text());
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play(m);
        }
    }
}

/// Counts by the slow moves alone; only the position after a move comes from the crate.
fn perft(position: &ChineseCheckers, depth: u32) -> u64 {
    let moves = moves(&position.text());
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |text: &String| {
        let mut next = position.clone();
        next.play(position.parse_move(text).unwrap());
        next
    };
    moves.iter().map(|text| perft(&after(text), depth - 1)).sum()
}

#[test]
fn the_same_counts_as_by_the_letter_of_the_rules() {
    assert_eq!(perft(&start("two"), 3), 4_760);
    assert_eq!(perft(&start("three"), 3), 2_744);
    assert_eq!(
        divide(&start("six"), 3).iter().map(|(_, n)| n).sum::<u64>(),
        perft(&start("six"), 3)
    );
}

#[test]
fn random_moves_are_equally_likely() {
    let text = "1/1g/1g1/1g2/5g7/3gg1g5/4g1gr3/5g4/6r2/10/5r5/7r4/4rr7/rr2/r2/r1/1 g gr 24";
    let position = ChineseCheckers::parse_position(text, &ChineseCheckersRules::default()).unwrap();
    let mut rng = Rng::new(1);
    let mut drawn = BTreeMap::new();
    for _ in 0..86_000 {
        let m = position.random_move(&mut rng).unwrap();
        *drawn.entry(position.move_text(m)).or_insert(0) += 1;
    }
    assert_eq!(drawn.keys().cloned().collect::<BTreeSet<_>>(), moves(text));
    // 1,000 each on average; five standard deviations are 158.
    for (text, count) in drawn {
        assert!((840..1_160).contains(&count), "{text}: {count}");
    }
}
