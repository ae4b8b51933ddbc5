//! Search in the archive.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use agon_protocol::lists::Ended;

use super::Sqlite;
use super::executor::Statements;
use super::lists::has_player;
use crate::archive::{ArchivePage, COMPARED};
use crate::executor::values;
use crate::names::{common_key, end_of, words};
use crate::rows::Record;
use crate::{ArchiveFilter, GameRow, StoreError};

impl Sqlite {
    pub(crate) async fn archive(&self, filter: &ArchiveFilter) -> Result<ArchivePage, StoreError> {
        let filter = filter.clone();
        self.lists.ask(move |connection| find(connection, &filter)).await
    }
}

/// Returns the most selective source of candidates in the order of the page, and its parameters.
fn source(filter: &ArchiveFilter, wanted: &[String]) -> (String, Vec<Value>) {
    let listed = if filter.listed_only { " AND listed = 1" } else { "" };
    let text = |text: &str| Value::from(text.to_owned());
    match (&filter.position, &filter.person, wanted.first(), &filter.game) {
        (Some(position), ..) => {
            ("position_games WHERE position = ?".into(), vec![(*position).into()])
        }
        (_, Some(person), ..) => (
            "(SELECT person, updated, game AS id FROM games_of_people \
             WHERE hidden = 0 AND phase = 'ended') WHERE person = ?"
                .into(),
            vec![text(person)],
        ),
        (_, _, Some(word), _) => (
            "name_words WHERE key = ? AND word >= ? AND word < ?".into(),
            vec![text(common_key(word)), text(word), text(&end_of(word))],
        ),
        (.., Some(game)) => (format!("archived_games WHERE game = ?{listed}"), vec![text(game)]),
        _ => (format!("archived_games WHERE TRUE{listed}"), Vec::new()),
    }
}

fn find(connection: &Connection, filter: &ArchiveFilter) -> rusqlite::Result<ArchivePage> {
    let wanted: Vec<String> = filter.player.iter().flat_map(|player| words(player)).collect();
    let none = ArchivePage { games: Vec::new(), next: None };
    if filter.player.is_some() && wanted.is_empty() {
        return Ok(none);
    }
    let (mut sql, mut values) = source(filter, &wanted);
    let mut add = |condition: &str, value: i64| {
        sql += condition;
        values.push(value.into());
    };
    if let Some(from) = filter.time.0 {
        add(" AND updated >= ?", from);
    }
    if let Some(until) = filter.time.1 {
        add(" AND updated < ?", until);
    }
    if let Some((at, id)) = &filter.after {
        sql += " AND updated <= ? AND (updated < ? OR id > ?)";
        values.extend([(*at).into(), (*at).into(), Value::from(id.clone())]);
    }
    let candidates = format!("SELECT updated, id FROM {sql} ORDER BY updated DESC, id");
    let mut statement = connection.prepare_cached(&candidates)?;
    let mut rows = statement.query(params_from_iter(values))?;
    let limit = usize::try_from(filter.limit).unwrap_or(0);
    let mut page = none;
    let mut last: Option<(i64, String)> = None;
    let mut compared = 0;
    while let Some(row) = rows.next()? {
        if page.games.len() >= limit || compared >= COMPARED {
            page.next = last;
            break;
        }
        let place: (i64, String) = (row.get(0)?, row.get(1)?);
        compared += 1;
        // Several words or players can lead to the same game.
        if last.as_ref() == Some(&place) {
            continue;
        }
        if let Some(game) = matching(connection, filter, &wanted, &place.1)? {
            page.games.push(game);
        }
        last = Some(place);
    }
    Ok(page)
}

/// Returns the game if it matches the filter.
fn matching(
    connection: &Connection,
    filter: &ArchiveFilter,
    wanted: &[String],
    id: &str,
) -> rusqlite::Result<Option<GameRow>> {
    let statements = Statements(connection);
    let sql = "SELECT game, rules, plies, result, listed FROM archived_games WHERE id = $1";
    let found: Vec<(String, String, i64, Ended, i64)> = statements.select(sql, values![id])?;
    let Some((game, rules, plies, result, listed)) = found.into_iter().next() else {
        return Ok(None);
    };
    let rules = format!(",{rules},");
    let fits_all = filter.game.as_ref().is_none_or(|wanted| *wanted == game)
        && filter.result.is_none_or(|wanted| wanted == result)
        && filter.options.iter().all(|option| rules.contains(&format!(",{option},")))
        && filter.plies.0.is_none_or(|least| plies >= least)
        && filter.plies.1.is_none_or(|most| plies <= most)
        && (!filter.listed_only || listed == 1);
    if !fits_all {
        return Ok(None);
    }
    if let (Some(person), Some(_)) = (&filter.person, filter.position) {
        let sql = "SELECT 1 FROM games_of_people WHERE person = ?1 AND game = ?2 AND hidden = 0";
        if !connection.prepare_cached(sql)?.exists([person.as_str(), id])? {
            return Ok(None);
        }
    }
    if !wanted.is_empty() && !has_player(connection, id, wanted)? {
        return Ok(None);
    }
    let games: Vec<GameRow> = statements.select(&GameRow::select("WHERE id = $1"), values![id])?;
    Ok(games.into_iter().next().filter(|game| match (filter.won, &filter.person) {
        (Some(won), Some(person)) => game.won_by(person) == won,
        _ => true,
    }))
}
