//! SQLite in one file. The writer thread makes all changes (`writer`), a few connections run queries
//! (`readers`), and lists have connections of their own, so that a search does not delay a player.

mod archive;
mod backup;
mod connection;
mod executor;
mod health;
mod lists;
mod migrate;
mod moving;
mod readers;
mod writer;

pub(crate) use health::free_bytes;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use crate::executor::Parameter;
use crate::rows::FromRow;
use crate::store::Pool;
use crate::{Health, OpenError, StoreError, Write};
use executor::Statements;
use health::Monitor;
use readers::Readers;
use writer::Writer;

/// Number of connections for queries by key.
const READERS: usize = 4;
/// Number of connections for lists.
const LISTS: usize = 2;

#[derive(Clone)]
pub(crate) struct Sqlite {
    writer: Writer,
    readers: Readers,
    lists: Readers,
    monitor: Monitor,
    file: Arc<Path>,
    /// Held until the store is closed, or the process ends; `None` beside a running server.
    lock: Option<Arc<File>>,
}

impl Sqlite {
    /// Opens the file, creates it if it does not exist, and migrates its tables.
    pub(crate) async fn open(file: &Path) -> Result<Sqlite, OpenError> {
        Sqlite::open_by(open, file).await
    }

    /// Opens an existing file, also while a server has it open.
    pub(crate) async fn attach(file: &Path) -> Result<Sqlite, OpenError> {
        Sqlite::open_by(attach, file).await
    }

    async fn open_by(
        open: fn(&Path) -> Result<Sqlite, OpenError>,
        file: &Path,
    ) -> Result<Sqlite, OpenError> {
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

    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.writer.write(write).await
    }

    pub(crate) fn health(&self) -> Health {
        self.monitor.health()
    }

    pub(crate) async fn close(&self) {
        self.readers.close();
        self.lists.close();
        self.writer.close().await;
        self.monitor.committed(Some("the store is closed".into()));
        if let Some(Err(error)) = self.lock.as_ref().map(|lock| lock.unlock()) {
            tracing::error!(%error, "cannot release the lock of the database before the process ends");
        }
    }

    pub(crate) fn counts(&self) -> crate::Counts {
        self.writer.counts()
    }

    pub(crate) async fn on_writer(
        &self,
        code: impl FnOnce(&mut rusqlite::Connection) + Send + 'static,
    ) {
        self.writer.run(code).await;
    }
}

impl Sqlite {
    /// Runs statements on the connection that writes: for tests.
    pub(crate) async fn run_sql(&self, sql: &str) -> Result<(), StoreError> {
        let sql = sql.to_owned();
        self.in_transaction(move |connection| connection.execute_batch(&sql)).await
    }

    pub(crate) async fn rows<R: FromRow + Send + 'static>(
        &self,
        pool: Pool,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>, StoreError> {
        let readers = match pool {
            Pool::Short => &self.readers,
            Pool::Lists => &self.lists,
        };
        let sql = sql.to_owned();
        let parameters: Vec<Parameter<'static>> =
            parameters.iter().cloned().map(Parameter::into_owned).collect();
        readers.ask(move |connection| Statements(connection).select(&sql, &parameters)).await
    }
}

fn open(file: &Path) -> Result<Sqlite, OpenError> {
    let lock = connection::lock(file)?;
    let failed = |error: rusqlite::Error| OpenError::new(file, &error);
    let mut connection = connection::open_for_writing(file).map_err(failed)?;
    migrate::migrate(file, &mut connection)?;
    let monitor = Monitor::new(file);
    monitor.check(file)?;
    start(file, connection, monitor, Some(Arc::new(lock)))
}

fn attach(file: &Path) -> Result<Sqlite, OpenError> {
    // Opening would create it.
    std::fs::metadata(file)
        .map_err(|error| OpenError::Unusable { file: file.into(), reason: error.to_string() })?;
    let failed = |error: rusqlite::Error| OpenError::new(file, &error);
    let connection = connection::open_for_writing(file).map_err(failed)?;
    migrate::check(file, &connection)?;
    start(file, connection, Monitor::new(file), None)
}

fn start(
    file: &Path,
    connection: rusqlite::Connection,
    monitor: Monitor,
    lock: Option<Arc<File>>,
) -> Result<Sqlite, OpenError> {
    let writer = Writer::start(file.into(), connection, monitor.clone())
        .map_err(|error| OpenError::Unusable { file: file.into(), reason: error.to_string() })?;
    Ok(Sqlite {
        writer,
        readers: Readers::new(file, READERS),
        lists: Readers::new(file, LISTS),
        monitor,
        file: file.into(),
        lock,
    })
}
