//! A person's page: what they played and how well.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::people::{Me, Person, Session, Token};
use crate::puzzle::PuzzleStanding;
use crate::rating::{Pace, Rating};
use crate::setup::Setup;
use crate::units::Millis;

/// How games ended for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Score {
    /// How many were won.
    pub won: u32,
    /// How many were drawn.
    pub drawn: u32,
    /// How many were lost.
    pub lost: u32,
}

impl Score {
    /// How many were played to an end.
    #[must_use]
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// A rating with how it came about.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingHistory {
    /// Which game.
    pub game: String,
    /// How fast.
    pub pace: Pace,
    /// As it is now.
    pub rating: Rating,
    /// When it changed and to what, in order.
    pub points: Vec<RatingPoint>,
}

/// A rating at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingPoint {
    /// When, in milliseconds since 1970.
    pub at: Millis,
    /// The points from then on.
    pub points: u32,
}

/// How somebody does in a game.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameResults {
    /// Which game.
    pub game: String,
    /// How those ended that were played to an end.
    pub score: Score,
    /// How well they played in games that have a report, in order.
    pub accuracy: Vec<AccuracyPoint>,
    /// The beginnings that they had most often.
    pub openings: Vec<FavouriteOpening>,
}

/// How well somebody played a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccuracyPoint {
    /// When, in milliseconds since 1970.
    pub at: Millis,
    /// Which game, by its id.
    pub id: String,
    /// From 0 to 100.
    pub accuracy: u8,
}

/// A beginning that somebody had several times.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FavouriteOpening {
    /// The moves, as texts, of the latest game that began so; others may have come there by other moves,
    /// or on a turned or mirrored board.
    pub moves: Vec<String>,
    /// The same as people like to read them.
    pub display: Vec<String>,
    /// The rules of that game.
    pub rules: String,
    /// How games ended that began so.
    pub score: Score,
}

/// How somebody does against somebody.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpponentResults {
    /// The other one, if that is a person.
    pub person: Option<Person>,
    /// The other one, if that is a computer: its kind and level.
    pub computer: Option<ComputerName>,
    /// How their games ended.
    pub score: Score,
}

/// A computer as an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComputerName {
    /// The kind, by its name in the catalogue.
    pub kind: String,
    /// From 1 to 10.
    pub level: u8,
}

/// What a person's page shows: of the latest two thousand games. Others see what everybody may find.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// Have they a password? Pages of guests are seen by themselves alone.
    pub registered: bool,
    /// When they first came, in milliseconds since 1970.
    pub since: Millis,
    /// Is it me?
    pub me: bool,
    /// How well they play, where ratings are shown here.
    pub ratings: Vec<RatingHistory>,
    /// Game by game, the most played first.
    pub games: Vec<GameResults>,
    /// Those whom they played most often.
    pub opponents: Vec<OpponentResults>,
}

/// Everything that the site knows of me.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnData {
    /// Who I am.
    pub me: Me,
    /// When I first came, in milliseconds since 1970.
    pub since: Millis,
    /// Where I am signed in.
    pub sessions: Vec<Session>,
    /// The tokens of my programs, without what they say.
    pub tokens: Vec<Token>,
    /// How well I play.
    pub ratings: Vec<RatingHistory>,
    /// How well I solve puzzles, by game.
    pub puzzles: Vec<OwnPuzzles>,
    /// The studies that I keep, as files, the latest first.
    pub studies: Vec<OwnStudy>,
    /// The games that I made or played in, the latest first.
    pub games: Vec<OwnGame>,
    /// There are more games than these: the latest ten thousand.
    pub more_games: bool,
}

/// A study that I keep.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnStudy {
    /// What it is called.
    pub title: String,
    /// The file.
    pub file: String,
}

/// How I stand in the puzzles of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnPuzzles {
    /// Which game.
    pub game: String,
    /// How I stand.
    pub standing: PuzzleStanding,
}

/// A game of mine.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnGame {
    /// Its id.
    pub id: String,
    /// How it was set up.
    pub setup: Setup,
    /// When it was made, in milliseconds since 1970.
    pub created: Millis,
    /// The moves as texts.
    pub moves: Vec<String>,
    /// How it ended, in words; `null` while it goes on.
    pub verdict: Option<String>,
}

/// What goes when I take leave.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// Whoever has a password says it once more.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub password: Option<String>,
}
