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
    StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
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
