//! Games that are over: a search, and what was played in a position.

use std::collections::HashSet;

use agon_protocol::archive::{ArchivePage, ArchiveQuery, Explored};
use agon_protocol::error::{Code, Fault};
use agon_protocol::lists::Ended;
use agon_protocol::position::PositionRequest;
use agon_protocol::state::Summary;
use agon_store::{ArchiveFilter, GameRow, column};
use agon_table::opening::find;
use axum::Json;
use axum::extract::State;

use super::explorer;
use super::extract::{Body, Params};
use super::fault::{Answer, HttpFault};
use crate::archiving;
use crate::identity::Caller;
use crate::state::App;

/// Games on a page when nothing is said.
const USUAL: u8 = 24;
/// The longest text of a name, of rules and of a position.
const LONGEST: usize = 1_000;

/// Games that are over, by whatever was in them, the latest first.
#[utoipa::path(get, path = "/api/archive", tag = "archive", params(ArchiveQuery),
    responses((status = 200, body = ArchivePage), (status = "4XX", body = Fault)))]
pub(crate) async fn search(
    State(app): State<App>,
    caller: Caller,
    Params(query): Params<ArchiveQuery>,
) -> Answer<Json<ArchivePage>> {
    let filter = filter_of(&app, &caller, query).await?;
    archiving::catch_up(&app).await?;
    let (games, next) = summaries(&app, &filter).await?;
    let next = next.map(|(at, id)| format!("{at}.{id}"));
    Ok(Json(ArchivePage { games, next }))
}

/// The games of a page, with the names that people have now.
pub(crate) async fn summaries(
    app: &App,
    filter: &ArchiveFilter,
) -> Answer<(Vec<Summary>, Option<(i64, String)>)> {
    let found = app.store.archive(filter).await?;
    let mut games: Vec<Summary> =
        found.games.iter().map(GameRow::summary).filter_map(Result::ok).collect();
    let people: HashSet<String> = games.iter().flat_map(Summary::people).map(Into::into).collect();
    let people = app.people_now(&people.into_iter().collect::<Vec<_>>()).await?;
    for game in &mut games {
        for person in &people {
            game.know(person);
        }
    }
    Ok((games, found.next))
}

/// What is looked for, if it can be.
async fn filter_of(app: &App, caller: &Caller, query: ArchiveQuery) -> Answer<ArchiveFilter> {
    let bad = |message: &str| HttpFault::from(Fault::new(Code::BadRequest, message));
    let texts = [&query.player, &query.rules, &query.position, &query.person, &query.after];
    if texts.into_iter().flatten().any(|text| text.len() > LONGEST) {
        return Err(Fault::new(Code::TooLarge, "what is looked for is too long").into());
    }
    let limit = query.limit.unwrap_or(USUAL);
    if !(1..=100).contains(&limit) {
        return Err(bad("the limit is 1 to 100"));
    }
    let mine = query.mine.unwrap_or(false);
    let (result, won) = match query.result {
        None => (None, None),
        Some(Ended::Won) => (Some(Ended::Won), mine.then_some(true)),
        Some(Ended::Lost) if mine => (Some(Ended::Won), Some(false)),
        Some(Ended::Lost) => return Err(bad("lost games are those of `mine`")),
        Some(Ended::Drawn) => (Some(Ended::Drawn), None),
        Some(Ended::Unfinished) => (Some(Ended::Unfinished), None),
    };
    let rules = query.rules.unwrap_or_default();
    let (mut options, mut position) = (Vec::new(), None);
    if !rules.is_empty() || query.position.is_some() {
        let game = query.game.clone().ok_or_else(|| bad("say which game, too"))?;
        options = options_of(&game, &rules)?;
        if let Some(text) = query.position {
            let request = PositionRequest { game, rules, position: Some(text), moves: Vec::new() };
            let key = move || agon_table::explorer::key_of(&request);
            position = Some(app.offload.run(&caller.address, key).await??);
            // The rules are part of what a position is.
            options.clear();
        }
    }
    let after = query.after.map(|text| {
        let (at, id) = text.split_once('.')?;
        Some((at.parse().ok()?, id.to_owned()))
    });
    let person = match (mine, query.person) {
        (true, Some(_)) => return Err(bad("`mine` or `person`, not both")),
        (true, None) => Some(caller.known()?.id.clone()),
        (false, person) => person,
    };
    Ok(ArchiveFilter {
        game: query.game,
        options,
        player: query.player.filter(|player| !player.trim().is_empty()),
        person,
        result,
        won,
        listed_only: !mine,
        plies: (query.shortest.map(i64::from), query.longest.map(i64::from)),
        time: (query.from.map(|at| column(at.0)), query.until.map(|at| column(at.0))),
        position,
        after: after.map(|after| after.ok_or_else(|| bad("`after` is no place"))).transpose()?,
        limit: i64::from(limit),
    })
}

/// The options that a text names, each as it stands among the rules of a game.
fn options_of(game: &str, rules: &str) -> Result<Vec<String>, Fault> {
    let game = find(game)?;
    let written = game.open(rules, None)?.rules();
    let preset = |name: &str| game.presets().iter().find(|preset| preset.name == name);
    let named: Vec<&str> = rules
        .split(',')
        .flat_map(|item| preset(item).map_or(item, |preset| preset.rules).split(','))
        .filter_map(|item| item.split_once('='))
        .map(|(name, _)| name)
        .collect();
    let is_named =
        |item: &&str| item.split_once('=').is_some_and(|(name, _)| named.contains(&name));
    Ok(written.split(',').filter(is_named).map(Into::into).collect())
}

/// What was played in a position, and how it ended.
#[utoipa::path(post, path = "/api/explorer", tag = "archive", request_body = PositionRequest,
    responses((status = 200, body = Explored), (status = "4XX", body = Fault)))]
pub(crate) async fn explore(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<Explored>> {
    Ok(Json(explorer::explore(&app, &caller.address, request).await?))
}
