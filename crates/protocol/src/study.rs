//! Studies: games with variations, comments and annotations.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::Seat;

/// Annotated tree of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Game id in the catalogue.
    pub game: String,
    /// Options; empty for the default rules.
    #[serde(default)]
    pub rules: String,
    /// Start position as text; the usual one if missing.
    #[serde(default)]
    pub position: Option<String>,
    /// Header tags of the file: names and values.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub tags: Vec<(String, String)>,
    /// Nodes in depth-first order; the first is the root, without a move. A variation is listed to
    /// its end before its alternatives, so that every parent precedes its children.
    #[schema(max_items = 5001)]
    pub nodes: Vec<StudyNode>,
}

/// Node of the tree: a move with the annotations of the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StudyNode {
    /// Index of the parent in `nodes`; `null` for the root.
    #[serde(default)]
    pub parent: Option<u32>,
    /// Move as text, or `out` and the seat that left.
    #[serde(default)]
    pub text: String,
    /// Move in human notation; optional in requests.
    #[serde(default)]
    pub display: String,
    /// Seat that moved; optional in requests.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// Numeric annotation glyphs as in PGN: 1 for `!`, 2 for `?`, 3 for `!!`, 4 for `??`, 5 for
    /// `!?`, 6 for `?!`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub glyphs: Vec<u8>,
    /// Comment on the position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub comment: String,
    /// Arrows and circles on the board.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drawn: Vec<StudyMark>,
}

/// Arrow on the board; a circle if both ends are equal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StudyMark {
    /// Colour: `G`, `R`, `Y` or `B`.
    pub tone: char,
    /// Name of the first cell.
    pub from: String,
    /// Name of the last cell.
    pub to: String,
}

/// Entry of a game file, for selection.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileGame {
    /// Game id in the catalogue; empty if the entry cannot be parsed.
    pub game: String,
    /// Names of the players in seat order.
    pub players: Vec<String>,
    /// Date as written in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Event of the game, or title of the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Result as written in the file.
    pub result: String,
    /// Number of moves of the main line.
    pub moves: u32,
    /// Parse error, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<crate::error::Fault>,
}

/// Study to store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// Title of the study.
    pub title: String,
    /// Contents of the study.
    pub study: Study,
    /// Version that the changes are based on, when an existing study is replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// Stored study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptStudy {
    /// Secret id: grants read access to the study.
    pub id: String,
    /// Title of the study.
    pub title: String,
    /// Game id in the catalogue.
    pub game: String,
    /// Name of the owner.
    pub owner: String,
    /// Whether the study belongs to the caller.
    pub mine: bool,
    /// Version, incremented with each save.
    pub version: u32,
    /// Time of the last save, in milliseconds since 1970.
    pub updated: u64,
    /// Contents; missing in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study: Option<Study>,
}
