//! A second, slow implementation of the rules on cells with coordinates, written directly from the
//! rules and sharing only the position text with the crate. Both must agree on moves, captures and
//! endings.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::collections::BTreeMap;

use agon_core::{Notation, Position, Rng, Rules};
use agon_tablut::{Tablut, TablutRules};
use proptest::prelude::*;

/// Column and row, both from 1.
type Cell = (i8, i8);

const CASTLE: Cell = (5, 5);
const CAMPS: [&str; 4] = ["d1 e1 f1 e2", "d9 e9 f9 e8", "a4 a5 a6 b5", "i4 i5 i6 h5"];
const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn name((column, row): Cell) -> String {
    format!("{}{row}", char::from(b'a' - 1 + column as u8))
}

/// Returns the index of the camp of the cell.
fn camp(cell: Cell) -> Option<usize> {
    CAMPS.iter().position(|camp| camp.split(' ').any(|of_camp| of_camp == name(cell)))
}

fn is_on_board((column, row): Cell) -> bool {
    (1..=9).contains(&column) && (1..=9).contains(&row)
}

fn neighbours((column, row): Cell) -> impl Iterator<Item = Cell> {
    let beside = DIRECTIONS.into_iter().map(move |(dx, dy)| (column + dx, row + dy));
    beside.filter(|&cell| is_on_board(cell))
}

#[derive(Clone, PartialEq, Debug)]
struct Naive {
    men: BTreeMap<Cell, char>,
    side: char,
}

impl Naive {
    fn read(text: &str) -> Naive {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut men = BTreeMap::new();
        for (row, line) in (1..=9).rev().zip(fields[0].split('/')) {
            let mut column = 1;
            for c in line.chars() {
                match c.to_digit(10) {
                    Some(run) => column += run as i8,
                    None => {
                        men.insert((column, row), c);
                        column += 1;
                    }
                }
            }
        }
        Naive { men, side: fields[1].chars().next().unwrap() }
    }

    fn king(&self) -> Option<Cell> {
        self.men.iter().find(|(_, piece)| **piece == 'K').map(|(cell, _)| *cell)
    }

    fn is_own(&self, piece: char) -> bool {
        (piece == 't') == (self.side == 'a')
    }

    fn is_own_man(&self, cell: Cell) -> bool {
        self.men.get(&cell).is_some_and(|piece| self.is_own(*piece))
    }

    fn is_attacker(&self, cell: Cell) -> bool {
        self.men.get(&cell) == Some(&'t')
    }

    fn can_stand_or_pass(&self, from: Cell, cell: Cell) -> bool {
        let from_the_same_camp = self.side == 'a' && camp(cell) == camp(from);
        is_on_board(cell)
            && !self.men.contains_key(&cell)
            && cell != CASTLE
            && (camp(cell).is_none() || from_the_same_camp)
    }

    fn steps(&self) -> Vec<(Cell, Cell)> {
        let mut steps = Vec::new();
        for (&from, _) in self.men.iter().filter(|(_, piece)| self.is_own(**piece)) {
            for (dx, dy) in DIRECTIONS {
                let mut to = (from.0 + dx, from.1 + dy);
                while self.can_stand_or_pass(from, to) {
                    steps.push((from, to));
                    to = (to.0 + dx, to.1 + dy);
                }
            }
        }
        steps
    }

