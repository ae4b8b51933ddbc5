//! Networks: evaluations that nobody wrote down, in small whole numbers.
//!
//! A network has one hidden layer. Each input that is set (a piece on a cell, see [`Inputs`]) adds a
//! row of weights to it; the sums are kept in an [`Accumulator`] and brought up to date by what has
//! changed. Each sum, held between 0 and 1 and squared, is weighed once more by the outputs of the
//! position's bucket. What comes out is an evaluation, or goes together with the one in words ([`Words`]): a network that only
//! corrects needs fewer games to learn from, and more time for each position. Where the sides can change places there are two such layers with the same
//! weights, one as each player sees the board, and the player to move comes first.
//!
//! [`Inputs`]: crate::Inputs

mod file;
mod kernel;

use agon_core::Player;

use crate::inputs::{MAX_INPUTS, MAX_PLANES, Planes, Shape};
pub use file::NetworkError;
use kernel::{SQUARE_SHIFT, accumulate, weigh};

/// 1 in the hidden layer, and in the weights of the outputs.
pub(crate) const ONE: i32 = 255;
pub(crate) const WEIGHT_ONE: i32 = 1_024;

/// What becomes of the evaluation in words where a network evaluates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Words {
    /// Nothing: the network evaluates on its own.
    Unasked,
    /// The network corrects it: both are added.
    Corrected,
    /// Each counts half. Where both know something of their own, that knows more than either of them, and takes
    /// too long to play by: it is for games to learn from.
    Half,
}

/// The weights of a network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    hidden: usize,
    words: Words,
    /// The evaluation at which the chance to win is e to 1, in hundredths of a piece.
    scale: i32,
    /// A row for each input, in each room.
    rows: Vec<i16>,
    /// What the hidden layer is without any input.
    bias: Vec<i16>,
    /// For each output the weights of all views.
    outputs: Vec<i16>,
    output_bias: Vec<i32>,
    /// For each view, and each room and way in which the board is turned in it ([`Shape::facing`]), where the row of
    /// each input begins, by plane and cell.
    starts: Vec<Vec<Vec<u32>>>,
}

/// The hidden layer of a position before it is squared, in all views, with the planes it belongs to.
///
/// Any accumulator can be brought up to date for any position: it knows what it has in it.
#[derive(Clone, Debug)]
pub struct Accumulator {
    planes: Planes,
    /// How the board is turned in each view, and the room.
    facing: [u8; 2],
    sums: Vec<i16>,
}

/// A move changes hardly ever more inputs.
const USUAL_CHANGES: u32 = 4;

/// The inputs in which two positions differ, or some of them: each as its plane times the cells of a plane
/// and its cell.
struct Changes {
    added: Indices,
    removed: Indices,
}

/// Numbers of inputs.
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

    /// Where the rows of these inputs begin.
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

    /// Finds what differs.
    #[inline(always)]
    fn find(&mut self, cells: usize, before: &Planes, after: &Planes) {
        // Which planes differ is asked of all at once: a move changes one or two, and nobody can guess which.
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

/// In how many inputs two positions differ.
#[inline(always)]
fn distance(before: &Planes, after: &Planes) -> u32 {
    before.iter().zip(after).map(|(before, after)| (before ^ after).count_ones()).sum()
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

    /// What the network says of a position together with what the words say, if they are asked.
    #[inline]
    pub fn with_words(&self, value: i32, in_words: impl FnOnce() -> i32) -> i32 {
        match self.words {
            Words::Unasked => value,
            Words::Corrected => value + in_words(),
            Words::Half => i32::midpoint(value, in_words()),
        }
    }

    /// The accumulator of an empty board.
    #[must_use]
    pub fn empty(&self) -> Accumulator {
        let sums = self.bias.repeat(self.shape.views());
        Accumulator { planes: [0; MAX_PLANES], facing: [0; 2], sums }
    }

    /// Brings the accumulator `nth` of a line of positions up to date for these planes, beginning with
    /// the one among it and the two before it that has the least to change.
    pub fn update(&self, line: &mut [Accumulator], nth: usize, planes: &Planes) {
        let distance = |at: usize| distance(&line[at].planes, planes);
        // The one before is a move away, if it is up to date itself; the others may be two.
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

    /// Brings an accumulator up to date for these planes.
    pub fn change(&self, accumulator: &mut Accumulator, planes: &Planes) {
        let mut changes = Changes::new();
        changes.find(self.shape.cells, &accumulator.planes, planes);
        self.apply(accumulator, None, planes, &changes);
    }

    /// Brings an accumulator up to date for these planes, which differ by `changes` from those of `source`, or from
    /// its own.
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
        (sum << SQUARE_SHIFT) / i64::from(ONE) + i64::from(self.output_bias[output])
    }

    /// The output for a position from scratch: 1 is the evaluation at which the chance to win is e to 1.
    #[must_use]
    pub fn output(&self, planes: &Planes, bucket: usize, turn: Player) -> f64 {
        let mut accumulator = self.empty();
        self.change(&mut accumulator, planes);
        self.raw(&accumulator, bucket, turn) as f64 / f64::from(ONE * WEIGHT_ONE)
    }
}

/// Where the rows of all inputs begin, for each view, each room and each way in which the board is turned in it.
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
