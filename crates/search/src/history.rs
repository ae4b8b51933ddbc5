//! History heuristics: which moves were good elsewhere in the tree, and by how much static
//! evaluations were off.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering};

use agon_core::{MAX_PLAYERS, Player};
use agon_tactics::{Structures, Tactics};

/// Scores of moves stay within this.
const LIMIT: i32 = 16_384;
/// Corrections of evaluations stay within this, in parts of a hundredth of a man.
const CORRECTION_LIMIT: i32 = 1 << 14;
const CORRECTION_UNIT: i32 = 128;
const CORRECTIONS: usize = 1 << 14;
/// Only games of two correct evaluations.
const TWO: usize = 2;
const STRUCTURES: usize = size_of::<Structures>() / size_of::<Option<u64>>();

/// The targets of the moves one ply and two plies before: what a move continues.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Continuation(pub(crate) [Option<usize>; 2]);

/// The tables of all threads of a search. Two that update the same place at once may lose one
/// of the two updates, which does no harm.
#[derive(Debug)]
pub(crate) struct HistoryTables {
    /// How often they have been aged.
    age: u32,
    /// A row for each player.
    quiet: AgingRows,
    noisy: AgingRows,
    /// A row for the target of the move one ply, or two plies, before, indexed by the target of
    /// this one.
    continuation: [AgingRows; 2],
    correction: Values,
}

impl HistoryTables {
    pub(crate) fn new<P: Tactics>() -> HistoryTables {
        HistoryTables {
            age: 0,
            quiet: AgingRows::new(MAX_PLAYERS, P::SLOTS),
            noisy: AgingRows::new(MAX_PLAYERS, P::TARGETS),
            continuation: [(); 2].map(|()| AgingRows::new(P::TARGETS, P::TARGETS)),
            correction: Values::new(TWO * STRUCTURES * CORRECTIONS),
        }
    }

    /// Do they belong to games with this many slots and targets?
    pub(crate) fn fits<P: Tactics>(&self) -> bool {
        (self.quiet.size, self.noisy.size) == (P::SLOTS, P::TARGETS)
    }

    /// A new position is searched: what is known of moves in earlier ones counts half.
    pub(crate) fn age(&mut self) {
        self.age += 1;
    }

    /// What is known of the quiet moves of a player.
    pub(crate) fn quiet(&self, player: Player, continuation: Continuation) -> QuietHistory<'_> {
        let row = |plies: usize| -> &[AtomicI16] {
            let before = continuation.0[plies];
            before.map_or(&[], |before| self.continuation[plies].row(before, self.age))
        };
        QuietHistory {
            own: self.quiet.row(player.index(), self.age),
            continuation: [row(0), row(1)],
        }
    }

    /// How promising a noisy move is, besides what it wins.
    pub(crate) fn noisy<P: Tactics>(&self, position: &P, m: P::Move) -> i32 {
        let row = self.noisy.row(position.turn().index(), self.age);
        i32::from(row[position.target(m)].load(Ordering::Relaxed))
    }

    /// A quiet move turned out good (`bonus` above 0) or bad.
    pub(crate) fn update_quiet<P: Tactics>(
        &self,
        position: &P,
        m: P::Move,
        continuation: Continuation,
        bonus: i32,
    ) {
        let target = position.target(m);
        update(&self.quiet.row(position.turn().index(), self.age)[position.slot(m)], bonus);
        for (rows, before) in self.continuation.iter().zip(continuation.0) {
            if let Some(before) = before {
                update(&rows.row(before, self.age)[target], bonus);
            }
        }
    }

    /// A noisy move turned out good or bad.
    pub(crate) fn update_noisy<P: Tactics>(&self, position: &P, m: P::Move, bonus: i32) {
        update(&self.noisy.row(position.turn().index(), self.age)[position.target(m)], bonus);
    }

    /// How far evaluations of positions with these structures were off, in hundredths of a man. Each has
    /// learned the whole error, so that together they would tell of it more than once.
    pub(crate) fn correction(&self, player: Player, structures: &Structures) -> i32 {
        let (mut sum, mut count) = (0, 0);
        for at in correction_places(player, structures) {
            sum += self.correction.get(at);
            count += 1;
        }
        2 * sum / (CORRECTION_UNIT * (1 + count))
    }

    /// A search found `error` more than the evaluation.
    pub(crate) fn update_correction(
        &self,
        player: Player,
        structures: &Structures,
        error: i32,
        depth: i32,
    ) {
        let weight = (depth + 1).min(16);
        let wanted = error * CORRECTION_UNIT;
        for at in correction_places(player, structures) {
            let mixed = (self.correction.get(at) * (256 - weight) + wanted * weight) / 256;
            self.correction.set(at, mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT));
        }
    }
}

