//! A new game on its way into the store.

use agon_protocol::setup::Setup;
use agon_protocol::state::Phase;
use agon_protocol::units::Millis;
use agon_store::{Condition, EventRow, GameRow, SeatRow, StoreError, Write};
use agon_table::{Downtimes, Patience, Table};

use super::error::CommitError;
use super::filing::{Filed, LEASE, row_of};
use crate::secrets;

/// A game that begins now, or waits for players, and is not yet stored.
pub(crate) struct NewTable {
    pub(crate) table: Table,
    row: GameRow,
    events: Vec<EventRow>,
    quota: Quota,
}

/// How many games of each phase a person may host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quota {
    pub(crate) open: i64,
    pub(crate) playing: i64,
}

impl NewTable {
    /// All that follows from how the game is set up: if nobody is missing it has begun.
    pub(crate) fn new(
        setup: Setup,
        now: Millis,
        downtimes: Downtimes,
        patience: Patience,
        quota: Quota,
    ) -> Result<NewTable, CommitError> {
        let (table, happened) =
            Table::begin(secrets::id(), secrets::random(12), setup, now, downtimes)?;
        let events = happened.iter().map(|recorded| EventRow::new(recorded, None));
        let events = events.collect::<Result<Vec<_>, StoreError>>()?;
        // The task of the game begins with it, and does what is due at once.
        let due = table.due(patience, now, now).map(|due| due.max(now + LEASE));
        let row = row_of(&table, due)?;
        Ok(NewTable { table, row, events, quota })
    }

    /// Returns the change that stores the game, unless its host has too many.
    pub(crate) fn write(&self) -> Write {
        let events = Write::Events {
            game: self.table.id.clone(),
            row: Some(self.row.clone()),
            seats: Some(SeatRow::all(&self.table.seat_states())),
            events: self.events.clone(),
        };
        let Some(host) = &self.table.setup.host else { return events };
        let Quota { open, playing } = self.quota;
        let below = |phase, limit| {
            Write::Require(Condition::GamesBelow { person: host.id.clone(), phase, limit })
        };
        let mut writes = vec![below(Phase::Playing, playing)];
        if self.table.phase == Phase::Open {
            writes.push(below(Phase::Open, open));
        }
        writes.push(events);
        Write::Together(writes)
    }

    /// The game, after it was stored.
    pub(crate) fn stored(self, now: Millis) -> (Table, Filed) {
        let filed = Filed::new(&self.row, now);
        (self.table, filed)
    }
}
