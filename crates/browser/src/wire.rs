//! What a worker of a page and the site in it tell each other, as JSON.

use std::collections::BTreeMap;

use agon_protocol::event::{Cause, Recorded};
use agon_protocol::people::Me;
use agon_protocol::report::GameReport;
use agon_protocol::state::Summary;
use agon_protocol::units::{Millis, Version};
use agon_table::data::{OrderData, PositionData, ThoughtData};
use agon_table::puzzles::Standing;
use serde::{Deserialize, Serialize};

/// What the worker tells the site.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Input {
    /// What is kept, once, before all else.
    Start {
        /// What is kept.
        kept: Box<Kept>,
        /// A number unlike all others, in decimal digits: JSON of a page has no large numbers.
        seed: String,
    },
    /// The page asks as it would over HTTP.
    Request {
        /// To tell answers apart.
        number: u32,
        /// `GET` and the like.
        method: String,
        /// With what stands after the `?`.
        path: String,
        /// What is sent with it.
        #[serde(default)]
        body: Option<String>,
    },
    /// A server knows who the person is: the same one plays here.
    Adopt {
        /// Who.
        me: Me,
    },
    /// The page connects, as it would over a WebSocket.
    Open,
    /// It is gone.
    Close,
    /// A message of the page.
    Message {
        /// As it is sent over a WebSocket.
        text: String,
    },
    /// What was found so far.
    Progress {
        /// The number of the job.
        job: u32,
        /// What.
        thought: ThoughtData,
    },
    /// A job is done, or could not be.
    Thought {
        /// The number of the job.
        job: u32,
        /// What was found.
        #[serde(default)]
        thought: Option<ThoughtData>,
    },
    /// All that is kept of a game: because it was needed, or because another window has written something.
    Loaded {
        /// Which.
        id: String,
        /// All events.
        events: Vec<EventRow>,
        /// The row, where it may be another one.
        #[serde(default)]
        row: Option<Box<Row>>,
        /// What a strong player thought of it.
        #[serde(default)]
        report: Option<GameReport>,
    },
    /// All studies that are kept: another window has written one.
    Studies {
        /// By their ids.
        studies: BTreeMap<String, StudyRow>,
    },
    /// A file of the site, because it was needed.
    Read {
        /// Which.
        path: String,
        /// What is in it; nothing where it cannot be had.
        #[serde(default)]
        text: Option<String>,
    },
    /// The time has come.
    Tick,
    /// What was to be kept last could not be.
    Refused {
        /// Was another window first? Then the game is read again; otherwise whoever asked is told.
        overtaken: bool,
    },
}

/// What a browser keeps for the site.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// Who the person is.
    pub me: Option<Me>,
    /// All games.
    pub games: Vec<Row>,
    /// How the person stands in puzzles, by game.
    pub puzzles: BTreeMap<String, PuzzleRow>,
    /// Studies, by their ids.
    pub studies: BTreeMap<String, StudyRow>,
    /// When a window of the site was last open.
    pub alive: Option<Millis>,
    /// When none was.
    pub downtimes: Vec<(Millis, Millis)>,
}

/// What lists need to know of a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Row {
    /// As lists show it.
    pub summary: Summary,
    /// The secret part of the invitation.
    pub secret: String,
    /// That of the last event.
    pub version: Version,
    /// Is it off the lists?
    #[serde(default)]
    pub hidden: bool,
}

/// An event as it is kept, with the command that it is the last effect of.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct EventRow {
    /// The event.
    #[serde(flatten)]
    pub recorded: Recorded,
    /// The command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
}

/// How the person stands in the puzzles of a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PuzzleRow {
    /// How.
    pub standing: Standing,
    /// Those that were tried.
    pub done: Vec<String>,
}

/// A study of the person.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct StudyRow {
    /// What it is called.
    pub title: String,
    /// Of which game.
    pub game: String,
    /// Grows by one each time it is saved.
    pub version: u32,
    /// When it was saved.
    pub updated: Millis,
    /// The file.
    pub content: String,
}

/// What the site tells the worker. What is to be kept is kept before anything is told to the page.
#[derive(Debug, Default, Serialize)]
pub struct Output {
    /// This is needed first; then the same is told to the site once more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<Need>,
    /// To be kept, all of it or nothing.
    pub writes: Vec<Write>,
    /// Answers to requests.
    pub answers: Vec<HttpAnswer>,
    /// Messages to the page.
    pub messages: Vec<String>,
    /// Jobs to begin with.
    pub jobs: Vec<Job>,
    /// Jobs whose answers nobody wants any more.
    pub stops: Vec<u32>,
    /// Games to be read again, as if they were needed.
    pub reload: Vec<String>,
    /// When to tick at the latest.
    pub wake: Option<Millis>,
}

/// Something that is not in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// All that is kept of this game.
    Game(String),
    /// A file of the site.
    File(String),
}

/// Something to be kept.
#[derive(Debug, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Write {
    /// Events of a game; each version is written once.
    Events {
        /// Which game.
        id: String,
        /// The events.
        events: Vec<EventRow>,
        /// What lists show afterwards.
        row: Box<Row>,
    },
    /// What lists show of a game.
    Row {
        /// Which game.
        id: String,
        /// What.
        row: Box<Row>,
    },
    /// What a strong player thinks of a game.
    Report {
        /// Which game.
        id: String,
        /// What.
        report: Box<GameReport>,
    },
    /// Who the person is.
    Me {
        /// Who.
        me: Me,
    },
    /// How the person stands in puzzles.
    Puzzles {
        /// Of which game.
        game: String,
        /// How.
        row: PuzzleRow,
    },
    /// A study, or that there is none any more.
    Study {
        /// Which.
        id: String,
        /// What.
        row: Option<StudyRow>,
    },
    /// When no window of the site was open.
    Downtimes {
        /// The times.
        times: Vec<(Millis, Millis)>,
    },
}

/// An answer as it would come over HTTP.
#[derive(Debug, Serialize)]
pub struct HttpAnswer {
    /// The number of the request.
    pub number: u32,
    /// The status.
    pub status: u16,
    /// JSON, or a plain text.
    pub body: String,
}

/// Something to think about.
#[derive(Debug, Deserialize, Serialize)]
pub struct Job {
    /// To tell jobs apart.
    pub number: u32,
    /// Does somebody at a table wait for it?
    pub urgent: bool,
    /// May several threads think about it? Levels below the highest are what they are with one.
    pub many: bool,
    /// How many threads do; whoever hands the job to them knows.
    pub threads: usize,
    /// Thoughts about jobs with the same key help each other.
    pub key: String,
    /// The position.
    pub position: PositionData,
    /// How to think.
    pub order: OrderData,
}
