//! What a person does in a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that a person wants to do. The same over HTTP and WebSocket.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Take a free seat, or change to it.
    Sit {
        /// Which one; any free one if left out.
        #[serde(default)]
        seat: Option<u8>,
    },
    /// Give the seat back before the game begins.
    Stand,
    /// The host puts a computer on a free seat.
    Fill {
        /// Which seat.
        seat: u8,
        /// The kind of computer; the first one if left out.
        #[serde(default)]
        kind: Option<String>,
        /// From 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
    /// The host closes the lobby.
    Close,
    /// Make a move.
    Move {
        /// How many steps were made before; a move for another ply is refused.
        ply: u32,
        /// The move as text.
        #[schema(max_length = 100)]
        text: String,
    },
    /// Give up.
    Resign {
        /// Which seat, where several belong to the same person.
        #[serde(default)]
        seat: Option<u8>,
    },
    /// Go away for good: a game for two is lost, with more the others play on.
    Leave,
    /// Offer a draw.
    OfferDraw,
    /// Accept or decline a draw.
    AnswerDraw {
        /// Accept it?
        accept: bool,
    },
    /// Take back, or ask for it where other people play.
    TakeBack {
        /// To which ply; to one's own last move if left out.
        #[serde(default)]
        ply: Option<u32>,
    },
    /// Allow or refuse a take-back.
    AnswerTakeBack {
        /// Allow it?
        accept: bool,
    },
    /// Let the clocks and the computers stand still.
    Pause,
    /// Go on.
    Resume,
    /// One move of a computer while the game is paused.
    Step,
    /// Let computers take at least so long for a move.
    Pace {
        /// Milliseconds.
        #[schema(maximum = 60000)]
        ms: u32,
    },
    /// Claim the win over somebody who has been away for too long.
    Claim,
    /// Ask for another game, or agree to one.
    Rematch {
        /// With the seats moved on by one?
        #[serde(default)]
        swap: bool,
    },
}

/// An action was carried out and will not be lost.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct Done {
    /// The version of the last event that it caused.
    pub version: u64,
}
