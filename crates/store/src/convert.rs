//! Conversion between rows and types of the protocol. Events and summaries are stored as JSON in the format of
//! the protocol.

use agon_protocol::event::{Cause, Event, Outcome, Recorded};
use agon_protocol::lists::Ended;
use agon_protocol::people::{Me, Person, Scope, Session, Token};
use agon_protocol::setup::Occupant;
use agon_protocol::state::{SeatState, Summary};
use agon_protocol::storage::{self, StorageHealth};
use agon_protocol::units::{Millis, Version};
use serde::{Deserialize, Serialize};

use crate::{
    EventRow, GameRow, Health, PersonRow, SeatRow, SessionRow, Soundness, StoreError, TokenRow,
};

fn unreadable(error: &serde_json::Error) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

/// Converts a number of the protocol. Times and versions are far below the limit.
#[must_use]
pub fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn number(column: i64) -> u64 {
    u64::try_from(column).unwrap_or(0)
}

/// Converts a time or a duration from a column.
#[must_use]
pub fn millis(column: i64) -> Millis {
    Millis(number(column))
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    event: &'a Event,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a Cause>,
}

#[derive(Deserialize)]
struct Read {
    #[serde(flatten)]
    event: Event,
    #[serde(default)]
    command: Option<Cause>,
}

impl EventRow {
    /// Creates a row from an event and the command whose last effect it is.
    pub fn new(recorded: &Recorded, command: Option<&Cause>) -> Result<EventRow, StoreError> {
        let Recorded { version, at, event } = recorded;
        let payload = serde_json::to_string(&Written { event, command })
            .map_err(|error| unreadable(&error))?;
        let (version, at) = (column(version.0), column(at.0));
        Ok(EventRow { version, kind: event.kind().into(), payload, at })
    }

    /// Returns the event and its command.
    pub fn event(&self) -> Result<(Recorded, Option<Cause>), StoreError> {
        let Read { event, command } =
            serde_json::from_str(&self.payload).map_err(|error| unreadable(&error))?;
        let (version, at) = (Version(number(self.version)), millis(self.at));
        Ok((Recorded { version, at, event }, command))
    }
}

/// Returns the payload of an event with the present name of a person; `None` if it does not change.
pub(crate) fn renamed_event(payload: &str, person: &Person) -> Option<String> {
    let Read { mut event, command } = serde_json::from_str(payload).ok()?;
    let changed = event.know(person);
    changed.then(|| {
        serde_json::to_string(&Written { event: &event, command: command.as_ref() }).ok()
    })?
}

/// Returns the summary of a game with the present name of a person; `None` if it does not change.
pub(crate) fn renamed_summary(summary: &str, person: &Person) -> Option<String> {
    let mut summary: Summary = serde_json::from_str(summary).ok()?;
    let changed = summary.know(person);
    changed.then(|| serde_json::to_string(&summary).ok())?
}

impl GameRow {
    /// Creates a row from a summary; `due` is when the server has to act.
    pub fn new(
        game: &Summary,
        secret: &str,
        version: Version,
        due: Option<Millis>,
    ) -> Result<GameRow, StoreError> {
        Ok(GameRow {
            id: game.id.clone(),
            game: game.game.clone(),
            phase: game.phase,
            listed: game.listed.into(),
            secret: secret.into(),
            host: game.host.clone(),
            summary: serde_json::to_string(game).map_err(|error| unreadable(&error))?,
            version: column(version.0),
            due: due.map(|due| column(due.0)),
            created: column(game.created.0),
            updated: column(game.updated.0),
            result: game.outcome.as_ref().map(result_of),
        })
    }

    /// Whether this person won.
    pub(crate) fn won_by(&self, person: &str) -> bool {
        let Ok(Summary { outcome: Some(outcome), seats, .. }) = self.summary() else {
            return false;
        };
        let winner = outcome.winner.and_then(|seat| seats.get(seat.index())?.occupant.clone());
        matches!(winner, Some(Occupant::Person { id, .. }) if id == person)
    }

    /// Parses the summary.
    pub fn summary(&self) -> Result<Summary, StoreError> {
        serde_json::from_str(&self.summary).map_err(|error| unreadable(&error))
    }

    /// Version of the game when the row was written.
    #[must_use]
    pub fn version(&self) -> Version {
        Version(number(self.version))
    }

