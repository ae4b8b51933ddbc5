//! Why the task of a game refuses or cannot do what it is asked.

use agon_protocol::error::Fault;
use agon_protocol::state::Current;
use agon_store::StoreError;
use agon_table::Inconsistent;
use thiserror::Error;

use crate::loading::LoadError;
use crate::pool::Refused;

/// Events were not committed.
#[derive(Clone, Debug, Error)]
pub(crate) enum CommitError {
    /// Another server stored these versions first; the table has caught up with them.
    #[error("another server was first")]
    Overtaken,
    /// The store failed; nothing was changed.
    #[error("not stored: {0}")]
    Failed(StoreError),
    /// The store does not answer; the events may have been stored or not.
    #[error("perhaps not stored: {0}")]
    Doubtful(StoreError),
    /// The events contradict the game.
    #[error(transparent)]
    Invalid(#[from] Inconsistent),
}

impl From<LoadError> for CommitError {
    fn from(error: LoadError) -> CommitError {
        match error {
            LoadError::Store(error) => error.into(),
            error => CommitError::Failed(StoreError::Unreadable(error.to_string())),
        }
    }
}

impl From<StoreError> for CommitError {
    fn from(error: StoreError) -> CommitError {
        match error {
            StoreError::Doubtful(_) => CommitError::Doubtful(error),
            error => CommitError::Failed(error),
        }
    }
}

/// The task of a game does not do what it was asked.
#[derive(Clone, Debug, Error)]
pub(crate) enum GameError {
    /// The rules of the table refuse it.
    #[error("{}", .0.message)]
    Refused(Box<Fault>),
    /// The game is private, and the caller has no part in it.
    #[error("the game is private")]
    Private,
    /// The caller is not known.
    #[error("the caller is not known")]
    NoIdentity,
    /// Only registered people play in a rated game.
    #[error("the game is rated")]
    RegisteredOnly,
    /// The id of an action is empty or too long.
    #[error("invalid id of an action")]
    BadActionId,
    /// A hint was overtaken by a move.
    #[error("the game has gone on")]
    Stale,
    /// The game could not be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The action was not stored.
    #[error("{error}")]
    Commit {
        /// Why.
        error: CommitError,
        /// The game as it stands, where that is known.
        current: Option<Box<Current>>,
    },
    /// No computer thinks about it.
    #[error("no computer is free")]
    Think(#[from] Refused),
    /// The task of the game does not answer.
    #[error("the game does not answer")]
    Silent,
}

impl From<Fault> for GameError {
    fn from(fault: Fault) -> GameError {
        GameError::Refused(Box::new(fault))
    }
}

impl From<StoreError> for GameError {
    fn from(error: StoreError) -> GameError {
        GameError::Load(error.into())
    }
}

impl From<CommitError> for GameError {
    fn from(error: CommitError) -> GameError {
        GameError::Commit { error, current: None }
    }
}
