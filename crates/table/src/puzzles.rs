//! Puzzle rating of a person in one game.

use agon_protocol::puzzle::PuzzleStanding;
use serde::{Deserialize, Serialize};

use crate::glicko::Rating;

/// Deviation of puzzle ratings, which are computed by programs.
const PUZZLE_DEVIATION: f64 = 60.0;

/// Stored puzzle rating: points and deviation in thousandths, volatility in millionths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Points.
    pub rating: i64,
    /// Rating deviation.
    pub deviation: i64,
    /// Volatility.
    pub volatility: i64,
    /// Number of puzzles tried.
    pub tried: i64,
    /// Number of puzzles solved.
    pub solved: i64,
    /// Length of the current streak of solved puzzles.
    pub streak: i64,
    /// Length of the longest streak.
    pub longest: i64,
}

impl Standing {
    /// Returns the rating of a person without attempts.
    #[must_use]
    pub fn newcomer() -> Standing {
        let nothing = Standing {
            rating: 0,
            deviation: 0,
            volatility: 0,
            tried: 0,
            solved: 0,
            streak: 0,
            longest: 0,
        };
        nothing.with(Rating::NEWCOMER)
    }

    fn with(self, rating: Rating) -> Standing {
        let [rating, deviation, volatility] = rating.to_stored();
        Standing { rating, deviation, volatility, ..self }
    }

    fn as_rating(&self) -> Rating {
        Rating::from_stored(self.rating, self.deviation, self.volatility)
    }

    /// Returns the rating after another puzzle of the given points.
    #[must_use]
    pub fn after(self, puzzle: f64, solved: bool) -> Standing {
        let score = if solved { 1.0 } else { 0.0 };
        let rating = self.as_rating().after(&[(puzzle, PUZZLE_DEVIATION, score)]);
        let streak = if solved { self.streak + 1 } else { 0 };
        let counted = Standing {
            tried: self.tried + 1,
            solved: self.solved + i64::from(solved),
            streak,
            longest: self.longest.max(streak),
            ..self
        };
        counted.with(rating)
    }

    /// Converts to the wire type, with the ids of the puzzles tried.
    #[must_use]
    pub fn told(&self, done: Vec<String>) -> PuzzleStanding {
        let count = |value: i64| u32::try_from(value).unwrap_or_default();
        let rating = self.as_rating();
        PuzzleStanding {
            rating: rating.points.round().max(0.0) as u32,
            deviation: rating.deviation.round() as u32,
            tried: count(self.tried),
            solved: count(self.solved),
            streak: count(self.streak),
            longest: count(self.longest),
            done,
        }
    }
}
