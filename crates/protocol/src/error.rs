//! What can be refused, and how it is told: the same codes over HTTP and WebSocket.

use agon_core::{PlacedError, TextError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::state::Current;
use crate::units::Seat;

/// The kinds of refusals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message is not what the protocol says.
    BadRequest,
    /// The message or text is too large.
    TooLarge,
    /// The request did not come to its end in time.
    TooSlow,
    /// A text (rules, position, move, game file) is not understood.
    BadText,
    /// There is no game of this kind in the catalogue.
    UnknownGame,
    /// There is nothing of this name or id.
    NotFound,
    /// The method does not fit the address.
    BadMethod,
    /// The game is private.
    Private,
    /// First say who you are (`POST /api/me`).
    NoIdentity,
    /// The request comes from a page of another site.
    ForeignOrigin,
    /// Too many requests; wait a little.
    TooMany,
    /// You have too many unfinished games or open lobbies.
    TooManyGames,
    /// You keep as many studies as anybody may.
    TooManyStudies,
    /// You have done this too often in this game.
    TooOften,
    /// The seat belongs to somebody else.
    NotYourSeat,
    /// Somebody else is to move.
    NotYourTurn,
    /// The move was made for another ply.
    StalePly,
    /// What was meant is no longer so: the offer that is answered, or the position that the
    /// move was made for.
    Stale,
    /// The move is not legal.
    IllegalMove,
    /// The second move was made: the game can no longer be called off.
    UnderWay,
    /// This game is played without hints.
    NoHints,
    /// All hints of this game were taken.
    HintsSpent,
    /// A clock has too little or too much time.
    BadClock,
    /// The game is over.
    Over,
    /// The game has not begun.
    NotStarted,
    /// The game is paused, or is not.
    Paused,
    /// All seats are taken.
    Full,
    /// The lobby was closed.
    Closed,
    /// There is nothing to answer or to take back.
    Nothing,
    /// This is not possible in this game, or not for you.
    NotAllowed,
    /// The other player has not been away for long enough.
    TooEarly,
    /// The clock has too little time left for this take-back.
    NoTime,
    /// The name is too short, too long or not to be seen.
    BadName,
    /// The name is taken.
    NameTaken,
    /// The password is too short, too long or too simple.
    WeakPassword,
    /// Name or password are wrong.
    BadLogin,
    /// There is no such code, or it is not valid any more.
    BadCode,
    /// The host has shut you out; the message says why.
    Banned,
    /// Here only registered people may begin games, or nobody now.
    OpeningClosed,
    /// The game counts for ratings: only people with a password play in it.
    RegisteredOnly,
    /// The host of the site has removed the game.
    Removed,
    /// All computers are busy; try again.
    Busy,
    /// Computers have as much to think about for one person as they may.
    QueueFull,
    /// The database does not work; nothing was changed.
    Storage,
    /// The server is being shut down.
    Closing,
}

impl Code {
    /// The status of an answer over HTTP that refuses so.
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

/// What a sentence about a refusal needs besides the code, where it needs something.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Details {
    /// The seat that it is about, such as that of the player who moved first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The part of a text that was not understood, such as the name of an option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// What stood there, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// What was wrong with it.
    #[serde(flatten)]
    pub reading: Box<Reading>,
}

/// Where a text was not understood, and what was expected there.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reading {
    /// What should have stood there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The line of a text where that was, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The character in the line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// A refusal.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fault {
    /// What kind.
    pub code: Code,
    /// What was wrong, in a sentence.
    pub message: String,
    /// What else a sentence in another language needs.
    #[serde(flatten)]
    pub details: Details,
    /// How the game stands now, where one is concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Box<Current>>,
    /// Seconds to wait, where waiting helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl Fault {
    /// A refusal of this kind.
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        let details = Details::default();
        Fault { code, message: message.into(), details, current: None, retry_after: None }
    }

    /// The same, about this seat.
    #[must_use]
    pub fn about(self, seat: Seat) -> Fault {
        Fault { details: Details { seat: Some(seat), ..self.details }, ..self }
    }

    /// A text that was not understood is refused so.
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

    /// Nobody knows this game.
    #[must_use]
    pub fn not_found() -> Fault {
        Fault::new(Code::NotFound, "there is no such game")
    }

    /// The host has removed this game.
    #[must_use]
    pub fn removed() -> Fault {
        Fault::new(Code::Removed, "the host of the site has removed this game")
    }

    /// Whoever asks has to say first who they are.
    #[must_use]
    pub fn no_identity() -> Fault {
        Fault::new(Code::NoIdentity, "say who you are first: POST /api/me")
    }

    /// Whoever asks has to wait for so many seconds.
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
