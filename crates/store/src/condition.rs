//! Conditions that are checked in the same transaction as the changes beside them.

use agon_protocol::state::Phase;
use thiserror::Error;

use crate::executor::{Executor, Parameter, ToParameter, values};
use crate::failure::Failure;

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
        phase: Phase,
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

    /// Checks the condition in the open transaction. The person's row stays locked until the transaction
    /// ends, so the condition stays true for other transactions that check conditions about the person.
    pub(crate) async fn check(&self, executor: &impl Executor) -> Result<(), Failure> {
        let lock = "SELECT 1 FROM people WHERE id = $1 FOR UPDATE";
        executor.rows::<()>(lock, values![self.person()]).await?;
        let (sql, parameters) = self.query();
        if executor.exists(sql, &parameters).await? {
            return Ok(());
        }
        Err(Failure::Unmet(self.clone()))
    }

    /// Returns the query that finds a row if the condition holds, and its parameters.
    fn query(&self) -> (&'static str, Vec<Parameter<'_>>) {
        match self {
            Condition::Exists { person } => (
                "SELECT 1 WHERE NOT EXISTS \
                 (SELECT 1 FROM people WHERE id = $1 AND deleted IS NOT NULL)",
                vec![person.parameter()],
            ),
            Condition::Guest { person } => {
                ("SELECT 1 FROM people WHERE id = $1 AND login IS NULL", vec![person.parameter()])
            }
            Condition::Password { person, hash } => (
                "SELECT 1 FROM people WHERE id = $1 AND password IS NOT DISTINCT FROM $2",
                vec![person.parameter(), hash.parameter()],
            ),
            Condition::Session { person, id } => (
                "SELECT 1 FROM sessions WHERE person = $1 AND id = $2",
                vec![person.parameter(), id.parameter()],
            ),
            Condition::TokensBelow { person, limit } => (
                "SELECT 1 FROM (SELECT COUNT(*) AS n FROM tokens WHERE person = $1) AS own \
                 WHERE n < $2",
                vec![person.parameter(), limit.parameter()],
            ),
            Condition::StudiesBelow { person, limit } => (
                "SELECT 1 FROM (SELECT COUNT(*) AS n FROM studies WHERE person = $1) AS own \
                 WHERE n < $2",
                vec![person.parameter(), limit.parameter()],
            ),
            Condition::GamesBelow { person, phase, limit } => (
                "SELECT 1 FROM (SELECT COUNT(*) AS n FROM games WHERE host = $1 AND phase = $2) \
                 AS own WHERE n < $3",
                vec![person.parameter(), phase.parameter(), limit.parameter()],
            ),
            Condition::PuzzlesTried { person, game, count } => (
                "SELECT 1 FROM (SELECT COALESCE(MAX(tried), 0) AS n FROM puzzle_standings \
                 WHERE person = $1 AND game = $2) AS own WHERE n = $3",
                vec![person.parameter(), game.parameter(), count.parameter()],
            ),
        }
    }
}
