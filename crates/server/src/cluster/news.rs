//! Messages between the servers of one site.
//!
//! They show at once what has changed; what is written is decided from the store. They carry no secrets: ids of
//! people and games, and what lists and boards show.

use agon_protocol::state::Summary;
use agon_protocol::units::Version;
use agon_store::EventRow;
use serde::{Deserialize, Serialize};

use crate::codes::CodeTarget;

/// About one game, for servers with viewers of it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum GameNews {
    /// These events are stored.
    Events { rows: Vec<Happened> },
    /// Viewers at the sender: these people and this number of strangers, and the version that it knows. Sent when it
    /// changes and every few seconds; forgotten when it is not repeated.
    Here { version: Version, people: Vec<String>, strangers: usize },
    /// Asks the others for [`GameNews::Here`].
    Who,
}

/// An event as it is stored.
#[derive(Serialize, Deserialize)]
pub(crate) struct Happened {
    version: i64,
    kind: String,
    payload: String,
    at: i64,
}

impl From<EventRow> for Happened {
    fn from(EventRow { version, kind, payload, at }: EventRow) -> Happened {
        Happened { version, kind, payload, at }
    }
}

impl From<Happened> for EventRow {
    fn from(Happened { version, kind, payload, at }: Happened) -> EventRow {
        EventRow { version, kind, payload, at }
    }
}

/// About the whole site.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum SiteNews {
    /// What lists show of these games.
    Listed { games: Vec<Summary> },
    /// A session or token of this person has ended: look up which are valid.
    Credentials { person: String },
    /// This name has been registered: look up which guests still have it.
    Name { name_key: String },
    /// This person has another name or picture: read it.
    Changed { person: String },
    /// The host has chosen other defaults: read them.
    Defaults,
    /// The host has removed this game: look it up.
    Removed { game: String },
    /// This game has a code.
    Coded { target: CodeTarget },
    /// Asks for the game whose code has this digest.
    Code { digest: String },
}

/// About the games of one person, for servers where their list is shown.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum PersonNews {
    /// A game is new or has changed.
    Listed { game: Box<Summary> },
    /// A game is no more.
    Unlisted { id: String },
}

/// What is no longer valid.
#[derive(Clone, Debug)]
pub(crate) enum Ending {
    /// One session of a person.
    Session { person: String, id: String },
    /// All of them.
    Sessions { person: String },
    /// All but one.
    OtherSessions { person: String, id: String },
    /// The token with this hash.
    Token { person: String, hash: String },
    /// Everything of a person.
    All { person: String },
    /// A name of guests that somebody has registered.
    Namesakes { name_key: String },
}

impl Ending {
    /// What other servers have to look up.
    pub(super) fn news(self) -> SiteNews {
        match self {
            Ending::Session { person, .. }
            | Ending::Sessions { person }
            | Ending::OtherSessions { person, .. }
            | Ending::Token { person, .. }
            | Ending::All { person } => SiteNews::Credentials { person },
            Ending::Namesakes { name_key } => SiteNews::Name { name_key },
        }
    }
}
