//! The computers: a fixed number of threads of their own, never those of the runtime.
//!
//! - `queue`: whose turn it is, for how long, and who gives way: the policy is stated there;
//! - `rota`: people who take turns;
//! - `task`: a job and its turns;
//! - here: the threads, and a clock that ends turns.

mod queue;
mod rota;
mod task;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use agon_games::{Searcher, Thought};

pub use self::queue::{Claim, Class, Refused};
use self::queue::{Ended, Queue, Turn, Withdrawn};
pub(crate) use self::queue::{MOST, MOST_OF_ONE};
use self::task::Task;
pub use self::task::{Answer, Job, Sort};
use crate::secrets::random_u64;

/// Megabytes of memory for each thread.
const MEMORY: usize = 16;

/// What all threads see.
struct Desk {
    queue: Queue<Task>,
    /// The stop flags of the jobs that run.
    flags: HashMap<u64, Arc<AtomicBool>>,
    /// When the clock will look again.
    alarm: Option<Duration>,
    /// Memories that are kept for jobs that go on later, at most one for each thread. Those
    /// beyond that begin anew, with nothing but their best lines.
    kept: usize,
    done: u64,
    closing: bool,
}

struct Shared {
    desk: Mutex<Desk>,
    /// There is something to do.
    wake: Condvar,
    /// The clock has to look earlier.
    tick: Condvar,
    threads: usize,
    begun: Instant,
}

/// The threads with their queue.
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
}

/// What one keeps of a job that was handed in.
#[derive(Clone)]
pub struct Ticket {
    pool: Pool,
    number: u64,
    person: String,
}

/// How the pool is doing, for the metrics.
#[derive(Clone, Copy, Debug)]
pub struct PoolState {
    /// Jobs that wait.
    pub waiting: usize,
    /// Threads that think.
    pub busy: usize,
    /// Jobs done so far.
    pub done: u64,
}

impl Pool {
    /// Starts so many threads.
    #[must_use]
    pub fn start(threads: usize) -> Pool {
        let threads = threads.max(1);
        let desk = Desk {
            queue: Queue::new(threads),
            flags: HashMap::new(),
            alarm: None,
            kept: 0,
            done: 0,
            closing: false,
        };
        let shared = Arc::new(Shared {
            desk: Mutex::new(desk),
            wake: Condvar::new(),
            tick: Condvar::new(),
            threads,
            begun: Instant::now(),
        });
        let spawn = |name: String, run: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            if let Err(error) = thread::Builder::new().name(name).spawn(move || run(&shared)) {
                tracing::error!(%error, "cannot start a thread for computers");
            }
        };
        for number in 0..threads {
            spawn(format!("computer-{number}"), Shared::work);
        }
        spawn("computer-clock".into(), Shared::keep_time);
        Pool { shared }
    }

    /// Takes the job in, or says why not.
    pub fn submit(&self, job: Job) -> Result<Ticket, Refused> {
        self.go_on(job, None).map_err(|(refused, _)| refused)
    }

    /// Takes a job in that was begun elsewhere, with what was found there. One that is refused is
    /// given back.
    pub(crate) fn go_on(
        &self,
        job: Job,
        so_far: Option<Thought>,
    ) -> Result<Ticket, (Refused, Box<Job>)> {
        let claim = job.claim.clone();
        let mut desk = self.shared.lock();
        let room = if desk.closing { Err(Refused::Closing) } else { desk.queue.room(&claim) };
        if let Err(refused) = room {
            return Err((refused, Box::new(job)));
        }
        let number = desk.queue.push(&claim, Task::new(job, so_far));
        let number = number.expect("there was room");
        self.shared.arrange(&mut desk);
        drop(desk);
        self.shared.wake.notify_one();
        Ok(Ticket { pool: self.clone(), number, person: claim.person })
    }

    /// How it is doing.
    #[must_use]
    pub fn state(&self) -> PoolState {
        let desk = self.shared.lock();
        PoolState { waiting: desk.queue.waiting(), busy: desk.queue.running(), done: desk.done }
    }

    /// Ends the threads. Whatever waits or runs is dropped without an answer.
    pub fn close(&self) {
        let mut desk = self.shared.lock();
        desk.closing = true;
        let dropped = desk.queue.drain();
        for stop in desk.flags.values() {
            stop.store(true, Ordering::Relaxed);
        }
        drop(desk);
        drop(dropped);
        self.shared.wake.notify_all();
        self.shared.tick.notify_all();
    }
}

