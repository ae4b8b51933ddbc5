//! Headers that keep browsers from doing what nobody meant.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
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

pub(crate) async fn add(State(app): State<App>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    // Nothing of other sites is shown, so that pages may share memory with their workers.
    headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("require-corp"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    let nothing = "camera=(), microphone=(), geolocation=(), payment=()";
    headers.insert("permissions-policy", HeaderValue::from_static(nothing));
    if app.config.is_https() {
        let only = HeaderValue::from_static(ONLY_HTTPS);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, only);
    }
    if api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}
