//! A second move generator for comparison, written directly from the rules on a grid of columns and
//! rows.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use agon_core::perft::perft;
use agon_core::{Notation, Position, Rng, Rules};
use agon_morris::{Morris, MorrisRules};
use common::moves;
use proptest::prelude::*;

/// Column and row, from 1 at the lower left.
type Point = (u32, u32);

#[derive(Clone)]
struct Naive {
    layers: u32,
    flying: bool,
    men: BTreeMap<Point, char>,
    side: char,
    hands: BTreeMap<char, u32>,
    quiet: u32,
}

/// Returns the sides of each layer, outermost first: bottom, top, left, right.
fn sides(layers: u32) -> Vec<[Point; 3]> {
    let sides_of = |k| {
        let (middle, far) = (layers + 1, 2 * layers + 2 - k);
        [
            [(k, k), (middle, k), (far, k)],
            [(k, far), (middle, far), (far, far)],
            [(k, k), (k, middle), (k, far)],
            [(far, k), (far, middle), (far, far)],
        ]
    };
    (1..=layers).flat_map(sides_of).collect()
}

/// Returns the side middles on each of the four radial lines, outermost first.
fn radials(layers: u32) -> [Vec<Point>; 4] {
    let (middle, all) = (layers + 1, 1..=layers);
    [
        all.clone().map(|k| (middle, k)).collect(),
        all.clone().map(|k| (middle, 2 * layers + 2 - k)).collect(),
        all.clone().map(|k| (k, middle)).collect(),
        all.map(|k| (2 * layers + 2 - k, middle)).collect(),
    ]
}

fn points(layers: u32) -> BTreeSet<Point> {
    sides(layers).into_iter().flatten().collect()
}

fn lines(layers: u32) -> Vec<[Point; 3]> {
    let mut lines = sides(layers);
    for radial in radials(layers) {
        lines.extend(radial.windows(3).map(|three| [three[0], three[1], three[2]]));
    }
    lines
}

fn are_neighbours(layers: u32, a: Point, b: Point) -> bool {
    let on = |line: &[Point]| line.windows(2).any(|two| two == [a, b] || two == [b, a]);
    sides(layers).iter().any(|side| on(side)) || radials(layers).iter().any(|radial| on(radial))
}

fn name((column, row): Point) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

fn named(text: &str) -> Point {
    let column = u32::from(text.as_bytes()[0] - b'a' + 1);
    (column, text[1..].parse().unwrap())
}

fn enemy_of(side: char) -> char {
    if side == 'r' { 'b' } else { 'r' }
}

/// Returns the points in the order of position texts.
fn in_text_order(layers: u32) -> Vec<Point> {
    let clockwise = |k| {
        let (middle, far) = (layers + 1, 2 * layers + 2 - k);
        let (top, right, bottom, left) = (far, far, k, k);
        [
            (middle, top),
            (right, top),
            (right, middle),
            (right, bottom),
            (middle, bottom),
            (left, bottom),
            (left, middle),
            (left, top),
        ]
    };
    (1..=layers).rev().flat_map(clockwise).collect()
}

impl Naive {
    fn parse(text: &str, flying: bool) -> Naive {
        let fields: Vec<&str> = text.split(' ').collect();
        let letters: Vec<char> = fields[0].chars().filter(|&c| c != '/').collect();
        let layers = letters.len() as u32 / 8;
        let men = in_text_order(layers).into_iter().zip(letters).filter(|&(_, c)| c != '.');
        let hands = [('r', fields[2]), ('b', fields[3])];
        Naive {
            layers,
            flying,
            men: men.collect(),
            side: fields[1].chars().next().unwrap(),
            hands: hands.into_iter().map(|(side, hand)| (side, hand.parse().unwrap())).collect(),
            quiet: fields[4].parse().unwrap(),
        }
    }

    fn text(&self) -> String {
        let letter = |point: &Point| self.men.get(point).copied().unwrap_or('.');
        let letters: Vec<char> = in_text_order(self.layers).iter().map(letter).collect();
        let groups: Vec<String> = letters.chunks(8).map(|group| group.iter().collect()).collect();
        let (red, blue) = (self.hands[&'r'], self.hands[&'b']);
        format!("{} {} {red} {blue} {}", groups.join("/"), self.side, self.quiet)
    }

    fn men_of(&self, side: char) -> Vec<Point> {
        self.men.iter().filter(|&(_, &c)| c == side).map(|(&point, _)| point).collect()
    }

    fn in_mill(&self, point: Point) -> bool {
        let owner = self.men.get(&point);
        let own = |line: &[Point; 3]| line.iter().all(|p| self.men.get(p) == owner);
        lines(self.layers).iter().any(|line| line.contains(&point) && own(line))
    }

    fn moves(&self) -> Vec<String> {
        let own = self.men_of(self.side);
        let hand = self.hands[&self.side];
        if own.len() as u32 + hand < 3 {
            return Vec::new();
        }
        let mut moves = Vec::new();
        let all = points(self.layers);
        for &to in all.iter().filter(|to| !self.men.contains_key(to)) {
            if hand > 0 {
                self.finish(None, to, &mut moves);
                continue;
            }
            let fly = own.len() == 3 && self.flying;
            for &from in &own {
                if fly || are_neighbours(self.layers, from, to) {
                    self.finish(Some(from), to, &mut moves);
                }
            }
        }
        moves.sort();
        moves
    }

