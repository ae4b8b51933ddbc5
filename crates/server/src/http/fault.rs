//! Errors on their way to clients: the only place where errors of the server become wire errors.

use agon_core::{PlacedError, TextError};
use agon_protocol::action::LONGEST_ID;
use agon_protocol::error::{Code, Fault};
use agon_protocol::message::ToClient;
use agon_protocol::state::Phase;
use agon_store::{Condition, StoreError};
use agon_table::{reports, studies};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::backups::BackupRunning;
use crate::connections::{Full, LATER};
use crate::limits::TooMany;
use crate::live::{CommitError, GameError};
use crate::loading::LoadError;
use crate::offload::OffloadError;
use crate::pool::Refused;
use crate::ratings::NotRated;
use crate::reports::ReportError;
use crate::site::InvalidDefaults;
use crate::tablebases::TablebaseError;

/// An error that a client is told, over HTTP or a WebSocket.
#[derive(Debug)]
pub(crate) struct HttpFault(Fault);

/// What a handler answers.
pub(crate) type Answer<T> = Result<T, HttpFault>;

/// The message that refuses a request over a WebSocket.
pub(crate) fn refusing(error: impl Into<HttpFault>, game: Option<String>) -> ToClient {
    ToClient::refusal(error.into().0, game)
}

/// The response that refuses a request.
pub(crate) fn refusal(code: Code, message: &str) -> Response {
    HttpFault::new(code, message).into_response()
}

impl HttpFault {
    fn new(code: Code, message: impl Into<String>) -> HttpFault {
        HttpFault(Fault::new(code, message))
    }
}

impl From<HttpFault> for Fault {
    fn from(HttpFault(fault): HttpFault) -> Fault {
        fault
    }
}

impl From<Fault> for HttpFault {
    fn from(fault: Fault) -> HttpFault {
        HttpFault(fault)
    }
}

impl From<TextError> for HttpFault {
    fn from(error: TextError) -> HttpFault {
        HttpFault(error.into())
    }
}

impl From<PlacedError> for HttpFault {
    fn from(error: PlacedError) -> HttpFault {
        HttpFault(error.into())
    }
}

impl From<StoreError> for HttpFault {
    fn from(error: StoreError) -> HttpFault {
        match error {
            StoreError::Closed => HttpFault::new(Code::Closing, CLOSING),
            StoreError::Unreadable(reason) => {
                tracing::error!(reason, "a stored value is invalid");
                HttpFault::new(Code::Storage, "what is stored cannot be read")
            }
            StoreError::Doubtful(_) => {
                HttpFault::new(Code::Busy, "the database does not answer; look whether it was done")
            }
            StoreError::Unmet(condition) => condition.into(),
            StoreError::Conflict | StoreError::Failed(_) => {
                HttpFault::new(Code::Storage, UNCHANGED)
            }
        }
    }
}

impl From<Condition> for HttpFault {
    fn from(unmet: Condition) -> HttpFault {
        match unmet {
            Condition::Exists { .. } | Condition::Session { .. } => HttpFault(Fault::no_identity()),
            Condition::Guest { .. } => {
                HttpFault::new(Code::NotAllowed, "you are registered already")
            }
            Condition::Password { .. } => {
                HttpFault::new(Code::BadLogin, "the password was changed meanwhile")
            }
            Condition::TokensBelow { limit, .. } => {
                HttpFault::new(Code::NotAllowed, format!("at most {limit} tokens"))
            }
            Condition::StudiesBelow { .. } => HttpFault(studies::too_many()),
            Condition::GamesBelow { phase: Phase::Open, .. } => {
                HttpFault::new(Code::TooManyGames, "close one of your open lobbies first")
            }
            Condition::GamesBelow { .. } => {
                HttpFault::new(Code::TooManyGames, "finish some of your games first")
            }
            Condition::PuzzlesTried { .. } => HttpFault::new(Code::Busy, "try again"),
        }
    }
}

impl From<TooMany> for HttpFault {
    fn from(TooMany { seconds }: TooMany) -> HttpFault {
        HttpFault(Fault::too_many(seconds))
    }
}

impl From<LoadError> for HttpFault {
    fn from(error: LoadError) -> HttpFault {
        match error {
            LoadError::Missing => HttpFault(Fault::not_found()),
            LoadError::Removed => HttpFault(Fault::removed()),
            LoadError::Damaged(_) => {
                HttpFault::new(Code::Storage, "this game cannot be read from the database")
            }
            LoadError::Store(error) => error.into(),
        }
    }
}

impl From<CommitError> for HttpFault {
    fn from(error: CommitError) -> HttpFault {
        match error {
            CommitError::Overtaken => {
                HttpFault::new(Code::Busy, "too much happens at once; try again")
            }
            CommitError::Doubtful(error) => error.into(),
            CommitError::Failed(StoreError::Unmet(condition)) => condition.into(),
            CommitError::Failed(_) => HttpFault::new(Code::Storage, UNCHANGED),
            CommitError::Invalid(_) => {
                HttpFault::new(Code::Storage, "this game cannot be read from the database")
            }
        }
    }
}

