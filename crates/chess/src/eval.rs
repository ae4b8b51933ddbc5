//! How good a position is.
//!
//! Our own evaluation is a weighted sum: [`features`] finds what is to be counted, the weights
//! stand in [`crate::weights`], two for each feature, one for the middlegame and one for the
//! ending. Between the two it goes by the pieces that are left.

mod attacks;
mod classic;
mod features;
mod groups;
mod sets;
mod side;
mod taper;

use agon_core::{Evaluation, Player, Term, Tunable};
use cozy_chess::{Piece, Square};

use crate::Chess;
use crate::weights::WEIGHTS;
use features::{Sink, walk};
use groups::{COUNT, MATERIAL, SQUARES, TERMS};
use side::KING;
use taper::Taper;

pub(crate) const EVALUATIONS: &[Evaluation<Chess>] = &[
    Evaluation {
        name: "agon",
        about: "material, squares, mobility, pawns, threats and king safety, tapered and tuned",
        evaluate,
        terms,
        tunable: Some(Tunable { weights: &WEIGHTS, trace }),
    },
    classic::CLASSIC,
];

/// The middlegame in the lower half, the ending in the upper half: both are added at once.
type Pair = i32;

const fn pair(middlegame: i32, ending: i32) -> Pair {
    (ending << 16) + middlegame
}

const fn middlegame(pair: Pair) -> i32 {
    pair as i16 as i32
}

const fn ending(pair: Pair) -> i32 {
    ((pair + 0x8000) >> 16) as i16 as i32
}

static PAIRS: [Pair; COUNT] = {
    let mut pairs = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        pairs[i] = pair(WEIGHTS[2 * i], WEIGHTS[2 * i + 1]);
        i += 1;
    }
    pairs
};

/// The worth of each man on each square.
static STANDING: [[Pair; Square::NUM]; Piece::NUM] = {
    let mut table = [[0; Square::NUM]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            let at = SQUARES + piece * Square::NUM + square;
            let material = if piece < KING { MATERIAL + piece } else { at };
            let worth = pair(WEIGHTS[2 * at], WEIGHTS[2 * at + 1]);
            let more = pair(WEIGHTS[2 * material], WEIGHTS[2 * material + 1]);
            table[piece][square] = if piece < KING { worth + more } else { worth };
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Adds up what the features are worth.
#[derive(Default)]
struct Sum(Pair);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += PAIRS[weight] * times;
    }

    #[inline(always)]
    fn stand(&mut self, piece: usize, square: Square) {
        self.0 += STANDING[piece][square as usize];
    }
}

/// Keeps the features.
#[derive(Default)]
struct Record(Vec<(usize, i32)>);

impl Sink for Record {
    fn add(&mut self, weight: usize, times: i32) {
        self.0.push((weight, times));
    }
}

fn evaluate(position: &Chess, player: Player) -> i32 {
    let mut sums = [Sum(0), Sum(0)];
    walk(&position.board, &mut sums);
    let [white, black] = sums;
    let sum = white.0 - black.0;
    let taper = Taper::new(&position.board, ending(sum));
    let value = taper.blend(middlegame(sum), ending(sum));
    if player == Player::FIRST { value } else { -value }
}

fn trace(position: &Chess) -> Vec<(usize, f32)> {
    let mut records = [Record::default(), Record::default()];
    walk(&position.board, &mut records);
    let mut counts = vec![0; COUNT];
    for (record, sign) in records.iter().zip([1, -1]) {
        for &(weight, times) in &record.0 {
            counts[weight] += sign * times;
        }
    }
    let sum: i32 = counts.iter().enumerate().map(|(i, count)| count * WEIGHTS[2 * i + 1]).sum();
    let (early, late) = Taper::new(&position.board, sum).shares();
    let occurs = counts.into_iter().enumerate().filter(|&(_, count)| count != 0);
    occurs
        .flat_map(|(i, count)| [(2 * i, count as f32 * early), (2 * i + 1, count as f32 * late)])
        .collect()
}

fn terms(position: &Chess) -> Vec<Term> {
    let mut records = [Record::default(), Record::default()];
    walk(&position.board, &mut records);
    let sums = records.each_ref().map(|record| {
        record.0.iter().fold([0; TERMS.len()], |mut sums: [Pair; TERMS.len()], &(weight, times)| {
            let nth = TERMS.partition_point(|&(_, first)| first <= weight) - 1;
            sums[nth] += PAIRS[weight] * times;
            sums
        })
    });
    let [white, black] = sums.map(|sums| sums.iter().sum::<Pair>());
    let taper = Taper::new(&position.board, ending(white - black));
    let value = |pair| taper.blend(middlegame(pair), ending(pair));
    let term = |(nth, &(name, _)): (usize, &(&'static str, usize))| Term {
        name,
        values: sums.iter().map(|side| value(side[nth])).collect(),
    };
    TERMS.iter().enumerate().map(term).collect()
}
