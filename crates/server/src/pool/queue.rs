//! Who thinks next, for how long, and who gives way. No threads, no clock and no search here:
//! whoever has them says what the time is and does what the queue decides.
//!
//! The policy:
//!
//! 1. There are three classes ([`Class`]): what a person at the table waits for goes before what
//!    somebody only watches, and that before what nobody watches.
//! 2. Within a class people take turns, however much each of them has waiting.
//! 3. What waits takes a thread from what runs in a class below; in the same class an analysis
//!    gives way to another person after [`SLICE`]. What a person at the table waits for is
//!    never cut.
//! 4. Who is cut has had [`LEAST`] at least. A move of computers among themselves then counts as
//!    far as it was thought about; everything else goes on later for the rest of its time.
//! 5. What goes on later gets all of its time. The time of everything else is shared with those
//!    ahead: other people who wait, and what more waits for the same person. With as many of them
//!    as there are threads it is half, with twice as many a third.
//! 6. No class is forgotten: after [`PATIENCE`] jobs of the classes above, one of a class that
//!    waits gets a turn of [`TURN`] that nobody cuts. What nobody watches has one thread at most.
//! 7. A person may have [`MOST_OF_ONE`] jobs waiting in a class.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use thiserror::Error;

use super::rota::Rota;

/// Nobody who begins gets less than this.
pub(super) const LEAST: Duration = Duration::from_millis(30);
/// An analysis gives way to another person of its class after this time.
pub(super) const SLICE: Duration = Duration::from_millis(500);
/// What was passed over for long gets this much that nobody cuts.
pub(super) const TURN: Duration = Duration::from_millis(200);
/// After so many jobs of the classes above a class gets a turn.
pub(super) const PATIENCE: u32 = 8;
/// Jobs of one person that may wait in a class.
pub(crate) const MOST_OF_ONE: usize = 64;
/// Jobs that may wait in a class.
pub(crate) const MOST: usize = 4_000;

/// How urgent a job is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A person at the table waits for it.
    Awaited,
    /// Somebody watches: games of computers, analyses.
    Watched,
    /// Nobody is there.
    Unwatched,
}

impl Class {
    const ALL: [Class; 3] = [Class::Awaited, Class::Watched, Class::Unwatched];

    fn and_above(self) -> &'static [Class] {
        &Class::ALL[..=self as usize]
    }

    fn below(self) -> &'static [Class] {
        &Class::ALL[self as usize + 1..]
    }
}

/// For whom a job is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// How urgent it is.
    pub class: Class,
    /// The person whose turn it takes: the host of a game, whoever wants an analysis.
    pub person: String,
    /// Does it go on later when it has to give way? Otherwise it ends there.
    pub resumes: bool,
}

/// Why a job is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// Too much waits already.
    #[error("all computers are busy")]
    Full,
    /// Too much of the same person waits already.
    #[error("too much of one person waits")]
    TooManyOfOne,
    /// The computers are being switched off.
    #[error("the computers are being switched off")]
    Closing,
}

/// A job whose turn it is.
pub(super) struct Turn<T> {
    pub(super) number: u64,
    pub(super) job: T,
    /// How much of its time it gets.
    pub(super) share: f64,
}

/// How a turn ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) claim: Claim,
    /// It had to give way.
    pub(super) cut: bool,
    /// Nobody wants the answer any more.
    pub(super) unwanted: bool,
}

/// What became of a job that is no longer wanted.
pub(super) enum Withdrawn<T> {
    /// It had to wait, and waits no longer.
    Waited(T),
    /// It runs: it should be stopped.
    Runs,
    /// It has ended before.
    Gone,
}

struct Waiting<T> {
    resumes: bool,
    job: T,
}

struct Running {
    number: u64,
    claim: Claim,
    begun: Duration,
    /// Until then nobody cuts it.
    safe_until: Duration,
    cut: bool,
    unwanted: bool,
}

