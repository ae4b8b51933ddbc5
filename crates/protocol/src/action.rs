//! What a person does in a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::{Millis, Seat, Version};

/// Something that a person wants to do. The same over HTTP and WebSocket.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Take a free seat, or change to it.
    Sit {
        /// Which one; any free one if left out.
        #[serde(default, skip_serializing_if = "is_default")]
        seat: Option<Seat>,
    },
    /// Give the seat back before the game begins.
    Stand,
    /// The host puts a computer on a free seat.
    Fill {
        /// Which seat.
        seat: Seat,
        /// The kind of computer; the first one if left out.
        #[serde(default, skip_serializing_if = "is_default")]
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
        /// The version of the game that the mover saw, any one since the position became what
        /// it is: a move for a position that has changed since is refused. Without it a late
        /// copy of a move that was taken back is a new move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<Version>,
        /// The move as text.
        #[schema(max_length = 100)]
        text: String,
    },
    /// Give up.
    Resign {
        /// Which seat, where several belong to the same person.
        #[serde(default, skip_serializing_if = "is_default")]
        seat: Option<Seat>,
    },
    /// Go away for good: a game for two is lost, with more the others play on. Where nobody
    /// else plays the game is put away, unfinished.
    Leave,
    /// Call the game off before the second move; nobody wins.
    Abort,
    /// Offer a draw. The others are asked, also those on the same screen.
    OfferDraw {
        /// Which seat offers it, where several belong to the same person; the one to move if left out.
        #[serde(default, skip_serializing_if = "is_default")]
        seat: Option<Seat>,
    },
    /// Accept or decline a draw; whoever offers it withdraws it.
    AnswerDraw {
        /// Which offer, by its version (`draw_version` of the state).
        offer: Version,
        /// Accept it?
        accept: bool,
    },
    /// Take back, or ask for it where other people play.
    TakeBack {
        /// To which ply; to one's own last move if left out.
        #[serde(default, skip_serializing_if = "is_default")]
        ply: Option<u32>,
    },
    /// Allow or refuse a take-back; whoever asked for it withdraws it.
    AnswerTakeBack {
        /// Which request, by its version (`take_back.version` of the state).
        offer: Version,
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
        #[schema(value_type = u64, maximum = 60000)]
        ms: Millis,
    },
    /// Claim the win over somebody who has been away for too long. With more than two players those
    /// who are away are out, and the others play on.
    Claim,
    /// Put the game away and begin it again, with the same players and options: where nobody else plays.
    Restart,
    /// Ask for another game, or agree to one.
    Rematch {
        /// With the seats moved on by one?
        #[serde(default, skip_serializing_if = "is_default")]
        swap: bool,
        /// Which request is agreed to, by its version (`rematch.version` of the state), or asked for
        /// with another `swap`. Left out by whoever has seen none: that of somebody else is met then,
        /// with its `swap`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offer: Option<Version>,
    },
    /// Say no to another game; whoever asked for it withdraws it.
    DeclineRematch {
        /// Which request, by its version (`rematch.version` of the state).
        offer: Version,
    },
}

impl Action {
    /// May another game begin with it?
    #[must_use]
    pub fn begins_a_game(&self) -> bool {
        matches!(self, Action::Rematch { .. } | Action::Restart)
    }
}

/// The longest id of a command.
pub const LONGEST_ID: usize = 64;

/// An action as a client sends it.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Command {
    /// A text of the client's own, at most 64 bytes. The same one again, of the same person in
    /// the same game, gets the first answer and has no second effect, so that an action whose
    /// answer was lost can be repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    pub id: Option<String>,
    /// What to do.
    #[serde(flatten)]
    pub action: Action,
}

impl From<Action> for Command {
    fn from(action: Action) -> Command {
        Command { id: None, action }
    }
}

/// An action was carried out and will not be lost.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Done {
    /// The version of the last event that it caused.
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
