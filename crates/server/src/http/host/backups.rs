//! Copies of the database: made, listed, fetched, removed.

use std::fs::File;
use std::io::{self, Read};

use agon_protocol::error::{Code, Fault};
use agon_protocol::host::Backups;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::task::spawn_blocking;

use super::super::fault::{Answer, HttpFault};
use super::{Host, deed};
use crate::backups::{make as begin, report};
use crate::state::App;

/// Bytes of a copy that are read at a time.
const PIECE: usize = 64 << 10;

/// The name of a copy in the address.
pub(crate) struct Name(String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = HttpFault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Name, HttpFault> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(name)) if name.len() <= 100 => Ok(Name(name)),
            _ => Err(unknown().into()),
        }
    }
}

fn unknown() -> Fault {
    Fault::new(Code::NotFound, "there is no copy of this name")
}

/// The copies of the database.
#[utoipa::path(get, path = "/api/host/backups", tag = "host",
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = Backups), (status = "4XX", body = Fault)))]
pub(crate) async fn list(_host: Host, State(app): State<App>) -> Answer<Json<Backups>> {
    Ok(Json(report(&app).await?))
}

/// Copies the database, as it is at this moment, while everybody plays on.
#[utoipa::path(post, path = "/api/host/backups", tag = "host",
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = Backups), (status = "4XX", body = Fault)))]
pub(crate) async fn make(_host: Host, State(app): State<App>) -> Answer<Json<Backups>> {
    let name = begin(&app).await?;
    app.store.write(deed("backup", name)).await?;
    Ok(Json(report(&app).await?))
}

/// A copy, to be kept elsewhere.
#[utoipa::path(get, path = "/api/host/backups/{name}", tag = "host",
    params(("name" = String, Path), ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, content_type = "application/vnd.sqlite3", body = [u8]),
              (status = "4XX", body = Fault)))]
pub(crate) async fn download(
    _host: Host,
    State(app): State<App>,
    Name(name): Name,
) -> Answer<Response> {
    let path = app.store.backup_path(&name).ok_or_else(unknown)?;
    let unreadable = |error: io::Error| {
        tracing::error!(%error, "a copy cannot be read");
        Fault::new(Code::Storage, "the copy cannot be read")
    };
    let file = File::open(path).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    let pieces = stream::try_unfold(file, async |mut file| {
        let read = move || {
            let mut piece = vec![0; PIECE];
            let count = file.read(&mut piece)?;
            piece.truncate(count);
            Ok::<_, io::Error>((count > 0).then(|| (Bytes::from(piece), file)))
        };
        spawn_blocking(read).await.map_err(io::Error::other)?
    });
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.sqlite3".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

/// Removes a copy.
#[utoipa::path(delete, path = "/api/host/backups/{name}", tag = "host",
    params(("name" = String, Path), ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn remove(
    _host: Host,
    State(app): State<App>,
    Name(name): Name,
) -> Answer<StatusCode> {
    if !app.store.drop_backup(&name).await? {
        return Err(unknown().into());
    }
    app.store.write(deed("remove_backup", name)).await?;
    Ok(StatusCode::NO_CONTENT)
}