impl Running {
    /// From when on it gives way to somebody who waits in this class; `None` for never.
    fn yields_from(&self, class: Class) -> Option<Duration> {
        if self.claim.class > class {
            Some(self.safe_until)
        } else if self.claim.class == class && class != Class::Awaited && self.claim.resumes {
            Some(self.safe_until.max(self.begun + SLICE))
        } else {
            None
        }
    }
}

/// Jobs that wait and jobs that run, on so many threads. Times are since the same moment.
pub(super) struct Queue<T> {
    threads: usize,
    last_number: u64,
    classes: [Rota<Waiting<T>>; 3],
    /// For each class: how many jobs of those above were taken while it waited.
    passed_over: [u32; 3],
    running: Vec<Running>,
}

impl<T> Queue<T> {
    pub(super) fn new(threads: usize) -> Queue<T> {
        Queue {
            threads,
            last_number: 0,
            classes: Default::default(),
            passed_over: [0; 3],
            running: Vec::new(),
        }
    }

    fn rota(&self, class: Class) -> &Rota<Waiting<T>> {
        &self.classes[class as usize]
    }

    fn rota_mut(&mut self, class: Class) -> &mut Rota<Waiting<T>> {
        &mut self.classes[class as usize]
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.classes.iter().map(Rota::waiting).sum()
    }

    /// How many run.
    pub(super) fn running(&self) -> usize {
        self.running.len()
    }

    /// Is there room for a job?
    pub(super) fn room(&self, claim: &Claim) -> Result<(), Refused> {
        let rota = self.rota(claim.class);
        if rota.waiting_for(&claim.person) >= MOST_OF_ONE {
            return Err(Refused::TooManyOfOne);
        }
        if rota.waiting() >= MOST {
            return Err(Refused::Full);
        }
        Ok(())
    }

    /// Takes a job in; its number.
    pub(super) fn push(&mut self, claim: &Claim, job: T) -> Result<u64, Refused> {
        self.room(claim)?;
        self.last_number += 1;
        let number = self.last_number;
        let waiting = Waiting { resumes: claim.resumes, job };
        self.rota_mut(claim.class).push(&claim.person, number, waiting);
        Ok(number)
    }

    /// The next job, for a thread that has nothing to do.
    pub(super) fn take(&mut self, now: Duration) -> Option<Turn<T>> {
        let overdue =
            Class::Awaited.below().iter().copied().find(|&class| {
                self.is_ready(class) && self.passed_over[class as usize] >= PATIENCE
            });
        let ready = || Class::ALL.into_iter().find(|&class| self.is_ready(class));
        let class = overdue.or_else(ready)?;
        let (person, number, Waiting { resumes, job }) = self.rota_mut(class).next()?;
        self.passed_over[class as usize] = 0;
        for &below in class.below() {
            let waits = self.rota(below).waiting() > 0;
            let passed_over = &mut self.passed_over[below as usize];
            *passed_over = if waits { *passed_over + 1 } else { 0 };
        }
        let others: usize =
            class.and_above().iter().map(|&class| self.rota(class).others(&person)).sum();
        let ahead = others + self.rota(class).waiting_for(&person);
        let shared = class == Class::Awaited || !resumes;
        let share = if shared { 1.0 / (1.0 + ahead as f64 / self.threads as f64) } else { 1.0 };
        self.running.push(Running {
            number,
            claim: Claim { class, person, resumes },
            begun: now,
            safe_until: now + if overdue.is_some() { TURN } else { LEAST },
            cut: false,
            unwanted: false,
        });
        Some(Turn { number, job, share })
    }

    /// Does something wait in the class that may run?
    fn is_ready(&self, class: Class) -> bool {
        self.rota(class).waiting() > 0 && !(class == Class::Unwatched && self.has_unwatched())
    }

    fn has_unwatched(&self) -> bool {
        self.running.iter().any(|running| running.claim.class == Class::Unwatched)
    }

