//! Games as files, and step by step.

use std::convert::Infallible;

use agon_games::AnyMatch;
use agon_games::record::Record;
use axum::Json;
use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{Body, Id, Params};
use super::games::{KeyQuery, Made, viewer};
use crate::error::{Code, Fault};
use crate::identity::Caller;
use crate::limits::Kind;
use crate::live::{Ask, Fork, import};
use crate::protocol::board::View;
use crate::protocol::setup::Occupant;
use crate::state::App;
use crate::time::{day, now};

async fn fork(app: &App, caller: &Caller, id: &str, query: KeyQuery) -> Result<Fork, Fault> {
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
) -> Result<Response, Fault> {
    let fork = fork(&app, &caller, &id, query).await?;
    let kind = fork_kind(&app, &id).await?;
    let name = |occupant: &Option<Occupant>| occupant.as_ref().map_or("?".into(), Occupant::name);
    let record = Record {
        kind,
        players: fork.occupants.iter().map(name).collect(),
        date: Some(day(fork.created)),
        winner: fork
            .state
            .outcome
            .as_ref()
            .and_then(|outcome| agon_core::Player::new(usize::from(outcome.winner?))),
        verdict: fork.state.outcome.as_ref().map(|outcome| outcome.verdict.clone()),
        game: fork.game,
    };
    let disposition = format!("attachment; filename=\"agon-{id}.pgn\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    let text = app.offload.run(&caller.address, move || record.to_string()).await?;
    Ok((headers, text).into_response())
}

async fn fork_kind(app: &App, id: &str) -> Result<&'static dyn agon_games::AnyGame, Fault> {
    let row = app.store.game(id).await?.ok_or_else(Fault::not_found)?;
    Ok(agon_games::find(&row.game)?)
}

/// A game as a file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameFile {
    /// The text of the file.
    pub text: String,
    /// Which game, if the file does not say so itself.
    #[serde(default)]
    pub game: Option<String>,
}

/// Puts the game of a file into my archive.
#[utoipa::path(post, path = "/api/import", tag = "files", request_body = GameFile,
    responses((status = 201, body = Made), (status = "4XX", body = Fault)))]
pub(crate) async fn import_file(
    State(app): State<App>,
    caller: Caller,
    Body(file): Body<GameFile>,
) -> Result<(StatusCode, Json<Made>), Fault> {
    let person = caller.known_ref()?;
    caller.spend(&app, Kind::NewGame)?;
    let work = move || import(&Record::parse(&file.text, file.game.as_deref())?, &person, now());
    let (table, events) = app.offload.run(&caller.address, work).await??;
    for _ in 0..events.len() / STEPS {
        caller.spend(&app, Kind::NewGame)?;
    }
    app.store_events(&table, &events).await?;
    Ok((StatusCode::CREATED, Json(Made::new(&app, table.id, table.secret))))
}

/// A position of a game that was played, without the moves that were possible.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Frame {
    /// How many steps led here.
    pub ply: u32,
    /// The position.
    pub view: View,
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
) -> Result<Response, Fault> {
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

fn frames(mut game: Box<dyn AnyMatch>, ply: u32) -> Vec<Frame> {
    let mut frames = vec![Frame { ply, view: View::of(&*game, false) }];
    while game.undo() {
        let view = View::of(&*game, false);
        // A result that was declared, such as by resignation, is not a step on the board.
        if frames.last().is_some_and(|frame| frame.ply > 0) && !is_same(&frames, &view) {
            let ply = frames.last().map_or(0, |frame| frame.ply - 1);
            frames.push(Frame { ply, view });
        }
    }
    frames.reverse();
    frames
}

fn is_same(frames: &[Frame], view: &View) -> bool {
    frames.last().is_some_and(|frame| frame.view.position == view.position)
}
