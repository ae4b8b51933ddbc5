//! Puzzles that people have tried.

use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::rows::record;
use crate::{Store, StoreError};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Puzzle rating of a person in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingRow {
    /// Id of the person.
    pub person: String,
    /// Id of the game.
    pub game: String,
    /// Rating in thousandths of a point.
    pub rating: i64,
    /// Rating deviation in thousandths of a point.
    pub deviation: i64,
    /// Volatility in millionths.
    pub volatility: i64,
    /// Number of puzzles that were tried.
    pub tried: i64,
    /// Number of puzzles that were solved.
    pub solved: i64,
    /// Number of puzzles solved since the last failure.
    pub streak: i64,
    /// Longest streak.
    pub longest: i64,
}

record!(StandingRow in "puzzle_standings":
    person, game, rating, deviation, volatility, tried, solved, streak, longest);

/// Stores the first attempt at a puzzle, and the rating after it. Returns 0 if there was an attempt before.
pub(crate) async fn tried(
    executor: &impl Executor,
    puzzle: &str,
    solved: bool,
    at: i64,
    standing: &StandingRow,
) -> Result<u64, Failure> {
    let sql = "INSERT INTO puzzle_attempts (person, game, puzzle, solved, at) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    let StandingRow { person, game, .. } = standing;
    let added = executor.change(sql, values![person, game, puzzle, i64::from(solved), at]).await?;
    if added == 0 {
        return Ok(0);
    }
    let replace = "ON CONFLICT (person, game) DO UPDATE SET rating = excluded.rating, \
                   deviation = excluded.deviation, volatility = excluded.volatility, \
                   tried = excluded.tried, solved = excluded.solved, streak = excluded.streak, \
                   longest = excluded.longest";
    executor.insert(standing, replace).await
}

impl Store {
    /// Returns the puzzle rating of a person in a game.
    pub async fn puzzle_standing(&self, person: &str, game: &str) -> Result<Option<StandingRow>> {
        let rest = "WHERE person = $1 AND game = $2";
        self.query("puzzle_standing").first(rest, values![person, game]).await
    }

    /// Returns the puzzles of a game that a person has tried, in order.
    pub async fn puzzles_tried(&self, person: &str, game: &str) -> Result<Vec<String>> {
        let sql = "SELECT puzzle FROM puzzle_attempts WHERE person = $1 AND game = $2 \
                   ORDER BY at, puzzle";
        self.query("puzzles_tried").values(sql, values![person, game]).await
    }
}
