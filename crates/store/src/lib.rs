//! Where Agon keeps people, games and what happened in them.
//!
//! - [`Store`]: one database; questions are answered from a pool of connections;
//! - [`Write`]: a change; changes of many callers are committed together by one task, and
//!   each caller hears of its own after the commit ([`Store::write`]);
//! - the rows: [`PersonRow`], [`TokenRow`], [`GameRow`], [`EventRow`].
//!
//! The SQL is shared by all databases: `$1` placeholders, `ON CONFLICT`, and no type that
//! only one of them has. What differs (how to connect, pragmas) is in `database.rs`. There is
//! no game logic here: events and summaries are texts that the server writes and reads.

mod apply;
mod database;
mod error;
mod queries;
mod rows;
mod write;
mod writer;

pub use error::{OpenError, StoreError};
pub use queries::GameFilter;
pub use rows::{EventRow, GameRow, PersonRow, SeatRow, TokenRow};
pub use write::Write;

use std::path::Path;

use database::Database;
use writer::Writer;

/// One database.
#[derive(Clone)]
pub struct Store {
    database: Database,
    writer: Writer,
}

impl Store {
    /// Opens the SQLite file, makes it if it is not there, and brings its tables up to date.
    pub async fn open(file: &Path) -> Result<Store, OpenError> {
        let database = Database::open_sqlite(file).await?;
        let writer = Writer::start(database.clone());
        Ok(Store { database, writer })
    }

    /// Makes a change; returns after it is safely on the disk. Changes that many callers make
    /// at the same time share one commit.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.writer.write(write).await
    }

    /// Is the database there?
    pub async fn is_ready(&self) -> bool {
        self.fact("alive").await.is_ok()
    }

    /// Waits for pending changes and closes the database.
    pub async fn close(&self) {
        self.writer.close().await;
        self.database.close().await;
    }

    /// How many changes and how many commits there were.
    #[must_use]
    pub fn counts(&self) -> (u64, u64) {
        self.writer.counts()
    }
}
