//! Profile of a person: games, results and ratings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::people::{Me, Person, Session, Token};
use crate::puzzle::PuzzleStanding;
use crate::rating::{Pace, Rating};
use crate::setup::Setup;
use crate::units::Millis;

/// Results of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Score {
    /// Number of wins.
    pub won: u32,
    /// Number of draws.
    pub drawn: u32,
    /// Number of losses.
    pub lost: u32,
}

impl Score {
    /// Returns the number of games with a result.
    #[must_use]
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// Rating and its history.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingHistory {
    /// Game id in the catalogue.
    pub game: String,
    /// Pace of the rated games.
    pub pace: Pace,
    /// Current rating.
    pub rating: Rating,
    /// Rating changes, oldest first.
    pub points: Vec<RatingPoint>,
}

/// Rating at a point in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingPoint {
    /// Time of the change, in milliseconds since 1970.
    pub at: Millis,
    /// Points after the change.
    pub points: u32,
}

/// Results of a person in one game of the catalogue.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameResults {
    /// Game id in the catalogue.
    pub game: String,
    /// Results of games that were played to the end.
    pub score: Score,
    /// Accuracy in games that have a report, oldest first.
    pub accuracy: Vec<AccuracyPoint>,
    /// Most frequent openings.
    pub openings: Vec<FavouriteOpening>,
}

/// Accuracy of a person in one game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccuracyPoint {
    /// Time of the game, in milliseconds since 1970.
    pub at: Millis,
    /// Id of the game.
    pub id: String,
    /// Accuracy from 0 to 100.
    pub accuracy: u8,
}

/// Opening that a person played several times.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FavouriteOpening {
    /// Moves, as text, of the latest game with this opening. Transpositions and symmetric positions
    /// count as the same opening.
    pub moves: Vec<String>,
    /// Moves in human notation.
    pub display: Vec<String>,
    /// Rules of that game.
    pub rules: String,
    /// Results of games with this opening.
    pub score: Score,
}

/// Results of a person against one opponent.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpponentResults {
    /// Opponent, if a person.
    pub person: Option<Person>,
    /// Opponent, if a computer.
    pub computer: Option<ComputerName>,
    /// Results of their games.
    pub score: Score,
}

/// Computer opponent.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComputerName {
    /// Name of the kind in the catalogue.
    pub kind: String,
    /// Level from 1 to 10.
    pub level: u8,
}

/// Profile, computed from the latest 2,000 games. For other viewers it covers only public data.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Profile {
    /// Owner of the profile.
    pub person: Person,
    /// Whether the person has a password. Profiles of guests are visible only to themselves.
    pub registered: bool,
    /// Time of the first visit, in milliseconds since 1970.
    pub since: Millis,
    /// Whether this is the caller's profile.
    pub me: bool,
    /// Ratings, if the site shows ratings.
    pub ratings: Vec<RatingHistory>,
    /// Results by game, most played first.
    pub games: Vec<GameResults>,
    /// Most frequent opponents.
    pub opponents: Vec<OpponentResults>,
}

/// Export of all personal data of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnData {
    /// Identity of the caller.
    pub me: Me,
    /// Time of the first visit, in milliseconds since 1970.
    pub since: Millis,
    /// Open sessions.
    pub sessions: Vec<Session>,
    /// API tokens, without their secrets.
    pub tokens: Vec<Token>,
    /// Ratings and their history.
    pub ratings: Vec<RatingHistory>,
    /// Puzzle ratings by game.
    pub puzzles: Vec<OwnPuzzles>,
    /// Stored studies as files, latest first.
    pub studies: Vec<OwnStudy>,
    /// Games that the caller created or played in, latest first.
    pub games: Vec<OwnGame>,
    /// Whether there are more games; the export contains the latest 10,000.
    pub more_games: bool,
}

/// Stored study of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnStudy {
    /// Title of the study.
    pub title: String,
    /// Contents of the study file.
    pub file: String,
}

/// Puzzle rating of the caller in one game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnPuzzles {
    /// Game id in the catalogue.
    pub game: String,
    /// Rating and results.
    pub standing: PuzzleStanding,
}

/// Game of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnGame {
    /// Id of the game.
    pub id: String,
    /// Setup of the game.
    pub setup: Setup,
    /// Time of creation, in milliseconds since 1970.
    pub created: Millis,
    /// Moves as text.
    pub moves: Vec<String>,
    /// Outcome in words; `null` for an unfinished game.
    pub verdict: Option<String>,
}

/// Request to delete the caller's account.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// Password; required if the account has one.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub password: Option<String>,
}
