//! For the host of the site, who has the key: [`games`] and [`people`], [`site`] (what holds until
//! somebody chooses otherwise), [`backups`], [`damaged`] games; databases of solved games, and how the storage is. What the
//! host does is written down.

pub(crate) mod backups;
pub(crate) mod damaged;
pub(crate) mod games;
pub(crate) mod people;
pub(crate) mod site;

use agon_protocol::error::{Code, Fault};
use agon_protocol::host::HostDeed;
use agon_protocol::storage::StorageHealth;
use agon_protocol::tablebase::{Tablebase, TablebaseAction, TablebaseCommand};
use agon_store::{HostAct, Write, column, millis};
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;

use super::extract::{Body, Id};
use super::fault::{Answer, HttpFault};
use crate::host_key::is_host_key;
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::security;
use crate::state::App;
use crate::time::now;

/// The header with the key.
const KEY: &str = "x-agon-host";

/// Whoever has shown the key.
pub(crate) struct Host;

impl FromRequestParts<App> for Host {
    type Rejection = HttpFault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Host, HttpFault> {
        // Whoever has the key is let in, also with the cookie of somebody who was shut out.
        let caller = Caller::read(parts, app).await?;
        let key = parts.headers.get(KEY).and_then(|value| value.to_str().ok());
        if let Some(key) = key
            && is_host_key(&app.store, key).await?
        {
            return Ok(Host);
        }
        if key.is_some() {
            security::log_refusal(&caller.address, "wrong host key", None);
        }
        // Guessing is as expensive as guessing passwords.
        caller.spend(app, Allowance::Entrance).await?;
        let message = "this is for the host of the site, who has the key";
        Err(Fault::new(Code::NotAllowed, message).into())
    }
}

/// What the host has done, to be stored with it.
fn deed(act: &str, about: impl Into<String>) -> Write {
    let about = about.into();
    tracing::info!(act, about, "the host of the site");
    Write::HostAct { at: column(now().0), act: act.into(), about }
}

/// So many deeds are told.
const DEEDS: i64 = 100;

/// How long lists are.
fn limit(asked: Option<u8>) -> Result<i64, Fault> {
    match asked.unwrap_or(50) {
        limit @ 1..=100 => Ok(i64::from(limit)),
        _ => Err(Fault::new(Code::BadRequest, "the limit is 1 to 100")),
    }
}

/// What the host has done, the latest first.
#[utoipa::path(get, path = "/api/host/acts", tag = "host",
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = Vec<HostDeed>), (status = "4XX", body = Fault)))]
pub(crate) async fn deeds(_host: Host, State(app): State<App>) -> Answer<Json<Vec<HostDeed>>> {
    let acts = app.store.host_acts(DEEDS).await?;
    let told = |HostAct { at, act, about }| HostDeed { at: millis(at), act, about };
    Ok(Json(acts.into_iter().map(told).collect()))
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
