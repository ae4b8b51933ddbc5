//! Positions that occur inside searches, labelled by an evaluation or a search.
//!
//! Searches mostly visit positions after bad moves, which games do not contain. Labels of the
//! handcrafted evaluation are nearly free, and a network trained on millions of them can replace
//! it; labels of a search are more expensive and more valuable.

use std::any::Any;
use std::cell::RefCell;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use agon_core::{History, Player, Rng};
use agon_tactics::{Inputs, Tactics};

use crate::Error;
use crate::extract::Record;
use crate::generate::for_two;
use crate::self_play::{Judge, Line, SelfPlay, Thinker, play};

/// Sampling of visited positions.
#[derive(Debug)]
pub struct Visits<'a, P> {
    /// Average sampling interval: one of this many positions.
    pub every: usize,
    /// Number of positions to write.
    pub count: u64,
    /// Evaluation that labels the positions.
    pub judge: Judge<'a, P>,
    /// Nodes of the search that labels a position, in which case only quiet positions are written;
    /// `None` for the static evaluation.
    pub nodes: Option<u64>,
}

/// Positions sampled by one thread during a game.
struct Sampler {
    rng: Rng,
    every: usize,
    /// Positions to skip before the next sample.
    skip: usize,
    /// Positions with their handcrafted evaluation.
    samples: Vec<(Box<dyn Any>, i32)>,
}

thread_local! {
    // Evaluations are plain functions, so the samples have to be thread-local.
    static SAMPLER: RefCell<Option<Sampler>> = const { RefCell::new(None) };
}

impl Sampler {
    fn sample<P: Tactics>(&mut self, position: &P, evaluation: i32) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        self.skip = self.rng.below(2 * self.every - 1);
        self.samples.push((Box::new(position.clone()), evaluation));
    }
}

/// Evaluates like the handcrafted evaluation, and samples the position.
fn sampling_evaluate<P: Tactics>(position: &P, player: Player) -> i32 {
    let value = (P::EVALUATIONS[0].evaluate)(position, player);
    SAMPLER.with_borrow_mut(|sampler| {
        let own = if position.turn() == player { value } else { -value };
        sampler.iter_mut().for_each(|sampler| sampler.sample(position, own));
    });
    value
}

/// Returns the static evaluation of a position, given its handcrafted evaluation.
fn static_score<P: Tactics>(
    inputs: &Inputs<P>,
    judge: Judge<'_, P>,
    position: &P,
    handcrafted: i32,
) -> i32 {
    let value = judge.network.zip((inputs.bucket)(position)).map(|(network, bucket)| {
        let mut accumulator = network.empty();
        network.change(&mut accumulator, &(inputs.look)(position));
        let value = network.evaluate(&accumulator, bucket, position.turn());
        network.with_words(value, || handcrafted)
    });
    value.unwrap_or(handcrafted)
}

/// Searches a position and returns the score if it is quiet and undecided.
fn search_score<P: Tactics>(thinker: &Thinker<'_, P>, position: &P, nodes: u64) -> Option<i32> {
    if position.is_threatened() || position.ending().is_some() {
        return None;
    }
    let line = Line { position: position.clone(), history: History::default() };
    let thought = thinker.think(&line, nodes)?;
    thought.open_score().filter(|_| position.gain(thought.best).is_none())
}

/// Plays games by the handcrafted evaluation and writes positions that its searches evaluate as
/// [`Record`]s, until enough are written or `stop` is set. Games alternate between the rules.
/// Returns the number of records.
pub fn write_visited<P: Tactics>(
    rules: &[P::Rules],
    inputs: &Inputs<P>,
    plan: &SelfPlay,
    visits: &Visits<'_, P>,
    out: &mut (dyn Write + Send),
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<u64, Error> {
    for_two::<P>(rules)?;
    let player = Judge { evaluate: sampling_evaluate::<P>, network: None };
    let (next, written, out) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(out));
    let visit = |index: u64| -> Vec<(Box<dyn Any>, i32)> {
        let rng = Rng::new(plan.seed.wrapping_sub(index + 1));
        SAMPLER.set(Some(Sampler {
            rng,
            every: visits.every.max(1),
            skip: 0,
            samples: Vec::new(),
        }));
        let rules = &rules[(index % rules.len() as u64) as usize];
        play::<P>(rules, player, plan, index, stop);
        SAMPLER.take().map_or_else(Vec::new, |sampler| sampler.samples)
    };
    let work = || -> Result<(), Error> {
        while !stop.load(Ordering::Relaxed) && written.load(Ordering::Relaxed) < visits.count {
            let samples = visit(next.fetch_add(1, Ordering::Relaxed));
            let thinker = visits.nodes.map(|nodes| (Thinker::new(visits.judge, plan, stop), nodes));
            let (mut bytes, mut count) = (Vec::new(), 0);
            for (position, evaluation) in &samples {
                let Some(position) = position.downcast_ref::<P>() else { continue };
                let score = match &thinker {
                    Some((thinker, nodes)) => search_score(thinker, position, *nodes),
                    None => Some(static_score(inputs, visits.judge, position, *evaluation)),
                };
                let record =
                    score.and_then(|score| Record::of(inputs, position, score, *evaluation));
                if let Some(record) = record {
                    record.put(inputs.planes, inputs.cells, &mut bytes);
                    count += 1;
                }
            }
            let mut out = out
                .lock()
                .map_err(|_| Error::Io(std::io::Error::other("another thread failed")))?;
            out.write_all(&bytes)?;
            progress(written.fetch_add(count, Ordering::Relaxed));
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    Ok(written.into_inner())
}
