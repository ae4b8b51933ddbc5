//! A job that a worker may have, until it is answered, unwanted or taken back.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_games::{AnyMatch, Thought};
use agon_search::Time;
use agon_table::data::{ThoughtData, rest};
use async_nats::HeaderMap;
use async_nats::jetstream::publish::PublishAck;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::Place;
use super::data::{JobData, ToServer, ToWorker};
use super::queue::{ACK_WAIT, subject};
use crate::cluster::refusals::Refusal;
use crate::pool::{Answer, Claim, Class, Job, Ticket};
use crate::time::{instant_of, now};

/// A worker must have begun by then.
const START: Duration = Duration::from_millis(300);
/// One that was not heard for so long is dead, and no other one has begun in its place: the queue gives the job
/// away again after [`ACK_WAIT`].
const SILENCE: Duration = Duration::from_millis(1_600);
const _: () = assert!(SILENCE.as_millis() > ACK_WAIT.as_millis() + START.as_millis());
/// The answer may come so much later than the time to think alone would have it.
const SLACK: Duration = Duration::from_secs(3);
/// The same for what may have to give way to others meanwhile.
const LONG_SLACK: Duration = Duration::from_secs(15);
/// Without any time to think, the answer comes within this.
const LONGEST: Duration = Duration::from_secs(30);

/// Lines of a thought, and moves of a line, that are looked at.
const MOST_LINES: usize = 64;
const LONGEST_LINE: usize = 256;

/// What one keeps of a job that was handed out.
#[derive(Clone)]
pub(crate) struct AwayTicket(Arc<Mutex<Whereabouts>>);

enum Whereabouts {
    /// A worker may have it, and hears of these wishes.
    Away(watch::Sender<Wish>),
    /// It was taken back.
    Here(Ticket),
}

/// What is wanted of a job.
#[derive(Clone, Copy)]
struct Wish {
    wanted: bool,
    class: Class,
}

impl AwayTicket {
    fn whereabouts(&self) -> MutexGuard<'_, Whereabouts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells whoever follows the job, or gives back who has it here.
    fn wish(&self, change: impl FnOnce(&mut Wish)) -> Option<Ticket> {
        match &*self.whereabouts() {
            Whereabouts::Away(wish) => {
                wish.send_modify(change);
                None
            }
            Whereabouts::Here(ticket) => Some(ticket.clone()),
        }
    }

    pub(crate) fn stop(&self) {
        if let Some(ticket) = self.wish(|wish| wish.wanted = false) {
            ticket.stop();
        }
    }

    pub(crate) fn reclass(&self, class: Class) {
        if let Some(ticket) = self.wish(|wish| wish.class = class) {
            ticket.reclass(class);
        }
    }
}

/// How it ends that a job is away.
enum End {
    Answered(Thought),
    Unwanted,
    /// It is done here.
    TakenBack,
    /// The server is shut down.
    Closing,
}

/// Follows a job.
pub(super) struct Away {
    place: Place,
    job: Job,
    ticket: AwayTicket,
    begun: Instant,
    /// Where the worker hears of the job that has begun with it.
    control: Option<String>,
    /// Where it lies in the queue.
    queued: Option<PublishAck>,
    /// What the worker has told of it.
    so_far: Option<Thought>,
}

impl Away {
    pub(super) fn begin(place: Place, job: Job, words: mpsc::Receiver<ToServer>) -> AwayTicket {
        let (sender, wishes) = watch::channel(Wish { wanted: true, class: job.claim.class });
        let ticket = AwayTicket(Arc::new(Mutex::new(Whereabouts::Away(sender))));
        let away = Away {
            place,
            job,
            ticket: ticket.clone(),
            begun: Instant::now(),
            control: None,
            queued: None,
            so_far: None,
        };
        tokio::spawn(away.run(words, wishes));
        ticket
    }

    async fn run(mut self, words: mpsc::Receiver<ToServer>, wishes: watch::Receiver<Wish>) {
        match self.follow(words, wishes.clone()).await {
            End::Answered(thought) => {
                self.place.workers.0.done.add(1);
                drop(self.place);
                (self.job.done)(Answer::Thought(thought));
            }
            End::Unwanted => {
                self.withdraw().await;
                drop(self.place);
                (self.job.done)(Answer::Stopped(self.so_far));
            }
            End::TakenBack => {
                self.withdraw().await;
                self.take_back(&wishes);
            }
            End::Closing => self.withdraw().await,
        }
    }

