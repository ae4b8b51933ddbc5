//! JSON messages between a worker of the page and the site in it.

use std::collections::BTreeMap;

use agon_protocol::event::{Cause, Recorded};
use agon_protocol::people::Me;
use agon_protocol::report::GameReport;
use agon_protocol::state::Summary;
use agon_protocol::units::{Millis, Version};
use agon_table::data::{OrderData, PositionData, ThoughtData};
use agon_table::puzzles::Standing;
use serde::{Deserialize, Serialize};

/// Message from the worker to the site.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Input {
    /// Stored data; the first message, sent once.
    Start {
        /// Stored data.
        kept: Box<Kept>,
        /// Random number in decimal digits, because JavaScript numbers lack the precision.
        seed: String,
    },
    /// Request of the page, as over HTTP.
    Request {
        /// Request number, repeated in the answer.
        number: u32,
        /// HTTP method.
        method: String,
        /// Path with the query.
        path: String,
        /// Request body.
        #[serde(default)]
        body: Option<String>,
    },
    /// Takes over the identity that the person has on a server.
    Adopt {
        /// Identity on the server.
        me: Me,
    },
    /// The page connects, as over a WebSocket.
    Open,
    /// The page disconnects.
    Close,
    /// Message of the page.
    Message {
        /// Text as sent over a WebSocket.
        text: String,
    },
    /// Intermediate result of a job.
    Progress {
        /// Job number.
        job: u32,
        /// Search result so far.
        thought: ThoughtData,
    },
    /// A job has finished or failed.
    Thought {
        /// Job number.
        job: u32,
        /// Search result; missing on failure.
        #[serde(default)]
        thought: Option<ThoughtData>,
    },
    /// Stored data of a game, loaded on request or after a write by another window.
    Loaded {
        /// Id of the game.
        id: String,
        /// All events.
        events: Vec<EventRow>,
        /// Row, if it may have changed.
        #[serde(default)]
        row: Option<Box<Row>>,
        /// Report of the game.
        #[serde(default)]
        report: Option<GameReport>,
    },
    /// All stored studies, after a write by another window.
    Studies {
        /// Studies by id.
        studies: BTreeMap<String, StudyRow>,
    },
    /// Static file, loaded on request.
    Read {
        /// Path of the file.
        path: String,
        /// Contents; missing if the file cannot be loaded.
        #[serde(default)]
        text: Option<String>,
    },
    /// A requested wake-up.
    Tick,
    /// The last writes failed.
    Refused {
        /// Whether another window wrote first. Then the game is loaded again; otherwise the origin
        /// of the input is notified.
        overtaken: bool,
    },
}

/// Data that a browser stores for the site.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// Identity of the person.
    pub me: Option<Me>,
    /// Rows of all games.
    pub games: Vec<Row>,
    /// Puzzle ratings by game.
    pub puzzles: BTreeMap<String, PuzzleRow>,
    /// Studies by id.
    pub studies: BTreeMap<String, StudyRow>,
    /// Last time that a window of the site was open.
    pub alive: Option<Millis>,
    /// Intervals without an open window.
    pub downtimes: Vec<(Millis, Millis)>,
}

/// Game data for lists.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Row {
    /// Entry for lists.
    pub summary: Summary,
    /// Secret key of the invitation.
    pub secret: String,
    /// Version of the last event.
    pub version: Version,
    /// Whether the game is hidden from lists.
    #[serde(default)]
    pub hidden: bool,
}

/// Stored event, with the command whose last effect it is.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct EventRow {
    /// Event with its version and time.
    #[serde(flatten)]
    pub recorded: Recorded,
    /// Command that caused the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
}

/// Puzzle rating in one game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PuzzleRow {
    /// Rating and results.
    pub standing: Standing,
    /// Ids of the puzzles tried.
    pub done: Vec<String>,
}

/// Stored study.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct StudyRow {
    /// Title of the study.
    pub title: String,
    /// Game id in the catalogue.
    pub game: String,
    /// Version, incremented with each save.
    pub version: u32,
    /// Time of the last save.
    pub updated: Millis,
    /// File contents.
    pub content: String,
}

/// Message from the site to the worker. Writes must be stored before any message reaches the page.
#[derive(Debug, Default, Serialize)]
pub struct Output {
    /// Data to load first; then the same input must be sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<Need>,
    /// Writes, stored atomically.
    pub writes: Vec<Write>,
    /// Answers to requests.
    pub answers: Vec<HttpAnswer>,
    /// Messages to the page.
    pub messages: Vec<String>,
    /// Jobs to start.
    pub jobs: Vec<Job>,
    /// Jobs to stop; their results are not needed.
    pub stops: Vec<u32>,
    /// Games to load again.
    pub reload: Vec<String>,
    /// Latest time of the next tick.
    pub wake: Option<Millis>,
}

/// Data that is not in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// Stored data of this game.
    Game(String),
    /// Static file of the site.
    File(String),
}

/// Write to the store.
#[derive(Debug, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Write {
    /// Events of a game; each version is written once.
    Events {
        /// Id of the game.
        id: String,
        /// Events to append.
        events: Vec<EventRow>,
        /// Row after the events.
        row: Box<Row>,
    },
    /// Row of a game.
    Row {
        /// Id of the game.
        id: String,
        /// New row.
        row: Box<Row>,
    },
    /// Report of a game.
    Report {
        /// Id of the game.
        id: String,
        /// Finished report.
        report: Box<GameReport>,
    },
    /// Identity of the person.
    Me {
        /// New identity.
        me: Me,
    },
    /// Puzzle rating.
    Puzzles {
        /// Game id in the catalogue.
        game: String,
        /// New rating and results.
        row: PuzzleRow,
    },
    /// Study, or its deletion.
    Study {
        /// Id of the study.
        id: String,
        /// New row; missing if the study was deleted.
        row: Option<StudyRow>,
    },
    /// Intervals without an open window.
    Downtimes {
        /// All intervals.
        times: Vec<(Millis, Millis)>,
    },
}

/// Answer as over HTTP.
#[derive(Debug, Serialize)]
pub struct HttpAnswer {
    /// Request number.
    pub number: u32,
    /// HTTP status.
    pub status: u16,
    /// JSON or plain text.
    pub body: String,
}

/// Search job.
#[derive(Debug, Deserialize, Serialize)]
pub struct Job {
    /// Job number.
    pub number: u32,
    /// Whether a player is waiting for the result.
    pub urgent: bool,
    /// Whether the job may use several threads. Levels below the highest are calibrated for one.
    pub many: bool,
    /// Number of threads, set when the job is assigned.
    pub threads: usize,
    /// Key of the shared transposition table.
    pub key: String,
    /// Position to search.
    pub position: PositionData,
    /// Search order.
    pub order: OrderData,
}