impl From<GameError> for HttpFault {
    fn from(error: GameError) -> HttpFault {
        match error {
            GameError::Refused(fault) => HttpFault(*fault),
            GameError::Private => {
                HttpFault::new(Code::Private, "this game is private; ask its players for the link")
            }
            GameError::NoIdentity => HttpFault(Fault::no_identity()),
            GameError::RegisteredOnly => HttpFault::new(
                Code::RegisteredOnly,
                "this game is rated: it is for people with a password",
            ),
            GameError::BadActionId => {
                let message = format!("the id of an action has 1 to {LONGEST_ID} bytes");
                HttpFault::new(Code::BadRequest, message)
            }
            GameError::Stale => HttpFault::new(Code::Stale, "the game has gone on; ask again"),
            GameError::Load(error) => error.into(),
            GameError::Commit { error, current } => {
                HttpFault(Fault { current, ..HttpFault::from(error).0 })
            }
            GameError::Think(error) => error.into(),
            GameError::Silent => HttpFault::new(Code::Busy, "the game does not answer; try again"),
        }
    }
}

impl From<Refused> for HttpFault {
    fn from(error: Refused) -> HttpFault {
        match error {
            Refused::Full => HttpFault::new(Code::Busy, BUSY),
            Refused::TooManyOfOne => HttpFault::new(
                Code::QueueFull,
                "computers have as much to think about for one person as they may; wait a little, \
                 or pause some games",
            ),
            Refused::Closing => HttpFault::new(Code::Closing, CLOSING),
        }
    }
}

impl From<ReportError> for HttpFault {
    fn from(error: ReportError) -> HttpFault {
        let code = match error {
            ReportError::Game(error) => return error.into(),
            ReportError::Full => return HttpFault::new(Code::Busy, BUSY),
            ReportError::NotOver => return HttpFault(reports::not_over()),
            ReportError::ManyListeners => Code::Busy,
            ReportError::TooManyOfOne => Code::QueueFull,
        };
        HttpFault::new(code, error.to_string())
    }
}

impl From<OffloadError> for HttpFault {
    fn from(error: OffloadError) -> HttpFault {
        match error {
            OffloadError::TooMany => HttpFault(Fault::too_many(1)),
            OffloadError::Closing => HttpFault::new(Code::Closing, CLOSING),
            OffloadError::Panicked => {
                HttpFault::new(Code::Busy, "that could not be done; try again")
            }
        }
    }
}

impl From<TablebaseError> for HttpFault {
    fn from(error: TablebaseError) -> HttpFault {
        let code = match error {
            TablebaseError::Store(error) => return error.into(),
            TablebaseError::Unknown => Code::NotFound,
            TablebaseError::Panicked => Code::Busy,
            TablebaseError::NoFolder
            | TablebaseError::Complete
            | TablebaseError::Busy
            | TablebaseError::Unusable(_) => Code::NotAllowed,
        };
        HttpFault::new(code, error.to_string())
    }
}

impl From<NotRated> for HttpFault {
    fn from(error: NotRated) -> HttpFault {
        let unregistered = error == NotRated::Unregistered;
        let code = if unregistered { Code::RegisteredOnly } else { Code::NotAllowed };
        HttpFault::new(code, error.to_string())
    }
}

impl From<InvalidDefaults> for HttpFault {
    fn from(error: InvalidDefaults) -> HttpFault {
        HttpFault::new(Code::BadRequest, error.to_string())
    }
}

impl From<BackupRunning> for HttpFault {
    fn from(BackupRunning: BackupRunning) -> HttpFault {
        HttpFault::new(Code::Busy, "a copy is being made already")
    }
}

impl From<Full> for HttpFault {
    fn from(error: Full) -> HttpFault {
        let (code, message) = match error {
            Full::Site => (Code::Busy, "too many people are here; try again later"),
            Full::Address => (Code::TooMany, "too many connections of one address; close some"),
        };
        HttpFault(Fault { retry_after: Some(LATER), ..Fault::new(code, message) })
    }
}

const UNCHANGED: &str = "the database does not work; nothing was changed";
const BUSY: &str = "all computers are busy; try again";
const CLOSING: &str = "the server is being shut down";

fn status(code: Code) -> StatusCode {
    StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

impl IntoResponse for HttpFault {
    fn into_response(self) -> Response {
        let HttpFault(fault) = self;
        let (wait, flood) = (fault.retry_after, fault.code == Code::TooMany);
        let mut response = (status(fault.code), Json(fault)).into_response();
        if flood {
            // The rest of what the client sent at once is not even read.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
