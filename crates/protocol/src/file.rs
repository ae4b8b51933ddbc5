//! Games as files.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::position::PositionRequest;

/// A game as a file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// The text of the file.
    pub text: String,
    /// Which game, if the file does not say so itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub game: Option<String>,
}

/// A text that somebody pasted: a game file, a list of moves, or a position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadText {
    /// The text.
    pub text: String,
    /// The position on the board, from which a list of moves may go on.
    #[serde(flatten)]
    pub board: PositionRequest,
}

/// What a pasted text is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TextFound {
    /// There is nothing in it.
    Nothing,
    /// A game file: `/api/import` puts it into the archive.
    File,
    /// A position, or the moves of a list.
    Position(PositionRequest),
}