    fn ending(&self) -> Option<&'static str> {
        let edge = |(column, row): Cell| column == 1 || column == 9 || row == 1 || row == 9;
        match self.king() {
            None => Some("king captured"),
            Some(king) if edge(king) => Some("king escaped"),
            Some(_) if self.steps().is_empty() => Some("no legal move"),
            Some(_) => None,
        }
    }

    fn moves(&self) -> Vec<(Cell, Cell)> {
        if self.ending().is_some() { Vec::new() } else { self.steps() }
    }

    fn play(&self, (from, to): (Cell, Cell)) -> Naive {
        let mut next = self.clone();
        let piece = next.men.remove(&from).unwrap();
        next.men.insert(to, piece);
        let captured: Vec<Cell> =
            neighbours(to).filter(|&enemy| next.is_captured(to, enemy)).collect();
        for cell in captured {
            next.men.remove(&cell);
        }
        next.side = if self.side == 'a' { 'd' } else { 'a' };
        next
    }

    /// Returns whether the piece on `victim` is captured by the one that has just arrived at `to`
    /// next to it.
    fn is_captured(&self, to: Cell, victim: Cell) -> bool {
        let Some(&piece) = self.men.get(&victim) else { return false };
        let opposite = (2 * victim.0 - to.0, 2 * victim.1 - to.1);
        if self.is_own(piece) {
            return false;
        }
        if piece != 'K' {
            let own_camp = piece == 't' && camp(victim).is_some() && camp(victim) == camp(opposite);
            return self.is_own_man(opposite)
                || opposite == CASTLE
                || camp(opposite).is_some() && !own_camp;
        }
        if victim == CASTLE || neighbours(victim).any(|cell| cell == CASTLE) {
            neighbours(victim).all(|cell| cell == CASTLE || self.is_attacker(cell))
        } else {
            self.is_attacker(opposite) || camp(opposite).is_some()
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|step| self.play(step).perft(depth - 1)).sum(),
        }
    }
}

/// Checks that both implementations agree on this position and on the results of its moves.
fn compare(position: &Tablut) {
    let text = position.text();
    let naive = Naive::read(&text);
    assert_eq!(position.ending().map(|ending| ending.reason()), naive.ending(), "{text}");
    let mut leads_to = BTreeMap::new();
    position.moves(&mut |m| {
        let mut next = position.clone();
        next.play(m);
        leads_to.insert(position.move_text(m), Naive::read(&next.text()));
    });
    let expected: BTreeMap<String, Naive> = naive
        .moves()
        .into_iter()
        .map(|(from, to)| (name(from) + &name(to), naive.play((from, to))))
        .collect();
    assert!(leads_to.keys().eq(expected.keys()), "moves of {text}:\n{leads_to:?}\n{expected:?}");
    for (step, next) in &leads_to {
        assert_eq!(next, &expected[step], "{step} in {text}");
    }
}

/// Returns random pieces, crowded around a random centre, for many captures.
fn scattered(rng: &mut Rng) -> Tablut {
    loop {
        let mut cells = [['.'; 9]; 9];
        let middle = (rng.below(9), rng.below(9));
        let spread = 1 + rng.below(4);
        let mut put = |rng: &mut Rng, piece: char| {
            let mut near = |at: usize| (at + rng.below(2 * spread + 1)).saturating_sub(spread);
            let (row, column) = (near(middle.0).min(8), near(middle.1).min(8));
            cells[row][column] = piece;
        };
        for piece in ["t"; 16].into_iter().chain(["T"; 8]) {
            if rng.below(3) > 0 {
                put(rng, piece.chars().next().unwrap());
            }
        }
        put(rng, 'K');
        let drawing: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
        let side = if rng.below(2) == 0 { "a" } else { "d" };
        let text = format!("{} {side} 0", agon_testkit::drawn(&drawing.join("\n")));
        if let Ok(position) = Tablut::parse_position(&text, &TablutRules::default()) {
            return position;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_agree(seed: u64, defenders_begin: bool) {
        let rules = if defenders_begin { "first=defenders" } else { "first=attackers" };
        let mut position = Tablut::start(&TablutRules::parse(rules).unwrap());
        let mut rng = Rng::new(seed);
        for _ in 0..150 {
            compare(&position);
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play(m);
        }
    }

    #[test]
    fn scattered_positions_agree(seed: u64) {
        let mut rng = Rng::new(seed);
        for _ in 0..150 {
            compare(&scattered(&mut rng));
        }
    }
}

#[test]
fn naive_implementation_matches_small_perft_counts() {
    let table = include_str!("tablut.perft");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let rules = TablutRules::parse(fields[0]).unwrap();
        let position = match fields[1] {
            "start" => Tablut::start(&rules),
            text => Tablut::parse_position(text, &rules).unwrap(),
        };
        let naive = Naive::read(&position.text());
        let counts = fields[2]
            .trim_start_matches("= ")
            .split(' ')
            .map(|count| count.parse::<u64>().unwrap());
        for (depth, count) in (1..).zip(counts).take_while(|(_, count)| *count < 100_000) {
            assert_eq!(naive.perft(depth), count, "depth {depth}: {line}");
        }
    }
}
