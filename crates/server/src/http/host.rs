//! For the host of the site, who has the key: databases of solved games, and how the storage is.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;

use super::extract::{Body, Id};
use crate::error::{Code, Fault};
use crate::identity::Caller;
use crate::limits::Kind;
use crate::protocol::database::{DatabaseAction, DatabaseDto, DatabaseWish};
use crate::protocol::storage::StorageDto;
use crate::secrets;
use crate::state::App;

/// The header with the key.
const KEY: &str = "x-agon-host";

/// Whoever has shown the key.
pub(crate) struct Host;

impl FromRequestParts<App> for Host {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Host, Fault> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let shown = parts.headers.get(KEY).and_then(|value| value.to_str().ok());
        if shown.is_some_and(|shown| secrets::same(shown, &app.host_key)) {
            return Ok(Host);
        }
        // Guessing is as expensive as guessing passwords.
        caller.spend(app, Kind::Entrance)?;
        Err(Fault::new(Code::NotAllowed, "this is for the host of the site, who has the key"))
    }
}

/// How the database of the site is doing.
#[utoipa::path(get, path = "/api/host/storage", tag = "host",
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = StorageDto), (status = "4XX", body = Fault)))]
pub(crate) async fn storage(_host: Host, State(app): State<App>) -> Json<StorageDto> {
    Json(app.store.health().into())
}

/// The databases of solved games, and how far they are.
#[utoipa::path(get, path = "/api/host/databases", tag = "host",
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = Vec<DatabaseDto>), (status = "4XX", body = Fault)))]
pub(crate) async fn databases(_host: Host, State(app): State<App>) -> Json<Vec<DatabaseDto>> {
    Json(app.databases.report())
}

/// Begins to compute a database, or stops.
#[utoipa::path(post, path = "/api/host/databases/{id}", tag = "host",
    params(("id" = String, Path),
        ("x-agon-host" = String, Header, description = "The key of the host")),
    request_body = DatabaseWish,
    responses((status = 200, body = Vec<DatabaseDto>), (status = "4XX", body = Fault)))]
pub(crate) async fn direct(
    _host: Host,
    State(app): State<App>,
    Id(id): Id,
    Body(wish): Body<DatabaseWish>,
) -> Result<Json<Vec<DatabaseDto>>, Fault> {
    app.direct_database(&id, wish.action == DatabaseAction::Start).await?;
    Ok(Json(app.databases.report()))
}
