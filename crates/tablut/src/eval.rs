//! Static evaluation from the attackers' point of view.
//!
//! A weighted sum of [`features`] with two weights each ([`crate::weights`]), for a full and for an
//! empty board, interpolated by the number of pieces left.

mod classic;
mod features;
mod groups;

use agon_core::{Cell, Player, Position};
use agon_tactics::{Evaluation, Pair, Term, Tunable};

use crate::Tablut;
use crate::board::CELLS;
use crate::position::ATTACKERS;
use crate::weights::WEIGHTS;
pub(crate) use classic::CLASSIC;
use features::{Sink, piece_weights, walk};
use groups::{COUNT, TERMS};

pub(crate) const EVALUATIONS: &[Evaluation<Tablut>] = &[
    Evaluation {
        name: "agon",
        about: "pieces, cells, formation, mobility, the king's escapes and neighbours",
        evaluate,
        terms,
        tunable: Some(Tunable { weights: &WEIGHTS, trace }),
    },
    CLASSIC,
];

static PAIRS: [Pair; COUNT] = Pair::all(&WEIGHTS);

/// Values of attackers and defenders, by the king's cell and their own.
static PIECE_SQUARES: [[[Pair; CELLS]; CELLS]; 2] = {
    let mut table = [[[Pair::ZERO; CELLS]; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS * CELLS {
        let (piece, king, cell) = (i / (CELLS * CELLS), i / CELLS % CELLS, i % CELLS);
        let [alone, on, from_king] = piece_weights(piece, king, cell);
        table[piece][king][cell] = PAIRS[alone].plus(PAIRS[on]).plus(PAIRS[from_king]);
        i += 1;
    }
    table
};

struct Sum(Pair);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += PAIRS[weight] * times;
    }

    #[inline(always)]
    fn place(&mut self, piece: usize, king: Cell, cell: Cell) {
        self.0 += PIECE_SQUARES[piece][king.index()][cell.index()];
    }
}

/// Counts the features, for tuning and `agon eval`.
struct Counts([i32; COUNT]);

impl Sink for Counts {
    fn add(&mut self, weight: usize, times: i32) {
        self.0[weight] += times;
    }
}

impl Counts {
    fn of(position: &Tablut) -> Counts {
        let mut counts = Counts([0; COUNT]);
        if position.men().king != 0 {
            walk(position, &mut counts);
        }
        counts
    }
}

fn evaluate(position: &Tablut, player: Player) -> i32 {
    if position.men().king == 0 {
        return 0;
    }
    let mut sum = Sum(Pair::ZERO);
    walk(position, &mut sum);
    let value = Taper::new(position).blend(sum.0);
    if player == ATTACKERS { value } else { -value }
}

fn trace(position: &Tablut) -> Vec<(usize, f32)> {
    let (early, late) = Taper::new(position).shares();
    let counts = Counts::of(position).0.into_iter().enumerate();
    let occurs = counts.filter(|&(_, count)| count != 0);
    occurs
        .flat_map(|(i, count)| [(2 * i, count as f32 * early), (2 * i + 1, count as f32 * late)])
        .collect()
}

fn terms(position: &Tablut) -> Vec<Term> {
    let counts = Counts::of(position).0;
    let taper = Taper::new(position);
    let ends = TERMS.iter().skip(1).map(|&(_, first)| first).chain([COUNT]);
    let term = |(&(name, first), end): (&(&'static str, usize), usize)| {
        let sum: Pair = (first..end).map(|i| PAIRS[i] * counts[i]).sum();
        let value = taper.blend(sum);
        Term { name, values: vec![value, -value] }
    };
    TERMS.iter().zip(ends).map(term).collect()
}

/// Game phase, and scale factor near the ply limit.
struct Taper {
    /// [`MANY`] with all pieces, 0 with few.
    stage: i32,
    /// In parts of [`FULL_SCALE`].
    scale: i32,
}

/// Numbers of pieces that count as an empty board, and above it as a full one.
const FEW: i32 = 8;
const MANY: i32 = 16;
const FULL_SCALE: i32 = 64;

impl Taper {
    #[inline(always)]
    fn new(position: &Tablut) -> Taper {
        let men = position.men();
        let stage = (men.attackers | men.defenders).count_ones() as i32 - FEW;
        let scale = match position.rules().max_plies {
            0 => FULL_SCALE,
            limit => 2 * limit.saturating_sub(position.plies()) as i32,
        };
        Taper { stage: stage.clamp(0, MANY), scale: scale.min(FULL_SCALE) }
    }

    #[inline(always)]
    fn blend(&self, sum: Pair) -> i32 {
        let mixed = sum.early() * self.stage + sum.late() * (MANY - self.stage);
        mixed * self.scale / (MANY * FULL_SCALE)
    }

    /// Factors of a feature's two weights, for tuning.
    fn shares(&self) -> (f32, f32) {
        let early = self.stage as f32 / MANY as f32;
        let scale = self.scale as f32 / FULL_SCALE as f32;
        (early * scale, (1.0 - early) * scale)
    }
}
