//! Studies: a game with side lines, comments and marks, as pages send and get them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::Seat;

/// A tree of moves with what is said about them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Which game, by its id in the catalogue.
    pub game: String,
    /// Options; none for the usual rules.
    #[serde(default)]
    pub rules: String,
    /// Where it begins, if not at the start.
    #[serde(default)]
    pub position: Option<String>,
    /// What stands above the moves in a file: names and values.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub tags: Vec<(String, String)>,
    /// The steps; the first is the beginning, where nothing has been played. Each line stands to its end,
    /// then what else could be played, so that every step follows one on the way to the step before it.
    #[schema(max_items = 5001)]
    pub nodes: Vec<StudyNode>,
}

/// A step, and what is said about the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StudyNode {
    /// The step before it, by its place in the list; `null` at the beginning.
    #[serde(default)]
    pub parent: Option<u32>,
    /// The move as text, or `out` and the seat that left.
    #[serde(default)]
    pub text: String,
    /// The move as people like to read it. Whoever sends a study may leave it out.
    #[serde(default)]
    pub display: String,
    /// Who made it. Whoever sends a study may leave it out.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// Marks by their numbers in PGN: 1 for `!`, 2 for `?`, 3 for `!!`, 4 for `??`, 5 for `!?`, 6 for `?!`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub glyphs: Vec<u8>,
    /// What is said about it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub comment: String,
    /// What is drawn on the board.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drawn: Vec<StudyMark>,
}

/// An arrow on the board; a circle where both ends are the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StudyMark {
    /// Its colour: `G`, `R`, `Y` or `B`.
    pub tone: char,
    /// The name of the cell where it begins.
    pub from: String,
    /// The name of the cell where it ends.
    pub to: String,
}

/// A game of a file, for those who choose one.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileGame {
    /// Which game, by its id; nothing where it was not understood.
    pub game: String,
    /// The players in the order of their seats.
    pub players: Vec<String>,
    /// The day, as the file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What was played for, or the title of a study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The result as files write it.
    pub result: String,
    /// Moves of the main line.
    pub moves: u32,
    /// Why it was not understood, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<crate::error::Fault>,
}

/// A study to be kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// What it is called.
    pub title: String,
    /// What is in it.
    pub study: Study,
    /// Which version it was made from, where it replaces one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// A study that is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptStudy {
    /// Whoever has it may read the study.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Which game.
    pub game: String,
    /// Whose it is.
    pub owner: String,
    /// Is it mine?
    pub mine: bool,
    /// Grows by one each time it is saved.
    pub version: u32,
    /// When it was saved, in milliseconds since 1970.
    pub updated: u64,
    /// What is in it; left out in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study: Option<Study>,
}
