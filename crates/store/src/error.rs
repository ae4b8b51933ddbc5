//! Errors.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::Condition;
use crate::failure::Failure;
use crate::sqlite::free_bytes;

/// An operation of the store failed.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The version, name or id is taken: another writer was first.
    #[error("another writer was first")]
    Conflict,
    /// A condition of the transaction does not hold; nothing was changed.
    #[error("not the case any more: {0}")]
    Unmet(Condition),
    /// The database refused or could not do it; nothing was changed. It may work later.
    #[error("the database failed: {0}")]
    Failed(String),
    /// The connection was lost and could not be restored: the change may have been made or not.
    #[error("the database does not answer any more: {0}")]
    Doubtful(String),
    /// A stored value is invalid: the database is damaged, or was written by another program. Reading it
    /// again gives the same.
    #[error("a stored value is invalid: {0}")]
    Unreadable(String),
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether the database itself is at fault, so that the same operation may succeed later.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        matches!(self, StoreError::Failed(_) | StoreError::Doubtful(_))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        Failure::from(error).into()
    }
}

/// Returns the message of SQLite with its code, because failures share messages.
pub(crate) fn describe(error: &rusqlite::Error) -> String {
    match error.sqlite_error() {
        Some(code) => format!("{error} (SQLite {})", code.extended_code),
        None => error.to_string(),
    }
}

/// The database could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file or its folder cannot be created, read or written.
    #[error("cannot use {}: {reason}", file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// Error of the system.
        reason: String,
    },
    /// The disk is full.
    #[error(
        "the disk that holds {} is full ({reason}); nothing is damaged: make room and start again",
        file.display()
    )]
    NoSpace {
        /// The file.
        file: PathBuf,
        /// Error of the system.
        reason: String,
    },
    /// Another server has the file open.
    #[error("{} is in use by another server", file.display())]
    InUse {
        /// The file.
        file: PathBuf,
    },
    /// The file is not a database, or it is damaged.
    #[error(
        "the database {} is damaged ({reason}); it was left as it is: keep a copy of it and of \
         the files beside it, then restore a backup",
        file.display()
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Error of SQLite.
        reason: String,
    },
    /// PostgreSQL does not respond or rejects the login.
    #[error("cannot use the database {url}: {reason}")]
    Unreachable {
        /// URL without the password.
        url: String,
        /// Error of PostgreSQL.
        reason: String,
    },
    /// The tables in PostgreSQL are those of a later version.
    #[error(
        "the database {url} was made by a later version of Agon (its tables have version {found}, this one supports {known})"
    )]
    NewerTables {
        /// URL without the password.
        url: String,
        /// Version of its tables.
        found: i64,
        /// Latest version that this program supports.
        known: i64,
    },
    /// The tables in the file are those of a later version.
    #[error("the database {} was made by a later version of Agon (its tables have version {found}, this one supports {known})", file.display())]
    Newer {
        /// The file.
        file: PathBuf,
        /// Version of its tables.
        found: i64,
        /// Latest version that this program supports.
        known: i64,
    },
}

impl OpenError {
    /// Classifies an error of SQLite.
    pub(crate) fn new(file: &Path, error: &rusqlite::Error) -> OpenError {
        let reason = describe(error);
        let file = file.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                OpenError::Damaged { file, reason }
            }
            Some(ErrorCode::DiskFull) => OpenError::NoSpace { file, reason },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::InUse { file },
            // Some writes report a full disk as a failure of the system.
            Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen)
                if free_bytes(&file).is_some_and(|free| free < MIN_FREE) =>
            {
                OpenError::NoSpace { file, reason }
            }
            _ => OpenError::Unusable { file, reason },
        }
    }
}

/// Number of free bytes below which a failed write is reported as a full disk.
const MIN_FREE: u64 = 256 << 10;