/// The parts of the tables that belong to the moves of one node.
pub(crate) struct QuietHistory<'a> {
    own: &'a [AtomicI16],
    /// Empty where there was no move before.
    continuation: [&'a [AtomicI16]; 2],
}

impl QuietHistory<'_> {
    /// How promising a quiet move is.
    #[inline(always)]
    pub(crate) fn score<P: Tactics>(&self, position: &P, m: P::Move) -> i32 {
        let target = position.target(m);
        let value = |value: &AtomicI16| i32::from(value.load(Ordering::Relaxed));
        let [one, two] = self.continuation.map(|row| row.get(target).map_or(0, value));
        value(&self.own[position.slot(m)]) + one + two
    }
}

/// Where the corrections for these structures are.
fn correction_places(player: Player, structures: &Structures) -> impl Iterator<Item = usize> {
    let of_player = player.index() % TWO * STRUCTURES;
    (of_player..).zip(structures).filter_map(|(nth, structure)| {
        structure.map(|structure| nth * CORRECTIONS + structure as usize % CORRECTIONS)
    })
}

/// Numbers of 16 bits that all threads may read and write.
#[derive(Debug)]
struct Values(Vec<AtomicI16>);

impl Values {
    fn new(count: usize) -> Values {
        Values((0..count).map(|_| AtomicI16::new(0)).collect())
    }

    #[inline]
    fn get(&self, at: usize) -> i32 {
        i32::from(self.0[at].load(Ordering::Relaxed))
    }

    #[inline]
    fn set(&self, at: usize, value: i32) {
        self.0[at].store(value as i16, Ordering::Relaxed);
    }
}

/// Moves a value towards its limit by a share of what is left (gravity), so that it never
/// overflows.
fn update(value: &AtomicI16, bonus: i32) {
    let now = i32::from(value.load(Ordering::Relaxed));
    value.store((now + bonus - now * bonus.abs() / LIMIT) as i16, Ordering::Relaxed);
}

/// Values that fade with age, row by row: a row is brought up to date when somebody asks for it.
/// A short search asks for few of the many rows, and to go through all of them before it would
/// take longer than the search itself.
#[derive(Debug)]
struct AgingRows {
    size: usize,
    values: Values,
    /// The age that each row is up to date with.
    ages: Vec<AtomicU32>,
}

impl AgingRows {
    fn new(rows: usize, size: usize) -> AgingRows {
        let ages = (0..rows).map(|_| AtomicU32::new(0)).collect();
        AgingRows { size, values: Values::new(rows * size), ages }
    }

    /// The `nth` row at this age.
    #[inline]
    fn row(&self, nth: usize, age: u32) -> &[AtomicI16] {
        let row = &self.values.0[nth * self.size..(nth + 1) * self.size];
        if self.ages[nth].load(Ordering::Relaxed) != age {
            fade(row, age - self.ages[nth].swap(age, Ordering::Relaxed));
        }
        row
    }
}

/// Halves the values of a row so many times, always towards 0.
#[cold]
fn fade(row: &[AtomicI16], times: u32) {
    let divisor = 1 << times.min(15);
    for value in row {
        let now = value.load(Ordering::Relaxed);
        if now != 0 {
            value.store((i32::from(now) / divisor) as i16, Ordering::Relaxed);
        }
    }
}
