//! What a search has learned about moves while searching: which ones refuted others.

use agon_core::{MAX_PLAYERS, Player, Tactics};

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

/// The tables of one thread.
#[derive(Debug)]
pub(crate) struct Experience {
    slots: usize,
    targets: usize,
    quiet: Vec<i16>,
    noisy: Vec<i16>,
    /// Indexed by the target of an earlier move and the target of this one.
    replies: Vec<i16>,
    follow_ups: Vec<i16>,
    corrections: Vec<i16>,
}

impl Experience {
    pub(crate) fn new<P: Tactics>() -> Experience {
        let pairs = P::TARGETS * P::TARGETS;
        Experience {
            slots: P::SLOTS,
            targets: P::TARGETS,
            quiet: vec![0; MAX_PLAYERS * P::SLOTS],
            noisy: vec![0; MAX_PLAYERS * P::TARGETS],
            replies: vec![0; pairs],
            follow_ups: vec![0; pairs],
            corrections: vec![0; MAX_PLAYERS * CORRECTIONS],
        }
    }

    /// Does it belong to games with this many slots and targets?
    pub(crate) fn fits<P: Tactics>(&self) -> bool {
        (self.slots, self.targets) == (P::SLOTS, P::TARGETS)
    }

    /// A new position is searched: what was learned about earlier ones counts half.
    pub(crate) fn fade(&mut self) {
        let Experience { quiet, noisy, replies, follow_ups, .. } = self;
        for table in [quiet, noisy, replies, follow_ups] {
            table.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// How promising a quiet move is.
    pub(crate) fn quiet<P: Tactics>(&self, position: &P, m: P::Move, before: Before) -> i32 {
        let target = position.target(m);
        let pair = |table: &[i16], earlier: Option<usize>| {
            earlier.map_or(0, |earlier| i32::from(table[earlier * self.targets + target]))
        };
        let own = self.quiet[position.turn().index() * self.slots + position.slot(m)];
        i32::from(own) + pair(&self.replies, before.one) + pair(&self.follow_ups, before.two)
    }

    /// How promising a noisy move is, besides what it wins.
    pub(crate) fn noisy<P: Tactics>(&self, position: &P, m: P::Move) -> i32 {
        i32::from(self.noisy[position.turn().index() * self.targets + position.target(m)])
    }

    /// A quiet move turned out good (`bonus` above 0) or bad.
    pub(crate) fn learn_quiet<P: Tactics>(
        &mut self,
        position: &P,
        m: P::Move,
        before: Before,
        bonus: i32,
    ) {
        let target = position.target(m);
        let own = position.turn().index() * self.slots + position.slot(m);
        pull(&mut self.quiet[own], bonus);
        if let Some(earlier) = before.one {
            pull(&mut self.replies[earlier * self.targets + target], bonus);
        }
        if let Some(earlier) = before.two {
            pull(&mut self.follow_ups[earlier * self.targets + target], bonus);
        }
    }

    /// A noisy move turned out good or bad.
    pub(crate) fn learn_noisy<P: Tactics>(&mut self, position: &P, m: P::Move, bonus: i32) {
        let at = position.turn().index() * self.targets + position.target(m);
        pull(&mut self.noisy[at], bonus);
    }

    /// How far judgements of positions like this one were off, in hundredths of a man.
    pub(crate) fn correction(&self, player: Player, structure: u64) -> i32 {
        i32::from(self.corrections[correction_at(player, structure)]) / CORRECTION_UNIT
    }

    /// A search found `error` more than the judgement.
    pub(crate) fn learn_correction(
        &mut self,
        player: Player,
        structure: u64,
        error: i32,
        depth: i32,
    ) {
        let entry = &mut self.corrections[correction_at(player, structure)];
        let weight = (depth + 1).min(16);
        let wanted = error * CORRECTION_UNIT;
        let mixed = (i32::from(*entry) * (256 - weight) + wanted * weight) / 256;
        *entry = mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
    }
}

fn correction_at(player: Player, structure: u64) -> usize {
    player.index() * CORRECTIONS + structure as usize % CORRECTIONS
}

/// Moves a value towards its limit by a share of what is left, so that it never overflows.
fn pull(value: &mut i16, bonus: i32) {
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}
