//! Every request has an end, and a line in the log. Only the path is written: what follows the `?` may be
//! the key of an invitation.

use std::time::{Duration, Instant};

use agon_protocol::error::Code;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

use super::fault::refusal;

/// A request that is not done by then, such as one whose body does not come, is given up.
const LONGEST: Duration = Duration::from_secs(30);

pub(crate) async fn add(request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let response = match tokio::time::timeout(LONGEST, next.run(request)).await {
        Ok(response) => response,
        Err(_) => refusal(Code::TooSlow, "the request took too long"),
    };
    let status = response.status().as_u16();
    let millis = begin.elapsed().as_millis() as u64;
    // Refusals during an outage (503) would be hundreds of lines; the outage itself is logged at each end.
    if status >= 500 && response.status() != StatusCode::SERVICE_UNAVAILABLE {
        tracing::warn!(%method, path, status, millis, "request");
    } else {
        tracing::debug!(%method, path, status, millis, "request");
    }
    response
}
