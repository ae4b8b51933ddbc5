//! WebSocket messages: one JSON object per message, distinguished by `type`.

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

/// Message with an optional tag chosen by the client; the answer carries the same tag.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tagged<M> {
    /// Tag that pairs an answer with its request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<u32>,
    /// The message.
    #[serde(flatten)]
    pub message: M,
}

/// Message from a client.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromClient {
    /// Subscribes to a game, from its current state or from a version on.
    Watch {
        /// Id of the game.
        id: String,
        /// Secret key of the invitation, for unlisted games.
        #[serde(default, skip_serializing_if = "is_default")]
        key: Option<String>,
        /// Last version that the client has received.
        #[serde(default, skip_serializing_if = "is_default")]
        since: Option<Version>,
    },
    /// Unsubscribes from a game.
    Unwatch {
        /// Id of the game.
        id: String,
    },
    /// Carries out an action in a game.
    Act {
        /// Id of the game.
        id: String,
        /// Secret key of the invitation, for unlisted games.
        #[serde(default, skip_serializing_if = "is_default")]
        key: Option<String>,
        /// Action with its optional id.
        action: Command,
    },
    /// Asks for a hint: a move of a strong computer.
    Hint {
        /// Id of the game.
        id: String,
    },
    /// Subscribes to the list of open and running games, or unsubscribes.
    Lobby {
        /// Whether to subscribe.
        on: bool,
    },
    /// Starts an analysis, which reports the best variations.
    Analyse(AnalysisRequest),
    /// Stops the analysis.
    StopAnalysis {},
    /// Asks for the report of a finished game.
    Report {
        /// Id of the game.
        id: String,
        /// Secret key of the invitation, for unlisted games.
        #[serde(default, skip_serializing_if = "is_default")]
        key: Option<String>,
    },
    /// Tests the connection.
    Ping {},
}

/// Message from the server.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// First message of every connection.
    Welcome {
        /// The caller; `null` without a cookie or token, which permits only watching.
        person: Option<Person>,
        /// Server time in milliseconds since 1970.
        time: Millis,
    },
    /// Complete game: the answer to `watch`.
    Game {
        /// Current snapshot.
        #[serde(flatten)]
        snapshot: Box<Snapshot>,
    },
    /// Events missed by the client: the answer to `watch` with `since`.
    Resumed {
        /// Id of the game.
        id: String,
        /// Events after `since`.
        events: Vec<Recorded>,
        /// All steps, from the start of the game.
        steps: Vec<Step>,
        /// Current state and position.
        #[serde(flatten)]
        current: Box<Current>,
        /// Connected players and number of spectators.
        presence: Presence,
    },
    /// New event of a game.
    Event {
        /// Id of the game.
        id: String,
        /// Event with its version and time.
        #[serde(flatten)]
        recorded: Recorded,
        /// Step that was made, with all data needed to show it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<Box<Step>>,
        /// State after the event.
        state: Box<GameState>,
        /// Position after the event, if it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<Box<View>>,
    },
    /// A player or spectator connected or disconnected.
    Presence {
        /// Id of the game.
        id: String,
        /// Current presence.
        #[serde(flatten)]
        presence: Presence,
    },
    /// The name or picture of a player changed.
    Seats {
        /// Id of the game.
        id: String,
        /// Seats and their occupants.
        seats: Vec<SeatState>,
    },
    /// The caller's name or picture changed, or a device was added to the account, possibly on
    /// another connection.
    You {
        /// The caller.
        person: Person,
    },
    /// The computer to move waits in the queue; the server continues automatically.
    Queued {
        /// Id of the game.
        id: String,
        /// Version of the game at which the computer waits.
        version: Version,
        /// Reason: `busy` or `queue_full`.
        code: Code,
        /// Reason, as an English sentence.
        message: String,
    },
    /// An action was carried out and stored, or a request without another answer succeeded.
    Done {
        /// Version of the last event caused by the action.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<Version>,
    },
    /// The request was rejected; nothing has changed.
    Error {
        /// Error code.
        code: Code,
        /// Error message, in English.
        message: String,
        /// Data for a localised error text.
        #[serde(flatten)]
        details: Details,
        /// Id of the game concerned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Current state of that game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        current: Option<Box<Current>>,
        /// Seconds to wait before a retry, if a retry can succeed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<u64>,
    },
    /// Hint: a move of a strong computer.
    Hint {
        /// Id of the game.
        id: String,
        /// Ply that the hint is for.
        ply: u32,
        /// Move as text.
        text: String,
        /// Tablebase result of the position, if available.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<Verdict>,
        /// Tablebase result of every legal move, if available.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdicts: Option<Vec<MoveVerdict>>,
    },
    /// All open and running listed games: the answer to `lobby`.
    Lobby {
        /// Games, newest first.
        games: Vec<Summary>,
    },
    /// A listed game was created or changed.
    Listed {
        /// Summary of the game.
        game: Box<Summary>,
    },
    /// A listed game ended or was closed.
    Unlisted {
        /// Id of the game.
        id: String,
    },
    /// Intermediate or final result of an analysis.
    Analysis {
        /// Depth of the last complete iteration, in plies.
        depth: u32,
        /// Number of nodes searched.
        nodes: u64,
        /// Search time in milliseconds, without the time that other jobs used the processor.
        time: Millis,
        /// Principal variations, best first.
        lines: Vec<Line>,
        /// Whether this is the last message of the analysis.
        done: bool,
        /// Reason of the end, in the last message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<AnalysisEnd>,
        /// Tablebase result of the position, if available.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<Verdict>,
        /// Tablebase result of every legal move, if available.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdicts: Option<Vec<MoveVerdict>>,
    },
    /// Progress of a report, sent repeatedly; the last message contains the report.
    Report {
        /// Id of the game.
        id: String,
        /// Number of positions analysed.
        done: u32,
        /// Estimated total number of positions.
        all: u32,
        /// The report, once it is complete.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Box<GameReport>>,
    },
    /// Answer to `ping`.
    Pong {
        /// Server time in milliseconds since 1970.
        time: Millis,
    },
    /// The server closes the connection.
    Bye {
        /// Reason of the end.
        reason: ByeReason,
    },
}

/// Reason why the server ends a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The server is shutting down.
    Shutdown,
    /// The client reads too slowly.
    TooSlow,
    /// Rejected messages exceed accepted ones by fifty, or a message had too many fragments.
    Flood,
    /// A message exceeds 128 kB.
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
    /// Returns the id of the game concerned.
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
    /// Adds the tag of the request that this message answers.
    #[must_use]
    pub fn tagged(self, tag: Option<u32>) -> Tagged<ToClient> {
        Tagged { tag, message: self }
    }

    /// Creates the error message for a fault, with the id of the game concerned.
    #[must_use]
    pub fn refusal(fault: Fault, id: Option<String>) -> ToClient {
        let Fault { code, message, details, current, retry_after } = fault;
        ToClient::Error { code, message, details, id, current, retry_after }
    }
}
