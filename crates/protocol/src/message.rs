//! What is said over the WebSocket: one JSON object a message, told apart by `type`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::{Millis, Version};

use crate::action::Command;
use crate::analysis::{AnalysisEnd, AnalysisRequest, Line};
use crate::board::View;
use crate::error::{Code, Details, Fault};
use crate::event::Recorded;
use crate::people::Person;
use crate::report::GameReport;
use crate::state::{Current, GameState, Presence, SeatState, Snapshot, Step, Summary};
use crate::verdict::{MoveVerdict, Verdict};

/// A message with the number that the client has given it, any one it likes: the answer carries
/// the same.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tagged<M> {
    /// The number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<u32>,
    /// What is said.
    #[serde(flatten)]
    pub message: M,
}

/// What a client says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromClient {
    /// Tell me what happens in this game, from now on or from a version on.
    Watch {
        /// Which game.
        id: String,
        /// The secret part of the invitation, for unlisted games.
        #[serde(default, skip_serializing_if = "is_default")]
        key: Option<String>,
        /// The last version that the client knows.
        #[serde(default, skip_serializing_if = "is_default")]
        since: Option<Version>,
    },
    /// No more of this game.
    Unwatch {
        /// Which game.
        id: String,
    },
    /// Do something in a game.
    Act {
        /// In which game.
        id: String,
        /// The secret part of the invitation, for unlisted games.
        #[serde(default, skip_serializing_if = "is_default")]
        key: Option<String>,
        /// What.
        action: Command,
    },
    /// Which move would a strong player make?
    Hint {
        /// In which game.
        id: String,
    },
    /// Tell me of the open and running games.
    Lobby {
        /// Begin or stop telling?
        on: bool,
    },
    /// Think about a position and tell me the best lines.
    Analyse(AnalysisRequest),
    /// Stop thinking.
    StopAnalysis {},
    /// What does a strong player think of this game, which is over?
    Report {
        /// Which game.
        id: String,
        /// The secret part of the invitation, for unlisted games.
        #[serde(default, skip_serializing_if = "is_default")]
        key: Option<String>,
    },
    /// Are you there?
    Ping {},
}

/// What the server says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// The first message of every connection.
    Welcome {
        /// Who you are; `null` without a cookie or token: you may only watch.
        person: Option<Person>,
        /// The server's time in milliseconds since 1970.
        time: Millis,
    },
    /// Everything about a game: the answer to `watch`.
    Game {
        /// All of it.
        #[serde(flatten)]
        snapshot: Box<Snapshot>,
    },
    /// What happened since: the answer to `watch` with `since`.
    Resumed {
        /// Which game.
        id: String,
        /// The events after that version.
        events: Vec<Recorded>,
        /// All that was played, from the beginning.
        steps: Vec<Step>,
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
        step: Option<Box<Step>>,
        /// How it stands afterwards.
        state: Box<GameState>,
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
    /// Somebody at the table has another name or picture.
    Seats {
        /// Which game.
        id: String,
        /// Who sits where.
        seats: Vec<SeatState>,
    },
    /// You have another name or picture, or a device more that is yours: here or elsewhere it was said so.
    You {
        /// Who you are.
        person: Person,
    },
    /// The computer to move may not think yet. It goes on by itself.
    Queued {
        /// Which game.
        id: String,
        /// The version of the game in which it waits.
        version: Version,
        /// Why: `busy` or `queue_full`.
        code: Code,
        /// Why, in a sentence.
        message: String,
    },
    /// An action was carried out and will not be lost; or a question without another answer.
    Done {
        /// The version of the last event that it caused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<Version>,
    },
    /// Something was refused; nothing has changed.
    Error {
        /// What kind of mistake.
        code: Code,
        /// What was wrong, in a sentence.
        message: String,
        /// What else a sentence in another language needs.
        #[serde(flatten)]
        details: Details,
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
        /// Which game.
        id: String,
        /// The ply it is meant for.
        ply: u32,
        /// The move as text.
        text: String,
        /// How the position ends with best play, where a database knows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<Verdict>,
        /// The same for every legal move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdicts: Option<Vec<MoveVerdict>>,
    },
    /// All open and running listed games: the answer to `lobby`.
    Lobby {
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
        /// Plies of the last complete iteration.
        depth: u32,
        /// Positions visited.
        nodes: u64,
        /// Milliseconds of thinking: while others have their turn they do not count.
        time: Millis,
        /// The best lines, the best one first.
        lines: Vec<Line>,
        /// Is this the last message of the analysis?
        done: bool,
        /// Why it is the last one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<AnalysisEnd>,
        /// How the position ends with best play, where a database knows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<Verdict>,
        /// The same for every legal move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdicts: Option<Vec<MoveVerdict>>,
    },
    /// How far a report has come, several times; the last time with the report.
    Report {
        /// Which game.
        id: String,
        /// So many positions were thought about.
        done: u32,
        /// Of so many, about.
        all: u32,
        /// The report, when it is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Box<GameReport>>,
    },
    /// The answer to `ping`.
    Pong {
        /// The server's time in milliseconds since 1970.
        time: Millis,
    },
    /// The server ends the connection.
    Bye {
        /// Why.
        reason: ByeReason,
    },
}

/// Reason why the server ends a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The server is being shut down.
    Shutdown,
    /// The client did not read what it was sent.
    TooSlow,
    /// Fifty more messages were refused than accepted, or one had too many parts.
    Flood,
    /// A message of more than 128 kB.
    TooLarge,
    /// The server is full, and this client has sent nothing for a minute.
    Crowded,
    /// The session has ended, or the token was deleted.
    SignedOut,
}

impl ByeReason {
    /// Returns the name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ByeReason::Shutdown => "shutdown",
            ByeReason::TooSlow => "too_slow",
            ByeReason::Flood => "flood",
            ByeReason::TooLarge => "too_large",
            ByeReason::Crowded => "crowded",
            ByeReason::SignedOut => "signed_out",
        }
    }
}

impl FromClient {
    /// The game that it is about.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        match self {
            FromClient::Watch { id, .. }
            | FromClient::Unwatch { id }
            | FromClient::Act { id, .. }
            | FromClient::Hint { id }
            | FromClient::Report { id, .. } => Some(id),
            FromClient::Lobby { .. }
            | FromClient::Analyse(_)
            | FromClient::StopAnalysis {}
            | FromClient::Ping {} => None,
        }
    }
}

impl ToClient {
    /// With the number of the question that it answers.
    #[must_use]
    pub fn tagged(self, tag: Option<u32>) -> Tagged<ToClient> {
        Tagged { tag, message: self }
    }

    /// A refusal, with the game that it is about.
    #[must_use]
    pub fn refusal(fault: Fault, id: Option<String>) -> ToClient {
        let Fault { code, message, details, current, retry_after } = fault;
        ToClient::Error { code, message, details, id, current, retry_after }
    }
}
