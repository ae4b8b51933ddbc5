//! Current state of a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::board::{Board, Move, View};
use crate::event::Outcome;
use crate::people::Person;
use crate::setup::{Clock, Occupant, Setup};
use crate::units::{Millis, Seat, Version};

/// Phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// In the lobby, with free seats.
    Open,
    /// Being played.
    Playing,
    /// Over.
    Ended,
    /// Closed before the start.
    Closed,
}

impl Phase {
    /// Returns the wire name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Open => "open",
            Phase::Playing => "playing",
            Phase::Ended => "ended",
            Phase::Closed => "closed",
        }
    }
}

/// Seat and its occupant.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatState {
    /// Name of the seat, such as `white`.
    pub name: String,
    /// Whether the name is a plural ("attackers win", but "white wins").
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plural: bool,
    /// Colour of the pieces.
    pub tone: String,
    /// Kind of piece that represents the player in lists. Missing, like `degrees`, in archived
    /// summaries from before the field existed.
    #[serde(default)]
    pub piece: String,
    /// Clockwise rotation of the board for this seat, in degrees.
    #[serde(default)]
    pub degrees: u16,
    /// Occupant; `null` for a free seat.
    pub occupant: Option<Occupant>,
    /// Whether the player is out while others continue.
    pub out: bool,
}

/// Clock readings.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockState {
    /// Milliseconds left by seat, at time `at`.
    pub left: Vec<Millis>,
    /// Seat whose clock is running.
    pub running: Option<Seat>,
    /// Time of the reading, in milliseconds since 1970.
    pub at: Millis,
}

/// Pending take-back request.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakeBackState {
    /// Seat that asks.
    pub seat: Seat,
    /// Ply to return to.
    pub ply: u32,
    /// Version of the request; answers refer to it.
    pub version: Version,
    /// Seats that agree, including the one that asks.
    #[serde(default)]
    pub agreed: Vec<Seat>,
}

/// Pending rematch request.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RematchState {
    /// Whether every player moves on by one seat.
    pub swap: bool,
    /// Ids of the people who agreed.
    pub agreed: Vec<String>,
    /// Version of the request; answers refer to it.
    pub version: Version,
}

/// State of a game without the board.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    /// Version of the last event.
    pub version: Version,
    /// Phase of the game.
    pub phase: Phase,
    /// Number of plies played.
    pub ply: u32,
    /// Seat to move; `null` unless the game is being played.
    pub turn: Option<Seat>,
    /// Seats and their occupants.
    pub seats: Vec<SeatState>,
    /// Clock readings; `null` without a time control.
    pub clock: Option<ClockState>,
    /// Whether the game is paused.
    pub paused: bool,
    /// Minimum time per computer move in milliseconds.
    pub pace: Millis,
    /// Seats that offer a draw.
    pub draw_offers: Vec<Seat>,
    /// Version of the oldest of these offers; answers refer to it.
    pub draw_version: Option<Version>,
    /// Pending take-back request.
    pub take_back: Option<TakeBackState>,
    /// Pending rematch request.
    pub rematch: Option<RematchState>,
    /// Hints left by seat, if the number of hints is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints_left: Option<Vec<u8>>,
    /// Outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Id of the rematch.
    pub next: Option<String>,
}

/// Connected players and spectators; derived from connections, not stored.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Presence {
    /// Whether the player is connected, by seat; computers always are.
    pub connected: Vec<bool>,
    /// Number of spectators.
    pub spectators: u32,
    /// Start of the player's absence by seat, in milliseconds since 1970; `null` while present.
    pub away_since: Vec<Option<Millis>>,
    /// Milliseconds of absence after which the others may claim the win; `null` if no one may.
    pub grace: Option<Millis>,
}

/// Step of a game: a ply in its history.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// Move.
    Move {
        /// Seat that moved.
        seat: Seat,
        /// Move as drawn and written.
        #[serde(flatten)]
        play: Move,
    },
    /// A player was out from this ply on.
    Out {
        /// Seat that is out.
        seat: Seat,
    },
}

impl Step {
    /// Returns the seat that moved or is out.
    #[must_use]
    pub fn seat(&self) -> Seat {
        match self {
            Step::Move { seat, .. } | Step::Out { seat } => *seat,
        }
    }
}

/// Complete game, as sent to a client.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Snapshot {
    /// Id of the game.
    pub id: String,
    /// Setup of the game.
    pub setup: Setup,
    /// Empty board.
    pub board: Board,
    /// All steps played.
    pub steps: Vec<Step>,
    /// Current state.
    pub state: GameState,
    /// Current position.
    pub view: View,
    /// Connected players and spectators.
    pub presence: Presence,
    /// Seats that belong to the caller.
    pub mine: Vec<Seat>,
    /// Secret key of the invitation to an unlisted game; sent only to its players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Current state and position of a game, sent with rejected actions.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Current {
    /// Current state.
    pub state: GameState,
    /// Current position.
    pub view: View,
}

/// Entry of a list of games.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Summary {
    /// Id of the game.
    pub id: String,
    /// Game id in the catalogue.
    pub game: String,
    /// Complete options.
    pub rules: String,
    /// Name of the lobby.
    pub name: Option<String>,
    /// Phase of the game.
    pub phase: Phase,
    /// Seats and their occupants.
    pub seats: Vec<SeatState>,
    /// Time control.
    pub clock: Clock,
    /// Number of plies played.
    pub ply: u32,
    /// Seat to move; `null` unless the game is being played.
    pub turn: Option<Seat>,
    /// Outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Whether the game is in the public lists.
    pub listed: bool,
    /// Whether the game is rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Id of the creator.
    pub host: Option<String>,
    /// Time of creation, in milliseconds since 1970.
    pub created: Millis,
    /// Time of the last change, in milliseconds since 1970.
    pub updated: Millis,
    /// Board as drawn in lists; only for games that have started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Box<Scene>>,
}

/// Compact picture of a board for lists.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scene {
    /// Pieces, grouped by owner and kind.
    pub men: Vec<Men>,
    /// Last move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Move>,
}

/// Pieces of one owner and kind.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Men {
    /// Seat of the owner.
    pub seat: Seat,
    /// Kind, such as `knight` or `marble`.
    pub kind: String,
    /// Colour, if it differs from the seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tone: Option<String>,
    /// Cells of the pieces.
    pub cells: Vec<u8>,
}

impl Summary {
    /// Returns the ids of the people on seats; an id can occur more than once.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().filter_map(|seat| match &seat.occupant {
            Some(Occupant::Person { id, .. }) => Some(id.as_str()),
            _ => None,
        })
    }

    /// Updates the name and picture of a person. Returns whether anything changed.
    pub fn know(&mut self, person: &Person) -> bool {
        let host = self.host.as_deref() == Some(&person.id);
        let mut changed = false;
        for occupant in self.seats.iter_mut().filter_map(|seat| seat.occupant.as_mut()) {
            // Seats without a picture belong to other players at the host's screen, or to games
            // stored before pictures existed: only the host can have the former.
            if let Occupant::Person { id, picture: picture @ None, .. } = occupant
                && *id == person.id
                && !host
            {
                *picture = Some(String::new());
            }
            changed |= occupant.know(person);
        }
        changed
    }
}
