//! How a game stands now.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::board::{Board, Move, View};
use crate::event::Outcome;
use crate::people::Person;
use crate::setup::{Clock, Occupant, Setup};
use crate::units::{Millis, Seat, Version};

/// Where a game is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Seats are free: a lobby.
    Open,
    /// Being played.
    Playing,
    /// Over.
    Ended,
    /// Closed before it began.
    Closed,
}

impl Phase {
    /// The phase as in the text.
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

/// A seat and who sits there.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatState {
    /// What the seat is called, such as `white`.
    pub name: String,
    /// Is the name a plural ("attackers win", but "white wins")?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plural: bool,
    /// The colour of the men.
    pub tone: String,
    /// The kind of piece that stands for the player in lists. (Summaries of games that were filed
    /// before it was told lack this and the next.)
    #[serde(default)]
    pub piece: String,
    /// How far the board is turned clockwise for whoever sits here.
    #[serde(default)]
    pub degrees: u16,
    /// Who; `null` while it is free.
    pub occupant: Option<Occupant>,
    /// Is the player out while others play on?
    pub out: bool,
}

/// The clocks.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockState {
    /// Milliseconds of each seat, counted at `at`.
    pub left: Vec<Millis>,
    /// Whose clock runs.
    pub running: Option<Seat>,
    /// Milliseconds since 1970.
    pub at: Millis,
}

/// Somebody asks to take back.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakeBackState {
    /// Who.
    pub seat: Seat,
    /// To which ply.
    pub ply: u32,
    /// The version of the event that asked: answers name it.
    pub version: Version,
    /// The seats that agree, that of whoever asks among them.
    #[serde(default)]
    pub agreed: Vec<Seat>,
}

/// Somebody wants another game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RematchState {
    /// With the seats moved on by one?
    pub swap: bool,
    /// The ids of those who agreed.
    pub agreed: Vec<String>,
    /// The version of the event that asked: whoever agrees names it.
    pub version: Version,
}

/// How a game stands, apart from the board.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    /// The version of the last event.
    pub version: Version,
    /// Where the game is in its life.
    pub phase: Phase,
    /// How many steps were made.
    pub ply: u32,
    /// The seat to move; `null` when nobody is.
    pub turn: Option<Seat>,
    /// Who sits where.
    pub seats: Vec<SeatState>,
    /// The clocks, if there are any.
    pub clock: Option<ClockState>,
    /// Do the clocks stand still?
    pub paused: bool,
    /// Milliseconds that a computer takes at least for a move.
    pub pace: Millis,
    /// The seats that offer a draw.
    pub draw_offers: Vec<Seat>,
    /// The version of the oldest of these offers: answers name it.
    pub draw_version: Option<Version>,
    /// A take-back that is being asked for.
    pub take_back: Option<TakeBackState>,
    /// Another game that is being asked for.
    pub rematch: Option<RematchState>,
    /// For each seat how many hints are left, where they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints_left: Option<Vec<u8>>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The id of the next game of the same players.
    pub next: Option<String>,
}

/// Who is there. Not stored: it follows from the connections.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Presence {
    /// For each seat: is its player connected? Computers always are.
    pub connected: Vec<bool>,
    /// How many watch without a seat.
    pub spectators: u32,
    /// For each seat: since when the player is away, if one is, in milliseconds since 1970.
    pub away_since: Vec<Option<Millis>>,
    /// Milliseconds of absence after which the others may claim the win; `null` where nobody may.
    pub grace: Option<Millis>,
}

/// A step of a game that was played.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// A move.
    Move {
        /// Who made it.
        seat: Seat,
        /// How it is picked, shown and written.
        #[serde(flatten)]
        play: Move,
    },
    /// A player was out from here on.
    Out {
        /// Who.
        seat: Seat,
    },
}

impl Step {
    /// Who made it, or was out.
    #[must_use]
    pub fn seat(&self) -> Seat {
        match self {
            Step::Move { seat, .. } | Step::Out { seat } => *seat,
        }
    }
}

/// Everything about a game.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Snapshot {
    /// The game's id.
    pub id: String,
    /// How it was set up.
    pub setup: Setup,
    /// The empty board.
    pub board: Board,
    /// What was played so far.
    pub steps: Vec<Step>,
    /// How it stands.
    pub state: GameState,
    /// The position.
    pub view: View,
    /// Who is there.
    pub presence: Presence,
    /// The seats that belong to whoever asks.
    pub mine: Vec<Seat>,
    /// The secret part of the invitation to an unlisted game, for its players only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// How a game stands now: comes with refused actions.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Current {
    /// How it stands.
    pub state: GameState,
    /// The position.
    pub view: View,
}

/// A game in a list.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Summary {
    /// The game's id.
    pub id: String,
    /// Which game, by its id in the catalogue.
    pub game: String,
    /// All options.
    pub rules: String,
    /// What the lobby is called.
    pub name: Option<String>,
    /// Where the game is in its life.
    pub phase: Phase,
    /// Who sits where.
    pub seats: Vec<SeatState>,
    /// The time that players have.
    pub clock: Clock,
    /// How many steps were made.
    pub ply: u32,
    /// The seat to move.
    pub turn: Option<Seat>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Is it in the public lists?
    pub listed: bool,
    /// Does it count for the players' ratings?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The id of whoever made it.
    pub host: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: Millis,
    /// When something happened last, in milliseconds since 1970.
    pub updated: Millis,
    /// How the board looks, where a list shows it: in games that have begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Box<Scene>>,
}

/// How a board looks in a list: enough to draw it, and little to send.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scene {
    /// The men, those of one player and kind together.
    pub men: Vec<Men>,
    /// The last move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Move>,
}

/// Men of one player and kind.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Men {
    /// Whose they are.
    pub seat: Seat,
    /// What they are, such as `knight` or `marble`.
    pub kind: String,
    /// Their colour, where it is not that of the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tone: Option<String>,
    /// Where they stand.
    pub cells: Vec<u8>,
}

impl Summary {
    /// The people who sit there, each by id; some of them more than once.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().filter_map(|seat| match &seat.occupant {
            Some(Occupant::Person { id, .. }) => Some(id.as_str()),
            _ => None,
        })
    }

    /// A person has this name and picture now. Is anything different?
    pub fn know(&mut self, person: &Person) -> bool {
        let host = self.host.as_deref() == Some(&person.id);
        let mut changed = false;
        for occupant in self.seats.iter_mut().filter_map(|seat| seat.occupant.as_mut()) {
            // Only the host has seats for others. (Before there were pictures none told them apart.)
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
