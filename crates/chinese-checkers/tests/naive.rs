//! A slow move generator for comparison, written directly from the rules on rows and columns.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::{BTreeMap, BTreeSet};

use agon_chinese_checkers::{ChineseCheckers, ChineseCheckersRules};
use agon_core::perft::divide;
use agon_core::{Notation, Position, Rng, Rules};
use proptest::prelude::*;

/// Rows and columns as in the rules.
type Place = (i32, i32);

const WIDTHS: [i32; 17] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
const DIRECTIONS: [Place; 6] = [(-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2)];

/// The board: marbles, and `'.'` for each empty hole.
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

/// The points clockwise from the top.
const POINTS: &str = "gyorpb";

/// Returns the point of a hole: rows 0 to 3 and 13 to 16, and the four, three, two and one
/// outermost holes at both ends of the rows between, counted away from the middle.
fn point_of((row, column): Place) -> Option<char> {
    match row {
        0..=3 => return Some('g'),
        13..=16 => return Some('r'),
        _ => {}
    }
    let deep = (row - 8).abs();
    let from_left = (column - (13 - WIDTHS[row as usize])) / 2;
    let from_right = WIDTHS[row as usize] - 1 - from_left;
    match (row < 8, from_left < deep, from_right < deep) {
        (true, true, _) => Some('b'),
        (true, _, true) => Some('y'),
        (false, true, _) => Some('p'),
        (false, _, true) => Some('o'),
        _ => None,
    }
}

/// Returns the colour `points` points further clockwise.
fn further(colour: char, points: usize) -> char {
    let place = POINTS.find(colour).unwrap() + points;
    POINTS.chars().nth(place % 6).unwrap()
}

/// Returns the moves of the player to move in a position text, even if the game is over.
fn moves(text: &str, guests: &str) -> BTreeSet<String> {
    let star = star(text);
    let turn = text.split(' ').nth(1).unwrap().chars().next().unwrap();
    let players = text.split(' ').nth(2).unwrap().split('-').next().unwrap().len();
    let count = |colour| star.values().filter(|&&marble| marble == colour).count();
    let opposite = further(turn, 3);
    // Three players with two sets own two opposite points, in two colours. Two players with several
    // sets own the next point clockwise, then the next one counterclockwise, in one colour.
    let (colours, starts) = match (players, count(turn) / 10) {
        (3, _) if count('g') * count('r') > 0 => (vec![turn, opposite], vec![turn, opposite]),
        (_, sets) => {
            let starts = [0, 1, 5][..sets].iter().map(|&points| further(turn, points));
            (vec![turn], starts.collect())
        }
    };
    let targets: Vec<char> = starts.iter().map(|&start| further(start, 3)).collect();
    let may_end = |&place: &Place| {
        let is_foreign = |point| !starts.contains(&point) && !targets.contains(&point);
        guests == "stay" || !point_of(place).is_some_and(is_foreign)
    };
    let own = star.iter().filter(|&(_, marble)| colours.contains(marble));
    own.flat_map(|(&from, _)| {
        let to = moves_of(&star, from).into_iter().filter(may_end);
        to.map(move |to| format!("{}-{}", name(from), name(to))).collect::<Vec<_>>()
    })
    .collect()
}

fn start(rules: &str) -> ChineseCheckers {
    ChineseCheckers::start(&ChineseCheckersRules::parse(rules).unwrap())
}

const RULES: [&str; 8] =
    ["two", "three", "four", "six", "double", "triple", "three,sets=2", "colors=yb"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn naive_generator_finds_the_same_moves(
        rules in prop::sample::select(&RULES[..]),
        guests in prop::sample::select(&["pass", "stay"][..]),
        seed in any::<u64>(),
    ) {
        let mut position = start(&format!("{rules},guests={guests}"));
        let mut rng = Rng::new(seed);
        for _ in 0..60 {
            let mut listed = Vec::new();
            position.moves(&mut |m| listed.push(position.move_text(m)));
            let different: BTreeSet<String> = listed.iter().cloned().collect();
            prop_assert_eq!(different.len(), listed.len(), "listed twice: {}", position.text());
            prop_assert_eq!(different, moves(&position.text(), guests), "{}", position.text());
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play(m);
        }
    }
}

/// Computes perft with the slow generator; only `play` is the crate's.
fn perft(position: &ChineseCheckers, guests: &str, depth: u32) -> u64 {
    let moves = moves(&position.text(), guests);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |text: &String| {
        let mut next = position.clone();
        next.play(position.parse_move(text).unwrap());
        next
    };
    moves.iter().map(|text| perft(&after(text), guests, depth - 1)).sum()
}

#[test]
fn naive_generator_finds_the_same_perft_counts() {
    for (rules, guests, depth, count) in [
        ("two", "stay", 3, 4_760),
        ("two", "pass", 3, 4_648),
        ("three", "stay", 3, 2_744),
        ("three", "pass", 4, 65_072),
        ("six", "stay", 4, 40_189),
        ("six", "pass", 4, 39_005),
        ("three,sets=2", "stay", 3, 22_456),
        ("three,sets=2", "pass", 3, 22_120),
        ("double", "pass", 3, 29_736),
    ] {
        let start = start(&format!("{rules},guests={guests}"));
        assert_eq!(perft(&start, guests, depth), count, "{rules}, {guests}");
        let ours: u64 = divide(&start, depth).iter().map(|(_, n)| n).sum();
        assert_eq!(ours, count, "{rules}, {guests}");
    }
}

#[test]
fn random_moves_are_equally_likely() {
    let text = "1/1g/1g1/1g2/5g7/3gg1g5/4g1gr3/5g4/6r2/10/5r5/7r4/4rr7/rr2/r2/r1/1 g gr 24";
    for guests in ["stay", "pass"] {
        let rules = ChineseCheckersRules::parse(&format!("guests={guests}")).unwrap();
        let position = ChineseCheckers::parse_position(text, &rules).unwrap();
        let legal = moves(text, guests);
        let mut rng = Rng::new(1);
        let mut drawn = BTreeMap::new();
        for _ in 0..1_000 * legal.len() {
            let m = position.random_move(&mut rng).unwrap();
            *drawn.entry(position.move_text(m)).or_insert(0) += 1;
        }
        assert_eq!(drawn.keys().cloned().collect::<BTreeSet<_>>(), legal);
        // 1,000 each on average; five standard deviations are 158.
        for (text, count) in drawn {
            assert!((840..1_160).contains(&count), "{text}: {count}");
        }
    }
}
