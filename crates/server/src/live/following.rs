//! What other servers of the same site do in a game: it is applied here as if it had happened here,
//! and told to those who look.
//!
//! Events that were received over NATS are shown at once. Before anything is written they are compared with the
//! store: a game never goes on from an event that is not stored.

use agon_protocol::units::Version;
use agon_store::{EventRow, StoreError, column};

use super::actor::Actor;
use crate::loading::LoadError;

/// Events that are kept until they are compared with the store.
const MOST_RECEIVED: usize = 256;

impl Actor {
    /// Goes back to a version, before what could not be stored, and on with what was.
    pub(super) async fn catch_up(&mut self, seen: Version) -> Result<(), LoadError> {
        let (table, filed, newer) = self.app.load_until(&self.table.id, seen).await?;
        (self.table, self.filed) = (table, filed);
        self.received.clear();
        self.follow(&newer)
    }

    /// Looks whether another server has gone on with the game. True if it has. Events that were received over NATS
    /// are compared with the store; if they are not stored the task ends, and the next one reads the game anew.
    pub(super) async fn sync(&mut self) -> Result<bool, LoadError> {
        if !self.app.store.is_shared() {
            return Ok(false);
        }
        let version = self.table.version;
        let confirmed = self.received.first().map_or(column(version.0), |row| row.version - 1);
        let mut stored = self.app.store.events(&self.table.id, confirmed).await?;
        if !stored.starts_with(&self.received) {
            tracing::error!(id = self.table.id, "events that another server sent are not stored");
            self.broken = true;
            let reason = "events that another server sent are not stored";
            return Err(LoadError::Store(StoreError::Failed(reason.into())));
        }
        let newer = stored.split_off(self.received.len());
        self.received.clear();
        self.follow(&newer)?;
        Ok(self.table.version > version)
    }

    /// Makes sure that the table is as stored, before something is written that follows from it. True if it has
    /// gone on.
    pub(super) async fn confirm(&mut self) -> Result<bool, LoadError> {
        if self.received.is_empty() { Ok(false) } else { self.sync().await }
    }

    /// The same for somebody who looks: a store that does not answer shows what is known here. False if the table
    /// is known to be wrong.
    pub(super) async fn refresh(&mut self) -> bool {
        if let Err(error) = self.sync().await {
            tracing::debug!(id = self.table.id, %error, "a game may be behind");
        }
        !self.broken
    }

    /// The game cannot be brought to the stored state: the task ends, and the next one reads it anew.
    pub(super) fn give_up(&mut self, error: &LoadError) {
        match error {
            LoadError::Damaged(reason) => {
                tracing::error!(id = self.table.id, reason, "a game cannot be followed");
            }
            error => tracing::debug!(id = self.table.id, %error, "a game cannot be followed"),
        }
        self.broken = true;
    }

    /// Another server has sent events. Those in between are read from the store.
    pub(super) async fn hear_events(&mut self, rows: &[EventRow]) {
        let next = column(self.table.version.next().0);
        let Some(first) = rows.first() else { return };
        let followed = if first.version <= next && self.received.len() < MOST_RECEIVED {
            let new = rows.iter().filter(|row| row.version >= next);
            self.received.extend(new.cloned());
            self.follow(rows)
        } else {
            self.sync().await.map(drop)
        };
        if let Err(error) = followed {
            self.give_up(&error);
        }
    }

    /// The game has this version elsewhere.
    pub(super) async fn hear_version(&mut self, version: Version) {
        if version > self.table.version
            && let Err(error) = self.sync().await
        {
            tracing::debug!(id = self.table.id, %error, "a game is behind");
        }
    }

    /// Applies what is stored, and tells it.
    fn follow(&mut self, rows: &[EventRow]) -> Result<(), LoadError> {
        let before = self.table.version;
        for row in rows {
            if row.version <= column(self.table.version.0) {
                continue;
            }
            let (recorded, cause) = row.event()?;
            let now = self.time();
            let message = self.table.follow(recorded, cause, now)?;
            self.audience.tell(&message);
        }
        if self.table.version > before {
            self.app.metrics.followed.add(self.table.version.0 - before.0);
            self.app.show_in_lists(&self.table);
            self.announce();
        }
        Ok(())
    }
}
