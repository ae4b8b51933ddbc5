//! What servers of one site tell each other.

use agon_protocol::host::SiteDefaults;
use agon_protocol::message::ToClient;
use agon_protocol::people::Person;
use agon_protocol::reach::CodedGame;
use agon_protocol::state::Summary;
use agon_protocol::units::Version;
use agon_store::EventRow;
use serde::{Deserialize, Serialize};

/// Of one game, for those with somebody who looks at it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum GameNews {
    /// This has happened, and is stored.
    Events { node: String, rows: Vec<Happened> },
    /// These people and so many others look at it there, and it is known up to this version. Told
    /// when it changes and every few seconds; what is not repeated is forgotten.
    Here { node: String, version: Version, people: Vec<String>, strangers: usize },
    /// Who looks at it?
    Who { node: String },
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

/// Of the whole site.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum SiteNews {
    /// What lists show of these games.
    Listed { node: String, games: Vec<Summary> },
    /// Connections that were opened with this end.
    Ended { node: String, ending: Ending },
    /// Somebody has another name or picture.
    Changed { node: String, person: Person },
    /// The host has chosen this for the site.
    Defaults { node: String, chosen: SiteDefaults },
    /// The host has removed a game.
    Removed { node: String, game: String },
    /// Somebody has asked for the code of a game.
    Coded { node: String, game: CodedGame },
    /// Which game does this code lead to? Whoever knows tells it.
    Code { node: String, code: String },
}

/// Of the games of one person, for those with a page of theirs that lists them.
#[derive(Serialize, Deserialize)]
pub(crate) struct PersonNews {
    pub(crate) node: String,
    /// A game is new or has changed, or is no more.
    pub(crate) message: ToClient,
}

/// What is no longer valid.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
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
    /// A name of guests, which has become somebody's own.
    Namesakes { name_key: String },
}
