//! What can go wrong.

use std::path::PathBuf;

use thiserror::Error;

/// A question or a change failed.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Somebody else was first: the version, name or id is taken.
    #[error("somebody else was first")]
    Conflict,
    /// The database does not work.
    #[error("the database failed: {0}")]
    Failed(String),
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}

/// The database could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file or its folder cannot be made or written.
    #[error("cannot write {}: {reason}", file.display())]
    Unwritable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file is not a database, or it is damaged.
    #[error(
        "the database {} is damaged ({reason}); move it away to begin anew, or restore a copy",
        file.display()
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        reason: String,
    },
    /// The tables could not be brought up to date.
    #[error("the database {} was made by another version of Agon: {reason}", file.display())]
    Migration {
        /// The file.
        file: PathBuf,
        /// What went wrong.
        reason: String,
    },
}
