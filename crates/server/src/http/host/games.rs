//! The games of the site, unlisted ones too.

use agon_protocol::error::{Code, Fault};
use agon_protocol::host::HostGamesQuery;
use agon_protocol::state::Summary;
use agon_store::{GameFilter, Write, column};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::super::extract::{Id, Params};
use super::super::fault::Answer;
use super::super::games::summaries;
use super::{Host, deed, limit};
use crate::live::{Ask, GameError};
use crate::loading::LoadError;
use crate::state::App;
use crate::time::now;

/// The games of the site, the latest first.
#[utoipa::path(get, path = "/api/host/games", tag = "host",
    params(HostGamesQuery, ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = Vec<Summary>), (status = "4XX", body = Fault)))]
pub(crate) async fn list(
    _host: Host,
    State(app): State<App>,
    Params(query): Params<HostGamesQuery>,
) -> Answer<Json<Vec<Summary>>> {
    if query.player.as_ref().is_some_and(|player| player.len() > 200) {
        return Err(Fault::new(Code::TooLarge, "the player's name is too long").into());
    }
    let filter = GameFilter {
        game: query.game,
        player: query.player.filter(|player| !player.is_empty()),
        person: query.person,
        before: query.before.map(|before| column(before.0)),
        limit: limit(query.limit)?,
        ..GameFilter::default()
    };
    Ok(Json(summaries(&app, &filter).await?))
}

/// Removes a game for good: who is at the table hears it, and its address says so from then on.
#[utoipa::path(delete, path = "/api/host/games/{id}", tag = "host",
    params(("id" = String, Path), ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn remove(_host: Host, State(app): State<App>, Id(id): Id) -> Answer<StatusCode> {
    let row = app.store.game(&id).await?.ok_or_else(Fault::not_found)?;
    let about = match row.summary() {
        Ok(summary) => {
            let names = summary.seats.iter().filter_map(|seat| seat.occupant.as_ref());
            let names: Vec<String> = names.map(|occupant| occupant.name()).collect();
            format!("{} {id} ({})", row.game, names.join(", "))
        }
        Err(_) => format!("{} {id}", row.game),
    };
    let deed = deed("remove_game", about);
    let remove = |answer| Ask::Remove { deed: deed.clone(), answer };
    match app.hub.ask(&app, &id, remove).await {
        // A damaged game has no table to be removed from.
        Err(GameError::Load(LoadError::Damaged(_))) => {
            let removal = Write::RemoveGame { game: id, at: column(now().0) };
            app.store.write(Write::Together(vec![removal, deed])).await?;
        }
        answer => answer?,
    }
    Ok(StatusCode::NO_CONTENT)
}
