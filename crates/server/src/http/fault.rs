//! Refusals as answers over HTTP.

use agon_protocol::error::{Code, Fault};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A refusal on its way out.
pub(crate) struct HttpFault(Fault);

/// What a handler answers.
pub(crate) type Answer<T> = Result<T, HttpFault>;

impl<F: Into<Fault>> From<F> for HttpFault {
    fn from(fault: F) -> HttpFault {
        HttpFault(fault.into())
    }
}

/// The answer that refuses.
pub(crate) fn refusal(code: Code, message: &str) -> Response {
    HttpFault(Fault::new(code, message)).into_response()
}

fn status(code: Code) -> StatusCode {
    match code {
        Code::BadRequest => StatusCode::BAD_REQUEST,
        Code::BadText
        | Code::BadClock
        | Code::BadName
        | Code::UnknownGame
        | Code::WeakPassword
        | Code::IllegalMove => StatusCode::UNPROCESSABLE_ENTITY,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
        Code::NotFound | Code::BadCode => StatusCode::NOT_FOUND,
        Code::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
        Code::NoIdentity | Code::BadLogin => StatusCode::UNAUTHORIZED,
        Code::Private
        | Code::ForeignOrigin
        | Code::NotYourSeat
        | Code::NotAllowed
        | Code::NoHints
        | Code::HintsSpent
        | Code::Banned
        | Code::RegisteredOnly
        | Code::OpeningClosed => StatusCode::FORBIDDEN,
        Code::Removed => StatusCode::GONE,
        Code::TooMany | Code::QueueFull => StatusCode::TOO_MANY_REQUESTS,
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
        | Code::NameTaken => StatusCode::CONFLICT,
        Code::Busy | Code::Storage | Code::Closing => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for HttpFault {
    fn into_response(self) -> Response {
        let HttpFault(fault) = self;
        let (wait, flood) = (fault.retry_after, fault.code == Code::TooMany);
        let mut response = (status(fault.code), Json(fault)).into_response();
        if flood {
            // Whatever else was sent at once is not even read.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
