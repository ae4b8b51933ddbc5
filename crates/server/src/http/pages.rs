//! What browsers load: the files of `web/`, embedded in the program.

use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::{Code, Fault};

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// A file of `web/`. `/` is `index.html`; an address without a dot is the page of that name;
/// everything below `/game/` is the page of a game.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Fault::new(Code::NotFound, "there is nothing at this address").into_response();
    }
    let page = format!("{path}.html");
    let names: &[&str] = match path {
        "" => &["index.html"],
        _ if path.starts_with("game/") => &["game.html", "index.html"],
        _ if path.contains('.') => &[path],
        _ => &[&page],
    };
    for name in names {
        if let Some(file) = Web::get(name) {
            return answer(name, file, &headers);
        }
    }
    Fault::new(Code::NotFound, "there is no such page").into_response()
}

fn answer(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&file.metadata.sha256_hash()[..12]));
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let common = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known {
        return (axum::http::StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, media_type(name))], file.data).into_response()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
