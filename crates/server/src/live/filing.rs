//! The row of a game in the store: what lists show and restarts need. A move writes only its
//! event; the row follows at the next change that lists must show, after some seconds, and when
//! the task ends.

use agon_protocol::event::Event;
use agon_protocol::units::{Millis, Version};
use agon_store::{GameRow, StoreError, Write};
use agon_table::{Patience, Table};

use super::actor::Actor;
use super::hub::Progress;
use crate::loading::LoadError;

/// Milliseconds for which a row may be behind its game.
const LAG: Millis = Millis(10_000);
/// What is due sooner is left to the task of the game; the row names a later time.
pub(super) const LEASE: Millis = Millis(10_000);

/// What the row in the store says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filed {
    version: Version,
    due: Option<Millis>,
    /// When it was written.
    at: Millis,
}

impl Filed {
    /// A row that was read or written now.
    pub(crate) fn new(row: &GameRow, now: Millis) -> Filed {
        Filed { version: row.version(), due: row.due(), at: now }
    }

    pub(super) fn due(&self) -> Option<Millis> {
        self.due
    }

    /// When the row is to be written again if nothing else happens.
    pub(super) fn again_at(&self, version: Version) -> Option<Millis> {
        (self.version != version).then_some(self.at + LAG)
    }
}

/// What lists and restarts need to know of the game; the server has something to do then.
pub(crate) fn row_of(table: &Table, due: Option<Millis>) -> Result<GameRow, StoreError> {
    GameRow::new(&table.summary(), &table.secret, table.version, due)
}

/// Do lists show something else after this?
fn is_listed(event: &Event) -> bool {
    matches!(
        event,
        Event::Seated { .. }
            | Event::Stood { .. }
            | Event::Started
            | Event::Withdrew { .. }
            | Event::Ended { .. }
            | Event::Closed
    )
}

impl Actor {
    pub(super) fn patience(&self) -> Patience {
        self.app.patience()
    }

    /// When the server has something to do in this game.
    pub(super) fn due(&self, now: Millis) -> Option<Millis> {
        self.table.due(self.patience(), self.attended, now)
    }

    /// The row that goes with these events, if one must.
    pub(super) fn row_with<'a>(
        &self,
        mut events: impl Iterator<Item = &'a Event>,
        now: Millis,
    ) -> Result<Option<GameRow>, StoreError> {
        let due = self.due(now).map(|due| due.max(now + LEASE));
        let earlier = due.is_some_and(|due| self.filed.due.is_none_or(|filed| due < filed));
        let wanted = earlier || self.filed.at + LAG <= now || events.any(is_listed);
        wanted.then(|| row_of(&self.table, due)).transpose()
    }

    /// The row was written, or the game has gone on without it: then lists hear from the task
    /// how far it is.
    pub(super) fn was_filed(&mut self, row: Option<&GameRow>, now: Millis) {
        if let Some(row) = row {
            self.filed = Filed::new(row, now);
        }
        let table = &self.table;
        let behind = self.filed.version != table.version;
        let progress = || Progress {
            ply: table.ply(),
            turn: table.turn(),
            updated: table.updated,
            scene: table.scene(),
        };
        self.app.hub.note(&table.id, behind.then(progress));
    }

    /// Writes the row as long as the task goes on.
    pub(super) async fn file(&mut self) -> Result<(), LoadError> {
        let now = self.time();
        let due = self.due(now).map(|due| due.max(now + LEASE));
        self.write_row(due, now).await
    }

    /// Writes the row for whoever goes on with the game later.
    pub(super) async fn file_for_later(&mut self) -> Result<(), LoadError> {
        let now = self.time();
        let due = self.due(now);
        if self.filed.version == self.table.version && self.filed.due == due {
            return Ok(());
        }
        self.write_row(due, now).await
    }

    /// Writes the row of the game as it is stored.
    async fn write_row(&mut self, due: Option<Millis>, now: Millis) -> Result<(), LoadError> {
        if let Err(error) = self.confirm().await {
            self.filed.at = now;
            return Err(error);
        }
        let row = row_of(&self.table, due)?;
        match self.app.store.write(Write::Row(row.clone())).await {
            Ok(()) => {
                self.was_filed(Some(&row), now);
                Ok(())
            }
            Err(error) => {
                // What is stored is older, and no harm; it is tried again.
                self.filed.at = now;
                Err(error.into())
            }
        }
    }
}