    /// Adds the move, once for each piece that it can remove.
    fn finish(&self, from: Option<Point>, to: Point, moves: &mut Vec<String>) {
        let mut next = self.clone();
        next.men.insert(to, self.side);
        let mut text = name(to);
        if let Some(from) = from {
            next.men.remove(&from);
            text = format!("{}-{text}", name(from));
        }
        let enemies = next.men_of(enemy_of(self.side));
        if !next.in_mill(to) || enemies.is_empty() {
            moves.push(text);
            return;
        }
        let all_in_mills = enemies.iter().all(|&enemy| next.in_mill(enemy));
        for &enemy in enemies.iter().filter(|&&enemy| all_in_mills || !next.in_mill(enemy)) {
            moves.push(format!("{text}x{}", name(enemy)));
        }
    }

    fn play(&mut self, text: &str) {
        let (way, removed) = text.split_once('x').map_or((text, None), |(w, r)| (w, Some(r)));
        let (from, to) = way.split_once('-').map_or((None, way), |(f, t)| (Some(f), t));
        self.men.insert(named(to), self.side);
        self.quiet += 1;
        match from {
            Some(from) => {
                self.men.remove(&named(from));
            }
            None => {
                self.hands.entry(self.side).and_modify(|hand| *hand -= 1);
                self.quiet = 0;
            }
        }
        if let Some(removed) = removed {
            self.men.remove(&named(removed));
            self.quiet = 0;
        }
        self.side = enemy_of(self.side);
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |text: &String| {
            let mut next = self.clone();
            next.play(text);
            next.perft(depth - 1)
        };
        self.moves().iter().map(after).sum()
    }
}

#[test]
fn boards_have_the_points_and_lines_of_the_rules() {
    for layers in 2..=9 {
        assert_eq!(points(layers).len() as u32, 8 * layers);
        assert_eq!(lines(layers).len() as u32, 4 * layers + 4 * (layers - 2));
    }
}

#[test]
fn naive_generator_matches_small_perft_counts() {
    for line in include_str!("morris.perft").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let rules = MorrisRules::parse(fields[0]).unwrap();
        let start = match fields[1] {
            "start" => Morris::start(&rules).text(),
            text => text.to_string(),
        };
        let naive = Naive::parse(&start, rules.flying);
        for (depth, count) in (1..).zip(fields[2].trim_start_matches("= ").split_whitespace()) {
            let count: u64 = count.parse().unwrap();
            if count < 15_000 {
                assert_eq!(naive.perft(depth), count, "{line} at depth {depth}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn random_games_agree(layers in 2u32..=9, flying: bool, seed: u64) {
        let rules = MorrisRules { layers, flying, ..MorrisRules::default() };
        let mut position = Morris::start(&rules);
        let mut naive = Naive::parse(&position.text(), flying);
        let mut rng = Rng::new(seed);
        for _ in 0..200 {
            prop_assert_eq!(moves(&position), naive.moves(), "{}", position.text());
            let Some(m) = position.random_move(&mut rng) else { break };
            naive.play(&position.move_text(m));
            position.play(m);
            prop_assert_eq!(position.text(), naive.text());
        }
    }

    #[test]
    fn random_positions_agree(
        layers in 2u32..=9,
        flying: bool,
        red in 3usize..10,
        blue in 3usize..10,
        side in "[rb]",
        seed: u64,
    ) {
        // Near the centre, for many mills.
        let mut rng = Rng::new(seed);
        let mut letters = vec!['.'; 8 * layers as usize];
        for (letter, count) in [('r', red), ('b', blue)] {
            for _ in 0..count.min(3 * layers as usize) {
                letters[rng.below(24.min(8 * layers as usize))] = letter;
            }
        }
        let groups: Vec<String> = letters.chunks(8).map(|group| group.iter().collect()).collect();
        let text = format!("{} {side} 0 0 0", groups.join("/"));
        let rules = MorrisRules { flying, ..MorrisRules::default() };
        if let Ok(position) = Morris::parse_position(&text, &rules) {
            let naive = Naive::parse(&text, flying);
            prop_assert_eq!(moves(&position), naive.moves(), "{}", text);
        }
    }

    /// Symmetric positions have equal perft counts.
    #[test]
    fn symmetric_positions_have_equal_perft_counts(layers in 2u32..=9, plies in 0..60, seed: u64) {
        let mut position = Morris::start(&MorrisRules { layers, ..MorrisRules::default() });
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play(m);
        }
        let text = position.text();
        let (board, rest) = text.split_once(' ').unwrap();
        let groups: Vec<String> = board.split('/').map(String::from).collect();
        let turned = groups.iter().map(|g| format!("{}{}", &g[2..], &g[..2])).collect();
        let mirror = |g: &String| g.chars().take(1).chain(g[1..].chars().rev()).collect();
        let mirrored = groups.iter().map(mirror).collect();
        let inside_out = groups.iter().rev().cloned().collect();
        for image in [turned, mirrored, inside_out] {
            let image: Vec<String> = image;
            let text = format!("{} {rest}", image.join("/"));
            let image = Morris::parse_position(&text, &position.rules()).unwrap();
            prop_assert_eq!(perft(&image, 2), perft(&position, 2), "{}", text);
        }
    }
}
