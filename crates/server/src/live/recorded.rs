//! Events as they lie in the store.

use agon_store::EventRow;
use serde::{Deserialize, Serialize};

use super::table::inconsistent;
use crate::error::{Code, Fault};
use crate::protocol::event::{Event, Recorded};

/// The command that an event is the last effect of: it is answered with the event's version,
/// also when it comes again after a restart.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Caused {
    /// Who sent it, by id.
    pub(crate) person: String,
    /// The client's name for it.
    pub(crate) id: String,
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    event: &'a Event,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a Caused>,
}

#[derive(Deserialize)]
struct Read {
    #[serde(flatten)]
    event: Event,
    #[serde(default)]
    command: Option<Caused>,
}

/// The event for the store.
pub(crate) fn event_row(recorded: &Recorded, command: Option<&Caused>) -> Result<EventRow, Fault> {
    let payload = serde_json::to_string(&Written { event: &recorded.event, command })
        .map_err(|_| Fault::new(Code::Storage, "an event cannot be written"))?;
    Ok(EventRow {
        version: recorded.version as i64,
        kind: recorded.event.kind().into(),
        payload,
        at: recorded.at as i64,
    })
}

/// The event from the store.
pub(crate) fn read(row: &EventRow) -> Result<(Recorded, Option<Caused>), Fault> {
    let Read { event, command } = serde_json::from_str(&row.payload).map_err(inconsistent)?;
    Ok((Recorded { version: row.version as u64, at: row.at as u64, event }, command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_comes_back_with_its_command() {
        let event = Event::RematchOffered { person: "p".into(), swap: true };
        let recorded = Recorded { version: 7, at: 9, event };
        let command = Caused { person: "a".into(), id: "x1".into() };
        let row = event_row(&recorded, Some(&command)).unwrap();
        let (again, cause) = read(&row).unwrap();
        assert_eq!((again.version, again.at, again.event.kind()), (7, 9, "rematch_offered"));
        assert_eq!(cause.map(|cause| cause.id).as_deref(), Some("x1"));
        // Events from before there were commands.
        let row = EventRow { payload: "{\"kind\":\"took_back\",\"ply\":3}".into(), ..row };
        let (old, cause) = read(&row).unwrap();
        assert!(matches!(old.event, Event::TookBack { ply: 3, left: None }));
        assert!(cause.is_none());
    }
}
