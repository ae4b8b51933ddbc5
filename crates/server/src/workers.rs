//! Workers of the site: other processes (`agon worker`) that think for its servers. Jobs go to them over
//! JetStream as data; what they find comes back over NATS and is heard as if it had been found here.
//!
//! - `data`: jobs and thoughts as they travel; `queue`: the streams;
//! - `away`: one job from when it is handed out until it is answered or taken back;
//! - here: which workers there are, and who hears of which job.
//!
//! Workers only propose, and nothing depends on them: a job that none begins with at once, or of which nothing
//! more is heard, is done here with what is left of its time.
//!
//! All messages are authenticated under the worker key, which the servers and their workers share; answers count
//! for a job that is out, and only with legal moves.

mod away;
pub(crate) mod data;
pub(crate) mod queue;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::timeout;

use self::away::Away;
pub(crate) use self::away::AwayTicket;
use self::data::{Beacon, ToServer, ToWorker};
use crate::cluster::Link;
use crate::cluster::envelope::Envelopes;
use crate::cluster::refusals::Refusal;
use crate::cluster::subscription::{Subscription, next};
use crate::metrics::Number;
use crate::pool::{Class, Job, MOST, MOST_OF_ONE, Pool, Refused};
use crate::secrets;
use crate::socket::shutdown;
use crate::state::App;
use crate::tablebases::ServedTablebases;
use crate::time::now;

/// Purpose of the keys that follow from the worker key.
pub(crate) const PURPOSE: &str = "agon jobs v1";
/// Workers tell so often that they are there.
pub(crate) const BEACON: Duration = Duration::from_secs(1);
/// One that was not heard for so long has gone.
const GONE: Duration = Duration::from_millis(3_500);
/// A connection that does not take a word by then is away.
const PATIENCE: Duration = Duration::from_secs(1);
/// Words about one job that nobody has heard yet.
const UNHEARD: usize = 64;

/// The workers, and the jobs that they have.
#[derive(Clone)]
pub(crate) struct Workers(Arc<Shared>);

struct Shared {
    link: Link,
    /// Under the worker key.
    envelopes: Arc<Envelopes>,
    jets: Context,
    /// Who does what workers do not.
    pool: Pool,
    tablebases: Arc<ServedTablebases>,
    present: Mutex<HashMap<String, Present>>,
    away: Mutex<JobsAway>,
    /// Jobs that workers did.
    done: Number,
    /// Jobs that were done here after all.
    taken_back: Number,
}

/// A worker that was heard.
struct Present {
    at: Instant,
    beacon: Beacon,
}

/// Jobs that workers may have.
#[derive(Default)]
struct JobsAway {
    by_ticket: HashMap<String, mpsc::Sender<ToServer>>,
    by_person: HashMap<(String, Class), usize>,
    closing: bool,
}

/// Who may take a job: the worker with a free thread that was counted on, if there was one.
pub(crate) struct Chance(Option<String>);

/// A place among the jobs that are away.
struct Place {
    workers: Workers,
    ticket: String,
    claimed: (String, Class),
    chance: Chance,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(worker) = &self.chance.0
            && let Some(Present { beacon, .. }) = self.workers.0.present().get_mut(worker)
        {
            beacon.free = beacon.threads.min(beacon.free + 1);
        }
        let mut away = self.workers.0.away();
        away.by_ticket.remove(&self.ticket);
        if let Some(count) = away.by_person.get_mut(&self.claimed) {
            *count -= 1;
            if *count == 0 {
                away.by_person.remove(&self.claimed);
            }
        }
    }
}

/// How the workers are doing, for the metrics.
#[derive(Default)]
pub(crate) struct WorkersState {
    pub(crate) present: usize,
    pub(crate) away: usize,
    pub(crate) done: u64,
    pub(crate) taken_back: u64,
}

impl Shared {
    // The maps are whole at every moment, whoever panicked.
    fn present(&self) -> MutexGuard<'_, HashMap<String, Present>> {
        self.present.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn away(&self) -> MutexGuard<'_, JobsAway> {
        self.away.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Where workers answer.
    fn reply(&self) -> String {
        format!("{}.node.{}.thoughts", self.link.site, self.link.node)
    }
}

impl Workers {
    /// `key` is the worker key.
    pub(crate) fn new(
        link: Link,
        key: &str,
        pool: Pool,
        tablebases: Arc<ServedTablebases>,
    ) -> Workers {
        Workers(Arc::new(Shared {
            envelopes: Arc::new(Envelopes::new(key, PURPOSE, &link.node)),
            jets: jetstream::new(link.client.clone()),
            link,
            pool,
            tablebases,
            present: Mutex::default(),
            away: Mutex::default(),
            done: Number::default(),
            taken_back: Number::default(),
        }))
    }

