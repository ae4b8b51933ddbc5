//! Networks: evaluations that nobody wrote down, in small whole numbers.
//!
//! A network has one hidden layer. Each input that is set (a piece on a cell, see [`Inputs`]) adds a
//! row of weights to it; the sums are kept in an [`Accumulator`] and brought up to date by what has
//! changed. Each sum, held between 0 and 1 and squared, is weighed once more by the outputs of the
//! position's bucket. What comes out is an evaluation, or is added to the one in words: a network that only
//! corrects needs fewer games to learn from, and more time for each position. Where the sides can change places there are two such layers with the same
//! weights, one as each player sees the board, and the player to move comes first.
//!
//! [`Inputs`]: crate::Inputs

mod file;
mod kernel;

use agon_core::Player;

use crate::inputs::{MAX_PLANES, Planes, Shape};
pub use file::NetworkError;
use kernel::{add, exchange, subtract, weigh};

/// 1 in the hidden layer, and in the weights of the outputs.
pub(crate) const ONE: i32 = 255;
pub(crate) const WEIGHT_ONE: i32 = 64;

/// The weights of a network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    hidden: usize,
    /// Does it correct the evaluation in words, instead of evaluating on its own?
    corrects: bool,
    /// The evaluation at which the chance to win is e to 1, in hundredths of a piece.
    scale: i32,
    /// A row for each input.
    rows: Vec<i16>,
    /// What the hidden layer is without any input.
    bias: Vec<i16>,
    /// For each output the weights of all views.
    outputs: Vec<i16>,
    output_bias: Vec<i32>,
    /// For each view where the row of each input begins, by plane and cell.
    starts: Vec<Vec<u32>>,
}

/// The hidden layer of a position before it is squared, in all views, with the planes it belongs to.
///
/// Any accumulator can be brought up to date for any position: it knows what it has in it.
#[derive(Clone, Debug)]
pub struct Accumulator {
    planes: Planes,
    sums: Vec<i16>,
}

/// The inputs in which two positions differ.
struct Changes {
    added: [u128; MAX_PLANES],
    removed: [u128; MAX_PLANES],
}

impl Changes {
    fn new(planes: usize, before: &Planes, after: &Planes) -> Changes {
        let mut changes = Changes { added: [0; MAX_PLANES], removed: [0; MAX_PLANES] };
        for plane in 0..planes {
            let changed = before[plane] ^ after[plane];
            changes.added[plane] = changed & after[plane];
            changes.removed[plane] = changed & before[plane];
        }
        changes
    }
}

/// How many inputs differ.
fn distance(planes: usize, one: &Planes, other: &Planes) -> u32 {
    (0..planes).map(|plane| (one[plane] ^ other[plane]).count_ones()).sum()
}

/// Tells where the rows of the inputs begin that are set.
#[inline]
fn each_input(starts: &[u32], cells: usize, sets: &Planes, mut tell: impl FnMut(usize)) {
    for (plane, &set) in sets.iter().enumerate() {
        let mut left = set;
        while left != 0 {
            tell(starts[plane * cells + left.trailing_zeros() as usize] as usize);
            left &= left - 1;
        }
    }
}

impl Network {
    /// What it evaluates.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How wide the hidden layer is.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Does it correct the evaluation in words, which is then to be added?
    #[must_use]
    pub fn corrects(&self) -> bool {
        self.corrects
    }

    /// The accumulator of an empty board.
    #[must_use]
    pub fn empty(&self) -> Accumulator {
        Accumulator { planes: [0; MAX_PLANES], sums: self.bias.repeat(self.shape.views()) }
    }

