//! Events of a game. The versioned list of events is the stored form of a game; all other state is
//! derived from it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::people::Person;
use crate::setup::{Occupant, Setup};
use crate::units::{Millis, Seat, Version};

/// Event of a game.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameEvent"))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The game was created; always version 1.
    Created {
        /// Setup of the game.
        setup: Box<Setup>,
    },
    /// A seat was taken.
    Seated {
        /// Seat taken.
        seat: Seat,
        /// New occupant.
        occupant: Occupant,
    },
    /// A seat was vacated before the game started.
    Stood {
        /// Seat vacated.
        seat: Seat,
    },
    /// All seats are taken; the clocks run.
    Started,
    /// A move was made.
    Moved {
        /// Seat that moved.
        seat: Seat,
        /// Number of plies played before the move.
        ply: u32,
        /// Move as text.
        text: String,
        /// Move in human notation.
        display: String,
        /// Milliseconds left on the mover's clock after the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Millis>,
    },
    /// A player is out. The opponent wins a game of two; with more players the others continue.
    Withdrew {
        /// Seat that is out.
        seat: Seat,
        /// Reason of the withdrawal.
        reason: Departure,
    },
    /// A draw was offered or accepted.
    DrawOffered {
        /// Seat that offered or accepted.
        seat: Seat,
    },
    /// All draw offers are void.
    DrawDeclined {
        /// Seat that declined, or withdrew its offer.
        seat: Seat,
    },
    /// A take-back was requested.
    TakeBackAsked {
        /// Seat that asks.
        seat: Seat,
        /// Ply to return to.
        ply: u32,
    },
    /// A take-back was refused, or the request was withdrawn.
    TakeBackDeclined {
        /// Seat that refused or withdrew.
        seat: Seat,
    },
    /// All plies from this one on were taken back.
    TookBack {
        /// Number of plies left.
        ply: u32,
        /// Milliseconds left on the clock of each seat afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Vec<Millis>>,
    },
    /// Clocks and computers are paused.
    Paused {
        /// Milliseconds left on the clock of the player to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Millis>,
    },
    /// The game was resumed.
    Resumed,
    /// The server was down or stalled during a player's turn; that time does not count.
    Credited {
        /// Credited time in milliseconds.
        ms: Millis,
    },
    /// A player used a hint of the budget.
    Hinted {
        /// Seat that used the hint.
        seat: Seat,
    },
    /// The minimum thinking time of computers was changed.
    Paced {
        /// Minimum time per move, in milliseconds.
        ms: Millis,
    },
    /// The game ended.
    Ended {
        /// Outcome of the game.
        outcome: Outcome,
        /// Seat that aborted or abandoned the game, if a player did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// A rematch was offered.
    RematchOffered {
        /// Id of the person.
        person: String,
        /// Whether every player moves on by one seat.
        swap: bool,
    },
    /// A rematch was declined, or the offer was withdrawn.
    RematchDeclined {
        /// Id of the person.
        person: String,
    },
    /// The rematch was created.
    Rematch {
        /// Id of the new game.
        id: String,
    },
    /// The lobby was closed before the game began.
    Closed,
}

impl Event {
    /// Updates the name and picture of a person, which events copy when the person takes a seat.
    /// Returns whether anything changed.
    pub fn know(&mut self, person: &Person) -> bool {
        match self {
            Event::Created { setup } => setup.know(person),
            Event::Seated { occupant, .. } => occupant.know(person),
            _ => false,
        }
    }

    /// Returns the wire name of the kind, for the store.
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

    /// Returns whether the event concerns a rematch.
    #[must_use]
    pub fn is_about_rematch(&self) -> bool {
        matches!(
            self,
            Event::RematchOffered { .. } | Event::RematchDeclined { .. } | Event::Rematch { .. }
        )
    }

    /// Returns whether the event changes the position, so that moves for the earlier position
    /// become stale.
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

    /// Returns whether the event changes the position or its legal moves.
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

/// Reason of a withdrawal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// Resignation.
    Resigned,
    /// Time forfeit.
    TimeOut,
    /// The player left the game.
    Left,
}

/// Outcome of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Outcome {
    /// Seat of the winner; `null` for a draw or an unfinished game.
    pub winner: Option<Seat>,
    /// Rank of each seat, 1 for the best; empty for an unfinished game.
    pub places: Vec<u8>,
    /// Reason, such as `checkmate`.
    pub reason: String,
    /// Outcome in words: `red wins (6 marbles)`.
    pub verdict: String,
}

impl Outcome {
    /// Creates the outcome of an incomplete imported game, or of an abandoned one.
    #[must_use]
    pub fn unfinished() -> Outcome {
        Outcome::without_result("unfinished")
    }

    /// Creates the outcome of an aborted game.
    #[must_use]
    pub fn aborted() -> Outcome {
        Outcome::without_result("aborted")
    }

    fn without_result(reason: &str) -> Outcome {
        let (reason, verdict) = (reason.to_owned(), reason.to_owned());
        Outcome { winner: None, places: Vec::new(), verdict, reason }
    }
}

/// Event with its version and time.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Recorded {
    /// Version: 1 for the first event of a game, increasing without gaps.
    pub version: Version,
    /// Time in milliseconds since 1970.
    pub at: Millis,
    /// The event.
    pub event: Event,
}

/// Command whose last effect is this event. A repeated command is answered with the version of the
/// event, also after a restart.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Cause {
    /// Id of the person who sent the command.
    pub person: String,
    /// Command id chosen by the client.
    pub id: String,
}
