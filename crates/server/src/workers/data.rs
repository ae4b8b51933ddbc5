//! What servers and workers tell each other: jobs, thoughts and a few words about them, all of it data.

use agon_protocol::units::Millis;
use agon_table::data::{OrderData, PositionData, ThoughtData};
use serde::{Deserialize, Serialize};

use crate::pool::{Claim, Class, Job, Sort};

/// Something to think about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JobData {
    /// Of the game, its version and the seat: the queue takes no two of the same id.
    pub(crate) id: String,
    /// How it is spoken of; unlike that of all others, also when the same is asked for again.
    pub(crate) ticket: String,
    pub(crate) sort: Sort,
    /// Where the server that asks listens.
    pub(crate) reply: String,
    pub(crate) claim: Claim,
    /// Thoughts about jobs with the same key may help each other.
    pub(crate) key: String,
    pub(crate) position: PositionData,
    pub(crate) order: OrderData,
    /// When it was asked for.
    pub(crate) asked: Millis,
    /// Afterwards nobody waits for the answer.
    pub(crate) deadline: Millis,
}

/// What a worker tells the server that has asked, of the job with this ticket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum ToServer {
    /// It has begun, and hears at this subject what becomes of the job.
    Started { ticket: String, control: String },
    /// It goes on, perhaps with something new.
    Thinks { ticket: String, thought: Option<ThoughtData> },
    /// This was found.
    Done { ticket: String, thought: ThoughtData },
    /// It ends before that: another one may take the job.
    Returned { ticket: String },
    /// It cannot do it, and no other worker will be asked.
    Declined { ticket: String },
}

impl ToServer {
    pub(crate) fn ticket(&self) -> &str {
        match self {
            ToServer::Started { ticket, .. }
            | ToServer::Thinks { ticket, .. }
            | ToServer::Done { ticket, .. }
            | ToServer::Returned { ticket }
            | ToServer::Declined { ticket } => ticket,
        }
    }
}

/// What a server tells the worker that has begun with a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum ToWorker {
    /// The answer is no longer wanted.
    Stop { ticket: String },
    /// It is more or less urgent than it was.
    Reclass { ticket: String, class: Class },
}

impl ToWorker {
    pub(crate) fn ticket(&self) -> &str {
        match self {
            ToWorker::Stop { ticket } | ToWorker::Reclass { ticket, .. } => ticket,
        }
    }
}

/// What a worker tells all servers every second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Beacon {
    pub(crate) worker: String,
    pub(crate) threads: usize,
    /// Threads that have nothing to do.
    pub(crate) free: usize,
    /// The tablebases that it has, by id.
    pub(crate) tablebases: Vec<String>,
    /// It takes no more jobs.
    pub(crate) leaving: bool,
}

impl JobData {
    /// The job as data; `None` where it asks for what does not travel.
    pub(crate) fn of(
        job: &Job,
        ticket: &str,
        reply: &str,
        asked: Millis,
        deadline: Millis,
    ) -> Option<JobData> {
        Some(JobData {
            id: job.id.clone(),
            ticket: ticket.into(),
            sort: job.sort,
            reply: reply.into(),
            claim: job.claim.clone(),
            key: job.key.clone(),
            order: OrderData::of(&job.order)?,
            position: PositionData::of(&*job.game),
            asked,
            deadline,
        })
    }
}
