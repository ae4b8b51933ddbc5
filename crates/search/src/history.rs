//! History heuristics: which moves were good elsewhere in the tree, and by how much static
//! evaluations were off.

use std::sync::atomic::{AtomicI16, Ordering};

use agon_core::{MAX_PLAYERS, Player};
use agon_tactics::Tactics;

/// Scores of moves stay within this.
const LIMIT: i32 = 16_384;
/// Corrections of evaluations stay within this, in parts of a hundredth of a man.
const CORRECTION_LIMIT: i32 = 1 << 14;
const CORRECTION_UNIT: i32 = 128;
const CORRECTIONS: usize = 1 << 14;

/// The targets of the moves one ply and two plies before: what a move continues.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Continuation(pub(crate) [Option<usize>; 2]);

/// The tables of all threads of a search. Two that update the same place at once may lose one
/// of the two updates, which does no harm.
#[derive(Debug)]
pub(crate) struct HistoryTables {
    slots: usize,
    targets: usize,
    quiet: Values,
    noisy: Values,
    /// Indexed by the target of the move one ply, or two plies, before and the target of this
    /// one.
    continuation: [Values; 2],
    correction: Values,
}

impl HistoryTables {
    pub(crate) fn new<P: Tactics>() -> HistoryTables {
        HistoryTables {
            slots: P::SLOTS,
            targets: P::TARGETS,
            quiet: Values::new(MAX_PLAYERS * P::SLOTS),
            noisy: Values::new(MAX_PLAYERS * P::TARGETS),
            continuation: [(); 2].map(|()| Values::new(P::TARGETS * P::TARGETS)),
            correction: Values::new(MAX_PLAYERS * CORRECTIONS),
        }
    }

    /// Do they belong to games with this many slots and targets?
    pub(crate) fn fits<P: Tactics>(&self) -> bool {
        (self.slots, self.targets) == (P::SLOTS, P::TARGETS)
    }

    /// A new position is searched: what is known of moves in earlier ones counts half.
    pub(crate) fn age(&self) {
        let HistoryTables { quiet, noisy, continuation: [one, two], .. } = self;
        for values in [quiet, noisy, one, two] {
            (0..values.0.len()).for_each(|at| values.set(at, values.get(at) / 2));
        }
    }

    /// What is known of the quiet moves of a player.
    pub(crate) fn quiet(&self, player: Player, continuation: Continuation) -> QuietHistory<'_> {
        let row = |plies: usize| -> &[AtomicI16] {
            let before = continuation.0[plies];
            before.map_or(&[], |before| self.continuation[plies].row(before, self.targets))
        };
        QuietHistory {
            own: self.quiet.row(player.index(), self.slots),
            continuation: [row(0), row(1)],
        }
    }

    /// How promising a noisy move is, besides what it wins.
    pub(crate) fn noisy<P: Tactics>(&self, position: &P, m: P::Move) -> i32 {
        self.noisy.get(position.turn().index() * self.targets + position.target(m))
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
        self.quiet.update(position.turn().index() * self.slots + position.slot(m), bonus);
        for (values, before) in self.continuation.iter().zip(continuation.0) {
            if let Some(before) = before {
                values.update(before * self.targets + target, bonus);
            }
        }
    }

    /// A noisy move turned out good or bad.
    pub(crate) fn update_noisy<P: Tactics>(&self, position: &P, m: P::Move, bonus: i32) {
        self.noisy.update(position.turn().index() * self.targets + position.target(m), bonus);
    }

    /// How far evaluations of positions with this structure were off, in hundredths of a man.
    pub(crate) fn correction(&self, player: Player, structure: u64) -> i32 {
        self.correction.get(correction_at(player, structure)) / CORRECTION_UNIT
    }

    /// A search found `error` more than the evaluation.
    pub(crate) fn update_correction(&self, player: Player, structure: u64, error: i32, depth: i32) {
        let at = correction_at(player, structure);
        let weight = (depth + 1).min(16);
        let wanted = error * CORRECTION_UNIT;
        let mixed = (self.correction.get(at) * (256 - weight) + wanted * weight) / 256;
        self.correction.set(at, mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT));
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

fn correction_at(player: Player, structure: u64) -> usize {
    player.index() * CORRECTIONS + structure as usize % CORRECTIONS
}

/// Numbers of 16 bits that all threads may read and write.
#[derive(Debug)]
struct Values(Vec<AtomicI16>);

impl Values {
    fn new(count: usize) -> Values {
        Values((0..count).map(|_| AtomicI16::new(0)).collect())
    }

    /// The values of the `nth` of groups of this size.
    #[inline]
    fn row(&self, nth: usize, size: usize) -> &[AtomicI16] {
        &self.0[nth * size..(nth + 1) * size]
    }

    #[inline]
    fn get(&self, at: usize) -> i32 {
        i32::from(self.0[at].load(Ordering::Relaxed))
    }

    #[inline]
    fn set(&self, at: usize, value: i32) {
        self.0[at].store(value as i16, Ordering::Relaxed);
    }

    /// Moves a value towards its limit by a share of what is left (gravity), so that it never
    /// overflows.
    fn update(&self, at: usize, bonus: i32) {
        let now = self.get(at);
        self.set(at, now + bonus - now * bonus.abs() / LIMIT);
    }
}
