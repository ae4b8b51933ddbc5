//! What browsers load: the files of `web/`, embedded in the program.

use std::collections::{BTreeMap, BTreeSet};

use agon_protocol::error::Code;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use super::fault::refusal;
use super::program;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// The module of the page without a name of its own.
const HOME: &str = "home";
/// The module that lists the languages.
const LANGUAGES: &str = "languages.js";
/// The games that have a course, in a folder each.
const LESSONS: &str = "lessons.json";
/// The games that have puzzles, in a file each.
const EXERCISES: &str = "exercises.json";
/// What is large, and kept by browsers when they have nothing else to do.
const LATER: [&str; 2] = ["/exercises/", "/openings/"];

/// A file of `web/`, or the document that draws the page of this address.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let response = find(&uri, &headers);
    if matches!(method, Method::GET | Method::HEAD) || response.status() == StatusCode::NOT_FOUND {
        return response;
    }
    (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD")]).into_response()
}

fn find(uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_matches('/');
    if path == "api" || path.starts_with("api/") {
        return refusal(Code::NotFound, "there is nothing at this address");
    }
    let first = path.split('/').next().unwrap_or_default();
    if let Some(program) = [program::ALONE, program::THREADS].iter().find(|one| one.name == path) {
        return program.serve(headers);
    }
    if path == "shell.json" {
        return shell(headers);
    }
    let listed = match path {
        LANGUAGES => Some(languages()),
        LESSONS => Some(lessons()),
        EXERCISES => Some(exercises()),
        _ => None,
    };
    if let Some(text) = listed {
        let tag = short(&Sha256::digest(&text));
        return tagged(&tag, headers, || ([(header::CONTENT_TYPE, media_type(path))], text));
    }
    let name = if is_page(first) { "index.html" } else { path };
    match Web::get(name) {
        Some(file) => answer(name, file, headers),
        None if reads_pages(headers) => missing(),
        None => refusal(Code::NotFound, "there is no such page"),
    }
}

/// Addresses of the pages that `index.html` draws: the modules of `web/pages`.
fn pages() -> impl Iterator<Item = String> {
    Web::iter().filter_map(|name| {
        let page = name.strip_prefix("pages/")?.strip_suffix(".js")?;
        (page != HOME).then(|| page.to_owned())
    })
}

/// Whether the first part of an address names a page.
fn is_page(first: &str) -> bool {
    first.is_empty() || first != HOME && Web::get(&format!("pages/{first}.js")).is_some()
}

