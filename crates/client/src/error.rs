//! Errors of the client.

use std::time::Duration;

use thiserror::Error;

/// Failure of a request or connection.
#[derive(Clone, Debug, Error)]
pub enum ClientError {
    /// No connection, or it was closed.
    #[error("connection closed: {0}")]
    Gone(String),
    /// No reply within the timeout.
    #[error("no reply within {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// The server refused the request.
    #[error("refused with {status} {code}: {message}")]
    Refused {
        /// HTTP status; 0 over the WebSocket.
        status: u16,
        /// Error code of docs/protocol.md.
        code: String,
        /// Reason in plain text.
        message: String,
    },
    /// A reply that violates docs/protocol.md.
    #[error("unexpected reply: {0}")]
    Odd(String),
}

impl ClientError {
    pub(crate) fn gone(error: impl std::fmt::Display) -> ClientError {
        ClientError::Gone(error.to_string())
    }

    pub(crate) fn odd(error: impl std::fmt::Display) -> ClientError {
        ClientError::Odd(error.to_string())
    }

    /// Returns the error code of a refusal, and `None` for other errors.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match self {
            ClientError::Refused { code, .. } => Some(code),
            _ => None,
        }
    }
}
