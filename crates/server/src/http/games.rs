//! The catalogue, the lobby, games and the archive.

use std::collections::HashSet;

use agon_games::{AnyGame, GAMES};
use agon_protocol::action::{Command, Done};
use agon_protocol::catalog::CatalogEntry;
use agon_protocol::error::{Code, Fault};
use agon_protocol::host::Opening;
use agon_protocol::lists::{Ended, Hidden, KeyQuery, ListQuery};
use agon_protocol::report::{GameReport, Moment};
use agon_protocol::setup::{Made, NewGame, Occupant};
use agon_protocol::state::{Snapshot, Summary};
use agon_store::{GameFilter, GameRow, StoreError, Write, column};
use agon_table::creation::prepare;
use agon_table::thinking::check_kind;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::extract::{Body, Id, Params};
use super::fault::Answer;
use super::people::check_name;
use crate::catalog;
use crate::identity::Caller;
use crate::limits::Allowance;
use crate::live::{Ask, Viewer};
use crate::ratings;
use crate::reports;
use crate::secrets::random_u64;
use crate::state::App;

/// The games that can be played, with their options and computers.
#[utoipa::path(get, path = "/api/catalog", tag = "games",
    responses((status = 200, body = Vec<CatalogEntry>)))]
pub(crate) async fn catalog(_caller: Caller, State(app): State<App>) -> Json<Vec<CatalogEntry>> {
    let entry = |&game: &&dyn AnyGame| catalog::entry(game, app.tablebases.has_game(game.id()));
    Json(GAMES.iter().map(entry).collect())
}

/// Games: lobbies, running ones, the archive.
#[utoipa::path(get, path = "/api/games", tag = "games", params(ListQuery),
    responses((status = 200, body = Vec<Summary>), (status = "4XX", body = Fault)))]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Params(query): Params<ListQuery>,
) -> Answer<Json<Vec<Summary>>> {
    let mine = query.mine.unwrap_or(false);
    let limit = query.limit.unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Fault::new(Code::BadRequest, "the limit is 1 to 100").into());
    }
    if query.player.as_ref().is_some_and(|player| player.len() > 200) {
        return Err(Fault::new(Code::TooLarge, "the player's name is too long").into());
    }
    let (result, won) = match query.result {
        None => (None, None),
        Some(Ended::Won) => (Some(Ended::Won), mine.then_some(true)),
        Some(Ended::Lost) if mine => (Some(Ended::Won), Some(false)),
        Some(Ended::Lost) => {
            return Err(Fault::new(Code::BadRequest, "lost games are those of `mine`").into());
        }
        Some(Ended::Drawn) => (Some(Ended::Drawn), None),
        Some(Ended::Unfinished) => (Some(Ended::Unfinished), None),
    };
    let filter = GameFilter {
        result,
        won,
        phase: query.phase,
        game: query.game,
        player: query.player.filter(|player| !player.is_empty()),
        person: if mine { Some(caller.known()?.id.clone()) } else { None },
        listed_only: !mine,
        before: query.before.map(|before| column(before.0)),
        limit: i64::from(limit),
    };
    Ok(Json(summaries(&app, &filter).await?))
}

/// The games of a list, as they stand now.
pub(crate) async fn summaries(app: &App, filter: &GameFilter) -> Result<Vec<Summary>, StoreError> {
    let rows = app.store.games(filter).await?;
    let read = |row: &GameRow| {
        let mut summary = row.summary().ok()?;
        app.hub.refresh(&mut summary);
        Some(summary)
    };
    let mut games: Vec<Summary> = rows.iter().filter_map(read).collect();
    // Names as they are now.
    let people: HashSet<String> = games.iter().flat_map(Summary::people).map(Into::into).collect();
    let people = app.people_now(&people.into_iter().collect::<Vec<_>>()).await?;
    for game in &mut games {
        for person in &people {
            game.know(person);
        }
    }
    Ok(games)
}

/// A game that has been made, with the link for others.
pub(crate) fn made(app: &App, id: String, key: String) -> Made {
    let site = app.config.public_url.as_deref().unwrap_or("").trim_end_matches('/');
    let link = format!("{site}/game/{id}?key={key}");
    Made { id, key, link }
}

/// Begins a game, or opens a lobby if seats are open.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame,
    responses((status = 201, body = Made), (status = "4XX", body = Fault)))]
