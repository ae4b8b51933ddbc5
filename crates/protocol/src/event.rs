//! What happened in a game. The list of events, each with its version, is all that is stored
//! of a game; everything else follows from it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::setup::{Occupant, Setup};

/// Something that happened.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameEvent"))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The game was set up: always version 1.
    Created {
        /// How.
        setup: Box<Setup>,
    },
    /// Somebody took a seat.
    Seated {
        /// Which one.
        seat: u8,
        /// Who.
        occupant: Occupant,
    },
    /// A seat became free before the game began.
    Stood {
        /// Which one.
        seat: u8,
    },
    /// All seats were taken, the clocks run.
    Started,
    /// A move.
    Moved {
        /// Who made it.
        seat: u8,
        /// How many steps were made before.
        ply: u32,
        /// The move as text.
        text: String,
        /// The move as people like to read it.
        display: String,
        /// Milliseconds left on the mover's clock afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u64>,
    },
    /// A player is out. With two players the other one wins; with more they play on.
    Withdrew {
        /// Who.
        seat: u8,
        /// Why.
        reason: Departure,
    },
    /// A player offers a draw, or accepts one.
    DrawOffered {
        /// Who.
        seat: u8,
    },
    /// The offers are off the table.
    DrawDeclined {
        /// Who declined.
        seat: u8,
    },
    /// A player asks to take back.
    TakeBackAsked {
        /// Who.
        seat: u8,
        /// To which ply.
        ply: u32,
    },
    /// Somebody does not agree.
    TakeBackDeclined {
        /// Who.
        seat: u8,
    },
    /// Everything from this ply on was taken back.
    TookBack {
        /// How many steps are left.
        ply: u32,
        /// Milliseconds that each seat has left afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Vec<u64>>,
    },
    /// The clocks stand still and computers wait.
    Paused {
        /// Milliseconds left on the clock of the player to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u64>,
    },
    /// It goes on.
    Resumed,
    /// Computers take at least so long for a move.
    Paced {
        /// Milliseconds.
        ms: u32,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
    },
    /// A person wants another game.
    RematchOffered {
        /// Who, by id.
        person: String,
        /// With the seats moved on by one?
        swap: bool,
    },
    /// The other game has begun.
    Rematch {
        /// Its id.
        id: String,
    },
    /// The lobby was closed before the game began.
    Closed,
}

impl Event {
    /// The kind as in the text, for the store.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Created { .. } => "created",
            Event::Seated { .. } => "seated",
            Event::Stood { .. } => "stood",
            Event::Started => "started",
            Event::Moved { .. } => "moved",
            Event::Withdrew { .. } => "withdrew",
            Event::DrawOffered { .. } => "draw_offered",
            Event::DrawDeclined { .. } => "draw_declined",
            Event::TakeBackAsked { .. } => "take_back_asked",
            Event::TakeBackDeclined { .. } => "take_back_declined",
            Event::TookBack { .. } => "took_back",
            Event::Paused { .. } => "paused",
            Event::Resumed => "resumed",
            Event::Paced { .. } => "paced",
            Event::Ended { .. } => "ended",
            Event::RematchOffered { .. } => "rematch_offered",
            Event::Rematch { .. } => "rematch",
            Event::Closed => "closed",
        }
    }

    /// Does the position differ afterwards, so that a move that was made for the one before
    /// does not count any more?
    #[must_use]
    pub fn changes_position(&self) -> bool {
        matches!(
            self,
            Event::Created { .. }
                | Event::Started
                | Event::Moved { .. }
                | Event::Withdrew { .. }
                | Event::TookBack { .. }
        )
    }

    /// Does the position differ afterwards, or what can be done in it?
    #[must_use]
    pub fn changes_view(&self) -> bool {
        matches!(
            self,
            Event::Started
                | Event::Moved { .. }
                | Event::Withdrew { .. }
                | Event::TookBack { .. }
                | Event::Ended { .. }
        )
    }
}

/// Why a player is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// Gave up.
    Resigned,
    /// Had no time left.
    TimeOut,
    /// Went away.
    Left,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Outcome {
    /// The seat that won; `null` for a draw or an unfinished game.
    pub winner: Option<u8>,
    /// Everybody's place, 1 being the best; empty for an unfinished game.
    pub places: Vec<u8>,
    /// Why, such as `checkmate`.
    pub reason: String,
    /// In words: `red wins (6 marbles)`.
    pub verdict: String,
}

impl Outcome {
    /// A game that was imported before its end, or put away because nobody went on with it.
    #[must_use]
    pub fn unfinished() -> Outcome {
        Outcome::without_result("unfinished")
    }

    /// A game that was called off before it had really begun.
    #[must_use]
    pub fn aborted() -> Outcome {
        Outcome::without_result("aborted")
    }

    fn without_result(reason: &str) -> Outcome {
        let (reason, verdict) = (reason.to_owned(), reason.to_owned());
        Outcome { winner: None, places: Vec::new(), verdict, reason }
    }
}

/// An event with its version and time.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Recorded {
    /// 1 for the first event of a game, then counting up without a gap.
    pub version: u64,
    /// Milliseconds since 1970.
    pub at: u64,
    /// What happened.
    pub event: Event,
}

/// The command that an event is the last effect of: it is answered with the event's version,
/// also when it comes again after a restart.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Cause {
    /// Who sent it, by id.
    pub person: String,
    /// The client's name for it.
    pub id: String,
}
