//! The catalogue, the lobby, games and the archive.

use agon_games::{AnyGame, GAMES};
use agon_store::{GameFilter, StoreError, Write};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{Body, Id, Params};
use super::people::check_name;
use crate::error::{Code, Fault};
use crate::identity::Caller;
use crate::limits::Kind;
use crate::live::{Ask, Viewer, prepare};
use crate::protocol::action::{Action, Command, Done};
use crate::protocol::catalog::CatalogEntry;
use crate::protocol::setup::{NewGame, Occupant, SeatPlan};
use crate::protocol::state::{Phase, Snapshot, Summary};
use crate::state::App;

/// The games that can be played, with their options and computers.
#[utoipa::path(get, path = "/api/catalog", tag = "games",
    responses((status = 200, body = Vec<CatalogEntry>)))]
pub(crate) async fn catalog(_caller: Caller, State(app): State<App>) -> Json<Vec<CatalogEntry>> {
    let entry = |&game: &&dyn AnyGame| CatalogEntry::of(game, app.databases.has_game(game.id()));
    Json(GAMES.iter().map(entry).collect())
}

/// Which games to list, the latest first.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Where they are in their life.
    pub phase: Option<Phase>,
    /// Which game, by its id in the catalogue.
    pub game: Option<String>,
    /// The beginning of a word of a player's name; of several words, if several are given.
    pub player: Option<String>,
    /// Only games that I made or play in, unlisted ones too.
    pub mine: Option<bool>,
    /// Only games whose last change is older: milliseconds since 1970, from `updated` of the
    /// last game of the page before.
    pub before: Option<u64>,
    /// How many, 50 if nothing is said, 100 at most.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Games: lobbies, running ones, the archive.
#[utoipa::path(get, path = "/api/games", tag = "games", params(ListQuery),
    responses((status = 200, body = Vec<Summary>), (status = "4XX", body = Fault)))]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Params(query): Params<ListQuery>,
) -> Result<Json<Vec<Summary>>, Fault> {
    let mine = query.mine.unwrap_or(false);
    let limit = query.limit.unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Fault::new(Code::BadRequest, "the limit is 1 to 100"));
    }
    if query.player.as_ref().is_some_and(|player| player.len() > 200) {
        return Err(Fault::new(Code::TooLarge, "the player's name is too long"));
    }
    let filter = GameFilter {
        phase: query.phase.map(|phase| phase.name().into()),
        game: query.game,
        player: query.player.filter(|player| !player.is_empty()),
        person: if mine { Some(caller.known()?.id.clone()) } else { None },
        listed_only: !mine,
        before: query.before.map(|before| i64::try_from(before).unwrap_or(i64::MAX)),
        limit: i64::from(limit),
    };
    let rows = app.store.games(&filter).await?;
    let read = |row: &agon_store::GameRow| {
        let mut summary: Summary = serde_json::from_str(&row.summary).ok()?;
        app.hub.refresh(&mut summary);
        Some(summary)
    };
    Ok(Json(rows.iter().filter_map(read).collect()))
}

/// A game that has been made.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub(crate) struct Made {
    /// Its id.
    pub id: String,
    /// The secret part of the invitation: the link for others is `link`.
    pub key: String,
    /// What to send to others: they see the game, and take a seat if one is free.
    pub link: String,
}

impl Made {
    pub(crate) fn new(app: &App, id: String, key: String) -> Made {
        let site = app.config.public_url.as_deref().unwrap_or("").trim_end_matches('/');
        let link = format!("{site}/game/{id}?key={key}");
        Made { id, key, link }
    }
}

/// Begins a game, or opens a lobby if seats are open.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame,
    responses((status = 201, body = Made), (status = "4XX", body = Fault)))]
pub(crate) async fn create(
    State(app): State<App>,
    caller: Caller,
    Body(wish): Body<NewGame>,
) -> Result<(StatusCode, Json<Made>), Fault> {
    let person = caller.known_ref()?;
    let lobby = wish.seats.iter().any(|plan| matches!(plan, SeatPlan::Open));
    may_begin(&app, &caller, lobby).await?;
    let setup = prepare(wish, &person)?;
    for occupant in setup.seats.iter().flatten() {
        // Those on the same screen must not pass for somebody else either.
        if let Occupant::Person { name, .. } = occupant
            && *name != person.name
        {
            check_name(&app, name, &person.id, false).await?;
        }
    }
    app.databases.check_seats(&setup)?;
    app.lobby.note_origin(&person.id, &caller.address);
    let game = app.begin(setup)?;
    app.store.write(game.write()).await?;
    let made = Made::new(&app, game.table.id.clone(), game.table.secret.clone());
    app.open(game);
    Ok((StatusCode::CREATED, Json(made)))
}

/// May this person begin one more game, or open one more lobby?
pub(crate) async fn may_begin(app: &App, caller: &Caller, lobby: bool) -> Result<(), Fault> {
    let person = caller.known()?;
    caller.spend(app, Kind::NewGame)?;
    if lobby && app.store.unfinished(&person.id, "open").await? >= app.config.max_open {
        return Err(Fault::new(Code::TooManyGames, "close one of your open lobbies first"));
    }
    if app.store.unfinished(&person.id, "playing").await? >= app.config.max_unfinished {
        return Err(Fault::new(Code::TooManyGames, "finish some of your games first"));
    }
    Ok(())
}

/// The secret part of an invitation.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyQuery {
    /// For unlisted games of others.
    pub key: Option<String>,
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
) -> Result<Json<Snapshot>, Fault> {
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
) -> Result<Json<Done>, Fault> {
    caller.known()?;
    caller.spend(&app, Kind::Message)?;
    if matches!(command.action, Action::Rematch { .. }) {
        may_begin(&app, &caller, false).await?;
    }
    let viewer = viewer(&caller, query);
    let ask = |answer| Ask::Act { viewer: viewer.clone(), action: command.clone(), answer };
    Ok(Json(Done { version: app.hub.ask(&app, &id, ask).await? }))
}

/// A game that is no longer on my lists.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub(crate) struct Hidden {
    /// Its id.
    pub id: String,
}

/// Takes a game that I made or play in off my lists; the game itself goes on as it is.
#[utoipa::path(post, path = "/api/games/{id}/hide", tag = "games",
    params(("id" = String, Path)),
    responses((status = 200, body = Hidden), (status = "4XX", body = Fault)))]
pub(crate) async fn hide(
    State(app): State<App>,
    caller: Caller,
    Id(id): Id,
) -> Result<Json<Hidden>, Fault> {
    let person = caller.known()?.id.clone();
    caller.spend(&app, Kind::Message)?;
    match app.store.write(Write::Hide { person, game: id.clone() }).await {
        Ok(()) => Ok(Json(Hidden { id })),
        Err(StoreError::Conflict) => {
            Err(Fault::new(Code::NotFound, "there is no such game on your list"))
        }
        Err(error) => Err(error.into()),
    }
}
