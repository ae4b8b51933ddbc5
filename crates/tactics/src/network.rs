//! Quantised neural network evaluation.
//!
//! A network has one hidden layer. Each active input (a piece on a cell, see [`Inputs`]) adds a
//! row of weights; an [`Accumulator`] holds the sums and is updated incrementally. The outputs of
//! the position's bucket weigh the sums, clipped to 0..1 and squared. The result replaces the
//! handcrafted evaluation, corrects it or is averaged with it ([`Blend`]): a correcting network
//! learns from fewer games but takes more time per position. If the game's sides are symmetric,
//! there are two perspectives with shared weights, that of the player to move first.
//!
//! [`Inputs`]: crate::Inputs

mod file;
mod kernel;

use agon_core::Player;

use crate::inputs::{MAX_INPUTS, MAX_PLANES, Planes, Shape};
pub use file::NetworkError;
use kernel::{SQUARE_SHIFT, accumulate, weigh};

/// Quantisation of 1 in the hidden layer, and in the weights of the outputs.
pub(crate) const ONE: i32 = 255;
pub(crate) const WEIGHT_ONE: i32 = 1_024;

/// Combination of network and handcrafted evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Blend {
    /// The network alone.
    Replace,
    /// Sum of both.
    Add,
    /// Mean of both. Stronger than either per node but too slow for play: for generating training
    /// data.
    Average,
}

/// The weights of a network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    hidden: usize,
    blend: Blend,
    /// Score that corresponds to an output of 1, in hundredths of a piece.
    scale: i32,
    /// Weights of each input, in each input bucket.
    rows: Vec<i16>,
    /// Bias of the hidden layer.
    bias: Vec<i16>,
    /// Weights of each output head, for all perspectives.
    outputs: Vec<i16>,
    output_bias: Vec<i32>,
    /// Offset in `rows` of each input, by perspective, [`Shape::facing`] and input index.
    starts: Vec<Vec<Vec<u32>>>,
}

/// Hidden layer of a position before activation, in all perspectives.
///
/// Contains its inputs, so any accumulator can be updated to any position.
#[derive(Clone, Debug)]
pub struct Accumulator {
    planes: Planes,
    /// [`Shape::facing`] of each perspective.
    facing: [u8; 2],
    sums: Vec<i16>,
}

/// Number of inputs that most moves change at most.
const USUAL_CHANGES: u32 = 4;

/// Inputs that differ between two positions, each as plane × cells per plane + cell.
struct Changes {
    added: Indices,
    removed: Indices,
}

/// Fixed-capacity list of input indices.
struct Indices {
    list: [u16; MAX_INPUTS],
    count: usize,
}

impl Indices {
    #[inline(always)]
    fn push(&mut self, plane: usize, cells: usize, mut set: u128) {
        while set != 0 {
            self.list[self.count] = (plane * cells) as u16 + set.trailing_zeros() as u16;
            self.count += 1;
            set &= set - 1;
        }
    }

    /// Looks up the offsets of the rows of these inputs.
    #[inline(always)]
    fn starts<'a>(&self, starts: &[u32], room: &'a mut [u32; MAX_INPUTS]) -> &'a [u32] {
        let room = &mut room[..self.count];
        for (start, &input) in room.iter_mut().zip(&self.list) {
            *start = starts[usize::from(input)];
        }
        room
    }
}

impl Changes {
    fn new() -> Changes {
        let none = || Indices { list: [0; MAX_INPUTS], count: 0 };
        Changes { added: none(), removed: none() }
    }

    /// Finds the differing inputs.
    #[inline(always)]
    fn find(&mut self, cells: usize, before: &Planes, after: &Planes) {
        // Compares all planes without branches: a move changes one or two, which are unpredictable.
        let mut differing = 0_u32;
        for plane in 0..MAX_PLANES {
            differing |= u32::from(before[plane] != after[plane]) << plane;
        }
        while differing != 0 {
            let plane = differing.trailing_zeros() as usize;
            differing &= differing - 1;
            let (before, after) = (before[plane], after[plane]);
            self.added.push(plane, cells, after & !before);
            self.removed.push(plane, cells, before & !after);
        }
    }
}

/// Counts the inputs in which two positions differ.
#[inline(always)]
fn distance(before: &Planes, after: &Planes) -> u32 {
    before.iter().zip(after).map(|(before, after)| (before ^ after).count_ones()).sum()
}

impl Network {
    /// Dimensions of the network.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the width of the hidden layer.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Combines the network score with the handcrafted evaluation, which is computed if needed.
    #[inline]
    pub fn with_words(&self, value: i32, handcrafted: impl FnOnce() -> i32) -> i32 {
        match self.blend {
            Blend::Replace => value,
            Blend::Add => value + handcrafted(),
            Blend::Average => i32::midpoint(value, handcrafted()),
        }
    }

    /// Returns the accumulator of an empty board.
    #[must_use]
    pub fn empty(&self) -> Accumulator {
        let sums = self.bias.repeat(self.shape.views());
        Accumulator { planes: [0; MAX_PLANES], facing: [0; 2], sums }
    }

