//! Extractors for handlers of axum, with the errors of `agon-requests`.

use agon_protocol::error::{Code, Fault};
use agon_requests::extract;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::fault::HttpFault;

/// Reads a body, which must be JSON by its `Content-Type`.
pub(crate) async fn read_body<S: Send + Sync>(
    request: Request,
    state: &S,
) -> Result<Bytes, HttpFault> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    extract::check_content_type(kind.and_then(|kind| kind.to_str().ok()))?;
    Bytes::from_request(request, state).await.map_err(|rejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return extract::too_large().into();
        }
        Fault::new(Code::BadRequest, "the body did not arrive").into()
    })
}

/// The body in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = HttpFault;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, HttpFault> {
        Ok(Body(extract::json(&read_body(request, state).await?)?))
    }
}

/// The query.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = HttpFault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params<T>, HttpFault> {
        Ok(Params(extract::query(parts.uri.query().unwrap_or_default())?))
    }
}

/// The id in the path.
pub(crate) struct Id(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = HttpFault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, HttpFault> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        // A path that is not UTF-8 has no valid id either.
        Ok(Id(extract::id(path.as_ref().map_or("?", |Path(id)| id))?))
    }
}
