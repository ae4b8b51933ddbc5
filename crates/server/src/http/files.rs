//! Games as files, and step by step.

use std::convert::Infallible;

use agon_protocol::error::{Code, Fault};
use agon_protocol::file::{GameFile, ReadText, TextFound};
use agon_protocol::lists::KeyQuery;
use agon_protocol::position::{Frame, PositionRequest};
use agon_protocol::setup::Made;
use agon_protocol::study::Study;
use agon_table::creation::import;
use agon_table::opening::find;
use agon_table::replay::frames;
use agon_table::{files, studies, texts};
use axum::Json;
use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};

use super::extract::{Body, Id, Params};
use super::fault::Answer;
use super::games::{made, viewer};
use crate::identity::Caller;
use crate::limits::{Allowance, Cost};
use crate::live::{Ask, Fork, GameError};
use crate::secrets;
use crate::state::App;
use crate::time::now;

async fn fork(app: &App, caller: &Caller, id: &str, query: KeyQuery) -> Result<Fork, GameError> {
    let viewer = viewer(caller, query);
    app.hub.ask(app, id, |answer| Ask::Fork { viewer: viewer.clone(), answer }).await
}

/// A long file counts as several new games: one for so many steps.
const STEPS: usize = 500;

/// Bytes of a long answer that are packed at a time.
const PIECE: usize = 64 << 10;

/// The game as a file: tags in brackets, then the moves.
#[utoipa::path(get, path = "/api/games/{id}/file", tag = "files",
    params(("id" = String, Path), KeyQuery),
    responses((status = 200, content_type = "text/plain", body = String),
              (status = "4XX", body = Fault)))]
pub(crate) async fn export(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Params(query): Params<KeyQuery>,
) -> Answer<Response> {
    let fork = fork(&app, &caller, &id, query).await?;
    let kind = fork_kind(&app, &id).await?;
    let Fork { game, occupants, created, state } = fork;
    let record = files::record(kind, game, &occupants, state.outcome.as_ref(), created);
    let disposition = format!("attachment; filename=\"agon-{id}.pgn\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    let text = app.offload.run(&caller.address, move || record.to_string()).await?;
    Ok((headers, text).into_response())
}

async fn fork_kind(app: &App, id: &str) -> Answer<&'static dyn agon_games::AnyGame> {
    let row = app.store.game(id).await?.ok_or_else(Fault::not_found)?;
    Ok(find(&row.game)?)
}

/// A position with the moves that led to it, as a game file.
#[utoipa::path(post, path = "/api/file", tag = "files", request_body = PositionRequest,
    responses((status = 200, content_type = "text/plain", body = String),
              (status = "4XX", body = Fault)))]
pub(crate) async fn write_file(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<PositionRequest>,
) -> Answer<Response> {
    let text = app.offload.run(&caller.address, move || files::write(&request)).await??;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Tells what a pasted text is: a game file, a position, or moves and where they begin.
#[utoipa::path(post, path = "/api/read", tag = "files", request_body = ReadText,
    responses((status = 200, body = TextFound), (status = "4XX", body = Fault)))]
pub(crate) async fn read_text(
    State(app): State<App>,
    caller: Caller,
    Body(ReadText { text, board, pick }): Body<ReadText>,
) -> Answer<Json<TextFound>> {
    let work = move || texts::read(&text, &board, pick);
    Ok(Json(app.offload.run(&caller.address, work).await??))
}

/// Writes a study as a file: the moves with side lines, comments and marks.
#[utoipa::path(post, path = "/api/studies/file", tag = "files", request_body = Study,
    responses((status = 200, content_type = "text/plain", body = String),
              (status = "4XX", body = Fault)))]
pub(crate) async fn write_study(
    State(app): State<App>,
    caller: Caller,
    Body(study): Body<Study>,
) -> Answer<Response> {
    let work = move || Ok::<_, Fault>(studies::read(&study)?.to_string());
    let text = app.offload.run(&caller.address, work).await??;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Puts the game of a file into my archive.
#[utoipa::path(post, path = "/api/import", tag = "files", request_body = GameFile,
    responses((status = 201, body = Made), (status = "4XX", body = Fault)))]
pub(crate) async fn import_file(
    State(app): State<App>,
    caller: Caller,
    Body(file): Body<GameFile>,
) -> Answer<(StatusCode, Json<Made>)> {
    let person = caller.known_ref()?;
    caller.spend(&app, Allowance::NewGame).await?;
    let work = move || {
        import(&files::chosen(&file)?, &person, (secrets::id(), secrets::random(12)), now())
    };
    let (table, events) = app.offload.run(&caller.address, work).await??;
    let more = events.len() / STEPS;
    if more > 0 {
        caller.spend_cost(&app, Allowance::NewGame, Cost::more(more)).await?;
    }
    app.store_events(&table, &events).await?;
    Ok((StatusCode::CREATED, Json(made(&app, table.id, table.secret))))
}

/// Every position of a game from the first to the present one.
#[utoipa::path(get, path = "/api/games/{id}/replay", tag = "files",
    params(("id" = String, Path), KeyQuery),
    responses((status = 200, body = Vec<Frame>), (status = "4XX", body = Fault)))]
pub(crate) async fn replay(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Params(query): Params<KeyQuery>,
) -> Answer<Response> {
    let Fork { game, state, .. } = fork(&app, &caller, &id, query).await?;
    let work = move || serde_json::to_vec(&frames(game, state.ply));
    let failed = |_| Fault::new(Code::Busy, "the game could not be replayed");
    let text = app.offload.run(&caller.address, work).await?.map_err(failed)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], in_pieces(text.into())).into_response())
}

/// A long body, after each piece of which others have their turn: it is packed on its way out.
fn in_pieces(text: Bytes) -> ResponseBody {
    let pieces = stream::unfold(text, async |mut rest| {
        tokio::task::yield_now().await;
        let piece = rest.split_to(rest.len().min(PIECE));
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), rest))
    });
    // Whoever packs it asks once more after the end.
    ResponseBody::from_stream(pieces.fuse())
}