    /// Updates accumulator `nth` of a line of positions to `planes`, from itself or one of the two
    /// before it, whichever differs least.
    pub fn update(&self, line: &mut [Accumulator], nth: usize, planes: &Planes) {
        let distance = |at: usize| distance(&line[at].planes, planes);
        // The previous one is a single move away if it is up to date; the others may be two.
        let mut source = nth.saturating_sub(1);
        if distance(source) > USUAL_CHANGES {
            let near = [source, nth, nth.saturating_sub(2)];
            source = near.into_iter().min_by_key(|&at| distance(at)).unwrap_or(nth);
        }
        let mut changes = Changes::new();
        changes.find(self.shape.cells, &line[source].planes, planes);
        if source == nth {
            self.apply(&mut line[nth], None, planes, &changes);
        } else {
            let (earlier, later) = line.split_at_mut(nth);
            self.apply(&mut later[0], Some(&earlier[source]), planes, &changes);
        }
    }

    /// Updates an accumulator to `planes`.
    pub fn change(&self, accumulator: &mut Accumulator, planes: &Planes) {
        let mut changes = Changes::new();
        changes.find(self.shape.cells, &accumulator.planes, planes);
        self.apply(accumulator, None, planes, &changes);
    }

    /// Updates an accumulator to `planes`, which differ by `changes` from `source`, or from the
    /// accumulator itself.
    #[inline]
    fn apply(
        &self,
        accumulator: &mut Accumulator,
        source: Option<&Accumulator>,
        planes: &Planes,
        changes: &Changes,
    ) {
        let Network { shape, rows, hidden, .. } = self;
        accumulator.planes = *planes;
        accumulator.facing = source.map_or(accumulator.facing, |source| source.facing);
        let mut room = [[0; MAX_INPUTS]; 2];
        let [room, other_room] = &mut room;
        let views = accumulator.sums.chunks_exact_mut(*hidden);
        for (view, (sums, starts)) in views.zip(&self.starts).enumerate() {
            let facing = shape.facing(view, planes);
            let starts = &starts[facing];
            if accumulator.facing[view] == facing as u8 {
                let source = source.map(|source| &source.sums[view * hidden..(view + 1) * hidden]);
                let added = changes.added.starts(starts, room);
                let removed = changes.removed.starts(starts, other_room);
                accumulate(source, sums, rows, [added, removed]);
            } else {
                accumulator.facing[view] = facing as u8;
                sums.copy_from_slice(&self.bias);
                let mut all = Indices { list: [0; MAX_INPUTS], count: 0 };
                for (plane, &set) in planes[..shape.planes].iter().enumerate() {
                    all.push(plane, shape.cells, set);
                }
                accumulate(None, sums, rows, [all.starts(starts, room), &[]]);
            }
        }
    }

    /// Evaluates for the player to move, in hundredths of a piece. The accumulator must be up to date.
    #[must_use]
    pub fn evaluate(&self, accumulator: &Accumulator, bucket: usize, turn: Player) -> i32 {
        let raw = self.raw(accumulator, bucket, turn);
        (raw * i64::from(self.scale) / i64::from(ONE * WEIGHT_ONE)) as i32
    }

    /// Computes the quantised output, in which [`ONE`] × [`WEIGHT_ONE`] represents 1.
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
        (sum << SQUARE_SHIFT) / i64::from(ONE) + i64::from(self.output_bias[output])
    }

    /// Computes the output of a position from scratch, in units of the network's scale.
    #[must_use]
    pub fn output(&self, planes: &Planes, bucket: usize, turn: Player) -> f64 {
        let mut accumulator = self.empty();
        self.change(&mut accumulator, planes);
        self.raw(&accumulator, bucket, turn) as f64 / f64::from(ONE * WEIGHT_ONE)
    }
}

/// Computes [`Network::starts`].
fn starts(shape: &Shape, hidden: usize) -> Vec<Vec<Vec<u32>>> {
    let Shape { planes, cells, swapped, anchor, .. } = shape;
    let as_it_is = vec![(0..*cells).collect::<Vec<usize>>()];
    let turns = anchor.as_ref().map_or(&as_it_is, |anchor| &anchor.turns);
    let view = |second: Option<&Vec<usize>>| -> Vec<Vec<u32>> {
        let seen = |plane: usize, cell: usize, turn: &[usize]| match second {
            None => (plane, turn[cell]),
            Some(swapped) => ((plane + planes / 2) % planes, turn[swapped[cell]]),
        };
        let of = |(room, turn): (usize, &Vec<usize>)| {
            let inputs = (0..*planes).flat_map(|plane| (0..*cells).map(move |cell| (plane, cell)));
            let start = |(plane, cell)| {
                let (plane, cell) = seen(plane, cell, turn);
                (((room * planes + plane) * cells + cell) * hidden) as u32
            };
            inputs.map(start).collect()
        };
        let facings =
            (0..shape.rooms()).flat_map(|room| turns.iter().map(move |turn| (room, turn)));
        facings.map(of).collect()
    };
    let second = swapped.as_ref().map(|swapped| view(Some(swapped)));
    [Some(view(None)), second].into_iter().flatten().collect()
}
