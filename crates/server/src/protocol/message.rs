//! What is said over the WebSocket: one JSON object a message, told apart by `type`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::action::Command;
use super::board::View;
use super::event::Recorded;
use super::setup::PersonRef;
use super::state::{Current, Presence, Snapshot, State, StepDto, Summary};
use super::verdict::{MoveVerdict, VerdictDto};
use crate::error::Code;

/// What a client says. `tag` is any number; the answer carries the same.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromClient {
    /// Tell me what happens in this game, from now on or from a version on.
    Watch {
        /// Any number.
        #[serde(default)]
        tag: Option<u32>,
        /// Which game.
        id: String,
        /// The secret part of the invitation, for unlisted games.
        #[serde(default)]
        key: Option<String>,
        /// The last version that the client knows.
        #[serde(default)]
        since: Option<u64>,
    },
    /// No more of this game.
    Unwatch {
        /// Any number.
        #[serde(default)]
        tag: Option<u32>,
        /// Which game.
        id: String,
    },
    /// Do something in a game.
    Act {
        /// Any number.
        #[serde(default)]
        tag: Option<u32>,
        /// In which game.
        id: String,
        /// The secret part of the invitation, for unlisted games.
        #[serde(default)]
        key: Option<String>,
        /// What.
        action: Command,
    },
    /// Which move would a strong player make?
    Hint {
        /// Any number.
        #[serde(default)]
        tag: Option<u32>,
        /// In which game.
        id: String,
    },
    /// Tell me of the open and running games.
    Lobby {
        /// Any number.
        #[serde(default)]
        tag: Option<u32>,
        /// Begin or stop telling?
        on: bool,
    },
    /// Think about a position and tell me the best lines.
    Analyse {
        /// Any number.
        #[serde(default)]
        tag: Option<u32>,
        /// What to think about.
        #[serde(flatten)]
        request: AnalysisRequest,
    },
    /// Stop thinking.
    StopAnalysis {
        /// Any number.
        #[serde(default)]
        tag: Option<u32>,
    },
    /// Are you there?
    Ping {
        /// Any number.
        #[serde(default)]
        tag: Option<u32>,
    },
}

impl FromClient {
    /// The client's number of the message.
    #[must_use]
    pub fn tag(&self) -> Option<u32> {
        match self {
            FromClient::Watch { tag, .. }
            | FromClient::Unwatch { tag, .. }
            | FromClient::Act { tag, .. }
            | FromClient::Hint { tag, .. }
            | FromClient::Lobby { tag, .. }
            | FromClient::Analyse { tag, .. }
            | FromClient::StopAnalysis { tag }
            | FromClient::Ping { tag } => *tag,
        }
    }
}

/// A position to think about.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct AnalysisRequest {
    /// Which game, by its id in the catalogue.
    pub game: String,
    /// Options.
    #[serde(default)]
    pub rules: String,
    /// Where to begin, if not at the start.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves from there.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub moves: Vec<String>,
    /// How many lines, from 1 to 5.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 5)]
    pub lines: u8,
    /// Milliseconds to think, at most 30,000.
    #[serde(default = "some_seconds")]
    #[schema(maximum = 30000)]
    pub time: u64,
}

fn one() -> u8 {
    1
}

fn some_seconds() -> u64 {
    5_000
}

/// What the server says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// The first message of every connection.
    Welcome {
        /// Who you are; `null` without a cookie or token: you may only watch.
        person: Option<PersonRef>,
        /// The server's time in milliseconds since 1970.
        time: u64,
    },
    /// Everything about a game: the answer to `watch`.
    Game {
        /// The number of the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u32>,
        /// All of it.
        #[serde(flatten)]
        snapshot: Box<Snapshot>,
    },
    /// What happened since: the answer to `watch` with `since`.
    Resumed {
        /// The number of the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u32>,
        /// Which game.
        id: String,
        /// The events after that version.
        events: Vec<Recorded>,
        /// All that was played, from the beginning.
        steps: Vec<StepDto>,
        /// How it stands now.
        #[serde(flatten)]
        current: Box<Current>,
        /// Who is there.
        presence: Presence,
    },
    /// Something happened in a game.
    Event {
        /// Which game.
        id: String,
        /// What.
        #[serde(flatten)]
        recorded: Recorded,
        /// The step that was made, with all that is needed to show it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<Box<StepDto>>,
        /// How it stands afterwards.
        state: Box<State>,
        /// The position afterwards, if it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<Box<View>>,
    },
    /// Somebody came or went.
    Presence {
        /// Which game.
        id: String,
        /// Who is there now.
        #[serde(flatten)]
        presence: Presence,
    },
    /// The computer to move may not think yet. It goes on by itself.
    Queued {
        /// Which game.
        id: String,
        /// The version of the game in which it waits.
        version: u64,
        /// Why: `busy` or `queue_full`.
        code: Code,
        /// Why, in a sentence.
        message: String,
    },
    /// An action was carried out and will not be lost; or a question without another answer.
    Done {
        /// The number of the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u32>,
        /// The version of the last event that it caused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
    },
    /// Something was refused; nothing has changed.
    Error {
        /// The number of the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u32>,
        /// What kind of mistake.
        code: Code,
        /// What was wrong, in a sentence.
        message: String,
        /// The game that it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// How that game stands now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        current: Option<Box<Current>>,
        /// Seconds to wait, where waiting helps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<u64>,
    },
    /// A move that a strong player would make.
    Hint {
        /// The number of the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u32>,
        /// Which game.
        id: String,
        /// The ply it is meant for.
        ply: u32,
        /// The move as text.
        text: String,
        /// How the position ends with best play, where a database knows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<VerdictDto>,
        /// The same for every legal move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdicts: Option<Vec<MoveVerdict>>,
    },
    /// All open and running listed games: the answer to `lobby`.
    Lobby {
        /// The number of the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u32>,
        /// The games, the newest first.
        games: Vec<Summary>,
    },
    /// A listed game is new or has changed.
    Listed {
        /// The game.
        game: Box<Summary>,
    },
    /// A listed game is over or closed.
    Unlisted {
        /// Its id.
        id: String,
    },
    /// What the analysis has found so far.
    Analysis {
        /// The number of the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u32>,
        /// Plies of the last complete iteration.
        depth: u32,
        /// Positions visited.
        nodes: u64,
        /// Milliseconds of thinking: while others have their turn they do not count.
        time: u64,
        /// The best lines, the best one first.
        lines: Vec<Line>,
        /// Is this the last message of the analysis?
        done: bool,
        /// Why it is the last one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<AnalysisEnd>,
        /// How the position ends with best play, where a database knows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<VerdictDto>,
        /// The same for every legal move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdicts: Option<Vec<MoveVerdict>>,
    },
    /// The answer to `ping`.
    Pong {
        /// The number of the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u32>,
        /// The server's time in milliseconds since 1970.
        time: u64,
    },
    /// The server ends the connection.
    Bye {
        /// Why: `shutdown`, `too_slow` or `flood`.
        reason: String,
    },
}

/// Why an analysis is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisEnd {
    /// All of its time was spent.
    Time,
    /// There is nothing more to find.
    Settled,
    /// It was stopped, by `stop_analysis` or by another one of the same person.
    Stopped,
}

/// A line of moves with its worth for the player to move.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct Line {
    /// Hundredths of a man; missing when the game is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies until the win (above 0) or the loss (0 or below); missing while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The moves as texts.
    pub moves: Vec<String>,
    /// The moves as people like to read them.
    pub display: Vec<String>,
}