impl Ticket {
    /// The answer is no longer wanted: the job ends at once.
    pub fn stop(&self) {
        let mut desk = self.pool.shared.lock();
        match desk.queue.withdraw(self.number, &self.person) {
            Withdrawn::Waited(task) => {
                desk.kept -= usize::from(task.memory.is_some());
                drop(desk);
                (task.job.done)(Answer::Stopped(task.so_far));
            }
            Withdrawn::Runs => desk.stop(self.number),
            Withdrawn::Gone => {}
        }
    }

    /// From now on the job is more or less urgent.
    pub fn reclass(&self, class: Class) {
        let mut desk = self.pool.shared.lock();
        desk.queue.reclass(self.number, &self.person, class);
        self.pool.shared.arrange(&mut desk);
        drop(desk);
        self.pool.shared.wake.notify_one();
    }
}

impl Desk {
    fn stop(&self, number: u64) {
        if let Some(stop) = self.flags.get(&number) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Desk> {
        // A panic while the lock is held leaves a queue that is still a queue.
        self.desk.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Stops whoever has to give way, and sees to it that the clock looks in time.
    fn arrange(&self, desk: &mut Desk) {
        let now = self.now();
        for number in desk.queue.cut(now) {
            desk.stop(number);
        }
        let next = desk.queue.next_cut(now);
        if next.is_some_and(|next| desk.alarm.is_none_or(|alarm| next < alarm)) {
            desk.alarm = next;
            self.tick.notify_one();
        }
    }

    /// The clock: ends turns when their time has come.
    fn keep_time(&self) {
        let mut desk = self.lock();
        while !desk.closing {
            desk.alarm = None;
            self.arrange(&mut desk);
            let now = self.now();
            desk = match desk.alarm {
                Some(alarm) => {
                    let waited = self.tick.wait_timeout(desk, alarm.saturating_sub(now));
                    waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0
                }
                None => self.tick.wait(desk).unwrap_or_else(|poisoned| poisoned.into_inner()),
            };
        }
    }

    /// A computer.
    fn work(&self) {
        let mut searcher = Searcher::new(MEMORY, random_u64());
        // What the searcher knows of.
        let mut known = String::new();
        while let Some(Turn { number, job: mut task, share }) = self.take() {
            match task.memory.take() {
                Some(memory) => searcher = memory,
                None if task.job.key != known => searcher.clear(),
                None => {}
            }
            known.clone_from(&task.job.key);
            let found = task.think(share, &mut searcher);
            if found.is_none() {
                searcher = Searcher::new(MEMORY, random_u64());
            }
            self.finish(number, task, found, &mut searcher);
        }
    }

    /// The next job.
    fn take(&self) -> Option<Turn<Task>> {
        let mut desk = self.lock();
        while !desk.closing {
            if let Some(turn) = desk.queue.take(self.now()) {
                desk.flags.insert(turn.number, Arc::clone(&turn.job.stop));
                desk.kept -= usize::from(turn.job.memory.is_some());
                self.arrange(&mut desk);
                return Some(turn);
            }
            desk = self.wake.wait(desk).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        None
    }

    /// Tells what was found, or puts the job back until its next turn.
    fn finish(&self, number: u64, mut task: Task, found: Option<Thought>, searcher: &mut Searcher) {
        let mut desk = self.lock();
        desk.flags.remove(&number);
        let ended = desk.queue.end(number);
        if desk.closing {
            return;
        }
        let answer = match (found, ended) {
            (None, _) => Answer::Failed,
            (Some(thought), Some(Ended { unwanted: true, .. })) => Answer::Stopped(Some(thought)),
            (Some(thought), Some(Ended { cut: true, claim, .. }))
                if claim.resumes && task.has_time_after(&thought) =>
            {
                task.so_far = Some(thought);
                if desk.kept < self.threads {
                    desk.kept += 1;
                    let fresh = Searcher::new(MEMORY, random_u64());
                    task.memory = Some(std::mem::replace(searcher, fresh));
                }
                task.stop.store(false, Ordering::Relaxed);
                desk.queue.put_back(number, &claim, task);
                return;
            }
            (Some(thought), _) => Answer::Thought(thought),
        };
        desk.done += 1;
        drop(desk);
        (task.job.done)(answer);
    }
}

#[cfg(test)]
mod tests;
