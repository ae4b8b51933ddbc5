//! The evaluation of the original program.
//!
//! Each factor is between 0 and 1 and has a weight for each side, so the two sides do not see
//! opposite values. Where the description leaves the scale open: an edge cell that the king reaches
//! counts a quarter, distance is divided by its maximum of eight steps, and key cells count for the
//! defenders unless an attacker occupies them.

use agon_core::{Cell, Cells, Player};
use agon_tactics::{Evaluation, Term};

use crate::Tablut;
use crate::board::{ALL_CAMPS, AROUND, CASTLE, EDGE, ESCAPES, SIZE, Set, slide};
use crate::position::{ATTACKERS, KINGS_SIDE};

pub(crate) const CLASSIC: Evaluation<Tablut> = Evaluation {
    name: "classic",
    about: "pieces alive and lost, key cells, the king's neighbours and nearest escape",
    evaluate,
    terms,
    tunable: None,
};

/// Cells from which attackers block the diagonals: a rhombus around the centre.
const KEY_CELLS: Set = {
    let names = [
        "c2", "b3", "g2", "h3", "b7", "c8", "g8", "h7", "d3", "f3", "c4", "g4", "c6", "g6", "d7",
        "f7",
    ];
    let mut set = 0;
    let mut i = 0;
    while i < names.len() {
        let name = names[i].as_bytes();
        set |= 1 << ((name[1] - b'1') as usize * SIZE + (name[0] - b'a') as usize);
        i += 1;
    }
    set
};

/// Hundredths of a piece for each unit of the original, which is half a defender.
const UNIT: f64 = 60.0;
/// Key cells count before ply [`OPENING`]; the king's weights grow from ply [`LATE`] on.
const OPENING: u32 = 15;
const LATE: u32 = 35;

const NAMES: [&str; 7] = [
    "own men alive",
    "enemy men lost",
    "key cells",
    "enemies at the king",
    "ways out",
    "distance to an escape",
    "defenders at the king",
];

fn evaluate(position: &Tablut, player: Player) -> i32 {
    (UNIT * parts(position, player).iter().sum::<f64>()) as i32
}

fn terms(position: &Tablut) -> Vec<Term> {
    let [attackers, defenders] = [ATTACKERS, KINGS_SIDE].map(|player| parts(position, player));
    let values = attackers.iter().zip(defenders);
    let values = values.map(|(a, d)| vec![(UNIT * a) as i32, (UNIT * d) as i32]);
    NAMES.into_iter().zip(values).map(|(name, values)| Term { name, values }).collect()
}

/// Returns the weighted factors from the player's point of view; all 0 without a king.
fn parts(position: &Tablut, player: Player) -> [f64; 7] {
    let men = position.men();
    let Some(king) = Cells(men.king).next() else { return [0.0; 7] };
    let count = |set: Set| f64::from(set.count_ones());
    let attackers = count(men.attackers) / 16.0;
    let defenders = count(men.defenders) / 8.0;

    let key_cells = count(men.attackers & KEY_CELLS) / 16.0;
    let opening = if position.plies() < OPENING { 1.0 } else { 0.0 };
    let around = AROUND[king.index()];
    let needed = match () {
        () if men.king & CASTLE != 0 => 4.0,
        () if around & CASTLE != 0 => 3.0,
        () => 2.0,
    };
    let enemies = (count(around & (men.attackers | ALL_CAMPS)) / needed).min(1.0);
    let blocked = men.attackers | men.defenders | men.king | CASTLE | ALL_CAMPS;
    let ways_out = (count(slide(king, blocked) & EDGE) / 4.0).min(1.0) / 1.3;
    let free = Cells(ESCAPES & !(men.attackers | men.defenders));
    let nearest = free.map(|cell| distance(king, cell)).min().unwrap_or(8);
    let near = 1.0 - nearest as f64 / 8.0;
    let friends = count(around & men.defenders) / 4.0;
    let late = if position.plies() >= LATE { 1.2 } else { 1.0 };

    if player == ATTACKERS {
        [
            16.0 * attackers,
            16.0 * (1.0 - defenders),
            5.0 * key_cells * opening,
            16.0 * enemies * late,
            -32.0 * ways_out,
            -10.0 * near,
            -10.0 * friends,
        ]
    } else {
        [
            20.0 * defenders,
            12.0 * (1.0 - attackers),
            5.0 * (1.0 - key_cells) * opening,
            -16.0 * enemies,
            32.0 * ways_out * late,
            10.0 * near,
            10.0 * friends,
        ]
    }
}

fn distance(a: Cell, b: Cell) -> usize {
    let (a, b) = (a.index(), b.index());
    (a % SIZE).abs_diff(b % SIZE) + (a / SIZE).abs_diff(b / SIZE)
}
