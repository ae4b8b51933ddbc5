//! History tables for move ordering, and correction history for static evaluations.

use std::cell::Cell;

use agon_core::{MAX_PLAYERS, Player};
use agon_tactics::{Structures, Tactics};

/// Maximum absolute history score.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;
/// Maximum absolute correction, in units of 1/128 of a hundredth of a piece.
const CORRECTION_LIMIT: i32 = 1 << 14;
const CORRECTION_UNIT: i32 = 128;
const CORRECTIONS: usize = 1 << 14;
/// Correction history exists for two-player games only.
const CORRECTED_PLAYERS: usize = 2;
const STRUCTURES: usize = size_of::<Structures>() / size_of::<Option<u64>>();

/// The preceding moves that index continuation history.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Continuation {
    /// Targets of the moves one and two plies before.
    pub(crate) targets: [Option<usize>; 2],
    /// Weight in hundredths.
    pub(crate) weight: i32,
}

/// History-table indices of a quiet move.
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

/// Index of a quiet move within its player's row.
#[inline(always)]
fn slot<P: Tactics>(position: &P, m: P::Move, threats: &P::Threats) -> usize {
    position.danger(m, threats) * P::SLOTS + position.slot(m)
}

/// The correction-history entries that apply to a position.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct CorrectionKeys {
    pub(crate) structures: Structures,
    /// Targets of the last two moves, and their weight in hundredths.
    pub(crate) moves: Option<([usize; 2], i32)>,
    /// Weight of the whole correction, in hundredths.
    pub(crate) hundredths: i32,
}

/// The history tables of one search thread.
#[derive(Debug)]
pub(crate) struct HistoryTables {
    /// Number of times the tables were aged.
    age: u32,
    /// One row per player.
    quiet: AgingRows,
    noisy: AgingRows,
    /// One row per target of the earlier move, indexed by the target of the current one.
    continuation: [AgingRows; 2],
    correction: Values,
    /// Indexed by the targets of the last two moves.
    moves_correction: Values,
}

impl HistoryTables {
    pub(crate) fn new<P: Tactics>() -> HistoryTables {
        HistoryTables {
            age: 0,
            quiet: AgingRows::new(MAX_PLAYERS, P::DANGERS * P::SLOTS),
            noisy: AgingRows::new(MAX_PLAYERS, P::NOISY_SLOTS),
            continuation: [(); 2].map(|()| AgingRows::new(P::TARGETS, P::TARGETS)),
            correction: Values::new(CORRECTED_PLAYERS * STRUCTURES * CORRECTIONS),
            moves_correction: Values::new(CORRECTIONS),
        }
    }

    /// Whether the tables have the dimensions of this game.
    pub(crate) fn fits<P: Tactics>(&self) -> bool {
        let sizes = (self.quiet.size, self.noisy.size, self.continuation[0].size);
        sizes == (P::DANGERS * P::SLOTS, P::NOISY_SLOTS, P::TARGETS)
    }

    /// Ages the tables for a new search: every stored score is halved.
    pub(crate) fn age(&mut self) {
        self.age += 1;
    }

    /// Selects the rows that apply to a player's quiet moves.
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

    /// Returns the history score of a noisy move.
    pub(crate) fn noisy<P: Tactics>(&self, position: &P, m: P::Move) -> i32 {
        let row = self.row(&self.noisy, position.turn().index());
        i32::from(row[position.noisy_slot(m)].get())
    }

    /// Adds a bonus (negative: malus) to all entries of a quiet move.
    pub(crate) fn update_quiet(&self, quiet: Quiet, continuation: Continuation, bonus: i32) {
        self.update_own(quiet, bonus);
        self.update_continuation(quiet, continuation, bonus);
    }

    /// Updates the butterfly history of a quiet move only.
    pub(crate) fn update_own(&self, quiet: Quiet, bonus: i32) {
        update(&self.row(&self.quiet, quiet.player.index())[quiet.slot], bonus);
    }

    /// Updates the continuation history of a quiet move only.
    pub(crate) fn update_continuation(&self, quiet: Quiet, continuation: Continuation, bonus: i32) {
        for (rows, before) in self.continuation.iter().zip(continuation.targets) {
            if let Some(before) = before {
                update(&self.row(rows, before)[quiet.target], bonus);
            }
        }
    }

