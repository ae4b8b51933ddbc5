//! What PostgreSQL says when it does not do what it was asked, by what follows from it.

use thiserror::Error;
use tokio_postgres::error::SqlState;

use crate::{Condition, StoreError};

#[derive(Clone, Debug, Error)]
pub(crate) enum Failure {
    /// Somebody else was first.
    #[error("somebody else was first")]
    Taken,
    /// A condition of the transaction does not hold.
    #[error("not the case any more: {0}")]
    Unmet(Condition),
    /// Two transactions were in each other's way: once more.
    #[error("two changes were in each other's way")]
    Again,
    /// A text that PostgreSQL cannot hold, such as one with a zero in it: it is stored nowhere.
    #[error("a text that no database holds")]
    Odd,
    /// There is no connection, and nothing was asked.
    #[error("{0}")]
    Away(String),
    /// The connection was lost: nobody knows whether it was done.
    #[error("the connection to the database was lost: {0}")]
    Lost(String),
    /// There was no answer: nobody knows whether it was done.
    #[error("the database does not answer")]
    Silent,
    /// The database refuses, and says why.
    #[error("{0}")]
    Refused(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

impl Failure {
    /// The same after an earlier attempt of which nobody knows what became.
    pub(crate) fn in_doubt(self) -> Failure {
        match self {
            Failure::Away(reason) => Failure::Lost(reason),
            other => other,
        }
    }

    /// May it have been done all the same?
    pub(crate) fn is_doubtful(&self) -> bool {
        matches!(self, Failure::Lost(_) | Failure::Silent)
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        let Some(said) = error.as_db_error() else {
            return Failure::Lost(describe(&error));
        };
        let code = said.code();
        let text = format!("{} (PostgreSQL {})", said.message(), code.code());
        match *code {
            SqlState::UNIQUE_VIOLATION => Failure::Taken,
            SqlState::T_R_SERIALIZATION_FAILURE
            | SqlState::T_R_DEADLOCK_DETECTED
            | SqlState::LOCK_NOT_AVAILABLE => Failure::Again,
            SqlState::CHARACTER_NOT_IN_REPERTOIRE | SqlState::UNTRANSLATABLE_CHARACTER => {
                Failure::Odd
            }
            // The server ends the connection: shut down, crashed, or told to.
            SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN | SqlState::CANNOT_CONNECT_NOW => {
                Failure::Lost(text)
            }
            _ => Failure::Refused(text),
        }
    }
}

/// The error with what it comes from.
fn describe(error: &tokio_postgres::Error) -> String {
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
            Failure::Closed => StoreError::Closed,
            doubtful if doubtful.is_doubtful() => StoreError::Doubtful(doubtful.to_string()),
            other => StoreError::Failed(other.to_string()),
        }
    }
}
