//! Error codes and their details, the same over HTTP and WebSocket.

use agon_core::{PlacedError, TextError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::state::Current;
use crate::units::Seat;

/// Error code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message does not match the protocol.
    BadRequest,
    /// The message or text exceeds its size limit.
    TooLarge,
    /// The request timed out before it was complete.
    TooSlow,
    /// A text (rules, position, move, game file) cannot be parsed.
    BadText,
    /// The catalogue has no such game.
    UnknownGame,
    /// No resource has this name or id.
    NotFound,
    /// The resource does not support this method.
    BadMethod,
    /// The game is private.
    Private,
    /// Authentication is required (`POST /api/me` creates a guest).
    NoIdentity,
    /// The request has a foreign `Origin`.
    ForeignOrigin,
    /// Rate limit exceeded; retry later.
    TooMany,
    /// The caller has too many unfinished games or open lobbies.
    TooManyGames,
    /// The caller has stored the maximum number of studies.
    TooManyStudies,
    /// The caller has repeated this action too often in this game.
    TooOften,
    /// The seat belongs to another person.
    NotYourSeat,
    /// Another seat is to move.
    NotYourTurn,
    /// The move is for another ply.
    StalePly,
    /// The offer being answered, or the position that the move is for, is no longer current.
    Stale,
    /// The move is not legal.
    IllegalMove,
    /// The second move was made, so the game can no longer be aborted.
    UnderWay,
    /// Hints are disabled in this game.
    NoHints,
    /// The hint budget of this game is used up.
    HintsSpent,
    /// The clock settings are too short or too long.
    BadClock,
    /// The game is over.
    Over,
    /// The game has not started.
    NotStarted,
    /// The game is paused, or is not paused.
    Paused,
    /// All seats are taken.
    Full,
    /// The lobby is closed.
    Closed,
    /// There is no offer to answer or no move to take back.
    Nothing,
    /// The action is not available in this game or to this person.
    NotAllowed,
    /// The other player's grace period has not expired.
    TooEarly,
    /// Too little time is left on the clock for this take-back.
    NoTime,
    /// The name is too short, too long or invisible.
    BadName,
    /// The name is taken.
    NameTaken,
    /// The password is too short, too long or too simple.
    WeakPassword,
    /// The name or the password is wrong.
    BadLogin,
    /// The code does not exist or has expired.
    BadCode,
    /// The host has banned the caller; the message gives the reason.
    Banned,
    /// The site limits new games to registered people, or accepts none.
    OpeningClosed,
    /// The game is rated: only people with a password may join.
    RegisteredOnly,
    /// The host of the site has removed the game.
    Removed,
    /// All computers are busy; retry later.
    Busy,
    /// The caller has reached the limit of queued computer jobs.
    QueueFull,
    /// The database failed; nothing was changed.
    Storage,
    /// The server is shutting down.
    Closing,
}

impl Code {
    /// Returns the HTTP status of the code.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Code::BadRequest => 400,
            Code::BadText
            | Code::BadClock
            | Code::BadName
            | Code::UnknownGame
            | Code::WeakPassword
            | Code::IllegalMove => 422,
            Code::TooLarge => 413,
            Code::TooSlow => 408,
            Code::NotFound | Code::BadCode => 404,
            Code::BadMethod => 405,
            Code::NoIdentity | Code::BadLogin => 401,
            Code::Private
            | Code::ForeignOrigin
            | Code::NotYourSeat
            | Code::NotAllowed
            | Code::NoHints
            | Code::HintsSpent
            | Code::Banned
            | Code::RegisteredOnly
            | Code::OpeningClosed => 403,
            Code::Removed => 410,
            Code::TooMany | Code::QueueFull => 429,
            Code::NotYourTurn
            | Code::StalePly
            | Code::Stale
            | Code::Over
            | Code::UnderWay
            | Code::NotStarted
            | Code::Paused
            | Code::Full
            | Code::Closed
            | Code::Nothing
            | Code::TooManyGames
            | Code::TooManyStudies
            | Code::TooOften
            | Code::TooEarly
            | Code::NoTime
            | Code::NameTaken => 409,
            Code::Busy | Code::Storage | Code::Closing => 503,
        }
    }
}

/// Data for a localised error text beyond the code.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Details {
    /// Seat concerned, such as the player who moved first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Part of the text that cannot be parsed, such as the name of an option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Text found there, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// Position of the parse error and expected text.
    #[serde(flatten)]
    pub reading: Box<Reading>,
}

/// Position of a parse error and expected text.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reading {
    /// Expected text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Line of the text, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in the line, in characters, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// Error answer.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fault {
    /// Error code.
    pub code: Code,
    /// Error message, in English.
    pub message: String,
    /// Data for a localised error text.
    #[serde(flatten)]
    pub details: Details,
    /// Current game state, if the error concerns a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Box<Current>>,
    /// Seconds to wait before a retry, if a retry can succeed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl Fault {
    /// Creates an error of this code.
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        let details = Details::default();
        Fault { code, message: message.into(), details, current: None, retry_after: None }
    }

    /// Sets the seat concerned.
    #[must_use]
    pub fn about(self, seat: Seat) -> Fault {
        Fault { details: Details { seat: Some(seat), ..self.details }, ..self }
    }

    /// Converts a parse error.
    #[must_use]
    pub fn of_text(code: Code, error: &TextError) -> Fault {
        let details = Details {
            part: Some(error.part().to_owned()),
            found: error.found().map(str::to_owned),
            reading: Box::new(Reading {
                expected: Some(error.expected().to_owned()),
                ..Reading::default()
            }),
            ..Details::default()
        };
        Fault { details, ..Fault::new(code, error.to_string()) }
    }

    /// Creates the error for an unknown game id.
    #[must_use]
    pub fn not_found() -> Fault {
        Fault::new(Code::NotFound, "there is no such game")
    }

    /// Creates the error for a game that the host has removed.
    #[must_use]
    pub fn removed() -> Fault {
        Fault::new(Code::Removed, "the host of the site has removed this game")
    }

    /// Creates the error for a missing identity.
    #[must_use]
    pub fn no_identity() -> Fault {
        Fault::new(Code::NoIdentity, "say who you are first: POST /api/me")
    }

    /// Creates the rate-limit error with the seconds to wait.
    #[must_use]
    pub fn too_many(seconds: u64) -> Fault {
        let message = format!("that was too much at once; try again in {seconds} s");
        Fault { retry_after: Some(seconds), ..Fault::new(Code::TooMany, message) }
    }
}

impl From<PlacedError> for Fault {
    fn from(error: PlacedError) -> Fault {
        let message = error.to_string();
        let mut fault = Fault::of_text(Code::BadText, &error.error);
        fault.details.reading.line = u32::try_from(error.line).ok();
        fault.details.reading.column = u32::try_from(error.column).ok();
        Fault { message, ..fault }
    }
}

impl From<TextError> for Fault {
    fn from(error: TextError) -> Fault {
        Fault::of_text(Code::BadText, &error)
    }
}
