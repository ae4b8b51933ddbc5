//! Games as files.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::position::PositionRequest;
use crate::study::{FileGame, Study};

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
    /// Which game of a file with several, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pick: Option<u32>,
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
    /// Which game of a file with several, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pick: Option<u32>,
}

/// What a pasted text is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TextFound {
    /// There is nothing in it.
    Nothing,
    /// A file of several games, of which `pick` chooses one; or of one that was not understood.
    Games {
        /// The games in their order.
        games: Vec<FileGame>,
    },
    /// The game of a file, or the moves of a list.
    Study {
        /// The moves with side lines and comments.
        study: Study,
    },
    /// A position.
    Position(PositionRequest),
}
