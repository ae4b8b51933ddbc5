//! History heuristics: which moves were good elsewhere in the tree, and by how much static
//! evaluations were off.

use std::cell::Cell;

use agon_core::{MAX_PLAYERS, Player};
use agon_tactics::{Structures, Tactics};

/// Scores of moves stay within this.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;
/// Corrections of evaluations stay within this, in parts of a hundredth of a man.
const CORRECTION_LIMIT: i32 = 1 << 14;
const CORRECTION_UNIT: i32 = 128;
const CORRECTIONS: usize = 1 << 14;
/// Only games of two correct evaluations.
const TWO: usize = 2;
const STRUCTURES: usize = size_of::<Structures>() / size_of::<Option<u64>>();

/// What a move continues.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Continuation {
    /// The targets of the moves one ply and two plies before.
    pub(crate) targets: [Option<usize>; 2],
    /// How much they count, in hundredths.
    pub(crate) weight: i32,
}

/// A quiet move as the tables know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quiet {
    player: Player,
    slot: usize,
    target: usize,
}

impl Quiet {
    #[inline]
    pub(crate) fn new<P: Tactics>(position: &P, m: P::Move, threats: &P::Threats) -> Quiet {
        let slot = slot(position, m, threats);
        Quiet { player: position.turn(), slot, target: position.target(m) }
    }
}

/// The place of a quiet move in the row of its player.
#[inline(always)]
fn slot<P: Tactics>(position: &P, m: P::Move, threats: &P::Threats) -> usize {
    position.danger(m, threats) * P::SLOTS + position.slot(m)
}

/// By what evaluations of a position are corrected.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Likeness {
    pub(crate) structures: Structures,
    /// The targets of the last two moves, and how much they count, in hundredths.
    pub(crate) moves: Option<([usize; 2], i32)>,
    /// How much all of it counts, in hundredths.
    pub(crate) hundredths: i32,
}

/// The tables of one thread of a search.
#[derive(Debug)]
pub(crate) struct HistoryTables {
    /// How often they have been aged.
    age: u32,
    /// A row for each player.
    quiet: AgingRows,
    noisy: AgingRows,
    /// A row for the target of a move before, indexed by the target of this one.
    continuation: [AgingRows; 2],
    correction: Values,
    /// By the targets of the last two moves.
    moves_correction: Values,
}

impl HistoryTables {
    pub(crate) fn new<P: Tactics>() -> HistoryTables {
        HistoryTables {
            age: 0,
            quiet: AgingRows::new(MAX_PLAYERS, P::DANGERS * P::SLOTS),
            noisy: AgingRows::new(MAX_PLAYERS, P::NOISY_SLOTS),
            continuation: [(); 2].map(|()| AgingRows::new(P::TARGETS, P::TARGETS)),
            correction: Values::new(TWO * STRUCTURES * CORRECTIONS),
            moves_correction: Values::new(CORRECTIONS),
        }
    }

    /// Do they belong to games with this many slots and targets?
    pub(crate) fn fits<P: Tactics>(&self) -> bool {
        let sizes = (self.quiet.size, self.noisy.size, self.continuation[0].size);
        sizes == (P::DANGERS * P::SLOTS, P::NOISY_SLOTS, P::TARGETS)
    }

    /// A new position is searched: what is known of moves in earlier ones counts half.
    pub(crate) fn age(&mut self) {
        self.age += 1;
    }

