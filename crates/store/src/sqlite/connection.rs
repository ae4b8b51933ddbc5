//! Connections to the file, and the lock that keeps a second server away.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use crate::OpenError;

/// Statements that a connection keeps ready.
const STATEMENTS: usize = 64;

/// Opens a connection for changes: what it commits is on the disk.
pub(crate) fn open_for_writing(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Opens a connection for questions.
pub(crate) fn open_for_reading(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Takes the file for this process alone, for as long as the answer lives. The system lets go
/// of the lock when the process ends, however it ends.
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
