//! What was found out about positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::Score;

/// A table of fixed size. Two threads may write the same place at once: the key is stored
/// mixed with the data, so that a torn entry does not match and is ignored.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Upper,
    Lower,
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The id of the best move.
    pub(crate) best: Option<u32>,
    pub(crate) score: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

/// Ages are counted modulo this.
const AGES: u8 = 32;
/// Stored for "no best move"; ids of moves stay below.
const NO_MOVE: u32 = (1 << 24) - 1;

impl Entry {
    /// 24 bits move, 16 score, 8 depth, 2 bound, 5 age, 1 so that data is never 0.
    fn pack(self, age: u8) -> u64 {
        let best = self.best.unwrap_or(NO_MOVE) & NO_MOVE;
        let bound = match self.bound {
            Bound::Upper => 0,
            Bound::Lower => 1,
            Bound::Exact => 2,
        };
        u64::from(best)
            | u64::from(self.score as u16) << 24
            | u64::from(self.depth) << 40
            | bound << 48
            | u64::from(age) << 50
            | 1 << 55
    }

    fn unpack(data: u64) -> Entry {
        let best = data as u32 & NO_MOVE;
        Entry {
            best: (best != NO_MOVE).then_some(best),
            score: (data >> 24) as u16 as i16,
            depth: (data >> 40) as u8,
            bound: match data >> 48 & 3 {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 50) as u8 % AGES
}

impl Table {
    /// A table of about so many megabytes.
    #[must_use]
    pub fn new(megabytes: usize) -> Table {
        let count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// A new search begins: older entries may go first.
    pub(crate) fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// How full it is with entries of this search, in thousandths.
    #[must_use]
    pub fn fullness(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let fresh = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        sample.filter(fresh).count()
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let matches = data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key;
            matches.then(|| Entry::unpack(data))
        })
    }

    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let old = Entry::unpack(data);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                // Knowledge of the same position is replaced unless it is much deeper.
                let keep = entry.bound != Bound::Exact
                    && u16::from(entry.depth) + 3 < u16::from(old.depth)
                    && age_of(data) == age;
                if keep {
                    return;
                }
                entry.best = entry.best.or(old.best);
                worst = Some((slot, i32::MIN));
                break;
            }
            let stale = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { i32::from(old.depth) - 4 * stale };
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = worst {
            let data = entry.pack(age);
            slot.check.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }
}

/// What a stored score says for this window: the value, if it decides.
pub(crate) fn cutoff(entry: &Entry, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
    let score = Score::seen_at(entry.score, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    decides.then_some(score)
}