    /// Time at which the server has to act.
    #[must_use]
    pub fn due(&self) -> Option<Millis> {
        self.due.map(millis)
    }
}

/// Returns how a game with this outcome ended.
#[must_use]
pub fn result_of(outcome: &Outcome) -> Ended {
    match outcome {
        Outcome { winner: Some(_), .. } => Ended::Won,
        Outcome { places, .. } if !places.is_empty() => Ended::Drawn,
        _ => Ended::Unfinished,
    }
}

impl SeatRow {
    /// Creates the rows of all seats.
    #[must_use]
    pub fn all(seats: &[SeatState]) -> Vec<SeatRow> {
        let row = |(seat, SeatState { occupant, .. }): (i64, &SeatState)| SeatRow {
            seat,
            person: match occupant {
                Some(Occupant::Person { id, .. }) => Some(id.clone()),
                _ => None,
            },
            name: occupant.as_ref().map(|o| o.name().to_lowercase()).unwrap_or_default(),
        };
        (0..).zip(seats).map(row).collect()
    }
}

impl From<&PersonRow> for Me {
    fn from(row: &PersonRow) -> Me {
        let Person { id, name, picture } = row.into();
        Me { id, name, picture, login: row.login.clone() }
    }
}

impl From<&PersonRow> for Person {
    fn from(row: &PersonRow) -> Person {
        // Without a chosen picture, the id is the seed.
        let picture = if row.picture.is_empty() { &row.id } else { &row.picture };
        Person { id: row.id.clone(), name: row.name.clone(), picture: picture.clone() }
    }
}

impl From<&TokenRow> for Token {
    fn from(row: &TokenRow) -> Token {
        Token {
            id: row.id.clone(),
            label: row.label.clone(),
            created: millis(row.created),
            scopes: scopes(&row.scopes),
            token: None,
        }
    }
}

/// Parses the column `tokens.scopes`. Skips scopes of later versions.
#[must_use]
pub fn scopes(column: &str) -> Vec<Scope> {
    let named = |name: &str| Scope::ALL.into_iter().find(|scope| scope.name() == name);
    column.split(' ').filter_map(named).collect()
}

/// Returns the value of the column `tokens.scopes`.
#[must_use]
pub fn scopes_column(scopes: &[Scope]) -> String {
    let chosen = Scope::ALL.into_iter().filter(|scope| scopes.contains(scope));
    chosen.map(Scope::name).collect::<Vec<_>>().join(" ")
}

impl SessionRow {
    /// Converts the session; `current` is whether it sends the request.
    #[must_use]
    pub fn session(&self, current: bool) -> Session {
        Session {
            id: self.id.clone(),
            label: self.label.clone(),
            created: millis(self.created),
            seen: millis(self.seen),
            current,
        }
    }
}

impl From<Health> for StorageHealth {
    fn from(Health { failure, free_bytes, soundness }: Health) -> StorageHealth {
        let (soundness, reason) = match soundness {
            Soundness::Checking => (storage::Soundness::Checking, None),
            Soundness::Sound => (storage::Soundness::Sound, None),
            Soundness::Damaged(reason) => (storage::Soundness::Damaged, Some(reason)),
            Soundness::Unknown(reason) => (storage::Soundness::Unknown, Some(reason)),
        };
        StorageHealth { failure, free: free_bytes, soundness, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_stored_with_their_command() {
        let event = Event::RematchOffered { person: "p".into(), swap: true };
        let recorded = Recorded { version: Version(7), at: Millis(9), event };
        let command = Cause { person: "a".into(), id: "x1".into() };
        let row = EventRow::new(&recorded, Some(&command)).unwrap();
        let (again, cause) = row.event().unwrap();
        assert_eq!(
            (again.version, again.at, again.event.kind()),
            (Version(7), Millis(9), "rematch_offered")
        );
        assert_eq!(cause.map(|cause| cause.id).as_deref(), Some("x1"));
        // An event of a version without commands.
        let row = EventRow { payload: "{\"kind\":\"took_back\",\"ply\":3}".into(), ..row };
        let (old, cause) = row.event().unwrap();
        assert!(matches!(old.event, Event::TookBack { ply: 3, left: None }));
        assert!(cause.is_none());
        let damaged = EventRow { payload: "{\"kind\":\"took".into(), ..row };
        assert!(matches!(damaged.event(), Err(StoreError::Unreadable(_))));
    }
}