    /// What is known of the quiet moves of a player.
    pub(crate) fn quiet(&self, player: Player, continuation: Continuation) -> QuietHistory<'_> {
        let row = |plies: usize| -> &[Cell<i16>] {
            let before = continuation.targets[plies];
            before.map_or(&[], |before| self.row(&self.continuation[plies], before))
        };
        QuietHistory {
            own: self.row(&self.quiet, player.index()),
            continuation: [row(0), row(1)],
            weight: continuation.weight,
        }
    }

    #[inline]
    fn row<'a>(&self, rows: &'a AgingRows, nth: usize) -> &'a [Cell<i16>] {
        rows.row(nth, self.age)
    }

    /// How promising a noisy move is, besides what it wins.
    pub(crate) fn noisy<P: Tactics>(&self, position: &P, m: P::Move) -> i32 {
        let row = self.row(&self.noisy, position.turn().index());
        i32::from(row[position.noisy_slot(m)].get())
    }

    /// A quiet move turned out good (`bonus` above 0) or bad.
    pub(crate) fn update_quiet(&self, quiet: Quiet, continuation: Continuation, bonus: i32) {
        self.update_own(quiet, bonus);
        self.update_continuation(quiet, continuation, bonus);
    }

    /// The same, whatever it continues.
    pub(crate) fn update_own(&self, quiet: Quiet, bonus: i32) {
        update(&self.row(&self.quiet, quiet.player.index())[quiet.slot], bonus);
    }

    /// The same as what continues the moves before.
    pub(crate) fn update_continuation(&self, quiet: Quiet, continuation: Continuation, bonus: i32) {
        for (rows, before) in self.continuation.iter().zip(continuation.targets) {
            if let Some(before) = before {
                update(&self.row(rows, before)[quiet.target], bonus);
            }
        }
    }

    /// A noisy move turned out good or bad.
    pub(crate) fn update_noisy<P: Tactics>(&self, position: &P, m: P::Move, bonus: i32) {
        update(&self.row(&self.noisy, position.turn().index())[position.noisy_slot(m)], bonus);
    }

    /// How far evaluations of positions like this were off, in hundredths of a man. Each structure has
    /// learned the whole error, so that together they would tell of it more than once.
    pub(crate) fn correction(&self, player: Player, like: &Likeness) -> i32 {
        let (mut sum, mut count) = (0, 0);
        for at in correction_places(player, &like.structures) {
            sum += self.correction.get(at);
            count += 1;
        }
        if let Some((moves, hundredths)) = like.moves {
            sum += self.moves_correction.get(moves_place(moves)) * hundredths / 100;
        }
        2 * sum * like.hundredths / (100 * CORRECTION_UNIT * (1 + count))
    }

    /// A search found `error` more than the evaluation.
    pub(crate) fn update_correction(
        &self,
        player: Player,
        like: &Likeness,
        error: i32,
        depth: i32,
    ) {
        let weight = (depth + 1).min(16);
        let wanted = error * CORRECTION_UNIT;
        let mix = |values: &Values, at: usize| {
            let mixed = (values.get(at) * (256 - weight) + wanted * weight) / 256;
            values.set(at, mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT));
        };
        for at in correction_places(player, &like.structures) {
            mix(&self.correction, at);
        }
        if let Some((moves, _)) = like.moves {
            mix(&self.moves_correction, moves_place(moves));
        }
    }
}

/// The parts of the tables that belong to the moves of one node.
pub(crate) struct QuietHistory<'a> {
    own: &'a [Cell<i16>],
    /// Empty where there was no move before.
    continuation: [&'a [Cell<i16>]; 2],
    /// How much it counts that they continue something, in hundredths.
    weight: i32,
}

impl QuietHistory<'_> {
    /// How promising a quiet move is.
    #[inline(always)]
    pub(crate) fn score<P: Tactics>(&self, position: &P, m: P::Move, threats: &P::Threats) -> i32 {
        let target = position.target(m);
        let value = |value: &Cell<i16>| i32::from(value.get());
        let [one, two] = self.continuation.map(|row| row.get(target).map_or(0, value));
        value(&self.own[slot(position, m, threats)]) + (one + two) * self.weight / 100
    }
}

/// Where the correction for these targets of the last two moves is.
fn moves_place([last, before]: [usize; 2]) -> usize {
    (before * 619 + last) % CORRECTIONS
}

/// Where the corrections for these structures are.
fn correction_places(player: Player, structures: &Structures) -> impl Iterator<Item = usize> {
    let of_player = player.index() % TWO * STRUCTURES;
    (of_player..).zip(structures).filter_map(|(nth, structure)| {
        structure.map(|structure| nth * CORRECTIONS + structure as usize % CORRECTIONS)
    })
}

/// Numbers of 16 bits.
#[derive(Debug)]
struct Values(Vec<Cell<i16>>);

impl Values {
    fn new(count: usize) -> Values {
        Values(vec![Cell::new(0); count])
    }

    #[inline]
    fn get(&self, at: usize) -> i32 {
        i32::from(self.0[at].get())
    }

    #[inline]
    fn set(&self, at: usize, value: i32) {
        self.0[at].set(value as i16);
    }
}

/// Moves a value towards its limit by a share of what is left (gravity), so that it never
/// overflows.
fn update(value: &Cell<i16>, bonus: i32) {
    let now = i32::from(value.get());
    value.set((now + bonus - now * bonus.abs() / HISTORY_LIMIT) as i16);
}

/// Values that fade with age, row by row: a row is brought up to date when somebody asks for it.
/// A short search asks for few of the many rows, and to go through all of them before it would
/// take longer than the search itself.
#[derive(Debug)]
struct AgingRows {
    size: usize,
    values: Values,
    /// The age that each row is up to date with.
    ages: Vec<Cell<u32>>,
}

impl AgingRows {
    fn new(rows: usize, size: usize) -> AgingRows {
        AgingRows { size, values: Values::new(rows * size), ages: vec![Cell::new(0); rows] }
    }

    /// The `nth` row at this age.
    #[inline]
    fn row(&self, nth: usize, age: u32) -> &[Cell<i16>] {
        let row = &self.values.0[nth * self.size..(nth + 1) * self.size];
        if self.ages[nth].get() != age {
            fade(row, age - self.ages[nth].replace(age));
        }
        row
    }
}

/// Halves the values of a row so many times, always towards 0.
#[cold]
fn fade(row: &[Cell<i16>], times: u32) {
    let divisor = 1 << times.min(15);
    for value in row {
        value.set((i32::from(value.get()) / divisor) as i16);
    }
}
