//! The person who asks, the catalogue, lists of games, and single games.

use agon_games::GAMES;
use agon_protocol::action::{Command, Done};
use agon_protocol::archive::{ArchivePage, ArchiveQuery};
use agon_protocol::catalog::CatalogEntry;
use agon_protocol::error::{Code, Fault};
use agon_protocol::lists::{Ended, Hidden, KeyQuery, ListQuery};
use agon_protocol::people::Me;
use agon_protocol::report::{GameReport, Moment};
use agon_protocol::setup::{Made, NewGame, Occupant};
use agon_protocol::state::{Phase, Summary};
use agon_table::creation::prepare;
use agon_table::thinking::check_kind;
use agon_table::{catalog as entries, reports};

use crate::backend::{Allowance, Answer, Backend};

/// Games on a page of a list if the query does not say.
const LIST_PAGE: u8 = 50;
/// Games on a page of the archive if the query does not say.
const ARCHIVE_PAGE: u8 = 24;
/// Maximum length of a player's name in a query.
const MAX_NAME: usize = 200;
/// Maximum length of a text in a search of the archive.
const MAX_TEXT: usize = 1_000;

pub(crate) async fn me<B: Backend>(site: &mut B) -> Answer<Me, B> {
    Ok(site.me()?)
}

pub(crate) async fn catalog<B: Backend>(site: &mut B) -> Answer<Vec<CatalogEntry>, B> {
    let entry = |game| entries::entry(game, site.has_tablebase(game.id(), None));
    Ok(GAMES.iter().copied().map(entry).collect())
}

pub(crate) async fn list<B: Backend>(site: &mut B, query: ListQuery) -> Answer<Vec<Summary>, B> {
    let limit = query.limit.unwrap_or(LIST_PAGE);
    check_list(site, limit, query.result, query.mine)?;
    if query.player.as_ref().is_some_and(|player| player.len() > MAX_NAME) {
        return Err(Fault::new(Code::TooLarge, "the player's name is too long").into());
    }
    site.games(ListQuery { limit: Some(limit), ..query }).await
}

pub(crate) async fn search<B: Backend>(
    site: &mut B,
    query: ArchiveQuery,
) -> Answer<ArchivePage, B> {
    let limit = query.limit.unwrap_or(ARCHIVE_PAGE);
    check_list(site, limit, query.result, query.mine)?;
    let ArchiveQuery { player, rules, position, person, after, mine, .. } = &query;
    let texts = [player, rules, position, person, after];
    if texts.into_iter().flatten().any(|text| text.len() > MAX_TEXT) {
        return Err(Fault::new(Code::TooLarge, "what is looked for is too long").into());
    }
    if *mine == Some(true) && person.is_some() {
        return Err(Fault::new(Code::BadRequest, "`mine` or `person`, not both").into());
    }
    site.archive(ArchiveQuery { limit: Some(limit), ..query }).await
}

/// Checks what lists and the archive have in common.
fn check_list(
    site: &impl Backend,
    limit: u8,
    result: Option<Ended>,
    mine: Option<bool>,
) -> Result<(), Fault> {
    if !(1..=100).contains(&limit) {
        return Err(Fault::new(Code::BadRequest, "the limit is 1 to 100"));
    }
    match mine {
        Some(true) => site.known().map(drop),
        _ if result == Some(Ended::Lost) => {
            Err(Fault::new(Code::BadRequest, "lost games are those of `mine`"))
        }
        _ => Ok(()),
    }
}

pub(crate) async fn create<B: Backend>(site: &mut B, new_game: NewGame) -> Answer<Made, B> {
    let person = site.known()?;
    site.may_begin().await?;
    let setup = prepare(new_game, &person, &mut || site.random())?;
    for occupant in setup.seats.iter().flatten() {
        if let Occupant::Computer { kind, .. } = occupant {
            check_kind(kind, || site.has_tablebase(&setup.game, Some(&setup.rules)))?;
        }
    }
    site.begin(setup).await
}

pub(crate) async fn act<B: Backend>(
    site: &mut B,
    id: String,
    query: KeyQuery,
    command: Command,
) -> Answer<Done, B> {
    site.known()?;
    site.spend(Allowance::Message).await?;
    if command.action.begins_a_game() {
        site.may_begin().await?;
    }
    Ok(Done { version: site.act(&id, query, command).await? })
}

pub(crate) async fn hide<B: Backend>(site: &mut B, id: String) -> Answer<Hidden, B> {
    site.known()?;
    site.spend(Allowance::Message).await?;
    if site.hide(&id).await? {
        return Ok(Hidden { id });
    }
    Err(Fault::new(Code::NotFound, "there is no such game on your list").into())
}

pub(crate) async fn report<B: Backend>(
    site: &mut B,
    id: String,
    query: KeyQuery,
) -> Answer<GameReport, B> {
    if site.game(&id, query).await?.state.phase != Phase::Ended {
        return Err(reports::not_over().into());
    }
    let missing = || Fault::new(Code::NotFound, "there is no report of this game yet");
    Ok(site.report(&id).await?.ok_or_else(missing)?)
}

pub(crate) async fn moment<B: Backend>(
    site: &mut B,
    id: String,
    query: KeyQuery,
) -> Answer<Moment, B> {
    let state = site.game(&id, query).await?.state;
    Ok(reports::moment(&state, site.report(&id).await?.as_ref()))
}