    /// Adds a bonus or malus to a noisy move.
    pub(crate) fn update_noisy<P: Tactics>(&self, position: &P, m: P::Move, bonus: i32) {
        update(&self.row(&self.noisy, position.turn().index())[position.noisy_slot(m)], bonus);
    }

    /// Returns the correction of an evaluation, in hundredths of a piece. The sum is divided by the
    /// number of structures because each of them learns the whole error.
    pub(crate) fn correction(&self, player: Player, keys: &CorrectionKeys) -> i32 {
        let (mut sum, mut count) = (0, 0);
        for at in correction_indices(player, &keys.structures) {
            sum += self.correction.get(at);
            count += 1;
        }
        if let Some((moves, hundredths)) = keys.moves {
            sum += self.moves_correction.get(moves_index(moves)) * hundredths / 100;
        }
        2 * sum * keys.hundredths / (100 * CORRECTION_UNIT * (1 + count))
    }

    /// Records that a search score exceeded the raw evaluation by `error`.
    pub(crate) fn update_correction(
        &self,
        player: Player,
        keys: &CorrectionKeys,
        error: i32,
        depth: i32,
    ) {
        let weight = (depth + 1).min(16);
        let target = error * CORRECTION_UNIT;
        let mix = |values: &Values, at: usize| {
            let mixed = (values.get(at) * (256 - weight) + target * weight) / 256;
            values.set(at, mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT));
        };
        for at in correction_indices(player, &keys.structures) {
            mix(&self.correction, at);
        }
        if let Some((moves, _)) = keys.moves {
            mix(&self.moves_correction, moves_index(moves));
        }
    }
}

/// History rows that apply to the quiet moves of one node.
pub(crate) struct QuietHistory<'a> {
    own: &'a [Cell<i16>],
    /// Empty if there was no such earlier move.
    continuation: [&'a [Cell<i16>]; 2],
    /// Weight of the continuation history, in hundredths.
    weight: i32,
}

impl QuietHistory<'_> {
    /// Returns the history score of a quiet move.
    #[inline(always)]
    pub(crate) fn score<P: Tactics>(&self, position: &P, m: P::Move, threats: &P::Threats) -> i32 {
        let target = position.target(m);
        let value = |value: &Cell<i16>| i32::from(value.get());
        let [one, two] = self.continuation.map(|row| row.get(target).map_or(0, value));
        value(&self.own[slot(position, m, threats)]) + (one + two) * self.weight / 100
    }
}

/// Index of the correction for the targets of the last two moves.
fn moves_index([last, before]: [usize; 2]) -> usize {
    (before * 619 + last) % CORRECTIONS
}

/// Indices of the corrections for these structures.
fn correction_indices(player: Player, structures: &Structures) -> impl Iterator<Item = usize> {
    let of_player = player.index() % CORRECTED_PLAYERS * STRUCTURES;
    (of_player..).zip(structures).filter_map(|(nth, structure)| {
        structure.map(|structure| nth * CORRECTIONS + structure as usize % CORRECTIONS)
    })
}

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

/// Adds a bonus, reduced in proportion to the value (gravity), so that values stay within the limit.
fn update(value: &Cell<i16>, bonus: i32) {
    let now = i32::from(value.get());
    value.set((now + bonus - now * bonus.abs() / HISTORY_LIMIT) as i16);
}

/// Rows of values that are halved with age. A row is aged when it is next read, because ageing all
/// rows would take longer than a short search.
#[derive(Debug)]
struct AgingRows {
    size: usize,
    values: Values,
    /// Age at which each row was last brought up to date.
    ages: Vec<Cell<u32>>,
}

impl AgingRows {
    fn new(rows: usize, size: usize) -> AgingRows {
        AgingRows { size, values: Values::new(rows * size), ages: vec![Cell::new(0); rows] }
    }

    /// Returns the `nth` row, brought up to `age`.
    #[inline]
    fn row(&self, nth: usize, age: u32) -> &[Cell<i16>] {
        let row = &self.values.0[nth * self.size..(nth + 1) * self.size];
        if self.ages[nth].get() != age {
            fade(row, age - self.ages[nth].replace(age));
        }
        row
    }
}

/// Halves the values `times` times, rounding towards 0.
#[cold]
fn fade(row: &[Cell<i16>], times: u32) {
    let divisor = 1 << times.min(15);
    for value in row {
        value.set((i32::from(value.get()) / divisor) as i16);
    }
}