/// Does somebody look at this with a browser?
fn reads_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// A page that says, in the reader's language, that there is no such page.
fn missing() -> Response {
    let Some(file) = Web::get("index.html") else {
        return refusal(Code::NotFound, "there is no such page");
    };
    // Always whole: a browser that has it already got it for another page.
    let mut response = answer("index.html", file, &HeaderMap::new());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// What a browser keeps to open the site without a connection: every file with its tag. The version
/// changes with any of them, so that a new version of the site replaces the kept one as a whole. What is large or
/// wanted by few (`later`) is kept after all else: the program that plays without a server, and puzzles. What a
/// browser may never need (`asked`) is kept when it has asked for it: the program with threads.
fn shell(headers: &HeaderMap) -> Response {
    let text = shell_text();
    let tag = short(&Sha256::digest(&text));
    tagged(&tag, headers, || ([(header::CONTENT_TYPE, "application/json")], text))
}

fn shell_text() -> String {
    // The worker and the icons of an installed site are kept by the browser itself; types are for
    // those who write pages.
    let names = Web::iter().filter(|name| {
        let apart = [".png", ".d.ts"].iter().any(|end| name.ends_with(end));
        name != "worker.js" && !apart
    });
    let tagged =
        names.filter_map(|name| Web::get(&name).map(|file| (format!("/{name}"), tag(&file))));
    let (mut later, mut files): (BTreeMap<String, String>, BTreeMap<String, String>) =
        tagged.partition(|(name, _)| LATER.iter().any(|folder| name.starts_with(folder)));
    files.insert(format!("/{LANGUAGES}"), short(&Sha256::digest(languages())));
    files.insert(format!("/{LESSONS}"), short(&Sha256::digest(lessons())));
    files.insert(format!("/{EXERCISES}"), short(&Sha256::digest(exercises())));
    let program = program::ALONE.about();
    let bytes = program.as_ref().map(|(_, bytes)| *bytes);
    later.extend(program.map(|(tag, _)| (format!("/{}", program::ALONE.name), tag)));
    let threads = program::THREADS.about();
    let threads_bytes = threads.as_ref().map(|(_, bytes)| *bytes);
    let asked: BTreeMap<String, String> =
        threads.map(|(tag, _)| (format!("/{}", program::THREADS.name), tag)).into_iter().collect();
    let all = serde_json::json!([files, later, asked]).to_string();
    let version = short(&Sha256::digest(all));
    serde_json::json!({
        "version": version, "program": bytes, "threads": threads_bytes,
        "release": env!("CARGO_PKG_VERSION"), "files": files, "later": later, "asked": asked,
    })
    .to_string()
}

/// All files of a site without a server, with their names; `None` where this program was built without the one
/// that plays there.
#[must_use]
pub fn alone() -> Option<Vec<(String, Vec<u8>)>> {
    let mut files: Vec<(String, Vec<u8>)> = Web::iter()
        .filter(|name| !name.ends_with(".d.ts"))
        .filter_map(|name| Some((name.to_string(), Web::get(&name)?.data.into_owned())))
        .collect();
    let index = files.iter_mut().find(|(name, _)| name == "index.html")?;
    let marked =
        String::from_utf8_lossy(&index.1).replacen("<html", "<html data-server=\"none\"", 1);
    index.1 = marked.into_bytes();
    let index = index.1.clone();
    // Hosts that look for a page in a folder find it there; others show this for whatever they do not have.
    files.extend(pages().map(|page| (format!("{page}/index.html"), index.clone())));
    files.push(("404.html".into(), index));
    files.push((program::ALONE.name.into(), program::ALONE.unpacked()?));
    files.extend(program::THREADS.unpacked().map(|bytes| (program::THREADS.name.into(), bytes)));
    files.push((LANGUAGES.into(), languages().into_bytes()));
    files.push((LESSONS.into(), lessons().into_bytes()));
    files.push((EXERCISES.into(), exercises().into_bytes()));
    files.push(("shell.json".into(), shell_text().into_bytes()));
    Some(files)
}

/// The codes of all languages, as a module: each file of texts is one, named by its code.
fn languages() -> String {
    let codes = Web::iter().filter_map(|name| {
        let code = name.strip_prefix("texts/")?.strip_suffix(".js")?;
        (!code.starts_with("help-")).then(|| code.to_owned())
    });
    let codes: BTreeSet<String> = codes.collect();
    format!("export default {};\n", serde_json::json!(codes))
}

/// A file of `web/` as text.
pub(crate) fn text(name: &str) -> Option<String> {
    String::from_utf8(Web::get(name)?.data.into_owned()).ok()
}

/// The ids of the games that have puzzles.
fn exercises() -> String {
    let games = Web::iter().filter_map(|name| {
        Some(name.strip_prefix("exercises/")?.strip_suffix(".jsonl")?.to_owned())
    });
    let games: BTreeSet<String> = games.collect();
    serde_json::json!(games).to_string()
}

/// The ids of the games that have a course.
fn lessons() -> String {
    let games = Web::iter().filter_map(|name| {
        Some(name.strip_prefix("lessons/")?.strip_suffix("/course.json")?.to_owned())
    });
    let games: BTreeSet<String> = games.collect();
    serde_json::json!(games).to_string()
}

/// The tag of some content: the beginning of its hash.
fn short(hash: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&hash[..12])
}

pub(crate) fn tag(file: &EmbeddedFile) -> String {
    short(&file.metadata.sha256_hash())
}

fn answer(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    tagged(&tag(&file), headers, || ([(header::CONTENT_TYPE, media_type(name))], file.data))
}

/// Content with a tag; only the tag if the browser has the content already.
pub(crate) fn tagged<R: IntoResponse>(
    tag: &str,
    headers: &HeaderMap,
    content: impl FnOnce() -> R,
) -> Response {
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let common = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, content()).into_response()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        // Always UTF-8 as a module: the parameter would cost a kilobyte on the home page.
        "js" => "text/javascript",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "jsonl" => "application/x-ndjson",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
