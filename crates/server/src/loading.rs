//! Reads games from the store.

use agon_protocol::units::Version;
use agon_store::{EventRow, StoreError, Write, column};
use agon_table::{Inconsistent, Table};
use thiserror::Error;

use crate::live::Filed;
use crate::state::App;
use crate::time::now;

/// Number of events from which a game is replayed off the runtime threads.
const LONG: usize = 100;

/// A game could not be read.
#[derive(Clone, Debug, Error)]
pub(crate) enum LoadError {
    /// No game has this id.
    #[error("there is no such game")]
    Missing,
    /// The host has removed the game.
    #[error("the game was removed")]
    Removed,
    /// What is stored of the game is invalid; reading it again gives the same. The only error for which
    /// a game may be given up.
    #[error("the game is damaged: {0}")]
    Damaged(String),
    /// The store failed; another attempt may succeed.
    #[error(transparent)]
    Store(StoreError),
}

impl From<Inconsistent> for LoadError {
    fn from(error: Inconsistent) -> LoadError {
        LoadError::Damaged(error.to_string())
    }
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> LoadError {
        match error {
            StoreError::Unreadable(reason) => LoadError::Damaged(reason),
            error => LoadError::Store(error),
        }
    }
}

impl App {
    /// Reads a game.
    pub(crate) async fn load(&self, id: &str) -> Result<(Table, Filed), LoadError> {
        let (table, filed, _) = self.load_until(id, Version(u64::MAX)).await?;
        Ok((table, filed))
    }

    /// Reads a game as it was with this version, and the later events.
    pub(crate) async fn load_until(
        &self,
        id: &str,
        version: Version,
    ) -> Result<(Table, Filed, Vec<EventRow>), LoadError> {
        let row = match self.store.game(id).await? {
            Some(row) => row,
            None if self.store.is_removed(id).await? => return Err(LoadError::Removed),
            None => return Err(LoadError::Missing),
        };
        let mut events = self.store.events(id, 0).await?;
        let known = events.partition_point(|event| event.version <= column(version.0));
        let newer = events.split_off(known);
        let long = events.len() >= LONG;
        let now = now();
        let (downtimes, filed) = (self.pulse.beat(now), Filed::new(&row, now));
        let load = move || {
            let read = events.iter().map(EventRow::event).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, LoadError>(Table::load(row.id, row.secret, read, downtimes)?)
        };
        let mut table = if long {
            let loaded = self.offload.run_own(load).await;
            loaded.map_err(|error| StoreError::Failed(error.to_string()))??
        } else {
            load()?
        };
        for person in self.people_now(&table.everybody()).await? {
            table.know(&person);
        }
        Ok((table, filed, newer))
    }

    /// Puts a game on the list of damaged games: nothing tries to read it until the host asks for it.
    pub(crate) async fn mark_damaged(&self, id: &str, reason: &str) -> Result<(), StoreError> {
        tracing::error!(id, reason, "a game is damaged; see the list of damaged games");
        let (game, reason) = (id.to_owned(), reason.to_owned());
        self.store.write(Write::MarkDamaged { game, at: column(now().0), reason }).await
    }
}
