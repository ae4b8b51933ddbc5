//! A worker: a process that thinks for the servers of any sites that use the same NATS, and does nothing else. It has
//! no database and is not reached by anybody; it takes jobs from the queues (`workers::queue`), tells the server that
//! asked what it finds, and keeps nothing. Which of its jobs comes first is decided as within a server (`pool`).

mod task;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::task::Task;
use crate::cluster::envelope::{Envelopes, MAX_AGE};
use crate::cluster::subscription::{Subscription, next};
use crate::config::Config;
use crate::nats::{self, NatsConfig, NatsError, Role, Secret};
use crate::pool::{Class, Pool, Sort};
use crate::secrets;
use crate::socket::shutdown;
use crate::tablebases::ServedTablebases;
use crate::workers::data::{Beacon, ToWorker};
use crate::workers::{BEACON, PURPOSE, queue, tell};

/// A queue that cannot be used is tried again after so long.
const AGAIN: Duration = Duration::from_secs(1);
/// Jobs that end within this time are finished when the worker is to end; the others are given back.
const FINISH: Duration = Duration::from_secs(2);
/// The last words are sent within this time.
const FLUSH: Duration = Duration::from_secs(1);
/// Words about a job that it has not heard yet.
const UNHEARD: usize = 16;
/// A job of that age is not in a queue any more.
const OLDEST_JOB: Duration = queue::LONGEST_WAIT.saturating_add(MAX_AGE);

/// What can be chosen when a worker is started.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// Connection to NATS.
    pub nats: NatsConfig,
    /// Secret that it shares with the servers.
    pub key: Secret,
    /// How many jobs are thought about at the same time.
    pub threads: usize,
    /// Where databases of solved games are; `None` for none.
    pub tablebases: Option<PathBuf>,
}

/// Jobs that were taken and not answered yet.
#[derive(Clone, Copy, Default)]
struct Load {
    all: usize,
    /// Those for which a person at a table waits.
    awaited: usize,
}

/// What all parts of a worker share.
struct Shared {
    name: String,
    envelopes: Arc<Envelopes>,
    client: Client,
    jets: Context,
    threads: usize,
    pool: Pool,
    tablebases: Arc<ServedTablebases>,
    /// Who hears what servers say of a job, by its ticket.
    jobs: Mutex<HashMap<String, mpsc::Sender<ToWorker>>>,
    /// Tickets of jobs that have ended, and when: they are not begun again.
    ended: Mutex<HashMap<String, Instant>>,
    load: watch::Sender<Load>,
    /// Queues that can be used.
    open: watch::Sender<usize>,
    /// It is to end: nothing new is taken.
    leaving: watch::Sender<bool>,
    /// It ends now: what is not finished is given back.
    closing: watch::Sender<bool>,
}

impl Shared {
    fn jobs(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<ToWorker>>> {
        // The map is whole at every moment, whoever panicked.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a job; `None` if it is, or was, already here: somebody has put it into the queue again.
    fn begin(&self, ticket: &str) -> Option<mpsc::Receiver<ToWorker>> {
        // No invariant spans the lock, so poisoning is ignored.
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.retain(|_, at| at.elapsed() < OLDEST_JOB);
        let mut jobs = self.jobs();
        if ended.contains_key(ticket) || jobs.contains_key(ticket) {
            return None;
        }
        let (sender, words) = mpsc::channel(UNHEARD);
        jobs.insert(ticket.into(), sender);
        Some(words)
    }

    fn end(&self, ticket: &str) {
        self.jobs().remove(ticket);
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.insert(ticket.into(), Instant::now());
    }
}

/// Works until `stop` returns. Jobs that it has then are finished or given back. Calls `ready` once, when it is
/// connected and all queues are open.
///
/// # Errors
/// Fails if NATS refuses the connection. While NATS is unreachable it is tried again.
pub async fn run(
    config: WorkerConfig,
    stop: impl Future<Output = ()> + Send,
    ready: impl FnOnce() + Send + 'static,
) -> Result<(), NatsError> {
    tokio::pin!(stop);
    let client = tokio::select! {
        client = nats::connect(&config.nats, Role::Worker) => client?,
        () = &mut stop => return Ok(()),
    };
    let tablebases = Config { tablebases: config.tablebases, ..Config::default() };
    let threads = config.threads.max(1);
    let name = secrets::id();
    let shared = Arc::new(Shared {
        envelopes: Arc::new(Envelopes::new(config.key.expose(), PURPOSE, &name)),
        name,
        jets: jetstream::new(client.clone()),
        client,
        threads,
        pool: Pool::start(threads),
        tablebases: ServedTablebases::open(&tablebases).await,
        jobs: Mutex::default(),
        ended: Mutex::default(),
        load: watch::Sender::default(),
        open: watch::Sender::default(),
        leaving: watch::Sender::new(false),
        closing: watch::Sender::new(false),
    });
    // Whatever runs ends with it, however that happens.
    let mut parts = JoinSet::new();
    parts.spawn(tell_presence(Arc::clone(&shared)));
    parts.spawn(hear_servers(Arc::clone(&shared)));
    parts.spawn(announce(Arc::clone(&shared), ready));
    let mut takers = JoinSet::new();
    for sort in Sort::ALL {
        takers.spawn(take(Arc::clone(&shared), sort));
    }
    let _close = CloseLater(&shared.pool);
    stop.await;
    tracing::info!("ending");
    shared.leaving.send_replace(true);
    shared.beacon().await;
    let finished = async { while takers.join_next().await.is_some() {} };
    tokio::pin!(finished);
    if timeout(FINISH, &mut finished).await.is_err() {
        shared.closing.send_replace(true);
        let _ = timeout(FLUSH, &mut finished).await;
    }
    let _ = timeout(FLUSH, shared.client.flush()).await;
    tracing::info!("ended in order");
    Ok(())
}

/// The threads of the pool end, also when the worker is dropped.
struct CloseLater<'a>(&'a Pool);

impl Drop for CloseLater<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Shared {
    /// Tells all servers that it is there, if it can take jobs, or that it is not any more.
    async fn beacon(&self) {
        let leaving = *self.leaving.borrow();
        if !leaving && *self.open.borrow() < Sort::ALL.len() {
            return;
        }
        let beacon = Beacon {
            worker: self.name.clone(),
            threads: self.threads,
            free: self.threads.saturating_sub(self.load.borrow().all),
            tablebases: self.tablebases.complete(),
            leaving,
        };
        tell(&self.client, &self.envelopes, queue::BEACONS.into(), &beacon).await;
    }

