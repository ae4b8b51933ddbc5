//! The pool of connections: the only place where databases differ.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::OpenError;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// Files up to this size are looked through at the start.
const QUICKLY_CHECKED: u64 = 64 << 20;

/// Connections for questions. One more belongs to the writer.
const READERS: u32 = 4;

/// A pool for each kind of database. `on!` runs the same code with either.
#[derive(Clone)]
pub(crate) enum Database {
    Sqlite { readers: SqlitePool, writer: SqlitePool },
}

/// Runs code with the pool for questions, whatever the database.
macro_rules! on {
    ($database:expr, $pool:ident => $code:expr) => {
        match $database {
            $crate::database::Database::Sqlite { readers: $pool, .. } => $code,
        }
    };
}

pub(crate) use on;

impl Database {
    pub(crate) async fn open_sqlite(file: &Path) -> Result<Database, OpenError> {
        check_writable(file)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let pool = |connections| SqlitePoolOptions::new().max_connections(connections);
        let damaged = |error: sqlx::Error| match error {
            sqlx::Error::Database(inner) => {
                OpenError::Damaged { file: file.into(), reason: inner.message().into() }
            }
            other => OpenError::Unwritable { file: file.into(), reason: other.to_string() },
        };
        let writer = pool(1).connect_with(options.clone()).await.map_err(damaged)?;
        check_health(file, &writer).await?;
        MIGRATIONS.run(&writer).await.map_err(|error| match error {
            MigrateError::Execute(error) => damaged(error),
            other => OpenError::Migration { file: file.into(), reason: other.to_string() },
        })?;
        let readers = pool(READERS).connect_with(options).await.map_err(damaged)?;
        Ok(Database::Sqlite { readers, writer })
    }

    pub(crate) async fn close(&self) {
        match self {
            Database::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
        }
    }
}

fn check_writable(file: &Path) -> Result<(), OpenError> {
    let unwritable = |error: std::io::Error| OpenError::Unwritable {
        file: file.into(),
        reason: error.to_string(),
    };
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let open = OpenOptions::new().write(true).create(true).truncate(false).open(file);
    open.map(drop).map_err(unwritable)
}

/// A damaged file is found at the start, not in the middle of a game.
async fn check_health(file: &Path, pool: &SqlitePool) -> Result<(), OpenError> {
    if fs::metadata(file).is_ok_and(|found| found.len() > QUICKLY_CHECKED) {
        return Ok(());
    }
    let verdict: Result<String, sqlx::Error> =
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(pool).await;
    let reason = match verdict {
        Ok(verdict) if verdict == "ok" => return Ok(()),
        Ok(verdict) => verdict,
        Err(error) => error.to_string(),
    };
    Err(OpenError::Damaged { file: file.into(), reason })
}