    async fn follow(
        &mut self,
        mut words: mpsc::Receiver<ToServer>,
        mut wishes: watch::Receiver<Wish>,
    ) -> End {
        let deadline = now() + longest(self.job.order.limits.time, &self.job.claim).into();
        let latest = instant_of(deadline);
        let workers = self.place.workers.clone();
        let shared = Arc::clone(&workers.0);
        let (ticket, reply) = (self.place.ticket.clone(), shared.reply());
        let Some(data) = JobData::of(&self.job, &ticket, &reply, now(), deadline) else {
            return End::TakenBack;
        };
        let put = async {
            let text = serde_json::to_vec(&data)?;
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Msg-Id", data.id.as_str());
            let subject = subject(&shared.link.site, &data);
            let sealed = shared.envelopes.seal(&subject, &text, now());
            let job = sealed.ok_or("the job is too large for the queue")?;
            let sent = shared.jets.publish_with_headers(subject, headers, job.into()).await?;
            Ok::<_, async_nats::Error>(sent.await?)
        };
        tokio::pin!(put);
        let mut is_put = false;
        let mut heard_by = self.begun + START;
        loop {
            tokio::select! {
                put = &mut put, if !is_put => match put {
                    Ok(ack) if !ack.duplicate => {
                        self.queued = Some(ack);
                        is_put = true;
                    }
                    // Another server has asked for the same, or this one has before.
                    Ok(_) => return End::TakenBack,
                    Err(error) => {
                        tracing::debug!(%error, "a job is not taken by the queue");
                        return End::TakenBack;
                    }
                },
                word = words.recv() => match word {
                    Some(ToServer::Started { control, .. }) => {
                        let class = wishes.borrow().class;
                        if class != self.job.claim.class {
                            let word = ToWorker::Reclass { ticket: ticket.clone(), class };
                            workers.tell(control.clone(), &word).await;
                        }
                        self.control = Some(control);
                        heard_by = Instant::now() + SILENCE;
                    }
                    Some(ToServer::Thinks { thought, .. }) => {
                        heard_by = Instant::now() + SILENCE;
                        if let Some(thought) = thought.and_then(|thought| self.checked(thought)) {
                            self.hear(thought);
                        }
                    }
                    Some(ToServer::Done { thought, .. }) => {
                        let answer = self.checked(thought).filter(|thought| {
                            thought.best.is_some() || self.job.game.moves().is_empty()
                        });
                        return answer.map_or(End::TakenBack, End::Answered);
                    }
                    Some(ToServer::Returned { .. }) => {
                        self.control = None;
                        heard_by = Instant::now() + START;
                    }
                    Some(ToServer::Declined { .. }) => return End::TakenBack,
                    None => return End::Closing,
                },
                Ok(()) = wishes.changed() => {
                    let Wish { wanted, class } = *wishes.borrow_and_update();
                    if !wanted {
                        return End::Unwanted;
                    }
                    if let Some(control) = &self.control {
                        let word = ToWorker::Reclass { ticket: ticket.clone(), class };
                        workers.tell(control.clone(), &word).await;
                    }
                }
                () = sleep_until(heard_by.min(latest)) => return End::TakenBack,
            }
        }
    }

    /// What a worker has found, if all of its moves are legal.
    fn checked(&self, thought: ThoughtData) -> Option<Thought> {
        let thought = thought.thought().filter(|thought| is_legal(&*self.job.game, thought));
        if thought.is_none() {
            self.place.workers.0.envelopes.refusals.count(Refusal::Illegal);
        }
        thought
    }

    /// A worker tells how far it is. One that begins again tells nothing new at first.
    fn hear(&mut self, thought: Thought) {
        if self.so_far.as_ref().is_none_or(|before| thought.depth >= before.depth) {
            (self.job.report)(&thought);
            self.so_far = Some(thought);
        }
    }

    /// No worker shall go on with it, or begin.
    async fn withdraw(&mut self) {
        if let Some(control) = self.control.take() {
            let workers = self.place.workers.clone();
            workers.tell(control, &ToWorker::Stop { ticket: self.place.ticket.clone() }).await;
        } else if let Some(PublishAck { sequence, .. }) = self.queued.take() {
            let jets = self.place.workers.0.jets.clone();
            // Not the one that the answer names: anybody on NATS may have sent it.
            let stream = self.job.sort.stream();
            tokio::spawn(async move {
                // Who has taken it meanwhile hears it when it begins.
                let delete = async {
                    let stream = jets.get_stream_no_info(stream).await.ok()?;
                    stream.delete_message(sequence).await.ok()
                };
                let _ = timeout(ACK_WAIT, delete).await;
            });
        }
    }

