//! Static evaluation.
//!
//! A weighted sum of [`features`] with a middlegame and an endgame weight each
//! ([`crate::weights`]), interpolated by the remaining material ([`taper`]).

mod attacks;
mod classic;
mod features;
mod groups;
mod sets;
mod side;
mod taper;

use agon_core::Player;
use agon_tactics::{Evaluation, Pair, Term, Tunable};
use cozy_chess::{Piece, Square};

use crate::Chess;
use crate::weights::WEIGHTS;
pub(crate) use classic::CLASSIC;
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
    CLASSIC,
];

static PAIRS: [Pair; COUNT] = Pair::all(&WEIGHTS);

/// Piece-square values, material included.
static PIECE_SQUARES: [[Pair; Square::NUM]; Piece::NUM] = {
    let mut table = [[Pair::ZERO; Square::NUM]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            let at = SQUARES + piece * Square::NUM + square;
            let material = if piece < KING { PAIRS[MATERIAL + piece] } else { Pair::ZERO };
            table[piece][square] = PAIRS[at].plus(material);
            square += 1;
        }
        piece += 1;
    }
    table
};

#[derive(Default)]
struct Sum(Pair);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += PAIRS[weight] * times;
    }

    #[inline(always)]
    fn place(&mut self, piece: usize, square: Square) {
        self.0 += PIECE_SQUARES[piece][square as usize];
    }
}

/// Collects the features with their weights, for tuning and `agon eval`.
#[derive(Default)]
struct Counts(Vec<(usize, i32)>);

impl Sink for Counts {
    fn add(&mut self, weight: usize, times: i32) {
        self.0.push((weight, times));
    }
}

fn evaluate(position: &Chess, player: Player) -> i32 {
    let mut sums = [Sum::default(), Sum::default()];
    walk(&position.board, &mut sums);
    let [white, black] = sums;
    let sum = white.0 - black.0;
    let value = Taper::new(&position.board, sum.late()).blend(sum);
    if player == Player::FIRST { value } else { -value }
}

fn trace(position: &Chess) -> Vec<(usize, f32)> {
    let mut sides = [Counts::default(), Counts::default()];
    walk(&position.board, &mut sides);
    let mut counts = vec![0; COUNT];
    for (counted, sign) in sides.iter().zip([1, -1]) {
        for &(weight, times) in &counted.0 {
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
    let mut sides = [Counts::default(), Counts::default()];
    walk(&position.board, &mut sides);
    let sums = sides.each_ref().map(|counted| {
        counted.0.iter().fold([Pair::ZERO; TERMS.len()], |mut sums, &(weight, times)| {
            let nth = TERMS.partition_point(|&(_, first)| first <= weight) - 1;
            sums[nth] += PAIRS[weight] * times;
            sums
        })
    });
    let [white, black] = sums.map(|sums| sums.into_iter().sum::<Pair>());
    let taper = Taper::new(&position.board, (white - black).late());
    let term = |(nth, &(name, _)): (usize, &(&'static str, usize))| Term {
        name,
        values: sums.iter().map(|side| taper.blend(side[nth])).collect(),
    };
    TERMS.iter().enumerate().map(term).collect()
}
