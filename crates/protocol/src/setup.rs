//! How a game is set up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::Millis;

use crate::people::Person;
use crate::position::PositionRequest;

/// A game that somebody wants to begin.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Where it begins.
    #[serde(flatten)]
    pub start: PositionRequest,
    /// Who sits where, in the order of play: one entry for each seat of the game.
    pub seats: Vec<SeatPlan>,
    /// Deal the entries of `seats` out at random.
    #[serde(default, skip_serializing_if = "is_default")]
    pub shuffle: bool,
    /// The time that players have.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clock: Clock,
    /// May anybody find it in the lobby and watch it? Otherwise only those with the link.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub listed: bool,
    /// What the lobby is called.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// Milliseconds that a computer takes at least for a move, so that people can follow.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(value_type = Option<u64>, maximum = 60000)]
    pub pace: Option<Millis>,
    /// Are computers to take about as long for a move as a person would?
    #[serde(default, skip_serializing_if = "is_default")]
    pub leisure: bool,
    /// May players ask for hints? If left out: unless seats are open for other people.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hints: Option<bool>,
    /// So many hints for each seat, from 1 to 99; any number if left out.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(minimum = 1, maximum = 99)]
    pub hint_budget: Option<u8>,
    /// Does it count for the players' ratings? Only for a game of two by the usual rules from the usual
    /// start, without hints, between people with a password, or one of them and the usual computer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
}

fn yes() -> bool {
    true
}

fn is_true(value: &bool) -> bool {
    *value
}

/// A game that has been made.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Made {
    /// Its id.
    pub id: String,
    /// The secret part of the invitation: the link for others is `link`.
    pub key: String,
    /// What to send to others: they see the game, and take a seat if one is free.
    pub link: String,
}

/// Who is to sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Plan"))]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatPlan {
    /// The creator, or somebody on the same screen.
    Me {
        /// What the person on this seat is called, if not as the creator.
        #[serde(default, skip_serializing_if = "is_default")]
        name: Option<String>,
    },
    /// Whoever joins.
    Open,
    /// A computer.
    Computer {
        /// The kind, by its name in the catalogue; the first one if left out.
        #[serde(default, skip_serializing_if = "is_default")]
        kind: Option<String>,
        /// From 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
}

/// The time that players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// So much for the game, and some more with every move.
    Increment {
        /// Milliseconds at the beginning.
        #[schema(value_type = u64, minimum = 1000, maximum = 86400000)]
        main: Millis,
        /// Milliseconds added after each move.
        #[schema(value_type = u64, maximum = 3600000)]
        add: Millis,
    },
    /// So much for the game; the first part of every move is free.
    Delay {
        /// Milliseconds at the beginning.
        #[schema(value_type = u64, minimum = 1000, maximum = 86400000)]
        main: Millis,
        /// Milliseconds of each move that do not count.
        #[schema(value_type = u64, maximum = 3600000)]
        free: Millis,
    },
    /// So much for each move; what is left of it is lost.
    Move {
        /// Milliseconds.
        #[schema(value_type = u64, minimum = 1000, maximum = 86400000)]
        each: Millis,
    },
    /// So many days for each move.
    Days {
        /// Days, from 1 to 30.
        #[schema(minimum = 1, maximum = 30)]
        days: u32,
    },
}

/// A game as it was set up; the same for its whole life.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Setup {
    /// Which game, by its id in the catalogue.
    pub game: String,
    /// All options.
    pub rules: String,
    /// Where it begins, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who sits where at the beginning; `null` for an open seat.
    pub seats: Vec<Option<Occupant>>,
    /// The time that players have.
    pub clock: Clock,
    /// Is it in the public lists?
    pub listed: bool,
    /// What the lobby is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Milliseconds that a computer takes at least for a move.
    pub pace: Millis,
    /// Do computers take about as long for a move as a person would?
    #[serde(default)]
    pub leisure: bool,
    /// May players ask for hints?
    pub hints: bool,
    /// So many hints for each seat; any number if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint_budget: Option<u8>,
    /// Does it count for the players' ratings?
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// Who made it; `null` for imported games of nobody.
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

/// Somebody on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Occupant {
    /// A person; several seats may belong to the same one.
    Person {
        /// The person's id.
        id: String,
        /// The name on this seat.
        name: String,
        /// The text that the person's picture is drawn from; missing where somebody else sits here who
        /// plays on the same screen, under a name of their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
    },
    /// A computer.
    Computer {
        /// The kind, by its name in the catalogue.
        kind: String,
        /// From 1 to 10.
        level: u8,
    },
    /// Somebody of an imported game.
    Stranger {
        /// The name in the file.
        name: String,
    },
}

impl Occupant {
    /// Does the seat belong to this person?
    #[must_use]
    pub fn is(&self, person: &str) -> bool {
        matches!(self, Occupant::Person { id, .. } if id == person)
    }

    /// A person, under their own name.
    #[must_use]
    pub fn person(person: &Person) -> Occupant {
        let Person { id, name, picture } = person.clone();
        Occupant::Person { id, name, picture: Some(picture) }
    }

    /// A person has this name and picture now; whoever sits on their seat under another name keeps
    /// that. Is anything different?
    pub fn know(&mut self, person: &Person) -> bool {
        let now = Occupant::person(person);
        let own = matches!(self, Occupant::Person { id, picture: Some(_), .. } if *id == person.id);
        let changed = own && *self != now;
        if changed {
            *self = now;
        }
        changed
    }

    /// What to call them.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Occupant::Person { name, .. } | Occupant::Stranger { name } => name.clone(),
            Occupant::Computer { kind, level } => format!("{kind} {level}"),
        }
    }
}
