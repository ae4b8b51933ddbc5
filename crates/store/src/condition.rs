//! Conditions that are checked in the same transaction as the changes beside them.

use thiserror::Error;

/// A condition about a person. A transaction in which it does not hold fails with
/// [`StoreError::Unmet`](crate::StoreError::Unmet). On PostgreSQL the person's row is locked first, so
/// conditions of concurrent transactions about the same person are checked one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Condition {
    /// The account has not been deleted. Holds for ids that are not stored. Checked by every change that
    /// stores something for a person.
    #[error("the account of {person} exists")]
    Exists {
        /// Id of the person.
        person: String,
    },
    /// The person is not registered.
    #[error("{person} is not registered")]
    Guest {
        /// Id of the person.
        person: String,
    },
    /// The hash of the person's password is this one.
    #[error("{person} has the same password as before")]
    Password {
        /// Id of the person.
        person: String,
        /// Hash; `None` for a guest.
        hash: Option<String>,
    },
    /// The person is signed in with this session.
    #[error("the session of {person} is valid")]
    Session {
        /// Id of the person.
        person: String,
        /// Id of the session.
        id: String,
    },
    /// The person has fewer tokens than `limit`.
    #[error("{person} has fewer than {limit} tokens")]
    TokensBelow {
        /// Id of the person.
        person: String,
        /// First number that is too many.
        limit: i64,
    },
    /// The person has fewer studies than `limit`.
    #[error("{person} has fewer than {limit} studies")]
    StudiesBelow {
        /// Id of the person.
        person: String,
        /// First number that is too many.
        limit: i64,
    },
    /// The person hosts fewer games of this phase than `limit`.
    #[error("{person} hosts fewer than {limit} games that are {}", phase.name())]
    GamesBelow {
        /// Id of the person.
        person: String,
        /// Phase of the games.
        phase: GamePhase,
        /// First number that is too many.
        limit: i64,
    },
    /// The person has tried this many puzzles of a game.
    #[error("{person} has tried {count} puzzles of {game}")]
    PuzzlesTried {
        /// Id of the person.
        person: String,
        /// Id of the game.
        game: String,
        /// Number of puzzles.
        count: i64,
    },
}

/// Phase of a game that has not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePhase {
    /// Waits for players.
    Open,
    /// Being played.
    Playing,
}

impl GamePhase {
    /// Value of the column `games.phase`.
    fn name(self) -> &'static str {
        match self {
            GamePhase::Open => "open",
            GamePhase::Playing => "playing",
        }
    }
}

/// A parameter of a statement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Parameter<'a> {
    Text(&'a str),
    OptionalText(Option<&'a str>),
    Integer(i64),
}

impl Condition {
    /// Id of the person.
    pub(crate) fn person(&self) -> &str {
        match self {
            Condition::Exists { person }
            | Condition::Guest { person }
            | Condition::Password { person, .. }
            | Condition::Session { person, .. }
            | Condition::TokensBelow { person, .. }
            | Condition::StudiesBelow { person, .. }
            | Condition::GamesBelow { person, .. }
            | Condition::PuzzlesTried { person, .. } => person,
        }
    }

    /// The query that returns a row if the condition holds, for both databases, and its parameters in
    /// the order in which they first appear.
    pub(crate) fn query(&self) -> (&'static str, Vec<Parameter<'_>>) {
        use Parameter::{Integer, OptionalText, Text};
        match self {
            Condition::Exists { person } => (
                "SELECT 1 WHERE NOT EXISTS \
                 (SELECT 1 FROM people WHERE id = $1 AND deleted IS NOT NULL)",
                vec![Text(person)],
            ),
            Condition::Guest { person } => {
                ("SELECT 1 FROM people WHERE id = $1 AND login IS NULL", vec![Text(person)])
            }
            Condition::Password { person, hash } => (
                "SELECT 1 FROM people WHERE id = $1 AND password IS NOT DISTINCT FROM $2",
                vec![Text(person), OptionalText(hash.as_deref())],
            ),
            Condition::Session { person, id } => (
                "SELECT 1 FROM sessions WHERE person = $1 AND id = $2",
                vec![Text(person), Text(id)],
            ),
            Condition::TokensBelow { person, limit } => (
                "SELECT 1 FROM (SELECT COUNT(*) AS n FROM tokens WHERE person = $1) AS own \
                 WHERE n < $2",
                vec![Text(person), Integer(*limit)],
            ),
            Condition::StudiesBelow { person, limit } => (
                "SELECT 1 FROM (SELECT COUNT(*) AS n FROM studies WHERE person = $1) AS own \
                 WHERE n < $2",
                vec![Text(person), Integer(*limit)],
            ),
            Condition::GamesBelow { person, phase, limit } => (
                "SELECT 1 FROM (SELECT COUNT(*) AS n FROM games WHERE host = $1 AND phase = $2) \
                 AS own WHERE n < $3",
                vec![Text(person), Text(phase.name()), Integer(*limit)],
            ),
            Condition::PuzzlesTried { person, game, count } => (
                "SELECT 1 FROM (SELECT COALESCE(MAX(tried), 0) AS n FROM puzzle_standings \
                 WHERE person = $1 AND game = $2) AS own WHERE n = $3",
                vec![Text(person), Text(game), Integer(*count)],
            ),
        }
    }
}