    /// Is there a worker for this job? What nobody at a table waits for goes only where a thread is
    /// free: it would wait there without turns.
    pub(crate) fn find(&self, job: &Job) -> Option<Chance> {
        if self.0.link.client.connection_state() != State::Connected {
            return None;
        }
        let needed = job.order.oracle.as_ref().and_then(|_| {
            let (game, rules) = (job.game.id(), job.game.rules());
            self.0.tablebases.complete_for(game, &rules)
        });
        if self.0.away().by_ticket.len() >= MOST {
            return None;
        }
        let mut present = self.0.present();
        present.retain(|_, worker| worker.at.elapsed() < GONE);
        let able = |worker: &Present| {
            needed.is_none_or(|id| worker.beacon.tablebases.iter().any(|other| other == id))
        };
        // Whoever takes it first must be able to do it.
        if present.is_empty() || !present.values().all(able) {
            return None;
        }
        match present.values_mut().find(|worker| worker.beacon.free > 0) {
            Some(worker) => {
                worker.beacon.free -= 1;
                Some(Chance(Some(worker.beacon.worker.clone())))
            }
            None => (job.claim.class == Class::Awaited).then_some(Chance(None)),
        }
    }

    /// Hands a job out.
    pub(crate) fn submit(&self, job: Job, chance: Chance) -> Result<AwayTicket, Refused> {
        let claimed = (job.claim.person.clone(), job.claim.class);
        // Names the game, its version and the seat; an answer that repeats it is for this job.
        let ticket = format!("{}/{}", job.id, secrets::id());
        let (sender, words) = mpsc::channel(UNHEARD);
        let mut away = self.0.away();
        if away.closing {
            return Err(Refused::Closing);
        }
        let count = away.by_person.entry(claimed.clone()).or_default();
        if *count >= MOST_OF_ONE {
            return Err(Refused::TooManyOfOne);
        }
        *count += 1;
        away.by_ticket.insert(ticket.clone(), sender);
        drop(away);
        let place = Place { workers: self.clone(), ticket, claimed, chance };
        Ok(Away::begin(place, job, words))
    }

    pub(crate) fn state(&self) -> WorkersState {
        let present = self.0.present().values().filter(|worker| worker.at.elapsed() < GONE).count();
        WorkersState {
            present,
            away: self.0.away().by_ticket.len(),
            done: self.0.done.get(),
            taken_back: self.0.taken_back.get(),
        }
    }

    /// From now on none is handed out; those that are away are dropped without an answer.
    pub(crate) fn close(&self) {
        let mut away = self.0.away();
        away.closing = true;
        // Who follows a job notices that nobody will speak of it any more.
        away.by_ticket.clear();
    }

    fn is_closing(&self) -> bool {
        self.0.away().closing
    }

    fn hear_beacon(&self, beacon: Beacon) {
        let mut present = self.0.present();
        if beacon.leaving {
            present.remove(&beacon.worker);
        } else {
            present.insert(beacon.worker.clone(), Present { at: Instant::now(), beacon });
        }
    }

    async fn hear_word(&self, word: ToServer) {
        let known = self.0.away().by_ticket.get(word.ticket()).cloned();
        match (known, word) {
            // One that is not heard in time is as good as lost: then the job is done here.
            (Some(job), word) => drop(job.try_send(word)),
            // The job is not out any more.
            (None, ToServer::Started { ticket, control }) => {
                self.tell(control, &ToWorker::Stop { ticket }).await;
            }
            (None, _) => self.0.envelopes.refusals.count(Refusal::Unexpected),
        }
    }

    /// Messages of workers that were dropped for this reason.
    pub(crate) fn refused(&self, refusal: Refusal) -> u64 {
        self.0.envelopes.refusals.get(refusal)
    }

    async fn tell(&self, subject: String, word: &ToWorker) {
        tell(&self.0.link.client, &self.0.envelopes, subject, word).await;
    }
}

/// Publishes an authenticated message; while NATS is away, nothing is published.
pub(crate) async fn tell(
    client: &Client,
    envelopes: &Envelopes,
    subject: String,
    word: &impl Serialize,
) {
    if client.connection_state() != State::Connected {
        return;
    }
    let text = match serde_json::to_vec(word) {
        Ok(text) => text,
        Err(error) => return tracing::error!(%error, "a message about a job cannot be written"),
    };
    let Some(message) = envelopes.seal(&subject, &text, now()) else {
        return tracing::warn!(bytes = text.len(), "a message about a job is too large");
    };
    let said = timeout(PATIENCE, client.publish(subject, message.into())).await;
    if !matches!(said, Ok(Ok(()))) {
        tracing::debug!("a message about a job is lost");
    }
}

/// Hears workers until the server is shut down.
pub(crate) async fn attend(app: App) {
    let Some(workers) = app.computers.workers() else { return };
    let Shared { link: Link { client, .. }, envelopes, .. } = &*workers.0;
    let mut closing = app.closing.subscribe();
    let (mut beacons, mut words) = (None, None);
    let mut again = tokio::time::interval(PATIENCE);
    loop {
        if words.is_none() {
            words = Subscription::new(client, envelopes, workers.0.reply()).await;
        }
        // No job is handed out before its answer can be heard.
        if beacons.is_none() && words.is_some() {
            beacons = Subscription::new(client, envelopes, queue::BEACONS.into()).await;
        }
        tokio::select! {
            beacon = next(&mut beacons) => match beacon {
                Some((_, beacon)) => workers.hear_beacon(beacon),
                None => beacons = None,
            },
            word = next(&mut words) => match word {
                Some((_, word)) => workers.hear_word(word).await,
                None => words = None,
            },
            _ = again.tick() => {}
            () = shutdown(&mut closing) => return,
        }
    }
}

#[cfg(test)]
mod tests;
