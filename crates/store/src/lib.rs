//! Where people, games and events are kept: SQLite in one file.
//!
//! [`Store::write`] returns after the change is safely on the disk. One thread makes all changes
//! (`writer.rs`), a few connections answer questions (`readers.rs`), and lists have connections
//! of their own, so that nobody's search makes a player wait. There is no game logic here:
//! events and summaries are texts; what they say is written and read in `convert.rs` alone.

mod apply;
mod backup;
mod connection;
mod convert;
mod error;
mod health;
mod host;
mod lists;
mod names;
mod people;
mod queries;
mod readers;
mod rows;
mod schema;
mod write;
mod writer;

pub use backup::BackupFile;
pub use convert::{column, millis};
pub use error::{OpenError, StoreError};
pub use health::{Health, Soundness};
pub use host::{HostAct, PersonFilter, PersonSeen};
pub use lists::GameFilter;
pub use rows::{EventRow, GameRow, PersonRow, SeatRow, SessionRow, TokenRow};
pub use write::Write;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use health::Monitor;
use readers::Readers;
use writer::Writer;

/// Connections for questions.
const READERS: usize = 4;
/// Connections for lists.
const LISTS: usize = 2;

/// One database.
#[derive(Clone)]
pub struct Store {
    writer: Writer,
    readers: Readers,
    lists: Readers,
    monitor: Monitor,
    file: Arc<Path>,
    /// Held until the store is closed, or the process ends.
    lock: Arc<File>,
}

impl Store {
    /// Opens the SQLite file, makes it if it is not there, and brings its tables up to date.
    /// Only one process at a time can have it open.
    pub async fn open(file: &Path) -> Result<Store, OpenError> {
        let file = file.to_path_buf();
        let opened = tokio::task::spawn_blocking({
            let file = file.clone();
            move || open(&file)
        });
        let unusable = |error: tokio::task::JoinError| OpenError::Unusable {
            file: file.clone(),
            reason: error.to_string(),
        };
        opened.await.map_err(unusable)?
    }

    /// Makes a change; returns after it is safely on the disk. Changes that many callers make
    /// at the same time share one commit.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.writer.write(write).await
    }

    /// How the database is doing.
    #[must_use]
    pub fn health(&self) -> Health {
        self.monitor.health()
    }

    /// Waits for pending changes and closes the database.
    pub async fn close(&self) {
        self.readers.close();
        self.lists.close();
        self.writer.close().await;
        self.monitor.committed(Some("the store is closed".into()));
        if let Err(error) = self.lock.unlock() {
            tracing::error!(%error, "the lock of the database stays until the process ends");
        }
    }

    /// How many changes and how many commits there were.
    #[must_use]
    pub fn counts(&self) -> (u64, u64) {
        self.writer.counts()
    }

    /// Runs code on the connection that writes, between two commits: for tests that make it
    /// fail in ways that a disk can.
    #[doc(hidden)]
    pub async fn on_writer(&self, code: impl FnOnce(&mut rusqlite::Connection) + Send + 'static) {
        self.writer.run(code).await;
    }
}

fn open(file: &Path) -> Result<Store, OpenError> {
    let lock = connection::lock(file)?;
    let failed = |error: rusqlite::Error| OpenError::new(file, &error);
    let mut connection = connection::open_for_writing(file).map_err(failed)?;
    schema::migrate(file, &mut connection)?;
    let monitor = Monitor::new(file);
    monitor.check(file)?;
    let writer = Writer::start(file.into(), connection, monitor.clone())
        .map_err(|error| OpenError::Unusable { file: file.into(), reason: error.to_string() })?;
    Ok(Store {
        writer,
        readers: Readers::new(file, READERS),
        lists: Readers::new(file, LISTS),
        monitor,
        file: file.into(),
        lock: Arc::new(lock),
    })
}
