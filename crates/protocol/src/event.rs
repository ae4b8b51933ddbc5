//! What happened in a game. The list of events, each with its version, is all that is stored
//! of a game; everything else follows from it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::people::Person;
use crate::setup::{Occupant, Setup};
use crate::units::{Millis, Seat, Version};

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
        seat: Seat,
        /// Who.
        occupant: Occupant,
    },
    /// A seat became free before the game began.
    Stood {
        /// Which one.
        seat: Seat,
    },
    /// All seats were taken, the clocks run.
    Started,
    /// A move.
    Moved {
        /// Who made it.
        seat: Seat,
        /// How many steps were made before.
        ply: u32,
        /// The move as text.
        text: String,
        /// The move as people like to read it.
        display: String,
        /// Milliseconds left on the mover's clock afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Millis>,
    },
    /// A player is out. With two players the other one wins; with more they play on.
    Withdrew {
        /// Who.
        seat: Seat,
        /// Why.
        reason: Departure,
    },
    /// A player offers a draw, or accepts one.
    DrawOffered {
        /// Who.
        seat: Seat,
    },
    /// The offers are off the table.
    DrawDeclined {
        /// Who declined, or withdrew an offer.
        seat: Seat,
    },
    /// A player asks to take back.
    TakeBackAsked {
        /// Who.
        seat: Seat,
        /// To which ply.
        ply: u32,
    },
    /// Somebody does not agree, or withdraws the request.
    TakeBackDeclined {
        /// Who.
        seat: Seat,
    },
    /// Everything from this ply on was taken back.
    TookBack {
        /// How many steps are left.
        ply: u32,
        /// Milliseconds that each seat has left afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Vec<Millis>>,
    },
    /// The clocks stand still and computers wait.
    Paused {
        /// Milliseconds left on the clock of the player to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Millis>,
    },
    /// It goes on.
    Resumed,
    /// The site was away, or stood still, while a player thought: that time counts for nobody.
    Credited {
        /// Milliseconds.
        ms: Millis,
    },
    /// A player has taken one of the hints that there are in this game.
    Hinted {
        /// Who.
        seat: Seat,
    },
    /// Computers take at least so long for a move.
    Paced {
        /// Milliseconds.
        ms: Millis,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// Who called it off or put it away, where a player did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// A person wants another game.
    RematchOffered {
        /// Who, by id.
        person: String,
        /// With the seats moved on by one?
        swap: bool,
    },
    /// Somebody does not want another game, or no longer.
    RematchDeclined {
        /// Who, by id.
        person: String,
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
    /// Updates the name and picture of a person, which events keep from when the person sat down. Returns
    /// whether anything changed.
    pub fn know(&mut self, person: &Person) -> bool {
        match self {
            Event::Created { setup } => setup.know(person),
            Event::Seated { occupant, .. } => occupant.know(person),
            _ => false,
        }
    }

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
            Event::Credited { .. } => "credited",
            Event::Hinted { .. } => "hinted",
            Event::Paced { .. } => "paced",
            Event::Ended { .. } => "ended",
            Event::RematchOffered { .. } => "rematch_offered",
            Event::RematchDeclined { .. } => "rematch_declined",
            Event::Rematch { .. } => "rematch",
            Event::Closed => "closed",
        }
    }

    /// Is it about another game of the same players, after this one?
    #[must_use]
    pub fn is_about_rematch(&self) -> bool {
        matches!(
            self,
            Event::RematchOffered { .. } | Event::RematchDeclined { .. } | Event::Rematch { .. }
        )
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
    pub winner: Option<Seat>,
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
    pub version: Version,
    /// Milliseconds since 1970.
    pub at: Millis,
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
