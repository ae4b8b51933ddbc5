//! Errors of tuning.

use std::{fmt, io};

use agon_core::TextError;

/// Reason why self-play or tuning failed.
#[derive(Debug)]
pub enum Error {
    /// A file could not be read or written.
    Io(io::Error),
    /// A line of a file is malformed.
    Text {
        /// Line number, from 1.
        line: usize,
        /// Parse error.
        error: TextError,
    },
    /// Self-play supports two players only; the rules have this many.
    Seats(usize),
    /// No rules were given.
    NoRules,
    /// The evaluation of this name is not linear.
    NotTunable(&'static str),
    /// A setting is out of range.
    Setting {
        /// Name of the setting.
        name: &'static str,
        /// Description of valid values.
        expected: &'static str,
    },
    /// Too few games to hold some out.
    FewGames(usize),
    /// Positions do not determine the scale: results are unrelated to evaluations, or never in
    /// doubt.
    NoScale,
    /// Wrong number of weights.
    Count {
        /// Actual number.
        found: usize,
        /// Expected number.
        wanted: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::Text { line, error } => write!(f, "line {line}: {error}"),
            Error::Seats(seats) => write!(f, "self-play needs 2 players, the rules have {seats}"),
            Error::NoRules => write!(f, "no rules given"),
            Error::NotTunable(name) => write!(f, "the evaluation {name} has no weights to tune"),
            Error::Setting { name, expected } => write!(f, "{name} must be {expected}"),
            Error::FewGames(games) => write!(f, "{games} games are too few, need at least 10"),
            Error::NoScale => write!(
                f,
                "no scale relates the evaluations to the results; set the scale explicitly"
            ),
            Error::Count { found, wanted } => write!(f, "found {found} weights, expected {wanted}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            Error::Text { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}
