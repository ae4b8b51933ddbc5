//! What can go wrong with a server on the other side.

use std::time::Duration;

use thiserror::Error;

/// A question without the answer that was hoped for.
#[derive(Clone, Debug, Error)]
pub enum ClientError {
    /// There is no connection, or no longer.
    #[error("the connection has ended: {0}")]
    Gone(String),
    /// Nothing came for so long.
    #[error("nothing was heard for {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// The server said no.
    #[error("refused with {status} {code}: {message}")]
    Refused {
        /// The status of HTTP; 0 over the WebSocket.
        status: u16,
        /// The code of docs/protocol.md.
        code: String,
        /// The reason in words.
        message: String,
    },
    /// Not what docs/protocol.md promises.
    #[error("not what was expected: {0}")]
    Odd(String),
}

impl ClientError {
    /// The connection is of no use any more.
    pub(crate) fn gone(error: impl std::fmt::Display) -> ClientError {
        ClientError::Gone(error.to_string())
    }

    pub(crate) fn odd(error: impl std::fmt::Display) -> ClientError {
        ClientError::Odd(error.to_string())
    }

    /// The code of a refusal; nothing for other errors.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match self {
            ClientError::Refused { code, .. } => Some(code),
            _ => None,
        }
    }
}
