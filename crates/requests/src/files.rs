//! Games as files, and step by step.

use agon_protocol::file::{GameFile, ReadText, TextFound};
use agon_protocol::lists::KeyQuery;
use agon_protocol::position::{Frame, PositionRequest};
use agon_protocol::setup::Made;
use agon_protocol::study::Study;
use agon_table::opening::find;
use agon_table::replay::frames;
use agon_table::{creation, files, studies, texts};

use crate::backend::{Allowance, Answer, Backend, Played};
use crate::reply::EncodedList;

/// Events of an imported file that are counted as one new game.
const EVENTS_PER_GAME: usize = 500;

pub(crate) async fn export<B: Backend>(
    site: &mut B,
    id: String,
    query: KeyQuery,
) -> Answer<(String, String), B> {
    let Played { game, occupants, created, state } = site.game(&id, query).await?;
    site.run(move || {
        let kind = find(game.id())?;
        let record = files::record(kind, game, &occupants, state.outcome.as_ref(), created);
        Ok((format!("agon-{id}.pgn"), record.to_string()))
    })
    .await
}

pub(crate) async fn replay<B: Backend>(
    site: &mut B,
    id: String,
    query: KeyQuery,
) -> Answer<EncodedList<Frame>, B> {
    let Played { game, state, .. } = site.game(&id, query).await?;
    site.run(move || EncodedList::new(&frames(game, state.ply))).await
}

pub(crate) async fn write_file<B: Backend>(
    site: &mut B,
    request: PositionRequest,
) -> Answer<String, B> {
    site.run(move || files::write(&request)).await
}

pub(crate) async fn write_study<B: Backend>(site: &mut B, study: Study) -> Answer<String, B> {
    site.run(move || Ok(studies::read(&study)?.to_string())).await
}

pub(crate) async fn read_text<B: Backend>(site: &mut B, request: ReadText) -> Answer<TextFound, B> {
    site.run(move || texts::read(&request.text, &request.board, request.pick)).await
}

pub(crate) async fn import_file<B: Backend>(site: &mut B, file: GameFile) -> Answer<Made, B> {
    let person = site.known()?;
    site.spend(Allowance::NewGame).await?;
    let (ids, now) = (site.new_id(), site.now());
    let work = move || creation::import(&files::chosen(&file)?, &person, ids, now);
    let (table, events) = site.run(work).await?;
    let more = events.len() / EVENTS_PER_GAME;
    if more > 0 {
        site.spend(Allowance::MoreGames(more)).await?;
    }
    site.import(table, events).await
}
