//! Games that cannot be read because what is stored of them is invalid.

use agon_protocol::error::{Code, Fault};
use agon_protocol::host::DamagedGame;
use agon_store::{StoreError, Write, column, millis};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::super::extract::Id;
use super::super::fault::{Answer, HttpFault};
use super::{Host, deed};
use crate::state::App;
use crate::time::now;

/// Maximum number of games in the list.
const LIMIT: i64 = 100;

/// Lists the damaged games, those found last first.
#[utoipa::path(get, path = "/api/host/damaged", tag = "host",
    params(("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 200, body = Vec<DamagedGame>), (status = "4XX", body = Fault)))]
pub(crate) async fn list(_host: Host, State(app): State<App>) -> Answer<Json<Vec<DamagedGame>>> {
    let rows = app.store.damaged_games(LIMIT).await?.into_iter();
    let games = rows.map(|row| DamagedGame { id: row.id, at: millis(row.at), reason: row.reason });
    Ok(Json(games.collect()))
}

/// Takes a game off the list and has it read again.
#[utoipa::path(post, path = "/api/host/damaged/{id}", tag = "host",
    params(("id" = String, Path),
        ("x-agon-host" = String, Header, description = "The key of the host")),
    responses((status = 204), (status = "4XX", body = Fault)))]
pub(crate) async fn retry(_host: Host, State(app): State<App>, Id(id): Id) -> Answer<StatusCode> {
    let retry = Write::RetryDamaged { game: id.clone(), at: column(now().0) };
    let write = Write::Together(vec![retry, deed("retry_game", id)]);
    app.store.write(write).await.map_err(|error| match error {
        StoreError::Conflict => {
            Fault::new(Code::NotFound, "this game is not on the list of damaged games").into()
        }
        error => HttpFault::from(error),
    })?;
    app.archiving.nudge();
    Ok(StatusCode::NO_CONTENT)
}
