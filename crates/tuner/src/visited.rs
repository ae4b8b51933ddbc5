//! Positions as searches meet them, with what the evaluation in words says of each.
//!
//! A search looks mostly at positions after moves that nobody would make, and games have none of them. A
//! network that shall replace the words learns first to say what they say, of millions of such
//! positions, which cost next to nothing; only then it learns from games what the words do not know.

use std::cell::RefCell;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use agon_core::{Player, Rng};
use agon_tactics::{Inputs, Tactics};

use crate::Error;
use crate::extract::{Record, chance, outlook};
use crate::generate::for_two;
use crate::self_play::{Judge, SelfPlay, play};

/// What one thread has seen.
struct Seen {
    rng: Rng,
    /// Of so many positions one is kept, on average.
    every: usize,
    /// How many go by until the next one is kept.
    wait: usize,
    records: Vec<u8>,
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
        let known = P::INPUTS.and_then(|inputs| Some((inputs, (inputs.bucket)(position)?)));
        if let Some((inputs, bucket)) = known {
            let value = evaluation.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let (planes, turn) = ((inputs.look)(position), position.turn());
            let record = Record {
                planes,
                bucket,
                turn,
                score: value,
                evaluation: value,
                result: 1,
                outlook: outlook(chance::<P>(evaluation)),
            };
            record.put(inputs.planes, inputs.cells, &mut self.records);
        }
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

/// Plays games by the evaluation in words and writes one of `every` positions that its searches evaluate
/// as [`Record`]s whose score is that evaluation, until `count` are written or `stop` is set. With several
/// rules the games take turns. Answers how many were written.
pub fn write_visited<P: Tactics>(
    rules: &[P::Rules],
    inputs: &Inputs<P>,
    plan: &SelfPlay,
    (every, count): (usize, u64),
    out: &mut (dyn Write + Send),
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<u64, Error> {
    for_two::<P>(rules)?;
    let size = Record::size(inputs.planes, inputs.cells) as u64;
    let judge = Judge { evaluate: noted::<P>, network: None };
    let (next, written, out) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(out));
    let work = || -> Result<(), Error> {
        while !stop.load(Ordering::Relaxed) && written.load(Ordering::Relaxed) < count {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let rng = Rng::new(plan.seed.wrapping_sub(index + 1));
            let seen = Seen { rng, every: every.max(1), wait: 0, records: Vec::new() };
            SEEN.set(Some(seen));
            let rules = &rules[(index % rules.len() as u64) as usize];
            play::<P>(rules, judge, plan, index, stop);
            let records = SEEN.take().map_or_else(Vec::new, |seen| seen.records);
            let mut out =
                out.lock().map_err(|_| Error::Io(std::io::Error::other("a writer gave up")))?;
            out.write_all(&records)?;
            progress(written.fetch_add(records.len() as u64 / size, Ordering::Relaxed));
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
