//! Connections to the file, and the lock against a second server.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use crate::OpenError;

/// Number of prepared statements that a connection caches.
const CACHED_STATEMENTS: usize = 64;

/// Opens a connection for changes, whose commits are synced.
pub(crate) fn open_for_writing(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    Ok(connection)
}

/// Opens a connection for queries.
pub(crate) fn open_for_reading(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    Ok(connection)
}

/// Locks the file for this process while the result lives. The system releases the lock when the process ends.
pub(crate) fn lock(file: &Path) -> Result<File, OpenError> {
    let unusable = |error: std::io::Error| {
        let (file, reason) = (file.into(), error.to_string());
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                OpenError::NoSpace { file, reason }
            }
            _ => OpenError::Unusable { file, reason },
        }
    };
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(unusable)?;
    }
    let beside: PathBuf = file.with_extension("lock");
    let open = OpenOptions::new().write(true).create(true).truncate(false).open(beside);
    let lock = open.map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { file: file.into() }),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}
