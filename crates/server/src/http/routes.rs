//! The route table of `agon-requests` as routes of axum.

use std::convert::Infallible;
use std::sync::Arc;

use agon_requests::{Description, Input, Reply, Route};
use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use futures_util::{StreamExt, stream};
use utoipa::openapi::path::Paths;
use utoipa_axum::PathItemExt;
use utoipa_axum::router::OpenApiRouter;

use super::context::Context;
use super::extract::read_body;
use super::fault::Answer;
use super::sessions::Device;
use crate::identity::Caller;
use crate::state::App;

/// Size in bytes of the pieces in which a long body is compressed.
const PIECE: usize = 64 << 10;

/// Returns a router with the routes of the table and their descriptions.
pub(crate) fn router() -> OpenApiRouter<App> {
    agon_requests::routes().into_iter().fold(OpenApiRouter::new(), |router, route| {
        let Description { operation, schemas } = route.description();
        let filter = route.method.to_method_filter();
        let mut paths = Paths::new();
        paths.add_path_operation(route.path, vec![route.method.clone()], operation);
        let route = Arc::new(route);
        let handler = async move |State(app): State<App>, request: Request| {
            respond(app, &route, request).await
        };
        router.routes((schemas, paths, MethodRouter::new().on(filter, handler)))
    })
}

async fn respond(app: App, route: &Route<Context>, request: Request) -> Answer<Response> {
    let (mut parts, body) = request.into_parts();
    if let Some(scope) = route.scope {
        parts.extensions.insert(scope);
    }
    let caller = Caller::from_request_parts(&mut parts, &app).await?;
    let Ok(device) = Device::from_request_parts(&mut parts, &app).await;
    let parameters = RawPathParams::from_request_parts(&mut parts, &app).await.ok();
    let parameter = parameters.as_ref().and_then(|all| all.iter().next());
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let body = match route.reads_body {
        true => read_body(Request::from_parts(parts, body), &app).await?,
        false => Bytes::new(),
    };
    let parameter = parameter.map_or("", |(_, value)| value);
    let input = Input { parameter, query: &query, body: &body };
    let mut context = Context { app, caller, device, cookie: None };
    let reply = route.run(&mut context, input).await?;
    Ok(response(reply, context.cookie))
}

fn response(reply: Reply, cookie: Option<HeaderValue>) -> Response {
    let Reply { status, content_type, file_name, body } = reply;
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = if body.len() > PIECE { in_pieces(body.into()) } else { body.into() };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_TYPE);
    if let Some(kind) = content_type {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    }
    let disposition = file_name.map(|name| format!("attachment; filename=\"{name}\""));
    if let Some(Ok(value)) = disposition.map(HeaderValue::try_from) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    if let Some(cookie) = cookie {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Splits a long body, which is compressed on its way out: other tasks run between the pieces.
fn in_pieces(text: Bytes) -> Body {
    let pieces = stream::unfold(text, async |mut rest| {
        tokio::task::yield_now().await;
        let piece = rest.split_to(rest.len().min(PIECE));
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), rest))
    });
    // The compression polls once more after the end.
    Body::from_stream(pieces.fuse())
}
