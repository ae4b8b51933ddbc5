//! The defaults of this site, which a person can override.

use agon_protocol::error::{Code, Fault};
use agon_protocol::host::SiteDefaults;
use agon_store::Write;
use axum::Json;
use axum::extract::State;

use super::super::extract::Body;
use super::super::fault::Answer;
use super::{Host, deed};
use crate::site::{checked, write};
use crate::state::App;

/// Changes the defaults of this site, from now on and after restarts.
#[utoipa::path(post, path = "/api/host/site", tag = "host", request_body = SiteDefaults,
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = SiteDefaults), (status = "4XX", body = Fault)))]
pub(crate) async fn change(
    _host: Host,
    State(app): State<App>,
    Body(wanted): Body<SiteDefaults>,
) -> Answer<Json<SiteDefaults>> {
    let chosen = checked(wanted)?;
    let about = serde_json::to_string(&chosen).unwrap_or_default();
    let unwritable = |error: serde_json::Error| Fault::new(Code::BadRequest, error.to_string());
    let stored = write(&chosen).map_err(unwritable)?;
    app.store.write(Write::Together(vec![stored, deed("defaults", about)])).await?;
    app.site.set(chosen.clone());
    app.cluster.tell_defaults();
    Ok(Json(chosen))
}
