//! Why a statement or a change failed, by what the caller has to do about it.

use thiserror::Error;
use tokio_postgres::error::SqlState;

use crate::error::describe;
use crate::{Condition, StoreError};

#[derive(Clone, Debug, Error)]
pub(crate) enum Failure {
    /// The version, name or id is taken: another writer was first.
    #[error("another writer was first")]
    Taken,
    /// A condition of the transaction does not hold.
    #[error("not the case any more: {0}")]
    Unmet(Condition),
    /// Two transactions waited for each other: retry.
    #[error("two transactions waited for each other")]
    Again,
    /// A text that PostgreSQL cannot store, such as one with a zero byte. No row contains it.
    #[error("a text that the database cannot store")]
    InvalidText,
    /// A stored value is invalid.
    #[error("{0}")]
    Unreadable(String),
    /// The database rejected the statement; other changes are not affected.
    #[error("{0}")]
    Refused(String),
    /// The database cannot be used; nothing was changed.
    #[error("{0}")]
    Unavailable(String),
    /// The connection was lost: the change may have been made or not.
    #[error("the connection to the database was lost: {0}")]
    Lost(String),
    /// No response in time: the change may have been made or not.
    #[error("the database does not answer")]
    Silent,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

impl Failure {
    /// Returns the failure of a change whose earlier attempt had an unknown result.
    pub(crate) fn after_doubt(self) -> Failure {
        match self {
            Failure::Unavailable(reason) => Failure::Lost(reason),
            other => other,
        }
    }

    /// Whether the change may have been made nevertheless.
    pub(crate) fn is_doubtful(&self) -> bool {
        matches!(self, Failure::Lost(_) | Failure::Silent)
    }

    /// Whether only this change failed, so that the transaction of other changes can continue.
    pub(crate) fn is_of_one_change(&self) -> bool {
        use Failure::{InvalidText, Refused, Taken, Unmet, Unreadable};
        matches!(self, Taken | Unmet(_) | InvalidText | Unreadable(_) | Refused(_))
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        use rusqlite::Error;
        use rusqlite::ffi::{
            SQLITE_CONSTRAINT_CHECK, SQLITE_CONSTRAINT_FOREIGNKEY, SQLITE_CONSTRAINT_NOTNULL,
            SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE,
        };
        let reason = describe(&error);
        match (&error, error.sqlite_error().map(|code| code.extended_code)) {
            (
                Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::InvalidColumnType(..)
                | Error::Utf8Error(..),
                _,
            ) => Failure::Unreadable(reason),
            (_, Some(SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_UNIQUE)) => Failure::Taken,
            (
                _,
                Some(
                    SQLITE_CONSTRAINT_CHECK
                    | SQLITE_CONSTRAINT_FOREIGNKEY
                    | SQLITE_CONSTRAINT_NOTNULL,
                ),
            ) => Failure::Refused(reason),
            _ => Failure::Unavailable(reason),
        }
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        let Some(response) = error.as_db_error() else {
            return Failure::Lost(with_causes(&error));
        };
        let code = response.code();
        let text = format!("{} (PostgreSQL {})", response.message(), code.code());
        match *code {
            SqlState::UNIQUE_VIOLATION => Failure::Taken,
            SqlState::T_R_SERIALIZATION_FAILURE
            | SqlState::T_R_DEADLOCK_DETECTED
            | SqlState::LOCK_NOT_AVAILABLE => Failure::Again,
            SqlState::CHARACTER_NOT_IN_REPERTOIRE | SqlState::UNTRANSLATABLE_CHARACTER => {
                Failure::InvalidText
            }
            // The server is shutting down, or an administrator ended the connection.
            SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN | SqlState::CANNOT_CONNECT_NOW => {
                Failure::Lost(text)
            }
            _ => Failure::Refused(text),
        }
    }
}

fn with_causes(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::Taken => StoreError::Conflict,
            Failure::Unmet(condition) => StoreError::Unmet(condition),
            Failure::Unreadable(reason) => StoreError::Unreadable(reason),
            Failure::Closed => StoreError::Closed,
            doubtful if doubtful.is_doubtful() => StoreError::Doubtful(doubtful.to_string()),
            other => StoreError::Failed(other.to_string()),
        }
    }
}
