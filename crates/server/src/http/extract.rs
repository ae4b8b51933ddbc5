//! Requests that are not understood get the same errors as all others.

use agon_protocol::error::{Code, Fault};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::fault::HttpFault;

/// A body in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = HttpFault;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, HttpFault> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(rejection) => Err(fault(&rejection).into()),
        }
    }
}

fn fault(rejection: &JsonRejection) -> Fault {
    let large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
    let code = if large { Code::TooLarge } else { Code::BadRequest };
    Fault::new(code, rejection.body_text())
}

/// What stands after the `?`.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = HttpFault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, HttpFault> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Params(value)),
            Err(rejection) => Err(Fault::new(Code::BadRequest, rejection.body_text()).into()),
        }
    }
}

/// An id in the address.
pub(crate) struct Id(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = HttpFault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, HttpFault> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(id)) if id.len() <= 32 && id.bytes().all(|b| b.is_ascii_alphanumeric()) => {
                Ok(Id(id))
            }
            _ => Err(Fault::new(Code::NotFound, "there is nothing with this id").into()),
        }
    }
}
