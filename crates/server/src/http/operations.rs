//! For operators: is it alive, does it work, how much does it do.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::metrics;
use crate::state::App;

/// The process is alive.
#[utoipa::path(get, path = "/health", tag = "operations",
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// The server can take requests: its database answers.
#[utoipa::path(get, path = "/ready", tag = "operations",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 503)))]
pub(crate) async fn ready(State(app): State<App>) -> Response {
    if !*app.closing.borrow() && app.store.is_ready().await {
        "ready\n".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response()
    }
}

/// Numbers in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn numbers(State(app): State<App>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, metrics::text(&app)).into_response()
}
