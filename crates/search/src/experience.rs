//! What a search has learned about moves while searching: which ones refuted others.

use std::sync::atomic::{AtomicI16, Ordering};

use agon_core::{MAX_PLAYERS, Player};
use agon_tactics::Tactics;

/// Values stay within this.
const LIMIT: i32 = 16_384;
/// Corrections of judgements stay within this, in parts of a hundredth of a man.
const CORRECTION_LIMIT: i32 = 1 << 14;
const CORRECTION_UNIT: i32 = 128;
const CORRECTIONS: usize = 1 << 14;

/// Two moves in a row: what was played so many plies before.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Before {
    pub(crate) one: Option<usize>,
    pub(crate) two: Option<usize>,
}

/// What all threads of a search have learned. Two that learn about the same move at once may
/// lose one of the two lessons, which does no harm.
#[derive(Debug)]
pub(crate) struct Experience {
    slots: usize,
    targets: usize,
    quiet: Lessons,
    noisy: Lessons,
    /// Indexed by the target of an earlier move and the target of this one.
    replies: Lessons,
    follow_ups: Lessons,
    corrections: Lessons,
}

impl Experience {
    pub(crate) fn new<P: Tactics>() -> Experience {
        let pairs = P::TARGETS * P::TARGETS;
        Experience {
            slots: P::SLOTS,
            targets: P::TARGETS,
            quiet: Lessons::new(MAX_PLAYERS * P::SLOTS),
            noisy: Lessons::new(MAX_PLAYERS * P::TARGETS),
            replies: Lessons::new(pairs),
            follow_ups: Lessons::new(pairs),
            corrections: Lessons::new(MAX_PLAYERS * CORRECTIONS),
        }
    }

    /// Does it belong to games with this many slots and targets?
    pub(crate) fn fits<P: Tactics>(&self) -> bool {
        (self.slots, self.targets) == (P::SLOTS, P::TARGETS)
    }

    /// A new position is searched: what was learned about earlier ones counts half.
    pub(crate) fn fade(&self) {
        let Experience { quiet, noisy, replies, follow_ups, .. } = self;
        for table in [quiet, noisy, replies, follow_ups] {
            (0..table.0.len()).for_each(|at| table.set(at, table.get(at) / 2));
        }
    }

    /// How promising a quiet move is.
    pub(crate) fn quiet<P: Tactics>(&self, position: &P, m: P::Move, before: Before) -> i32 {
        let target = position.target(m);
        let pair = |table: &Lessons, earlier: Option<usize>| {
            earlier.map_or(0, |earlier| table.get(earlier * self.targets + target))
        };
        let own = self.quiet.get(position.turn().index() * self.slots + position.slot(m));
        own + pair(&self.replies, before.one) + pair(&self.follow_ups, before.two)
    }

    /// How promising a noisy move is, besides what it wins.
    pub(crate) fn noisy<P: Tactics>(&self, position: &P, m: P::Move) -> i32 {
        self.noisy.get(position.turn().index() * self.targets + position.target(m))
    }

    /// A quiet move turned out good (`bonus` above 0) or bad.
    pub(crate) fn learn_quiet<P: Tactics>(
        &self,
        position: &P,
        m: P::Move,
        before: Before,
        bonus: i32,
    ) {
        let target = position.target(m);
        let own = position.turn().index() * self.slots + position.slot(m);
        self.quiet.pull(own, bonus);
        if let Some(earlier) = before.one {
            self.replies.pull(earlier * self.targets + target, bonus);
        }
        if let Some(earlier) = before.two {
            self.follow_ups.pull(earlier * self.targets + target, bonus);
        }
    }

    /// A noisy move turned out good or bad.
    pub(crate) fn learn_noisy<P: Tactics>(&self, position: &P, m: P::Move, bonus: i32) {
        let at = position.turn().index() * self.targets + position.target(m);
        self.noisy.pull(at, bonus);
    }

    /// How far judgements of positions like this one were off, in hundredths of a man.
    pub(crate) fn correction(&self, player: Player, structure: u64) -> i32 {
        self.corrections.get(correction_at(player, structure)) / CORRECTION_UNIT
    }

    /// A search found `error` more than the judgement.
    pub(crate) fn learn_correction(&self, player: Player, structure: u64, error: i32, depth: i32) {
        let at = correction_at(player, structure);
        let weight = (depth + 1).min(16);
        let wanted = error * CORRECTION_UNIT;
        let mixed = (self.corrections.get(at) * (256 - weight) + wanted * weight) / 256;
        self.corrections.set(at, mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT));
    }
}

fn correction_at(player: Player, structure: u64) -> usize {
    player.index() * CORRECTIONS + structure as usize % CORRECTIONS
}

/// Numbers of 16 bits that all threads may read and write.
#[derive(Debug)]
struct Lessons(Vec<AtomicI16>);

impl Lessons {
    fn new(count: usize) -> Lessons {
        Lessons((0..count).map(|_| AtomicI16::new(0)).collect())
    }

    #[inline]
    fn get(&self, at: usize) -> i32 {
        i32::from(self.0[at].load(Ordering::Relaxed))
    }

    #[inline]
    fn set(&self, at: usize, value: i32) {
        self.0[at].store(value as i16, Ordering::Relaxed);
    }

    /// Moves a value towards its limit by a share of what is left, so that it never overflows.
    fn pull(&self, at: usize, bonus: i32) {
        let now = self.get(at);
        self.set(at, now + bonus - now * bonus.abs() / LIMIT);
    }
}
