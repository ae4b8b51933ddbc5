//! What can go wrong while tuning.

use std::{fmt, io};

use agon_core::TextError;

/// Why there are no positions or no weights.
#[derive(Debug)]
pub enum Error {
    /// A file could not be read or written.
    Io(io::Error),
    /// A line of a file was not understood.
    Text {
        /// The line, counted from 1.
        line: usize,
        /// What was wrong with it.
        error: TextError,
    },
    /// Self-play is for two, and these rules seat another number.
    Seats(usize),
    /// No rules were given to play by.
    NoRules,
    /// The evaluation of this name is not a weighted sum.
    NotTunable(&'static str),
    /// A setting is outside of what makes sense.
    Setting {
        /// Its name.
        name: &'static str,
        /// What it should be.
        expected: &'static str,
    },
    /// Too few games to learn from some and hold out others.
    FewGames(usize),
    /// How evaluations and results belong together cannot be told from these positions:
    /// either they have nothing to do with each other, or nothing is ever in doubt.
    NoScale,
    /// An array of weights has another length.
    Count {
        /// Its length.
        found: usize,
        /// The length that it should have.
        wanted: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::Text { line, error } => write!(f, "line {line}: {error}"),
            Error::Seats(seats) => write!(f, "self-play is for 2 players, not for {seats}"),
            Error::NoRules => write!(f, "no rules to play by"),
            Error::NotTunable(name) => write!(f, "the evaluation {name} has no weights to tune"),
            Error::Setting { name, expected } => write!(f, "{name} must be {expected}"),
            Error::FewGames(games) => write!(f, "{games} games are too few to learn from"),
            Error::NoScale => write!(
                f,
                "evaluations and results do not fit together at any scale; give one yourself"
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