    /// Returns when there is room for a job of this sort. What people at tables wait for is taken as long as
    /// they have a thread each: the rest gives way.
    async fn room(&self, sort: Sort) {
        let mut load = self.load.subscribe();
        let threads = self.threads;
        let has_room = |load: &Load| match sort {
            Sort::Move | Sort::Hint => load.awaited < threads && load.all < 2 * threads,
            Sort::Analysis => load.all < threads,
        };
        // The sender is here, and lives as long.
        let _ = load.wait_for(has_room).await;
    }

    fn count(self: &Arc<Self>, class: Class) -> Counted {
        let awaited = class == Class::Awaited;
        self.load.send_modify(|load| {
            load.all += 1;
            load.awaited += usize::from(awaited);
        });
        Counted { shared: Arc::clone(self), awaited }
    }
}

/// A job that counts until it is dropped.
struct Counted {
    shared: Arc<Shared>,
    awaited: bool,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.shared.load.send_modify(|load| {
            load.all -= 1;
            load.awaited -= usize::from(self.awaited);
        });
    }
}

/// Reports that the worker works, when it can take jobs of every sort.
async fn announce(shared: Arc<Shared>, ready: impl FnOnce()) {
    let mut open = shared.open.subscribe();
    if open.wait_for(|&open| open == Sort::ALL.len()).await.is_ok() {
        let tablebases = shared.tablebases.complete();
        tracing::info!(worker = shared.name, threads = shared.threads, ?tablebases, "working");
        ready();
    }
}

async fn tell_presence(shared: Arc<Shared>) {
    let mut tick = tokio::time::interval(BEACON);
    loop {
        tick.tick().await;
        shared.beacon().await;
    }
}

/// Hears what servers say of the jobs that it has.
async fn hear_servers(shared: Arc<Shared>) {
    let mut words = None;
    loop {
        if words.is_none() {
            let subject = queue::control(&shared.name);
            words = Subscription::new(&shared.client, &shared.envelopes, subject).await;
        }
        if words.is_none() {
            sleep(AGAIN).await;
            continue;
        }
        match next(&mut words).await {
            Some((_, word)) => {
                let word: ToWorker = word;
                if let Some(job) = shared.jobs().get(word.ticket()) {
                    let _ = job.try_send(word);
                }
            }
            None => words = None,
        }
    }
}

/// Takes jobs of one sort, and ends when all that it took have ended.
async fn take(shared: Arc<Shared>, sort: Sort) {
    let mut tasks = JoinSet::new();
    let mut leaving = shared.leaving.subscribe();
    tokio::select! {
        () = take_all(&shared, sort, &mut tasks) => {}
        () = shutdown(&mut leaving) => {}
    }
    while tasks.join_next().await.is_some() {}
}

async fn take_all(shared: &Arc<Shared>, sort: Sort, tasks: &mut JoinSet<()>) {
    let mut complained = false;
    loop {
        if shared.client.connection_state() != State::Connected {
            sleep(AGAIN / 10).await;
            continue;
        }
        let queue = match queue::open(&shared.jets, sort).await {
            Ok(queue) => queue,
            Err(error) => {
                if !complained {
                    tracing::warn!(%error, ?sort, "jobs cannot be taken; is JetStream switched on?");
                }
                complained = true;
                sleep(AGAIN).await;
                continue;
            }
        };
        complained = false;
        let open = Open::new(shared);
        loop {
            shared.room(sort).await;
            while tasks.try_join_next().is_some() {}
            match queue::take(&queue).await {
                Ok(Some(message)) => drop(tasks.spawn(Task::run(Arc::clone(shared), message))),
                Ok(None) => {}
                Err(error) => {
                    tracing::info!(%error, ?sort, "looking for the queue again");
                    break;
                }
            }
        }
        drop(open);
    }
}

/// A queue that can be used, until it is dropped.
struct Open<'a>(&'a Shared);

impl<'a> Open<'a> {
    fn new(shared: &'a Shared) -> Open<'a> {
        shared.open.send_modify(|open| *open += 1);
        Open(shared)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.open.send_modify(|open| *open -= 1);
    }
}