    /// Does it here, with what is left of its time.
    fn take_back(self, wishes: &watch::Receiver<Wish>) {
        let Away { place, mut job, ticket, begun, so_far, .. } = self;
        let workers = place.workers.clone();
        drop(place);
        if workers.is_closing() {
            return;
        }
        workers.0.taken_back.add(1);
        if so_far.is_none() {
            job.order.limits.time = job.order.limits.time.map(|time| rest(time, begun.elapsed()));
        }
        let mut whereabouts = ticket.whereabouts();
        let Wish { wanted, class } = *wishes.borrow();
        if !wanted {
            drop(whereabouts);
            (job.done)(Answer::Stopped(so_far));
            return;
        }
        job.claim.class = class;
        match workers.0.pool.go_on(job, so_far) {
            Ok(ticket) => *whereabouts = Whereabouts::Here(ticket),
            Err((refused, job)) => {
                drop(whereabouts);
                (job.done)(Answer::Refused(refused));
            }
        }
    }
}

/// Are all moves of a thought legal in the position that was asked about?
fn is_legal(game: &dyn AnyMatch, thought: &Thought) -> bool {
    let verdicts = thought.verdicts.iter().flat_map(|probe| &probe.moves).map(|(text, _)| text);
    let first = thought.best.iter().chain(verdicts);
    let mut moves = first.peekable();
    let listed: HashSet<String> = match moves.peek() {
        Some(_) => game.moves().into_iter().collect(),
        None => HashSet::new(),
    };
    moves.all(|text| listed.contains(text))
        && thought.lines.len() <= MOST_LINES
        && thought.lines.iter().all(|line| {
            let mut game = game.fork();
            line.moves.len() <= LONGEST_LINE
                && line.moves.iter().all(|text| game.play(text).is_ok())
        })
}

/// How long an answer is waited for at most. Of a clock half is kept for whoever then has to think here.
fn longest(time: Option<Time>, claim: &Claim) -> Duration {
    let awaited = claim.class == Class::Awaited || !claim.resumes;
    let slack = if awaited { SLACK } else { LONG_SLACK };
    match time {
        Some(Time::Exactly(time)) => time + slack,
        Some(clock @ Time::Clock { left, .. }) => (clock.fair_share() * 4 + slack).min(left / 2),
        None => LONGEST,
    }
}

#[cfg(test)]
mod tests {
    use agon_games::GAMES;

    use super::*;

    #[test]
    fn only_legal_moves_are_taken() {
        let game = GAMES[0].open("", None).unwrap();
        let first = game.moves()[0].clone();
        let mut after = game.fork();
        after.play(&first).unwrap();
        let second = after.moves().into_iter().find(|text| !game.moves().contains(text)).unwrap();
        let (first, second) = (&*first, &*second);
        let legal = |best: Option<&str>, lines: &[&[&str]]| {
            let lines: Vec<_> = lines.iter().map(|line| (0, line.to_vec())).collect();
            let data = serde_json::json!({ "best": best, "lines": lines, "depth": 1, "deepest": 1,
                "nodes": 1, "time": 1, "human_time": 1, "fullness": 0 });
            let data: ThoughtData = serde_json::from_value(data).unwrap();
            is_legal(&*game, &data.thought().unwrap())
        };
        assert!(legal(Some(first), &[&[first, second], &[first]]) && legal(None, &[]));
        for best in [second, "", "resign"] {
            assert!(!legal(Some(best), &[]), "{best}");
        }
        assert!(!legal(Some(first), &[&[first, first]]) && !legal(None, &[&[second]]));
        let line = [first];
        let long = vec![&line[..]; MOST_LINES + 1];
        assert!(!legal(Some(first), &long));
    }

    #[test]
    fn whoever_waits_for_a_worker_still_has_time_to_think() {
        let claim = Claim { class: Class::Awaited, person: "anna".into(), resumes: true };
        for millis in [100, 1_000, 10_000, 3_600_000] {
            let left = Duration::from_millis(millis);
            let clock = Time::Clock { left, increment: Duration::ZERO, moves: None };
            let passed = longest(Some(clock), &claim);
            assert!(passed <= left / 2 && passed >= clock.fair_share(), "{left:?}: {passed:?}");
            let Time::Clock { left: rest, .. } = rest(clock, passed) else { panic!("no clock") };
            assert_eq!(rest, left - passed);
        }
        let second = Duration::from_secs(1);
        assert!(longest(Some(Time::Exactly(second)), &claim) > second + SILENCE);
    }
}
