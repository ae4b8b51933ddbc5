//! For operators: is it alive, does it work, how much does it do.

use std::sync::atomic::Ordering;

use agon_store::{Health, Soundness};
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

/// With less room than this nobody should be sent here.
const LITTLE_SPACE: u64 = 16 << 20;

/// The server can take requests: the last commit succeeded, there is room for more, and the
/// database is not known to be damaged. Otherwise the answer says what is wrong.
#[utoipa::path(get, path = "/ready", tag = "operations",
    responses((status = 200, body = String, content_type = "text/plain"),
              (status = 503, body = String, content_type = "text/plain")))]
pub(crate) async fn ready(State(app): State<App>) -> Response {
    match trouble(&app) {
        // Whoever plays at one server does not need the others.
        None => match app.cluster.trouble() {
            None => "ready\n".into_response(),
            Some(what) => format!("ready, but {what}\n").into_response(),
        },
        Some(what) => {
            (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {what}\n")).into_response()
        }
    }
}

/// Why nobody should be sent here, if so.
pub(crate) fn trouble(app: &App) -> Option<String> {
    if app.is_leaving() {
        return Some("the server is being shut down".into());
    }
    if app.draining.load(Ordering::Relaxed) {
        return Some("the server will be shut down".into());
    }
    let Health { failure, free_bytes, soundness } = app.store.health();
    if let Some(failure) = failure {
        return Some(format!("the last commit failed: {failure}"));
    }
    if let Some(free) = free_bytes.filter(|&free| free < LITTLE_SPACE) {
        return Some(format!("the disk is full: {} kB are free", free >> 10));
    }
    match soundness {
        Soundness::Damaged(reason) => Some(format!("the database is damaged: {reason}")),
        // A check that goes on, or cannot be made, is no reason to send people away.
        Soundness::Checking | Soundness::Sound | Soundness::Unknown(_) => None,
    }
}

/// Numbers in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn numbers(State(app): State<App>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, metrics::text(&app)).into_response()
}
