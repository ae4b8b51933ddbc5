//! Messages from NATS that were dropped, by reason.

use std::array;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::metrics::Number;

/// Dropped messages are logged at most this often.
const PAUSE: Duration = Duration::from_secs(60);

/// Why a message is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// Its authentication code is wrong: not from this site, changed, or moved to another subject.
    Forged,
    /// It was sent too long ago, or is from the future.
    Old,
    /// It was received before.
    Replayed,
    /// It is too large.
    Oversized,
    /// It is authentic, but its content cannot be parsed: perhaps from another version.
    Unreadable,
    /// The answer of a worker to a job that is not out.
    Unexpected,
    /// The answer of a worker with an illegal move.
    Illegal,
}

impl Refusal {
    pub(crate) const ALL: [Refusal; 7] = [
        Refusal::Forged,
        Refusal::Old,
        Refusal::Replayed,
        Refusal::Oversized,
        Refusal::Unreadable,
        Refusal::Unexpected,
        Refusal::Illegal,
    ];

    /// Name in metrics and logs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Refusal::Forged => "forged",
            Refusal::Old => "old",
            Refusal::Replayed => "replayed",
            Refusal::Oversized => "oversized",
            Refusal::Unreadable => "unreadable",
            Refusal::Unexpected => "unexpected",
            Refusal::Illegal => "illegal",
        }
    }
}

/// Numbers of dropped messages.
#[derive(Default)]
pub(crate) struct Refusals {
    counts: [Number; Refusal::ALL.len()],
    /// When they were logged, and the numbers then.
    logged: Mutex<Option<(Instant, [u64; Refusal::ALL.len()])>>,
}

impl Refusals {
    pub(crate) fn get(&self, refusal: Refusal) -> u64 {
        self.counts[refusal as usize].get()
    }

    #[cfg(test)]
    pub(crate) fn all(&self) -> u64 {
        self.counts.iter().map(Number::get).sum()
    }

    /// Counts a dropped message, and logs from time to time how many there were.
    pub(crate) fn count(&self, refusal: Refusal) {
        self.counts[refusal as usize].add(1);
        // A worker that answers a moment late is no attack.
        if refusal == Refusal::Unexpected {
            return;
        }
        // No invariant spans the lock, so poisoning is ignored.
        let mut logged = self.logged.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if logged.is_some_and(|(at, _)| at.elapsed() < PAUSE) {
            return;
        }
        let now: [u64; Refusal::ALL.len()] = array::from_fn(|place| self.counts[place].get());
        let before = logged.map_or([0; Refusal::ALL.len()], |(_, before)| before);
        *logged = Some((Instant::now(), now));
        drop(logged);
        let new = Refusal::ALL.into_iter().filter(|&one| now[one as usize] > before[one as usize]);
        let new =
            new.map(|one| format!("{} {}", now[one as usize] - before[one as usize], one.name()));
        let dropped = new.collect::<Vec<_>>().join(", ");
        tracing::warn!(
            dropped,
            "messages from NATS were dropped; is somebody else on it, or are the clocks or worker keys different?"
        );
    }
}