pub(crate) async fn create(
    State(app): State<App>,
    caller: Caller,
    Body(new_game): Body<NewGame>,
) -> Answer<(StatusCode, Json<Made>)> {
    let person = caller.known_ref()?;
    may_begin(&app, &caller).await?;
    let setup = prepare(new_game, &person, &mut random_u64)?;
    for occupant in setup.seats.iter().flatten() {
        // Those on the same screen must not pass for somebody else either.
        if let Occupant::Person { name, .. } = occupant
            && *name != person.name
        {
            check_name(&app, name, &person.id, false).await?;
        }
    }
    for occupant in setup.seats.iter().flatten() {
        if let Occupant::Computer { kind, .. } = occupant {
            check_kind(kind, || app.tablebases.has(&setup.game, &setup.rules))?;
        }
    }
    if setup.rated {
        ratings::check(&app, &setup, caller.known()?)?;
    }
    app.lobby.note_origin(&person.id, &caller.address);
    let game = app.begin(setup)?;
    app.store.write(game.write()).await?;
    let made = made(&app, game.table.id.clone(), game.table.secret.clone());
    app.open(game);
    Ok((StatusCode::CREATED, Json(made)))
}

/// Takes a new game from the caller's allowance, and checks that the host lets this person begin games. The
/// number of games is checked when the game is stored.
pub(crate) async fn may_begin(app: &App, caller: &Caller) -> Answer<()> {
    let person = caller.known()?;
    caller.spend(app, Allowance::NewGame).await?;
    let closed = |message: &str| Err(Fault::new(Code::OpeningClosed, message).into());
    match app.site.get().opening {
        Opening::Registered if person.login.is_none() => {
            closed("here only people with a password may begin games")
        }
        Opening::Nobody => closed("no games are begun here now"),
        Opening::Registered | Opening::Everybody => Ok(()),
    }
}

pub(crate) fn viewer(caller: &Caller, query: KeyQuery) -> Viewer {
    Viewer { person: caller.reference(), key: query.key }
}

/// Everything about a game.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path), KeyQuery),
    responses((status = 200, body = Snapshot), (status = "4XX", body = Fault)))]
pub(crate) async fn show(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Params(query): Params<KeyQuery>,
) -> Answer<Json<Snapshot>> {
    let viewer = viewer(&caller, query);
    let ask = |answer| Ask::Look { viewer: viewer.clone(), answer };
    Ok(Json(*app.hub.ask(&app, &id, ask).await?))
}

/// Does something in a game: what is answered will not be lost.
#[utoipa::path(post, path = "/api/games/{id}/actions", tag = "games",
    params(("id" = String, Path), KeyQuery), request_body = Command,
    responses((status = 200, body = Done), (status = "4XX", body = Fault)))]
pub(crate) async fn act(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Params(query): Params<KeyQuery>,
    Body(command): Body<Command>,
) -> Answer<Json<Done>> {
    caller.known()?;
    caller.spend(&app, Allowance::Message).await?;
    if command.action.begins_a_game() {
        may_begin(&app, &caller).await?;
    }
    let viewer = viewer(&caller, query);
    let ask = |answer| Ask::Act { viewer: viewer.clone(), action: command.clone(), answer };
    Ok(Json(Done { version: app.hub.ask(&app, &id, ask).await? }))
}

/// What a strong player thinks of a game that is over, where it was asked before: over the WebSocket,
/// with `report`.
#[utoipa::path(get, path = "/api/games/{id}/report", tag = "games",
    params(("id" = String, Path), KeyQuery),
    responses((status = 200, body = GameReport), (status = "4XX", body = Fault)))]
pub(crate) async fn report(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Params(query): Params<KeyQuery>,
) -> Answer<Json<GameReport>> {
    Ok(Json(reports::find(&app, viewer(&caller, query), &id).await?))
}

/// Where somebody who analyses the game wants to begin.
#[utoipa::path(get, path = "/api/games/{id}/moment", tag = "games",
    params(("id" = String, Path), KeyQuery),
    responses((status = 200, body = Moment), (status = "4XX", body = Fault)))]
pub(crate) async fn moment(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
    Params(query): Params<KeyQuery>,
) -> Answer<Json<Moment>> {
    Ok(Json(reports::moment(&app, viewer(&caller, query), &id).await?))
}

/// Takes a game that I made or play in off my lists; the game itself goes on as it is.
#[utoipa::path(post, path = "/api/games/{id}/hide", tag = "games",
    params(("id" = String, Path)),
    responses((status = 200, body = Hidden), (status = "4XX", body = Fault)))]
pub(crate) async fn hide(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
) -> Answer<Json<Hidden>> {
    let person = caller.known()?.id.clone();
    caller.spend(&app, Allowance::Message).await?;
    match app.store.write(Write::Hide { person, game: id.clone() }).await {
        Ok(()) => Ok(Json(Hidden { id })),
        Err(StoreError::Conflict) => {
            Err(Fault::new(Code::NotFound, "there is no such game on your list").into())
        }
        Err(error) => Err(error.into()),
    }
}
