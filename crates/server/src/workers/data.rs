//! What servers and workers tell each other: jobs, thoughts and a few words about them, all of it data.

use std::sync::Arc;

use agon_core::Player;
use agon_games::solved::{Probe, Value};
use agon_games::{AnyMatch, Order, Played, Thought, ThoughtLine, find};
use agon_protocol::units::Millis;
use agon_search::{Features, Level, Limits, Score, Time};
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

/// A match: from where and by which moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PositionData {
    pub(crate) game: String,
    pub(crate) rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    steps: Vec<StepData>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum StepData {
    Move(String),
    /// This player left the others.
    Out(usize),
}

/// How to think.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OrderData {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evaluation: Option<String>,
    level: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<TimeData>,
    variety: bool,
    lines: usize,
    verdicts: bool,
}

/// Time to think, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TimeData {
    Exactly(Millis),
    Clock { left: Millis, increment: Millis },
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ThoughtData {
    best: Option<String>,
    lines: Vec<(i32, Vec<String>)>,
    depth: usize,
    deepest: usize,
    nodes: u64,
    time: Millis,
    human_time: Millis,
    fullness: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verdicts: Option<ProbeData>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ProbeData {
    value: Option<ValueData>,
    moves: Vec<(String, Option<ValueData>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ValueData {
    Won(u32),
    Drawn,
    Lost(u32),
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

impl PositionData {
    fn of(game: &dyn AnyMatch) -> PositionData {
        let step = |step| match step {
            Played::Move { view, .. } => StepData::Move(view.text),
            Played::Withdrawal(player) => StepData::Out(player.index()),
        };
        PositionData {
            game: game.id().into(),
            rules: game.rules(),
            start: game.unusual_start(),
            steps: game.past().into_iter().map(step).collect(),
        }
    }

    /// The match, or why there is none: a server of another version may know other games.
    pub(crate) fn open(&self) -> Result<Box<dyn AnyMatch>, String> {
        let kind = find(&self.game).map_err(|error| error.to_string())?;
        let opened = kind.reopen(&self.rules, self.start.as_deref());
        let mut game = opened.map_err(|error| error.to_string())?;
        for step in &self.steps {
            match step {
                StepData::Move(text) => game.play(text).map_err(|error| error.to_string())?,
                StepData::Out(index) => {
                    let player = Player::new(*index).ok_or("there is no such player")?;
                    game.leave(player);
                }
            }
        }
        Ok(game)
    }
}

impl OrderData {
    fn of(order: &Order) -> Option<OrderData> {
        let Limits { depth, nodes, time, since } = order.limits;
        let usual = order.network.is_none() && order.features == Features::ALL;
        if !usual || order.threads != 1 || since.is_some() {
            return None;
        }
        let time = match time {
            Some(Time::Exactly(time)) => Some(TimeData::Exactly(time.into())),
            Some(Time::Clock { left, increment, moves: None }) => {
                Some(TimeData::Clock { left: left.into(), increment: increment.into() })
            }
            Some(Time::Clock { moves: Some(_), .. }) => return None,
            None => None,
        };
        Some(OrderData {
            kind: order.kind.clone(),
            evaluation: order.evaluation.clone(),
            level: order.level.number(),
            depth,
            nodes,
            time,
            variety: order.variety,
            lines: order.lines,
            verdicts: order.verdicts,
        })
    }

    /// The order, for somebody who begins when so much of its time has passed; without an oracle.
    pub(crate) fn after(self, passed: Millis) -> Option<Order> {
        let time = match self.time {
            Some(TimeData::Exactly(time)) => Some(Time::Exactly(time.since(passed).duration())),
            Some(TimeData::Clock { left, increment }) => Some(Time::Clock {
                left: left.since(passed).duration(),
                increment: increment.duration(),
                moves: None,
            }),
            None => None,
        };
        Some(Order {
            kind: self.kind,
            evaluation: self.evaluation,
            level: Level::new(self.level)?,
            limits: Limits { depth: self.depth, nodes: self.nodes, time, since: None },
            variety: self.variety,
            lines: self.lines,
            verdicts: self.verdicts,
            ..Order::default()
        })
    }
}

impl From<&Thought> for ThoughtData {
    fn from(thought: &Thought) -> ThoughtData {
        let line = |line: &ThoughtLine| (line.score.value(), line.moves.clone());
        ThoughtData {
            best: thought.best.clone(),
            lines: thought.lines.iter().map(line).collect(),
            depth: thought.depth,
            deepest: thought.deepest,
            nodes: thought.nodes,
            time: thought.time.into(),
            human_time: thought.human_time.into(),
            fullness: thought.fullness,
            verdicts: thought.verdicts.as_deref().map(ProbeData::of),
        }
    }
}

impl ThoughtData {
    /// The thought; `None` when it is not one.
    pub(crate) fn thought(self) -> Option<Thought> {
        let line = |(score, moves)| Some(ThoughtLine { score: Score::from_value(score)?, moves });
        Some(Thought {
            best: self.best,
            lines: self.lines.into_iter().map(line).collect::<Option<_>>()?,
            depth: self.depth,
            deepest: self.deepest,
            nodes: self.nodes,
            time: self.time.duration(),
            human_time: self.human_time.duration(),
            fullness: self.fullness,
            verdicts: self.verdicts.map(|probe| Arc::new(probe.probe())),
        })
    }
}

impl ProbeData {
    fn of(probe: &Probe) -> ProbeData {
        let value = |value: Value| match value {
            Value::Won(plies) => ValueData::Won(plies),
            Value::Drawn => ValueData::Drawn,
            Value::Lost(plies) => ValueData::Lost(plies),
        };
        let moves = probe.moves.iter().map(|(text, known)| (text.clone(), known.map(value)));
        ProbeData { value: probe.value.map(value), moves: moves.collect() }
    }

    fn probe(self) -> Probe {
        let value = |value: ValueData| match value {
            ValueData::Won(plies) => Value::Won(plies),
            ValueData::Drawn => Value::Drawn,
            ValueData::Lost(plies) => Value::Lost(plies),
        };
        let moves = self.moves.into_iter().map(|(text, known)| (text, known.map(value)));
        Probe { value: self.value.map(value), moves: moves.collect() }
    }
}

#[cfg(test)]
mod tests;
