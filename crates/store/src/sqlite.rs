//! SQLite in one file. One thread makes all changes (`writer.rs`), a few connections answer
//! questions (`readers.rs`), and lists have connections of their own, so that nobody's search makes
//! a player wait.

mod apply;
mod archive;
mod backup;
mod condition;
mod connection;
mod damaged;
mod health;
mod host;
mod lists;
mod moving;
mod people;
mod queries;
mod readers;
mod schema;
mod studies;
mod writer;

pub(crate) use health::free_bytes;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use crate::{Health, OpenError, StoreError, Write};
use health::Monitor;
use readers::Readers;
use writer::Writer;

/// Connections for questions.
const READERS: usize = 4;
/// Connections for lists.
const LISTS: usize = 2;

/// One file.
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
    /// Opens the file, makes it if it is not there, and brings its tables up to date.
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
            tracing::error!(%error, "the lock of the database stays until the process ends");
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
        let (sql, answer) = (sql.to_owned(), std::sync::mpsc::channel());
        let (tell, told) = answer;
        // Whoever waits is still there: it is the caller below.
        self.on_writer(move |connection| drop(tell.send(connection.execute_batch(&sql)))).await;
        told.recv().map_err(|_| StoreError::Closed)?.map_err(StoreError::from)
    }
}

fn open(file: &Path) -> Result<Sqlite, OpenError> {
    let lock = connection::lock(file)?;
    let failed = |error: rusqlite::Error| OpenError::new(file, &error);
    let mut connection = connection::open_for_writing(file).map_err(failed)?;
    schema::migrate(file, &mut connection)?;
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
    schema::check(file, &connection)?;
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
