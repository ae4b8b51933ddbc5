//! How good a position is.
//!
//! `agon` is our own judgement, a weighted sum of what [`features`] counts in an army, compared
//! with the mean of the others. `classic` and `hard` are those of the program which brought
//! Chinese Checkers into this family.

use agon_core::{Cell, Evaluation, Player, Position, Term, Tunable};

use crate::ChineseCheckers;
use crate::board::{BESIDE, PLACES};
use crate::turned::{ROW, TURNED};
use crate::weights::WEIGHTS;

pub(crate) const EVALUATIONS: &[Evaluation<ChineseCheckers>] = &[
    Evaluation {
        name: "agon",
        about: "rows gone, stragglers, the way to the middle line, marbles at home and arrived",
        evaluate,
        terms,
        tunable: Some(Tunable { weights: &WEIGHTS, trace }),
    },
    Evaluation {
        name: "classic",
        about: "rows gone, lonely marbles, marbles still at home",
        evaluate: |position, player| compare(position, player, classic),
        terms: |position| whole(position, classic),
        tunable: None,
    },
    Evaluation {
        name: "hard",
        about: "as classic, with bonuses up to round 40 for groups that let a marble travel far",
        evaluate: |position, player| compare(position, player, hard),
        terms: |position| whole(position, hard),
        tunable: None,
    },
];

const NAMES: [&str; 7] =
    ["rows", "sideways", "last row", "second last row", "at home", "in the target", "tempo"];

/// What is counted in the army of a player.
fn features(position: &ChineseCheckers, player: Player) -> [i32; 7] {
    let rules = position.rules();
    let colour = rules.colour(player);
    let marbles = position.marbles(player);
    let (mut rows, mut sideways) = (0, 0);
    let (mut last, mut second) = (16, 16);
    for marble in marbles.cells() {
        let row = row_of(colour, marble);
        rows += row;
        sideways += off_middle(colour, marble);
        if row < last {
            (last, second) = (row, last);
        } else if row < second {
            second = row;
        }
    }
    let at_home = (marbles & rules.home(player)).count() as i32;
    let arrived = (marbles & rules.target(player)).count() as i32;
    [rows, sideways, last, second, at_home, arrived, i32::from(position.turn() == player)]
}

/// The row of a hole, counted from the tip of the player's point.
fn row_of(colour: usize, hole: Cell) -> i32 {
    i32::from(ROW[colour][hole.index()])
}

/// How many columns a hole lies beside the line from the player's tip to the opposite one.
fn off_middle(colour: usize, hole: Cell) -> i32 {
    let (_, column) = PLACES[usize::from(TURNED[colour][hole.index()])];
    column.abs_diff(12) as i32
}

fn army(position: &ChineseCheckers, player: Player) -> i32 {
    features(position, player).iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum()
}

/// The player's own army against the mean of the others who still play.
fn compare(
    position: &ChineseCheckers,
    player: Player,
    army: fn(&ChineseCheckers, Player) -> i32,
) -> i32 {
    let gone = position.gone();
    let others = Player::all(position.players()).filter(|&p| p != player && !gone.has(p));
    let (sum, count) = others.fold((0, 0), |(sum, n), p| (sum + army(position, p), n + 1));
    army(position, player) - sum / count.max(1)
}

fn evaluate(position: &ChineseCheckers, player: Player) -> i32 {
    compare(position, player, army)
}

fn trace(position: &ChineseCheckers) -> Vec<(usize, f32)> {
    let others = position.players() as f32 - 1.0;
    let mut counts = [0.0; 7];
    for player in Player::all(position.players()) {
        let share = if player == Player::FIRST { 1.0 } else { -1.0 / others };
        for (count, feature) in counts.iter_mut().zip(features(position, player)) {
            *count += share * feature as f32;
        }
    }
    counts.into_iter().enumerate().filter(|&(_, count)| count != 0.0).collect()
}

fn terms(position: &ChineseCheckers) -> Vec<Term> {
    let value = |i: usize, p| features(position, p)[i] * WEIGHTS[i];
    let values = |i| Player::all(position.players()).map(|p| value(i, p)).collect();
    NAMES.iter().enumerate().map(|(i, name)| Term { name, values: values(i) }).collect()
}

fn whole(position: &ChineseCheckers, army: fn(&ChineseCheckers, Player) -> i32) -> Vec<Term> {
    let values = Player::all(position.players()).map(|p| army(position, p)).collect();
    vec![Term { name: "army", values }]
}

/// For each marble: a point a row, ten less without an own neighbour, thirty less at home.
fn classic(position: &ChineseCheckers, player: Player) -> i32 {
    let rules = position.rules();
    let (marbles, home) = (position.marbles(player), rules.home(player));
    let lonely = |marble: &Cell| !neighbours(*marble).any(|beside| marbles.has(beside));
    let value = |marble: Cell| {
        row_of(rules.colour(player), marble)
            - if lonely(&marble) { 10 } else { 0 }
            - if home.has(marble) { 30 } else { 0 }
    };
    marbles.cells().map(value).sum()
}

/// The original's description leaves the bonuses open; here a marble that can travel four
/// rows or more in one chain counts one for each row.
fn hard(position: &ChineseCheckers, player: Player) -> i32 {
    const LAST_ROUND: u32 = 40;
    const FAR: i32 = 4;
    let plain = classic(position, player);
    if position.round() > LAST_ROUND {
        return plain;
    }
    let colour = position.rules().colour(player);
    let hops = position.hops();
    let travel = |marble: Cell| {
        let chains = hops.chains(crate::holes::Holes::of(marble));
        let far = chains.cells().map(|to| row_of(colour, to) - row_of(colour, marble)).max();
        far.filter(|&rows| rows >= FAR).unwrap_or(0)
    };
    plain + position.marbles(player).cells().map(travel).sum::<i32>()
}

fn neighbours(hole: Cell) -> impl Iterator<Item = Cell> {
    BESIDE[hole.index()].into_iter().flatten()
}
