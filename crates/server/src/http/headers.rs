//! Headers that keep browsers from doing what nobody meant.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::state::App;

/// Only our own files run and are shown; nobody frames the site; nothing is guessed. (What is called unsafe
/// lets a page compile our own program for browsers, and nothing else.)
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; \
                      script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; object-src 'none'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Browsers that have been here over HTTPS come back over nothing else for a year.
const ONLY_HTTPS: &str = "max-age=31536000";

/// What scripts load as workers, for which headers count as they do for pages.
const WORKERS: [&str; 2] = ["/worker.js", "/here/"];
/// Files that are only parts of a page.
const PARTS: [&str; 7] = ["css", "js", "json", "jsonl", "png", "wasm", "webmanifest"];

pub(crate) async fn add(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let api = path.starts_with("/api");
    let is_worker = WORKERS.iter().any(|worker| path.starts_with(worker));
    let kind = path.rsplit_once('.').map_or("", |(_, kind)| kind);
    let is_part = api || PARTS.contains(&kind) && !is_worker;
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    if !is_part || is_document(headers) {
        restrain(headers);
    }
    if app.config.is_https() {
        let only = HeaderValue::from_static(ONLY_HTTPS);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, only);
    }
    if api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// Is it something in which scripts may run?
fn is_document(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.contains("html") || kind.contains("xml"))
}

/// What a page or a worker must not do. Parts of a page obey that page, and sixty of them that each said it
/// all again would be a sixth of what the home page weighs.
fn restrain(headers: &mut HeaderMap) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    // Nothing of other sites is shown, so that pages may share memory with their workers.
    headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("require-corp"));
    let nothing = "camera=(), microphone=(), geolocation=(), payment=()";
    headers.insert("permissions-policy", HeaderValue::from_static(nothing));
}
