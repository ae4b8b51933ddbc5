//! For the host of the site, who has the key: databases of solved games, and how the storage is.

use agon_protocol::error::{Code, Fault};
use agon_protocol::storage::StorageHealth;
use agon_protocol::tablebase::{Tablebase, TablebaseAction, TablebaseCommand};
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;

use super::extract::{Body, Id};
use super::fault::{Answer, HttpFault};
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::secrets;
use crate::state::App;

/// The header with the key.
const KEY: &str = "x-agon-host";

/// Whoever has shown the key.
pub(crate) struct Host;

impl FromRequestParts<App> for Host {
    type Rejection = HttpFault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Host, HttpFault> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let key = parts.headers.get(KEY).and_then(|value| value.to_str().ok());
        if key.is_some_and(|key| secrets::same(key, &app.host_key)) {
            return Ok(Host);
        }
        // Guessing is as expensive as guessing passwords.
        caller.spend(app, Allowance::Entrance)?;
        let message = "this is for the host of the site, who has the key";
        Err(Fault::new(Code::NotAllowed, message).into())
    }
}

/// How the database of the site is doing.
#[utoipa::path(get, path = "/api/host/storage", tag = "host",
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = StorageHealth), (status = "4XX", body = Fault)))]
pub(crate) async fn storage(_host: Host, State(app): State<App>) -> Json<StorageHealth> {
    Json(app.store.health().into())
}

/// The databases of solved games, and how far they are.
#[utoipa::path(get, path = "/api/host/databases", tag = "host",
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = Vec<Tablebase>), (status = "4XX", body = Fault)))]
pub(crate) async fn tablebases(_host: Host, State(app): State<App>) -> Json<Vec<Tablebase>> {
    Json(app.tablebases.report())
}

/// Begins to compute a database, or stops.
#[utoipa::path(post, path = "/api/host/databases/{id}", tag = "host",
    params(("id" = String, Path),
        ("x-agon-host" = String, Header, description = "The key of the host")),
    request_body = TablebaseCommand,
    responses((status = 200, body = Vec<Tablebase>), (status = "4XX", body = Fault)))]
pub(crate) async fn direct(
    _host: Host,
    State(app): State<App>,
    Id(id): Id,
    Body(command): Body<TablebaseCommand>,
) -> Answer<Json<Vec<Tablebase>>> {
    app.direct_tablebase(&id, command.action == TablebaseAction::Start).await?;
    Ok(Json(app.tablebases.report()))
}
