//! The queues between servers and workers: streams of JetStream, one for each sort of job. They are the same for
//! all sites that use this NATS, so that a worker serves whoever is there and need not be told of sites; who shall
//! have workers of their own gets an account of NATS.
//!
//! A job waits there for a moment only, or its server does it: so the queues are in memory, have no turns of
//! their own, and may be lost. Subjects name the site and the person, and no person has more than
//! [`MOST_OF_ONE`] jobs of a sort in a queue, whatever the number of servers.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{Context, Message};
use futures_util::StreamExt;
use tokio::time::timeout;

use super::data::JobData;
use crate::pool::{MOST, MOST_OF_ONE, Sort};

/// What workers tell all servers.
pub(crate) const BEACONS: &str = "agon.workers";
/// A job of which nothing was heard for so long is given to another worker.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(1);
/// Nothing waits longer than that, whatever happens.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The same job is not taken twice within this time.
const SAME: Duration = Duration::from_secs(5);
/// A job that so many workers did not survive is given to no other.
const MOST_ATTEMPTS: i64 = 3;
/// The largest job, in bytes, and the most of all that wait.
const LARGEST: i32 = 512 << 10;
const MOST_BYTES: i64 = 64 << 20;
/// A worker asks again after so long.
const PULL: Duration = Duration::from_secs(2);
/// All of them together have the same name to take jobs.
const WORKERS: &str = "workers";

impl Sort {
    pub(crate) const ALL: [Sort; 3] = [Sort::Move, Sort::Hint, Sort::Analysis];

    fn name(self) -> &'static str {
        match self {
            Sort::Move => "moves",
            Sort::Hint => "hints",
            Sort::Analysis => "analysis",
        }
    }

    pub(crate) fn stream(self) -> String {
        format!("agon-{}", self.name())
    }
}

/// Where a job is put.
pub(crate) fn subject(site: &str, job: &JobData) -> String {
    // A name from elsewhere must not become several words of a subject.
    let person: String = job.claim.person.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{site}.jobs.{}.p{person}", job.sort.name())
}

/// Where the worker of this name hears of the jobs that it has.
pub(crate) fn control(worker: &str) -> String {
    format!("agon.worker.{worker}")
}

/// Opens a queue to take jobs from; it is made if need be.
pub(crate) async fn open(jets: &Context, sort: Sort) -> Result<PullConsumer, async_nats::Error> {
    let stream = Config {
        name: sort.stream(),
        subjects: vec![format!("agon.*.jobs.{}.*", sort.name())],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::Memory,
        max_age: LONGEST_WAIT,
        max_messages: MOST as i64,
        max_messages_per_subject: MOST_OF_ONE as i64,
        max_bytes: MOST_BYTES,
        max_message_size: LARGEST,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        duplicate_window: SAME,
        ..Config::default()
    };
    jets.create_or_update_stream(stream).await?;
    let consumer = pull::Config {
        durable_name: Some(WORKERS.into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_deliver: MOST_ATTEMPTS,
        max_ack_pending: MOST as i64,
        ..pull::Config::default()
    };
    Ok(jets.create_consumer_on_stream(consumer, sort.stream()).await?)
}

/// The next job, if one comes within a while.
pub(crate) async fn take(queue: &PullConsumer) -> Result<Option<Message>, async_nats::Error> {
    let pull = async {
        let mut batch = queue.batch().max_messages(1).expires(PULL).messages().await?;
        batch.next().await.transpose()
    };
    // An answer that does not come in time was lost: with the connection, perhaps with the queue.
    timeout(PULL + ACK_WAIT, pull).await?
}
