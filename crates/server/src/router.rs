//! Which address leads where.

use std::sync::Arc;

use agon_protocol::analysis::AnalysisRequest;
use agon_protocol::error::Code;
use agon_protocol::message::ByeReason;
use agon_protocol::people::Scope;
use agon_requests::extract::MAX_BODY;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::http::fault::{HttpFault, refusal};
use crate::http::{
    accounts, devices, headers, host, invitations, log, operations, pages, people, profiles,
    ratings, sessions,
};
use crate::identity::address_of;
use crate::limits::Allowance;
use crate::socket;
use crate::state::App;
use crate::{hosts, http};

/// How hard answers are packed: from here on brotli makes less of the pages than gzip does.
const PACKING: CompressionLevel = CompressionLevel::Precise(5);

/// What the description for programs says beside the addresses.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Agon",
        description = "Classic board games under one roof: the HTTP part of \
         docs/protocol.md. Live traffic goes over the WebSocket at /api/socket; the last \
         message of the server says why it ends the connection, with a `ByeReason`."
    ),
    components(schemas(AnalysisRequest, ByeReason))
)]
struct Description;

/// All addresses of the site.
pub fn router(app: App) -> Router {
    // The same for everybody: no question of who asks, but of how often.
    let limited = middleware::from_fn_with_state(app.clone(), limit_files);
    let files = OpenApiRouter::new()
        .routes(routes!(operations::ready))
        .routes(routes!(operations::numbers))
        .fallback(pages::serve)
        .layer(limited.clone());
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .merge(files)
        .merge(http::routes::router())
        .routes(routes!(ratings::of_table))
        .routes(routes!(ratings::leaders))
        .routes(routes!(profiles::show))
        .routes(routes!(profiles::own_data))
        .routes(routes!(profiles::farewell))
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::login))
        .routes(routes!(accounts::logout))
        .routes(routes!(accounts::change_password))
        .routes(routes!(sessions::list, sessions::end_others))
        .routes(routes!(sessions::end_one))
        .routes(routes!(devices::new_code))
        .routes(routes!(devices::join))
        .routes(routes!(invitations::code).layer(Extension(Scope::Play)))
        .routes(routes!(invitations::coded))
        .routes(routes!(people::tokens, people::new_token))
        .routes(routes!(people::drop_token))
        .routes(routes!(host::site::change))
        .routes(routes!(host::games::list))
        .routes(routes!(host::games::remove))
        .routes(routes!(host::people::list))
        .routes(routes!(host::people::remove))
        .routes(routes!(host::people::rename))
        .routes(routes!(host::people::ban, host::people::unban))
        .routes(routes!(host::backups::list, host::backups::make))
        .routes(routes!(host::backups::download, host::backups::remove))
        .routes(routes!(host::damaged::list))
        .routes(routes!(host::damaged::retry))
        .routes(routes!(host::deeds))
        .routes(routes!(host::tablebases))
        .routes(routes!(host::direct))
        .routes(routes!(host::storage))
        .routes(routes!(socket::open))
        .routes(routes!(operations::health))
        .split_for_parts();
    let description = Arc::new(description);
    let describe = get(async move || Json(description));
    router
        .route("/api/openapi.json", describe.layer(limited))
        .layer(middleware::from_fn(explain_bad_method))
        .layer(CompressionLayer::new().quality(PACKING))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), hosts::check))
        .layer(middleware::from_fn_with_state(app.clone(), headers::add))
        .layer(middleware::from_fn(log::add))
        .with_state(app)
}

/// Adds the error of the protocol to an answer that refuses a method, and keeps its `Allow` header.
async fn explain_bad_method(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if response.status() != StatusCode::METHOD_NOT_ALLOWED {
        return response;
    }
    let mut refused = refusal(Code::BadMethod, "this address does not take this method");
    if let Some(allow) = response.headers().get(header::ALLOW) {
        refused.headers_mut().insert(header::ALLOW, allow.clone());
    }
    refused
}

/// Takes a file from the allowance of the address.
async fn limit_files(State(app): State<App>, request: Request, next: Next) -> Response {
    let address = address_of(&app, request.extensions(), request.headers());
    match app.limits.take(Allowance::File, &address) {
        Ok(()) => next.run(request).await,
        Err(fault) => HttpFault::from(fault).into_response(),
    }
}
