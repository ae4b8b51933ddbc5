//! The computers: a fixed number of threads of their own, never those of the runtime.
//!
//! Games take turns: each has at most one move in the queue, and the queue is served in order.
//! Hints and analyses come after moves, but not never. The longer the queue, the less time
//! each gets; when moves wait, a running analysis is cut short.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use agon_games::{AnyMatch, Mind, Order, Thought};
use agon_search::Time;

use crate::secrets::random_u64;

/// Megabytes of memory for each thread.
const MEMORY: usize = 16;
/// Jobs that may wait.
const QUEUE: usize = 10_000;
/// Nobody gets less than this.
const LEAST: Duration = Duration::from_millis(30);
/// After so many moves in a row something else gets its turn.
const MOVES_IN_A_ROW: u32 = 4;

/// What a job is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move of a computer in a game.
    Move,
    /// A hint or an analysis for a person.
    Advice,
}

/// Something to think about.
pub struct Job {
    /// What for.
    pub purpose: Purpose,
    /// The game it belongs to: thoughts about the same game may help each other.
    pub key: String,
    /// The position.
    pub game: Box<dyn AnyMatch>,
    /// How to think, with the time that is allowed when nobody else waits.
    pub order: Order,
    /// Set when the answer is no longer wanted.
    pub stop: Arc<AtomicBool>,
    /// Hears of progress.
    pub report: Box<dyn FnMut(&Thought) + Send>,
    /// Gets the answer; `None` when the computer failed.
    pub done: Box<dyn FnOnce(Option<Thought>) + Send>,
}

#[derive(Default)]
struct Queue {
    moves: VecDeque<Job>,
    advice: VecDeque<Job>,
    moves_in_a_row: u32,
    closing: bool,
    /// The analyses that are running.
    running_advice: Vec<Arc<AtomicBool>>,
    idle: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    threads: usize,
    thought: AtomicU64,
    busy: AtomicUsize,
}

