//! Games as files.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::position::PositionRequest;
use crate::study::{FileGame, Study};

/// Game file to import.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// Contents of the file.
    pub text: String,
    /// Game id, if the file does not name the game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub game: Option<String>,
    /// Index of the game in a file of several games, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pick: Option<u32>,
}

/// Pasted text: a game file, a list of moves, or a position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadText {
    /// The text.
    pub text: String,
    /// Position on the board, from which a list of moves may continue.
    #[serde(flatten)]
    pub board: PositionRequest,
    /// Index of the game in a file of several games, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pick: Option<u32>,
}

/// Contents of a pasted text.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TextFound {
    /// The text is empty.
    Nothing,
    /// Several games, one of which is chosen by `pick`; or a single game that cannot be parsed.
    Games {
        /// Games in file order.
        games: Vec<FileGame>,
    },
    /// Game of a file, or list of moves.
    Study {
        /// Moves with variations and comments.
        study: Study,
    },
    /// Position.
    Position(PositionRequest),
}
