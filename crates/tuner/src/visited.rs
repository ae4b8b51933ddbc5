//! Positions as searches meet them, with what an evaluation or a search says of each.
//!
//! A search looks mostly at positions after moves that nobody would make, and games have none of them. What the
//! words say of millions of such positions costs next to nothing, and a network that knows it can replace
//! them; what a search says of a position is dearer and worth more.

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

/// Which of the positions that searches meet are wanted.
#[derive(Debug)]
pub struct Visits<'a, P> {
    /// Of so many positions one, on average.
    pub every: usize,
    /// How many in all.
    pub count: u64,
    /// Who judges each of them.
    pub judge: Judge<'a, P>,
    /// By a search of so many positions, of which only the quiet ones are told then; without: as it stands.
    pub nodes: Option<u64>,
}

/// What one thread has seen in a game.
struct Seen {
    rng: Rng,
    every: usize,
    /// How many go by until the next one is kept.
    wait: usize,
    /// Positions, each with what the words say of it.
    kept: Vec<(Box<dyn Any>, i32)>,
}

thread_local! {
    // An evaluation is a plain function; what it sees has to be kept beside it.
    static SEEN: RefCell<Option<Seen>> = const { RefCell::new(None) };
}

impl Seen {
    fn note<P: Tactics>(&mut self, position: &P, evaluation: i32) {
        if self.wait > 0 {
            self.wait -= 1;
            return;
        }
        self.wait = self.rng.below(2 * self.every - 1);
        self.kept.push((Box::new(position.clone()), evaluation));
    }
}

/// The evaluation in words, which takes note of what it is asked.
fn noted<P: Tactics>(position: &P, player: Player) -> i32 {
    let value = (P::EVALUATIONS[0].evaluate)(position, player);
    SEEN.with_borrow_mut(|seen| {
        let own = if position.turn() == player { value } else { -value };
        seen.iter_mut().for_each(|seen| seen.note(position, own));
    });
    value
}

/// What a judge says of a position as it stands, given what the words say.
fn seen<P: Tactics>(inputs: &Inputs<P>, judge: Judge<'_, P>, position: &P, in_words: i32) -> i32 {
    let value = judge.network.zip((inputs.bucket)(position)).map(|(network, bucket)| {
        let mut accumulator = network.empty();
        network.change(&mut accumulator, &(inputs.look)(position));
        let value = network.evaluate(&accumulator, bucket, position.turn());
        network.with_words(value, || in_words)
    });
    value.unwrap_or(in_words)
}

/// What a search thinks of a position, where it is quiet and the end out of sight.
fn judged<P: Tactics>(thinker: &Thinker<'_, P>, position: &P, nodes: u64) -> Option<i32> {
    if position.is_threatened() || position.ending().is_some() {
        return None;
    }
    let line = Line { position: position.clone(), history: History::default() };
    let thought = thinker.think(&line, nodes)?;
    thought.open_score().filter(|_| position.gain(thought.best).is_none())
}

/// Plays games by the evaluation in words and writes positions that its searches evaluate as [`Record`]s, until
/// as many as wanted are written or `stop` is set. With several rules the games take turns. Answers how many were
/// written.
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
    let player = Judge { evaluate: noted::<P>, network: None };
    let (next, written, out) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(out));
    let visit = |index: u64| -> Vec<(Box<dyn Any>, i32)> {
        let rng = Rng::new(plan.seed.wrapping_sub(index + 1));
        SEEN.set(Some(Seen { rng, every: visits.every.max(1), wait: 0, kept: Vec::new() }));
        let rules = &rules[(index % rules.len() as u64) as usize];
        play::<P>(rules, player, plan, index, stop);
        SEEN.take().map_or_else(Vec::new, |seen| seen.kept)
    };
    let work = || -> Result<(), Error> {
        while !stop.load(Ordering::Relaxed) && written.load(Ordering::Relaxed) < visits.count {
            let kept = visit(next.fetch_add(1, Ordering::Relaxed));
            let thinker = visits.nodes.map(|nodes| (Thinker::new(visits.judge, plan, stop), nodes));
            let (mut bytes, mut count) = (Vec::new(), 0);
            for (position, evaluation) in &kept {
                let Some(position) = position.downcast_ref::<P>() else { continue };
                let score = match &thinker {
                    Some((thinker, nodes)) => judged(thinker, position, *nodes),
                    None => Some(seen(inputs, visits.judge, position, *evaluation)),
                };
                let record =
                    score.and_then(|score| Record::of(inputs, position, score, *evaluation));
                if let Some(record) = record {
                    record.put(inputs.planes, inputs.cells, &mut bytes);
                    count += 1;
                }
            }
            let mut out =
                out.lock().map_err(|_| Error::Io(std::io::Error::other("a writer gave up")))?;
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
