//! One job that a worker has taken.

use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_games::{AnyMatch, Thought};
use agon_protocol::units::Millis;
use agon_table::data::ThoughtData;
use async_nats::jetstream::{AckKind, Message};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use super::{Counted, OLDEST_JOB, Shared};
use crate::cluster::refusals::Refusal;
use crate::pool::{Answer, Job, Sort, Ticket};
use crate::socket::shutdown;
use crate::time::{instant_of, now};
use crate::workers::data::{JobData, ToServer, ToWorker};
use crate::workers::queue::{self, ACK_WAIT};
use crate::workers::tell;

/// The queue and the server hear so often that it goes on.
const ALIVE: Duration = Duration::from_millis(300);
const _: () = assert!(3 * ALIVE.as_millis() < ACK_WAIT.as_millis());
/// Progress is told at most so often.
const REPORT: Duration = Duration::from_millis(100);
/// Clocks of machines may differ by so much: a job is dropped so long after its time.
const APART: Millis = Millis(2_000);
/// Progress that was not told yet.
const UNTOLD: usize = 4;

pub(super) struct Task {
    shared: Arc<Shared>,
    message: Message,
    ticket: String,
    reply: String,
    deadline: Millis,
    _counted: Counted,
}

/// A job that thinks, with what comes of it.
struct Thinking {
    ticket: Ticket,
    answer: oneshot::Receiver<Answer>,
    progress: mpsc::Receiver<ThoughtData>,
}

impl Task {
    pub(super) async fn run(shared: Arc<Shared>, message: Message) {
        let Some(data) = open(&shared, &message) else {
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        if now() > data.deadline + APART {
            tracing::debug!(id = data.id, "a job is too late");
            let _ = message.ack_with(AckKind::Term).await;
            return;
        }
        let Some(words) = shared.begin(&data.ticket) else {
            shared.envelopes.refusals.count(Refusal::Replayed);
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let task = Task {
            _counted: shared.count(data.claim.class),
            ticket: data.ticket.clone(),
            reply: data.reply.clone(),
            deadline: data.deadline,
            shared,
            message,
        };
        let control = queue::control(&task.shared.name);
        task.tell(ToServer::Started { ticket: task.ticket.clone(), control }).await;
        task.work(data, words).await;
    }

    async fn tell(&self, word: ToServer) {
        tell(&self.shared.client, &self.shared.envelopes, self.reply.clone(), &word).await;
    }

    async fn ack(&self, kind: AckKind) {
        if let Err(error) = self.message.ack_with(kind).await {
            tracing::debug!(%error, "the queue does not hear of a job");
        }
    }

    async fn work(&self, data: JobData, mut words: mpsc::Receiver<ToWorker>) {
        let position = data.position.clone();
        let opened = tokio::task::spawn_blocking(move || position.open()).await;
        let game = opened.map_err(|error| error.to_string()).and_then(|game| game);
        let thinking = game.and_then(|game| self.think(data, game));
        let mut thinking = match thinking {
            Ok(thinking) => thinking,
            Err(error) => {
                tracing::warn!(error, "a job cannot be done");
                return self.decline().await;
            }
        };
        let mut closing = self.shared.closing.subscribe();
        let mut alive = interval(ALIVE);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut in_time = true;
        loop {
            tokio::select! {
                answer = &mut thinking.answer => {
                    match answer {
                        Ok(Answer::Thought(thought) | Answer::Stopped(Some(thought))) => {
                            let (ticket, thought) = (self.ticket.clone(), (&thought).into());
                            self.tell(ToServer::Done { ticket, thought }).await;
                            self.ack(AckKind::Ack).await;
                        }
                        _ => self.decline().await,
                    }
                    return;
                }
                Some(thought) = thinking.progress.recv() => {
                    let (ticket, thought) = (self.ticket.clone(), Some(thought));
                    self.tell(ToServer::Thinks { ticket, thought }).await;
                }
                word = words.recv() => match word {
                    Some(ToWorker::Stop { .. }) | None => {
                        thinking.ticket.stop();
                        return self.ack(AckKind::Ack).await;
                    }
                    Some(ToWorker::Reclass { class, .. }) => thinking.ticket.reclass(class),
                },
                _ = alive.tick() => {
                    self.ack(AckKind::Progress).await;
                    self.tell(ToServer::Thinks { ticket: self.ticket.clone(), thought: None }).await;
                }
                // What was found until then is told.
                () = sleep_until(instant_of(self.deadline)), if in_time => {
                    in_time = false;
                    thinking.ticket.stop();
                }
                () = shutdown(&mut closing) => {
                    thinking.ticket.stop();
                    self.ack(AckKind::Nak(None)).await;
                    return self.tell(ToServer::Returned { ticket: self.ticket.clone() }).await;
                }
            }
        }
    }

    /// The server does it itself: what fails here would fail at any worker.
    async fn decline(&self) {
        self.tell(ToServer::Declined { ticket: self.ticket.clone() }).await;
        self.ack(AckKind::Term).await;
    }

    /// Puts the job into the pool.
    fn think(&self, data: JobData, game: Box<dyn AnyMatch>) -> Result<Thinking, String> {
        // Who takes a job that another one has not finished has less time for it.
        let again = self.message.info().is_ok_and(|info| info.delivered > 1);
        let passed = if again { now().since(data.asked) } else { Millis::ZERO };
        let mut order = data.order.after(passed).ok_or("there is no such level")?;
        order.oracle = self.shared.tablebases.oracle();
        let (answered, answer) = oneshot::channel();
        let (told, progress) = mpsc::channel(UNTOLD);
        let mut last = Instant::now();
        let wants_progress = data.sort == Sort::Analysis;
        let job = Job {
            id: data.id,
            sort: data.sort,
            claim: data.claim,
            key: data.key,
            game,
            order,
            report: Box::new(move |thought: &Thought| {
                if wants_progress && last.elapsed() >= REPORT {
                    last = Instant::now();
                    // What is not told now is told with the next, or at the end.
                    let _ = told.try_send(thought.into());
                }
            }),
            done: Box::new(move |answer| drop(answered.send(answer))),
        };
        let ticket = self.shared.pool.submit(job).map_err(|refused| format!("{refused:?}"))?;
        Ok(Thinking { ticket, answer, progress })
    }
}

/// The job of an authentic message.
fn open(shared: &Shared, message: &Message) -> Option<JobData> {
    let Message { message, .. } = message;
    let (subject, payload) = (&message.subject, &message.payload);
    let opened = shared.envelopes.open_repeated(subject, payload, now(), OLDEST_JOB)?;
    let data = serde_json::from_slice(opened.content);
    data.inspect_err(|error| {
        shared.envelopes.refusals.count(Refusal::Unreadable);
        tracing::debug!(%error, "a job cannot be parsed");
    })
    .ok()
}

impl Drop for Task {
    fn drop(&mut self) {
        self.shared.end(&self.ticket);
    }
}