/// The threads with their queue.
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
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
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            wake: Condvar::new(),
            threads,
            thought: AtomicU64::new(0),
            busy: AtomicUsize::new(0),
        });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = format!("computer-{number}");
            let spawned = thread::Builder::new().name(name).spawn(move || shared.work());
            if let Err(error) = spawned {
                tracing::error!(%error, "cannot start a thread for computers");
            }
        }
        Pool { shared }
    }

    /// Takes the job, or gives it back when too many wait already.
    pub fn submit(&self, job: Job) -> Result<(), Box<Job>> {
        let mut queue = self.shared.lock();
        if queue.closing || queue.moves.len() + queue.advice.len() >= QUEUE {
            return Err(Box::new(job));
        }
        match job.purpose {
            Purpose::Move => {
                if queue.idle == 0 {
                    // Somebody waits for a move: an analysis has had its time.
                    if let Some(stop) = queue.running_advice.pop() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                queue.moves.push_back(job);
            }
            Purpose::Advice => queue.advice.push_back(job),
        }
        drop(queue);
        self.shared.wake.notify_one();
        Ok(())
    }

    /// How it is doing.
    #[must_use]
    pub fn state(&self) -> PoolState {
        let queue = self.shared.lock();
        PoolState {
            waiting: queue.moves.len() + queue.advice.len(),
            busy: self.shared.busy.load(Ordering::Relaxed),
            done: self.shared.thought.load(Ordering::Relaxed),
        }
    }

    /// Ends the threads after what they are doing.
    pub fn close(&self) {
        let mut queue = self.shared.lock();
        queue.closing = true;
        queue.moves.clear();
        queue.advice.clear();
        for stop in queue.running_advice.drain(..) {
            stop.store(true, Ordering::Relaxed);
        }
        drop(queue);
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A panic while the lock is held leaves a queue that is still a queue.
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn work(&self) {
        let mut mind = Mind::new(MEMORY, random_u64());
        let mut last = String::new();
        while let Some((mut job, share)) = self.take() {
            if job.key != last {
                mind.clear();
                last.clone_from(&job.key);
            }
            job.order.limits.time = job.order.limits.time.map(|time| match time {
                Time::Exactly(time) => Time::Exactly(time.mul_f64(share).max(LEAST).min(time)),
                Time::Clock { left, increment, moves } => Time::Clock {
                    left: left.mul_f64(share),
                    increment: increment.mul_f64(share),
                    moves,
                },
            });
            self.busy.fetch_add(1, Ordering::Relaxed);
            let thought = catch_unwind(AssertUnwindSafe(|| {
                job.game.think(&mut mind, &job.order, &job.stop, &mut job.report)
            }));
            self.busy.fetch_sub(1, Ordering::Relaxed);
            self.thought.fetch_add(1, Ordering::Relaxed);
            if job.purpose == Purpose::Advice {
                self.lock().running_advice.retain(|stop| !Arc::ptr_eq(stop, &job.stop));
            }
            let answer = match thought {
                Ok(Ok(thought)) => Some(thought),
                Ok(Err(error)) => {
                    tracing::error!(%error, "a computer could not think");
                    None
                }
                Err(_) => {
                    tracing::error!(position = job.game.position(), "a computer failed");
                    mind = Mind::new(MEMORY, random_u64());
                    None
                }
            };
            (job.done)(answer);
        }
    }

    /// The next job that is still wanted, and which share of its time it gets.
    fn take(&self) -> Option<(Job, f64)> {
        let mut queue = self.lock();
        loop {
            if queue.closing {
                return None;
            }
            let advice_first = queue.moves_in_a_row >= MOVES_IN_A_ROW && !queue.advice.is_empty();
            let job = if advice_first { None } else { queue.moves.pop_front() };
            let job = job.or_else(|| queue.advice.pop_front()).or_else(|| queue.moves.pop_front());
            let Some(job) = job else {
                queue.idle += 1;
                queue = self.wake.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
                queue.idle -= 1;
                continue;
            };
            if job.stop.load(Ordering::Relaxed) {
                continue;
            }
            match job.purpose {
                Purpose::Move => queue.moves_in_a_row += 1,
                Purpose::Advice => {
                    queue.moves_in_a_row = 0;
                    queue.running_advice.push(Arc::clone(&job.stop));
                }
            }
            let waiting = (queue.moves.len() + queue.advice.len()) as f64;
            return Some((job, 1.0 / (1.0 + waiting / self.threads as f64)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Instant;

    use agon_games::GAMES;
    use agon_search::Limits;

    use super::*;

    fn job(
        purpose: Purpose,
        key: &str,
        millis: u64,
    ) -> (Job, Arc<AtomicBool>, Receiver<Option<Thought>>) {
        let (sender, answer) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let time = Some(Time::Exactly(Duration::from_millis(millis)));
        let job = Job {
            purpose,
            key: key.into(),
            game: GAMES[0].open("", None).unwrap(),
            order: Order { limits: Limits { time, ..Limits::default() }, ..Order::default() },
            stop: Arc::clone(&stop),
            report: Box::new(|_| {}),
            done: Box::new(move |thought| drop(sender.send(thought))),
        };
        (job, stop, answer)
    }

    #[test]
    fn the_more_wait_the_less_time_each_gets() {
        let pool = Pool::start(1);
        let begin = Instant::now();
        let answers: Vec<_> = (0..20)
            .map(|i| {
                let (job, _, answer) = job(Purpose::Move, &i.to_string(), 1_000);
                pool.submit(job).ok().unwrap();
                answer
            })
            .collect();
        for answer in answers {
            assert!(answer.recv().unwrap().unwrap().best.is_some());
        }
        // Twenty seconds if each got all of its time.
        assert!(begin.elapsed() < Duration::from_secs(12), "{:?}", begin.elapsed());
        assert_eq!(pool.state().done, 20);
    }

    #[test]
    fn what_is_no_longer_wanted_is_not_done() {
        let pool = Pool::start(1);
        let (first, stop_first, first_answer) = job(Purpose::Move, "a", 600_000);
        let (second, stop_second, second_answer) = job(Purpose::Move, "b", 600_000);
        pool.submit(first).ok().unwrap();
        pool.submit(second).ok().unwrap();
        stop_second.store(true, Ordering::Relaxed);
        stop_first.store(true, Ordering::Relaxed);
        // One that was being done ends at once; one that waited is never begun.
        drop(first_answer.recv());
        assert!(second_answer.recv().is_err());
    }

    #[test]
    fn a_move_does_not_wait_for_an_analysis() {
        let pool = Pool::start(1);
        let (advice, _, advised) = job(Purpose::Advice, "a", 600_000);
        pool.submit(advice).ok().unwrap();
        while pool.state().busy == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        let (next, _, moved) = job(Purpose::Move, "b", 50);
        pool.submit(next).ok().unwrap();
        assert!(moved.recv().unwrap().is_some());
        assert!(advised.recv().unwrap().is_some());
    }

    #[test]
    fn a_closed_pool_takes_nothing() {
        let pool = Pool::start(1);
        pool.close();
        assert!(pool.submit(job(Purpose::Move, "a", 10).0).is_err());
    }
}
