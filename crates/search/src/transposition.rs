//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use agon_tactics::Tactics;

use crate::Score;
use crate::history::HistoryTables;

/// A table of fixed size. The key is stored XORed with the data, so that entries torn by concurrent
/// writes do not match. The highest key bits select the bucket and are not stored.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
    /// History tables of the last search, one per thread.
    histories: Mutex<Vec<HistoryTables>>,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    /// 48 bits of key XOR data, 16 bits of static evaluation.
    check: AtomicU64,
    data: AtomicU64,
}

const CHECKED: u64 = (1 << 48) - 1;

impl Slot {
    /// Returns the data and the evaluation of an entry with this key.
    #[inline]
    fn load(&self, key: u64) -> Option<(u64, i16)> {
        let data = self.data.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        let matches = data != 0 && (check ^ data ^ key) & CHECKED == 0;
        matches.then_some((data, (check >> 48) as u16 as i16))
    }
}

/// Type of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Upper,
    Lower,
    Exact,
}

impl Bound {
    /// Returns the bound that a score in this window represents.
    pub(crate) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// A stored search result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Id of the best move.
    pub(crate) best: Option<u32>,
    pub(crate) score: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// Static evaluation before correction.
    pub(crate) eval: Option<i16>,
}

/// Number of ages, which wrap around.
const AGES: u8 = 32;
/// Encodes "no best move"; move ids are smaller.
const NO_MOVE: u32 = (1 << 24) - 1;
/// Encodes "not evaluated"; evaluations are greater.
const NO_EVAL: i16 = i16::MIN;

impl Entry {
    /// Layout: 24 bits move, 16 score, 8 depth, 2 bound, 5 age, and 1 bit that keeps data non-zero.
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

    fn unpack(data: u64, eval: i16) -> Entry {
        let best = data as u32 & NO_MOVE;
        Entry {
            best: (best != NO_MOVE).then_some(best),
            score: (data >> 24) as u16 as i16,
            depth: depth_of(data),
            bound: match data >> 48 & 3 {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
            eval: (eval != NO_EVAL).then_some(eval),
        }
    }

    /// Returns the score, relative to `ply`, if it causes a cutoff in this window.
    pub(crate) fn cutoff(&self, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
        let score = Score::from_table(self.score, ply);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        decides.then_some(score)
    }
}

fn depth_of(data: u64) -> u8 {
    (data >> 40) as u8
}

fn age_of(data: u64) -> u8 {
    (data >> 50) as u8 % AGES
}

impl TranspositionTable {
    /// Creates a table of about `megabytes`.
    #[must_use]
    pub fn new(megabytes: usize) -> TranspositionTable {
        let count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::with_capacity(count);
        ask_for_large_pages(&buckets);
        buckets.resize_with(count, Bucket::default);
        TranspositionTable { buckets, age: AtomicU8::new(0), histories: Mutex::default() }
    }

    /// Removes all entries and history.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.histories = Mutex::default();
    }

    /// Takes the aged history tables of the last search, or empty ones, for `threads` threads.
    pub(crate) fn take_histories<P: Tactics>(&self, threads: usize) -> Vec<HistoryTables> {
        let mut kept = self.histories.lock().unwrap_or_else(PoisonError::into_inner);
        let mut histories = std::mem::take(&mut *kept);
        histories.retain(HistoryTables::fits::<P>);
        histories.iter_mut().for_each(HistoryTables::age);
        histories.resize_with(threads, HistoryTables::new::<P>);
        histories
    }

    /// Stores the history tables for the next search.
    pub(crate) fn keep_histories(&self, histories: Vec<HistoryTables>) {
        *self.histories.lock().unwrap_or_else(PoisonError::into_inner) = histories;
    }

    /// Starts a new search: older entries are replaced first.
    pub(crate) fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Share of entries from the current search, in thousandths.
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

    /// Prefetches the bucket of this key.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: a prefetch has no effect on memory; the address is that of a reference.
            #[allow(unsafe_code, reason = "prefetch has no safe interface")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let found = self.bucket(key).0.iter().find_map(|slot| slot.load(key));
        found.map(|(data, eval)| Entry::unpack(data, eval))
    }

    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in &self.bucket(key).0 {
            if let Some((data, eval)) = slot.load(key) {
                // Keep a much deeper entry of the same position and search.
                let old = Entry::unpack(data, eval);
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
            let data = slot.data.load(Ordering::Relaxed);
            let stale = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { i32::from(depth_of(data)) - 4 * stale };
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = worst {
            let data = entry.pack(age);
            let eval = u64::from(entry.eval.unwrap_or(NO_EVAL) as u16);
            slot.check.store((key ^ data) & CHECKED | eval << 48, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }
}

/// Requests huge pages for the table: accesses are random, and TLB misses cost more than the reads.
fn ask_for_large_pages(space: &Vec<Bucket>) {
    #[cfg(target_os = "linux")]
    {
        const LARGE: usize = 2 << 20;
        let start = space.as_ptr().addr().next_multiple_of(LARGE);
        let end = space.as_ptr().addr() + space.capacity() * size_of::<Bucket>();
        if start < end {
            let aligned = space.as_ptr().with_addr(start).cast_mut();
            // SAFETY: the range lies within the allocation of the vector; the advice changes no
            // contents.
            #[allow(unsafe_code, reason = "madvise has no safe interface")]
            unsafe {
                libc::madvise(aligned.cast(), end - start, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = space;
}
