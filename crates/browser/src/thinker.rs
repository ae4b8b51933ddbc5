//! Who thinks: one job after the other, with what is remembered of those before.

use std::sync::atomic::AtomicBool;

use agon_games::{Order, Searcher, Thought};
use agon_protocol::units::Millis;
use agon_table::data::ThoughtData;

use crate::wire::Job;

/// Memory for the jobs of one key, and how many keys are remembered.
const MEGABYTES: usize = 16;
const MOST_KEYS: usize = 4;

/// Thinks.
#[derive(Default)]
pub struct Thinker {
    /// The one used last is the last one.
    searchers: Vec<(String, Searcher)>,
    seed: u64,
}

impl Thinker {
    /// One whose dice fall by this seed.
    #[must_use]
    pub fn new(seed: u64) -> Thinker {
        Thinker { searchers: Vec::new(), seed }
    }

    /// Thinks until the time of the job is over or `stop` is set; `report` hears of each progress. Nothing
    /// where the job cannot be done.
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
