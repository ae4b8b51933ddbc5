//! Setup of a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::Millis;

use crate::people::Person;
use crate::position::PositionRequest;

/// Game to create.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Game, rules and start position.
    #[serde(flatten)]
    pub start: PositionRequest,
    /// Occupants in the order of play, one entry per seat of the game.
    pub seats: Vec<SeatPlan>,
    /// Whether the entries of `seats` are assigned at random.
    #[serde(default, skip_serializing_if = "is_default")]
    pub shuffle: bool,
    /// Time control.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clock: Clock,
    /// Whether the game is public: listed in the lobby and open to spectators. Otherwise it needs
    /// the link.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub listed: bool,
    /// Name of the lobby.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// Minimum time per computer move in milliseconds, so that people can follow.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(value_type = Option<u64>, maximum = 60000)]
    pub pace: Option<Millis>,
    /// Whether computers imitate the thinking time of a person.
    #[serde(default, skip_serializing_if = "is_default")]
    pub leisure: bool,
    /// Whether players may ask for hints. By default yes, unless seats are open for other people.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hints: Option<bool>,
    /// Number of hints per seat, from 1 to 99; unlimited if missing.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(minimum = 1, maximum = 99)]
    pub hint_budget: Option<u8>,
    /// Whether the game is rated. Requires two players, the default rules and start, no hints, and
    /// two people with a password, or one of them and the default computer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
}

fn yes() -> bool {
    true
}

fn is_true(value: &bool) -> bool {
    *value
}

/// Game that was created.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Made {
    /// Id of the game.
    pub id: String,
    /// Secret key of the invitation; part of `link`.
    pub key: String,
    /// Invitation link: others can watch the game, and join if a seat is free.
    pub link: String,
}

/// Planned occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Plan"))]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatPlan {
    /// The creator, or another person on the same screen.
    Me {
        /// Name on this seat; by default the creator's name.
        #[serde(default, skip_serializing_if = "is_default")]
        name: Option<String>,
    },
    /// Open for any person to join.
    Open,
    /// Computer.
    Computer {
        /// Name of the kind in the catalogue; the default kind if missing.
        #[serde(default, skip_serializing_if = "is_default")]
        kind: Option<String>,
        /// Level from 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
}

/// Time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No time limit.
    #[default]
    None,
    /// Time for the game, plus an increment per move.
    Increment {
        /// Initial time in milliseconds.
        #[schema(value_type = u64, minimum = 1000, maximum = 86400000)]
        main: Millis,
        /// Increment per move in milliseconds.
        #[schema(value_type = u64, maximum = 3600000)]
        add: Millis,
    },
    /// Time for the game, with a delay at the start of each move.
    Delay {
        /// Initial time in milliseconds.
        #[schema(value_type = u64, minimum = 1000, maximum = 86400000)]
        main: Millis,
        /// Delay per move in milliseconds, during which the clock does not run.
        #[schema(value_type = u64, maximum = 3600000)]
        free: Millis,
    },
    /// Fixed time per move; unused time is discarded.
    Move {
        /// Time per move in milliseconds.
        #[schema(value_type = u64, minimum = 1000, maximum = 86400000)]
        each: Millis,
    },
    /// Days per move.
    Days {
        /// Days per move, from 1 to 30.
        #[schema(minimum = 1, maximum = 30)]
        days: u32,
    },
}

/// Setup of a game; constant during the game.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Setup {
    /// Game id in the catalogue.
    pub game: String,
    /// Complete options.
    pub rules: String,
    /// Start position as text; the usual one if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Initial occupants by seat; `null` for an open seat.
    pub seats: Vec<Option<Occupant>>,
    /// Time control.
    pub clock: Clock,
    /// Whether the game is in the public lists.
    pub listed: bool,
    /// Name of the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Minimum time per computer move in milliseconds.
    pub pace: Millis,
    /// Whether computers imitate the thinking time of a person.
    #[serde(default)]
    pub leisure: bool,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Number of hints per seat; unlimited if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint_budget: Option<u8>,
    /// Whether the game is rated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// Creator; `null` for imported games without an owner.
    pub host: Option<Person>,
}

impl Setup {
    /// Returns the ids of the host and of the people on seats, each once.
    #[must_use]
    pub fn people(&self) -> Vec<String> {
        let seated = self.seats.iter().flatten().filter_map(|occupant| match occupant {
            Occupant::Person { id, .. } => Some(id),
            _ => None,
        });
        let mut all: Vec<String> =
            self.host.iter().map(|host| &host.id).chain(seated).cloned().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Updates the name and picture of a person. Returns whether anything changed.
    pub fn know(&mut self, person: &Person) -> bool {
        let mut changed = false;
        for occupant in self.seats.iter_mut().flatten() {
            changed |= occupant.know(person);
        }
        if let Some(host) =
            self.host.as_mut().filter(|host| host.id == person.id && **host != *person)
        {
            host.clone_from(person);
            changed = true;
        }
        changed
    }
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Occupant {
    /// Person, who may have several seats.
    Person {
        /// Id of the person.
        id: String,
        /// Name on this seat.
        name: String,
        /// Seed of the person's picture; missing for another player on the same screen, who uses
        /// the seat under a separate name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
    },
    /// Computer.
    Computer {
        /// Name of the kind in the catalogue.
        kind: String,
        /// Level from 1 to 10.
        level: u8,
    },
    /// Player of an imported game.
    Stranger {
        /// Name in the file.
        name: String,
    },
}

impl Occupant {
    /// Returns whether the seat belongs to this person.
    #[must_use]
    pub fn is(&self, person: &str) -> bool {
        matches!(self, Occupant::Person { id, .. } if id == person)
    }

    /// Creates the occupant for a person under the person's own name.
    #[must_use]
    pub fn person(person: &Person) -> Occupant {
        let Person { id, name, picture } = person.clone();
        Occupant::Person { id, name, picture: Some(picture) }
    }

    /// Updates the person's name and picture; a seat with a separate name is unchanged. Returns
    /// whether anything changed.
    pub fn know(&mut self, person: &Person) -> bool {
        let now = Occupant::person(person);
        let own = matches!(self, Occupant::Person { id, picture: Some(_), .. } if *id == person.id);
        let changed = own && *self != now;
        if changed {
            *self = now;
        }
        changed
    }

    /// Returns the name to show.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Occupant::Person { name, .. } | Occupant::Stranger { name } => name.clone(),
            Occupant::Computer { kind, level } => format!("{kind} {level}"),
        }
    }
}
