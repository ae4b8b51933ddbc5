//! How good a position is.
//!
//! Our own evaluation is a weighted sum: [`features`] finds what is to be counted, the weights
//! stand in [`crate::weights`], two for each feature, one for a board full of men and one for
//! an empty one, as the attackers see them. Between the two it goes by the men that are left.

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
use features::{Sink, standing, walk};
use groups::{COUNT, TERMS};

pub(crate) const EVALUATIONS: &[Evaluation<Tablut>] = &[
    Evaluation {
        name: "agon",
        about: "men, cells, formation, room, the king's ways out and who stands around him",
        evaluate,
        terms,
        tunable: Some(Tunable { weights: &WEIGHTS, trace }),
    },
    CLASSIC,
];

/// The weights for many men and for few.
static PAIRS: [Pair; COUNT] = Pair::all(&WEIGHTS);

/// What a man is worth, by the king's cell and its own.
static STANDING: [[[Pair; CELLS]; CELLS]; 2] = {
    let mut table = [[[Pair::ZERO; CELLS]; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS * CELLS {
        let (man, king, cell) = (i / (CELLS * CELLS), i / CELLS % CELLS, i % CELLS);
        let [alone, on, from_king] = standing(man, king, cell);
        table[man][king][cell] = PAIRS[alone].plus(PAIRS[on]).plus(PAIRS[from_king]);
        i += 1;
    }
    table
};

/// Adds up what the features are worth.
struct Sum(Pair);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += PAIRS[weight] * times;
    }

    #[inline(always)]
    fn stand(&mut self, man: usize, king: Cell, cell: Cell) {
        self.0 += STANDING[man][king.index()][cell.index()];
    }
}

/// Keeps the features.
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

/// How far the game has gone, and how much of an advantage there is still time to use.
struct Taper {
    /// [`MANY`] with all men, 0 with few.
    stage: i32,
    /// In parts of [`WHOLE`].
    scale: i32,
}

/// So few men count as an empty board, and so many more as a full one.
const FEW: i32 = 8;
const MANY: i32 = 16;
const WHOLE: i32 = 64;

impl Taper {
    #[inline(always)]
    fn new(position: &Tablut) -> Taper {
        let men = position.men();
        let stage = (men.attackers | men.defenders).count_ones() as i32 - FEW;
        let scale = match position.rules().max_plies {
            0 => WHOLE,
            limit => 2 * limit.saturating_sub(position.plies()) as i32,
        };
        Taper { stage: stage.clamp(0, MANY), scale: scale.min(WHOLE) }
    }

    #[inline(always)]
    fn blend(&self, sum: Pair) -> i32 {
        let mixed = sum.early() * self.stage + sum.late() * (MANY - self.stage);
        mixed * self.scale / (MANY * WHOLE)
    }

    /// By what the two weights of a feature are multiplied.
    fn shares(&self) -> (f32, f32) {
        let early = self.stage as f32 / MANY as f32;
        let scale = self.scale as f32 / WHOLE as f32;
        (early * scale, (1.0 - early) * scale)
    }
}
