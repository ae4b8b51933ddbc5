//! What was counted, and what went wrong.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Shared by everybody who plays.
#[derive(Default)]
pub(crate) struct Tally {
    /// Actions that the server has confirmed.
    pub(crate) confirmed: AtomicUsize,
    /// Actions that it has refused because it could not store them.
    pub(crate) refused: AtomicUsize,
    /// Actions whose answer was lost with the connection.
    pub(crate) unsure: AtomicUsize,
    /// Actions that were repeated because nobody had answered.
    pub(crate) repeated: AtomicUsize,
    /// Times that somebody had to come back.
    pub(crate) returns: AtomicUsize,
    lost: AtomicUsize,
    doubled: AtomicUsize,
    faults: Mutex<Vec<String>>,
}

/// What must never happen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// Something that was confirmed or told is not stored.
    Lost(usize),
    /// Something is stored that was refused, that nobody did, or that was done once only.
    Doubled(usize),
    /// Something else that a player would complain about.
    Other,
}

impl Tally {
    pub(crate) fn count(number: &AtomicUsize) {
        number.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn confirmed(&self) -> usize {
        self.confirmed.load(Ordering::Relaxed)
    }

    pub(crate) fn refused(&self) -> usize {
        self.refused.load(Ordering::Relaxed)
    }

    pub(crate) fn fault(&self, fault: Fault, text: String) {
        match fault {
            Fault::Lost(count) => drop(self.lost.fetch_add(count, Ordering::Relaxed)),
            Fault::Doubled(count) => drop(self.doubled.fetch_add(count, Ordering::Relaxed)),
            Fault::Other => {}
        }
        self.faults.lock().unwrap().push(text);
    }

    /// Fails the test if anything was wrong.
    pub(crate) fn must_be_clean(&self) {
        let faults = self.faults.lock().unwrap();
        for fault in faults.iter().take(20) {
            println!("fault: {fault}");
        }
        assert!(faults.is_empty(), "{} faults; {self}", faults.len());
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let get = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        write!(
            f,
            "{} actions confirmed, {} events lost, {} doubled or stored although refused; \
             {} actions refused; {} answers lost with {} connections; {} actions repeated",
            get(&self.confirmed),
            get(&self.lost),
            get(&self.doubled),
            get(&self.refused),
            get(&self.unsure),
            get(&self.returns),
            get(&self.repeated),
        )
    }
}