    /// Brings the accumulator `nth` of a line of positions up to date for these planes, beginning with
    /// the one among it and the two before it that has the least to change.
    pub fn update(&self, line: &mut [Accumulator], nth: usize, planes: &Planes) {
        let count = self.shape.planes;
        let mut best = nth;
        let mut least = distance(count, &line[nth].planes, planes);
        for before in (nth.saturating_sub(2)..nth).rev() {
            if least <= 2 {
                break;
            }
            let changes = distance(count, &line[before].planes, planes);
            if changes < least {
                (best, least) = (before, changes);
            }
        }
        if best != nth {
            let (earlier, later) = line.split_at_mut(nth);
            later[0].planes = earlier[best].planes;
            later[0].sums.copy_from_slice(&earlier[best].sums);
        }
        self.change(&mut line[nth], planes);
    }

    /// Brings an accumulator up to date for these planes.
    pub fn change(&self, accumulator: &mut Accumulator, planes: &Planes) {
        let Shape { planes: count, cells, .. } = self.shape;
        let changes = Changes::new(count, &accumulator.planes, planes);
        accumulator.planes = *planes;
        let views = accumulator.sums.chunks_exact_mut(self.hidden);
        for (sums, starts) in views.zip(&self.starts) {
            // One that comes and one that goes are the usual move: both at once.
            let mut waiting = None;
            let row = |start: usize| &self.rows[start..start + self.hidden];
            each_input(starts, cells, &changes.added, |start| {
                waiting.replace(start).into_iter().for_each(|other| add(sums, row(other)));
            });
            each_input(starts, cells, &changes.removed, |start| match waiting.take() {
                Some(added) => exchange(sums, row(added), row(start)),
                None => subtract(sums, row(start)),
            });
            waiting.into_iter().for_each(|other| add(sums, row(other)));
        }
    }

    /// How well the player to move stands in the position that the accumulator is up to date for, in
    /// hundredths of a piece.
    #[must_use]
    pub fn evaluate(&self, accumulator: &Accumulator, bucket: usize, turn: Player) -> i32 {
        let raw = self.raw(accumulator, bucket, turn);
        (raw * i64::from(self.scale) / i64::from(ONE * WEIGHT_ONE)) as i32
    }

    /// The output as it is, of which [`ONE`] times [`WEIGHT_ONE`] is 1.
    pub(crate) fn raw(&self, accumulator: &Accumulator, bucket: usize, turn: Player) -> i64 {
        let two = self.shape.views() == 2;
        let output = if two { bucket } else { 2 * bucket + turn.index() };
        let size = self.shape.views() * self.hidden;
        let weights = &self.outputs[output * size..(output + 1) * size];
        let sum = if two {
            let (first, second) = accumulator.sums.split_at(self.hidden);
            let (own, other) =
                if turn == Player::FIRST { (first, second) } else { (second, first) };
            let (for_own, for_other) = weights.split_at(self.hidden);
            weigh(own, for_own) + weigh(other, for_other)
        } else {
            weigh(&accumulator.sums, weights)
        };
        sum / i64::from(ONE) + i64::from(self.output_bias[output])
    }

    /// The output for a position from scratch: 1 is the evaluation at which the chance to win is e to 1.
    #[must_use]
    pub fn output(&self, planes: &Planes, bucket: usize, turn: Player) -> f64 {
        let mut accumulator = self.empty();
        self.change(&mut accumulator, planes);
        self.raw(&accumulator, bucket, turn) as f64 / f64::from(ONE * WEIGHT_ONE)
    }
}

/// Where the rows of all inputs begin, for each view.
fn starts(shape: &Shape, hidden: usize) -> Vec<Vec<u32>> {
    let Shape { planes, cells, swapped, .. } = shape;
    let inputs = || (0..*planes).flat_map(|plane| (0..*cells).map(move |cell| (plane, cell)));
    let start = |plane: usize, cell: usize| ((plane * cells + cell) * hidden) as u32;
    let first = inputs().map(|(plane, cell)| start(plane, cell)).collect();
    let second = swapped.as_ref().map(|swapped| {
        let seen =
            |(plane, cell): (usize, usize)| start((plane + planes / 2) % planes, swapped[cell]);
        inputs().map(seen).collect()
    });
    [Some(first), second].into_iter().flatten().collect()
}
