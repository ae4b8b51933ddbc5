//! Serialisable jobs and search results, for other processes and web workers.

use std::sync::Arc;
use std::time::Duration;

use agon_core::Player;
use agon_games::solved::{Probe, Value};
use agon_games::{AnyMatch, Order, Played, Thought, ThoughtLine, find};
use agon_protocol::units::Millis;
use agon_search::{Features, Level, Limits, Score, Time};
use serde::{Deserialize, Serialize};

/// Match: start position and moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionData {
    /// Game id in the catalogue.
    pub game: String,
    /// Rules of the game.
    pub rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    steps: Vec<StepData>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum StepData {
    Move(String),
    /// Index of the player who left.
    Out(usize),
}

/// Search order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderData {
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

/// Search time in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TimeData {
    Exactly(Millis),
    Clock { left: Millis, increment: Millis },
}

/// Search result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThoughtData {
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

impl PositionData {
    /// Serialises a match.
    #[must_use]
    pub fn of(game: &dyn AnyMatch) -> PositionData {
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

    /// Reconstructs the match. Fails if a server of another version sent an unknown game.
    pub fn open(&self) -> Result<Box<dyn AnyMatch>, String> {
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
    /// Serialises an order; `None` if it contains parts that cannot be serialised.
    #[must_use]
    pub fn of(order: &Order) -> Option<OrderData> {
        let Limits { depth, nodes, time, since } = order.limits;
        let usual =
            order.network.is_none() && order.margins.is_none() && order.features == Features::ALL;
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

    /// Reconstructs the order after `passed` of its time, without an oracle.
    #[must_use]
    pub fn after(self, passed: Millis) -> Option<Order> {
        let time = self.time.map(|time| match time {
            TimeData::Exactly(time) => Time::Exactly(time.duration()),
            TimeData::Clock { left, increment } => {
                Time::Clock { left: left.duration(), increment: increment.duration(), moves: None }
            }
        });
        let time = time.map(|time| rest(time, passed.duration()));
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

/// Minimum search time, however late the job starts.
const LEAST: Duration = Duration::from_millis(100);

/// Returns the time left for a job after `passed`.
#[must_use]
pub fn rest(time: Time, passed: Duration) -> Time {
    match time {
        Time::Exactly(time) => Time::Exactly(time.saturating_sub(passed).max(LEAST).min(time)),
        Time::Clock { left, increment, moves } => {
            Time::Clock { left: left.saturating_sub(passed), increment, moves }
        }
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
    /// Converts to a search result; `None` if the data is invalid.
    #[must_use]
    pub fn thought(self) -> Option<Thought> {
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
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