    /// The job runs no longer.
    pub(super) fn end(&mut self, number: u64) -> Option<Ended> {
        let place = self.running.iter().position(|running| running.number == number)?;
        let Running { claim, cut, unwanted, .. } = self.running.swap_remove(place);
        Some(Ended { claim, cut, unwanted })
    }

    /// A job that had to give way waits for its next turn. There is always room for it.
    pub(super) fn put_back(&mut self, number: u64, claim: &Claim, job: T) {
        let waiting = Waiting { resumes: claim.resumes, job };
        self.rota_mut(claim.class).put_back(&claim.person, number, waiting);
    }

    /// The job is no longer wanted.
    pub(super) fn withdraw(&mut self, number: u64, person: &str) -> Withdrawn<T> {
        if let Some(running) = self.find_running(number) {
            running.unwanted = true;
            return Withdrawn::Runs;
        }
        let waited = self.classes.iter_mut().find_map(|rota| rota.remove(person, number));
        waited.map_or(Withdrawn::Gone, |waiting| Withdrawn::Waited(waiting.job))
    }

    /// The job belongs to this class from now on: somebody came, or everybody went.
    pub(super) fn reclass(&mut self, number: u64, person: &str, class: Class) {
        if let Some(running) = self.find_running(number) {
            running.claim.class = class;
            return;
        }
        let waited = self.classes.iter_mut().find_map(|rota| rota.remove(person, number));
        if let Some(waiting) = waited {
            self.rota_mut(class).push(person, number, waiting);
        }
    }

    fn find_running(&mut self, number: u64) -> Option<&mut Running> {
        self.running.iter_mut().find(|running| running.number == number)
    }

    /// Which of those that run have to give way now to those that wait; each is named once.
    pub(super) fn cut(&mut self, now: Duration) -> Vec<u64> {
        let stay = self.running.iter().filter(|running| !running.cut).count();
        let mut free = self.threads.saturating_sub(stay);
        let mut named = Vec::new();
        for class in Class::ALL {
            let waiting = self.rota(class).waiting();
            // A second one of these gets no thread, even if one is free.
            let usable = if class == Class::Unwatched && self.has_unwatched() { 0 } else { free };
            let served = waiting.min(usable);
            free -= served;
            for _ in served..waiting {
                let Some(place) = self.first_to_yield(class, now) else { break };
                self.running[place].cut = true;
                named.push(self.running[place].number);
            }
        }
        named
    }

    /// Who gives way to somebody in this class: the least urgent, and of those who is at it for
    /// longest.
    fn first_to_yield(&self, class: Class, now: Duration) -> Option<usize> {
        let candidates = self.running.iter().enumerate().filter(|(_, running)| {
            let due = running.yields_from(class).is_some_and(|from| from <= now);
            due && !running.cut && self.waits_for(running, class)
        });
        let order = |running: &Running| (running.claim.class, std::cmp::Reverse(running.begun));
        candidates.max_by_key(|(_, running)| order(running)).map(|(place, _)| place)
    }

    /// Does somebody in this class wait for that thread? One's own turn is not waited for.
    fn waits_for(&self, running: &Running, class: Class) -> bool {
        let rota = self.rota(class);
        if running.claim.class == class {
            rota.others(&running.claim.person) > 0
        } else {
            rota.waiting() > 0
        }
    }

    /// When [`Queue::cut`] may have more to say even if nothing else happens.
    pub(super) fn next_cut(&self, now: Duration) -> Option<Duration> {
        let staying = self.running.iter().filter(|running| !running.cut);
        let times = staying.flat_map(|running| {
            let waited_for = Class::ALL.into_iter().filter(|&c| self.waits_for(running, c));
            waited_for.filter_map(|class| running.yields_from(class))
        });
        times.filter(|&time| time > now).min()
    }

    /// Gives back everything that waits.
    pub(super) fn drain(&mut self) -> Vec<T> {
        let rest = self.classes.iter_mut().flat_map(|rota| std::iter::from_fn(|| rota.next()));
        rest.map(|(_, _, waiting)| waiting.job).collect()
    }
}

#[cfg(test)]
mod tests;
