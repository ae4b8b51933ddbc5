//! Runs search jobs one after another, with a transposition table per key.

use std::sync::atomic::AtomicBool;

use agon_games::{Order, Searcher, Thought};
use agon_protocol::units::Millis;
use agon_table::data::ThoughtData;

use crate::wire::Job;

/// Megabytes of memory per key, and maximum number of keys.
const MEGABYTES: usize = 16;
const MOST_KEYS: usize = 4;

/// Search worker.
#[derive(Default)]
pub struct Thinker {
    /// Searchers by key, least recently used first.
    searchers: Vec<(String, Searcher)>,
    seed: u64,
}

impl Thinker {
    /// Creates a thinker with this random seed.
    #[must_use]
    pub fn new(seed: u64) -> Thinker {
        Thinker { searchers: Vec::new(), seed }
    }

    /// Searches until the time of the job is over or `stop` is set; calls `report` on progress.
    /// Returns nothing if the job cannot be run.
    pub fn think(
        &mut self,
        job: Job,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&ThoughtData),
    ) -> Option<ThoughtData> {
        let game = job.position.open().ok()?;
        let order = Order { threads: job.threads.max(1), ..job.order.after(Millis::ZERO)? };
        let mut searcher = self.take(&job.key);
        let mut tell = |thought: &Thought| report(&thought.into());
        let thought = game.think(&mut searcher, &order, stop, &mut tell).ok();
        self.searchers.push((job.key, searcher));
        thought.as_ref().map(Into::into)
    }

    fn take(&mut self, key: &str) -> Searcher {
        if let Some(place) = self.searchers.iter().position(|(known, _)| known == key) {
            return self.searchers.remove(place).1;
        }
        if self.searchers.len() >= MOST_KEYS {
            let (_, mut oldest) = self.searchers.remove(0);
            oldest.clear();
            return oldest;
        }
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Searcher::new(MEGABYTES, self.seed)
    }
}
