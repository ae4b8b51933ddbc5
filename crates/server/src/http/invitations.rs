//! Codes that lead to a game.

use agon_protocol::error::Fault;
use agon_protocol::lists::KeyQuery;
use agon_protocol::reach::{CodedGame, GameCode};
use axum::Json;
use axum::extract::State;

use super::devices::bad_code;
use super::extract::{Id, Params};
use super::fault::Answer;
use super::games::viewer;
use crate::codes::CodeTarget;
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::live::Ask;
use crate::secrets;
use crate::state::App;

/// A few letters that lead to a game which I can see, for those who type.
#[utoipa::path(post, path = "/api/games/{id}/code", tag = "invitations",
    params(("id" = String, Path), KeyQuery),
    responses((status = 200, body = GameCode), (status = "4XX", body = Fault)))]
pub(crate) async fn code(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Params(query): Params<KeyQuery>,
) -> Answer<Json<GameCode>> {
    caller.spend(&app, Allowance::Message).await?;
    let shown = query.key.clone();
    let viewer = viewer(&caller, query);
    let ask = |answer| Ask::Look { viewer: viewer.clone(), answer };
    let game = app.hub.ask(&app, &id, ask).await?;
    let key = if game.setup.listed { None } else { game.key.or(shown) };
    // Whoever sees the game without its key gives others no more than that.
    let keyed = match key {
        Some(key) => {
            let row = app.store.game(&id).await?;
            row.is_some_and(|row| secrets::same(&row.secret, &key))
        }
        None => false,
    };
    let target = CodeTarget { id, keyed };
    let code = app.codes.code(&app.signer, target.clone());
    app.cluster.tell_code(target);
    Ok(Json(GameCode { code }))
}

/// The game that a code leads to.
#[utoipa::path(get, path = "/api/codes/{id}", tag = "invitations",
    params(("id" = String, Path, description = "The code")),
    responses((status = 200, body = CodedGame), (status = "4XX", body = Fault)))]
pub(crate) async fn coded(
    State(app): State<App>,
    caller: Caller,
    Id(code): Id,
) -> Answer<Json<CodedGame>> {
    app.take(Allowance::Guess, &[&caller.address]).await?;
    let game = app.coded_game(&secrets::typed(&code)).await?.ok_or_else(bad_code)?;
    app.give_back(Allowance::Guess, &caller.address, 1).await;
    Ok(Json(game))
}
