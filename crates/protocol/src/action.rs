//! Actions of people in a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::{Millis, Seat, Version};

/// Action requested by a person; the same over HTTP and WebSocket.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Takes a free seat, or moves to it.
    Sit {
        /// Requested seat; any free seat if missing.
        #[serde(default, skip_serializing_if = "is_default")]
        seat: Option<Seat>,
    },
    /// Gives up the seat before the game starts.
    Stand,
    /// Puts a computer on a free seat (host only).
    Fill {
        /// Seat of the computer.
        seat: Seat,
        /// Kind of computer; the default kind if missing.
        #[serde(default, skip_serializing_if = "is_default")]
        kind: Option<String>,
        /// Level from 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
    /// Closes the lobby (host only).
    Close,
    /// Makes a move.
    Move {
        /// Number of plies played before the move; a move for another ply is rejected.
        ply: u32,
        /// Any version since the position last changed; the move is rejected if the position has
        /// changed since. Without it, a delayed duplicate of a move that was taken back counts as a
        /// new move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<Version>,
        /// Move as text.
        #[schema(max_length = 100)]
        text: String,
    },
    /// Resigns.
    Resign {
        /// Seat that resigns, if the person has several.
        #[serde(default, skip_serializing_if = "is_default")]
        seat: Option<Seat>,
    },
    /// Leaves for good: loses a game of two; with more players the others continue. If no other
    /// person plays, the game ends without a result.
    Leave,
    /// Aborts the game before the second move; there is no winner.
    Abort,
    /// Offers a draw. Every other player is asked, also those on the same screen.
    OfferDraw {
        /// Seat that offers, if the person has several; by default the seat to move.
        #[serde(default, skip_serializing_if = "is_default")]
        seat: Option<Seat>,
    },
    /// Accepts or declines a draw; from the offering player, withdraws the offer.
    AnswerDraw {
        /// Version of the offer (`draw_version` of the state).
        offer: Version,
        /// Whether the draw is accepted.
        accept: bool,
    },
    /// Takes back moves; needs consent if other people play.
    TakeBack {
        /// Ply to return to; by default the ply of the caller's last move.
        #[serde(default, skip_serializing_if = "is_default")]
        ply: Option<u32>,
    },
    /// Allows or refuses a take-back; from the requesting player, withdraws the request.
    AnswerTakeBack {
        /// Version of the request (`take_back.version` of the state).
        offer: Version,
        /// Whether the take-back is allowed.
        accept: bool,
    },
    /// Pauses clocks and computers.
    Pause,
    /// Resumes a paused game.
    Resume,
    /// Makes one computer move while the game is paused.
    Step,
    /// Sets the minimum thinking time of computers.
    Pace {
        /// Minimum time per move, in milliseconds.
        #[schema(value_type = u64, maximum = 60000)]
        ms: Millis,
    },
    /// Claims the win over an absent player after the grace period. With more than two players the
    /// absent ones are out, and the others continue.
    Claim,
    /// Ends the game without a result and starts it again with the same players and options; only
    /// if no other person plays.
    Restart,
    /// Offers a rematch, or accepts one.
    Rematch {
        /// Whether every player moves on by one seat.
        #[serde(default, skip_serializing_if = "is_default")]
        swap: bool,
        /// Version of the request to accept (`rematch.version` of the state), or to counter with
        /// another `swap`. If missing, a pending request of another player is accepted with its
        /// `swap`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offer: Option<Version>,
    },
    /// Declines a rematch; from the requesting player, withdraws the request.
    DeclineRematch {
        /// Version of the request (`rematch.version` of the state).
        offer: Version,
    },
}

impl Action {
    /// Returns whether the action may start another game.
    #[must_use]
    pub fn begins_a_game(&self) -> bool {
        matches!(self, Action::Rematch { .. } | Action::Restart)
    }
}

/// Maximum length of a command id, in bytes.
pub const LONGEST_ID: usize = 64;

/// Action as sent by a client.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Command {
    /// Idempotency key chosen by the client, at most 64 bytes. A repeated id of the same person in
    /// the same game returns the first answer without a second effect, so that a client can safely
    /// retry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    pub id: Option<String>,
    /// Requested action.
    #[serde(flatten)]
    pub action: Action,
}

impl From<Action> for Command {
    fn from(action: Action) -> Command {
        Command { id: None, action }
    }
}

/// Answer to an action that was carried out and stored.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Done {
    /// Version of the last event caused by the action.
    pub version: Version,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_may_have_an_id_and_nothing_else_that_is_not_its_own() {
        let read = |text: &str| serde_json::from_str::<Command>(text);
        let command =
            read("{\"do\": \"move\", \"id\": \"x\", \"ply\": 3, \"text\": \"m\"}").unwrap();
        assert_eq!(command.id.as_deref(), Some("x"));
        assert!(matches!(command.action, Action::Move { ply: 3, version: None, .. }));
        assert!(read("{\"do\": \"claim\", \"id\": \"x\"}").is_ok());
        assert!(read("{\"do\": \"claim\"}").unwrap().id.is_none());
        for wrong in [
            "{\"do\": \"move\", \"ply\": 3, \"text\": \"m\", \"colour\": 1}",
            "{\"do\": \"move\", \"id\": 7, \"ply\": 3, \"text\": \"m\"}",
            "{\"do\": \"answer_draw\", \"accept\": true}",
            "{\"id\": \"x\"}",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let text = serde_json::to_string(&Command::from(Action::Abort)).unwrap();
        assert_eq!(text, "{\"do\":\"abort\"}");
    }
}
