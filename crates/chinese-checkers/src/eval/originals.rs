//! The evaluations of the original program; `hard` belongs to its stronger player.
//!
//! The original supports only green against red. Here a player's value is that of the own marbles
//! minus the mean of the opponents'. Where the description leaves it open: rows are counted from
//! the own tip, and a formation is worth the number of rows that a marble can travel in it.

use agon_core::{Player, Position};
use agon_tactics::{Evaluation, Term};

use super::relative_value;
use crate::ChineseCheckers;
use crate::army::Army;
use crate::board::POINTS;
use crate::holes::Holes;
use crate::turned::ROW;

pub(crate) const CLASSIC: Evaluation<ChineseCheckers> = Evaluation {
    name: "classic",
    about: "rows advanced, marbles without an own neighbour, marbles still at home",
    evaluate: |position, player| {
        relative_value(position, player, |p| plain(position, p).iter().sum())
    },
    terms: |position| terms(position, plain),
    tunable: None,
};

pub(crate) const HARD: Evaluation<ChineseCheckers> = Evaluation {
    name: "hard",
    about: "classic with formations that let a marble travel four rows or more in a chain",
    evaluate: |position, player| {
        relative_value(position, player, |p| formed(position, p).iter().sum())
    },
    terms: |position| terms(position, formed),
    tunable: None,
};

/// Hundredths for each row.
const UNIT: i32 = 25;
const ALONE: i32 = -10;
const AT_HOME: i32 = -30;
/// Round from which on formations do not count.
const LATE: u32 = 40;

fn terms<const N: usize>(
    position: &ChineseCheckers,
    parts: fn(&ChineseCheckers, Player) -> [i32; N],
) -> Vec<Term> {
    let names = ["rows", "alone", "at home", "pairs", "triples", "double pairs"];
    let term = |(i, name)| {
        let values = Player::all(position.players()).map(|player| parts(position, player)[i]);
        Term { name, values: values.collect() }
    };
    names.into_iter().take(N).enumerate().map(term).collect()
}

fn plain(position: &ChineseCheckers, player: Player) -> [i32; 3] {
    let own = position.marbles(player);
    let (mut gone, mut at_home) = (0, 0);
    for army in position.armies(player) {
        let rows = &ROW[army.colour];
        gone += army.marbles.cells().map(|hole| i32::from(rows[hole.index()])).sum::<i32>();
        at_home += (army.marbles & army.home).count() as i32;
    }
    let around = (0..6).fold(Holes::NONE, |holes, direction| holes | before(own, direction));
    let alone = (own & !around).count() as i32;
    [UNIT * gone, UNIT * ALONE * alone, UNIT * AT_HOME * at_home]
}

fn formed(position: &ChineseCheckers, player: Player) -> [i32; 6] {
    let [gone, alone, at_home] = plain(position, player);
    if position.round() >= LATE {
        return [gone, alone, at_home, 0, 0, 0];
    }
    let (own, empty) = (position.marbles(player), !position.men());
    let open = position.rules().open_to(player);
    // Own marbles that a marble can hop over in this direction, landing in the set.
    let over = |to: Holes, direction| own & before(empty & to, direction);
    let ahead = |army: Army| [1, 2].map(|further| (army.colour + further) % POINTS);
    let (mut pairs, mut triples, mut doubles) = (0, 0, 0);
    for [one, two] in position.armies(player).map(ahead) {
        for (this, other) in [(one, two), (two, one)] {
            let pair = |direction, to| over(before(over(to, direction), direction), direction);
            let here = pair(this, open);
            pairs += here.count();
            triples += over(before(here, this), this).count();
            doubles += pair(this, before(pair(other, open), other)).count();
        }
    }
    let travel = |count: u32, rows: u32| UNIT * (count * rows) as i32;
    [gone, alone, at_home, travel(pairs, 4), travel(triples, 6), travel(doubles, 8)]
}

/// Returns the holes whose neighbour in this direction is in the set.
fn before(set: Holes, direction: usize) -> Holes {
    match direction {
        0 => set.facing::<0>(),
        1 => set.facing::<1>(),
        2 => set.facing::<2>(),
        3 => set.facing::<3>(),
        4 => set.facing::<4>(),
        _ => set.facing::<5>(),
    }
}
