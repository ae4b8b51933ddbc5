//! Lists of games, the latest first. A statement contains only the filters that are set, so that an index
//! provides the order, and reading ends with the last row of the list.

use std::fmt::Write as _;

use agon_protocol::state::Phase;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::Sqlite;
use super::executor::Statements;
use crate::executor::{Parameter, ToParameter, values};
use crate::names::{common_key, end_of, fits, words};
use crate::rows::{FromRow, Record};
use crate::{GameFilter, GameRow, StoreError};

/// Maximum number of games whose names are compared one by one for a list.
const COMPARED: usize = 5_000;
/// Number of entries under the first letters of a name that are read before those of the whole name.
const LATEST: i64 = 3_000;

impl Sqlite {
    pub(crate) async fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        let filter = filter.clone();
        self.lists.ask(move |connection| list(connection, &filter)).await
    }
}

fn list(connection: &Connection, filter: &GameFilter) -> rusqlite::Result<Vec<GameRow>> {
    let limit = usize::try_from(filter.limit).unwrap_or(0);
    let wanted: Vec<String> = filter.player.iter().flat_map(|player| words(player)).collect();
    if filter.player.is_some() && wanted.is_empty() {
        return Ok(Vec::new());
    }
    if wanted.is_empty() || filter.person.is_some() || !filter.listed_only {
        return walk(connection, filter, &wanted, limit);
    }
    // Names are indexed for games that are over; there are few others.
    match filter.phase {
        Some(Phase::Open | Phase::Playing) => walk(connection, filter, &wanted, limit),
        Some(_) => by_name(connection, filter, &wanted, limit),
        None => {
            let mut games = by_name(connection, filter, &wanted, limit)?;
            for phase in [Phase::Open, Phase::Playing] {
                let filter = GameFilter { phase: Some(phase), ..filter.clone() };
                games.extend(walk(connection, &filter, &wanted, limit)?);
            }
            games.sort_by(|a, b| b.updated.cmp(&a.updated).then_with(|| a.id.cmp(&b.id)));
            games.truncate(limit);
            Ok(games)
        }
    }
}

/// Reads games in the order of the list.
fn walk(
    connection: &Connection,
    filter: &GameFilter,
    wanted: &[String],
    limit: usize,
) -> rusqlite::Result<Vec<GameRow>> {
    let mut conditions: Vec<&str> = Vec::new();
    let mut values: Vec<Value> = Vec::new();
    let mut add = |condition, value: Value| {
        conditions.push(condition);
        values.push(value);
    };
    // With a person, the index on the person's games provides the order.
    let mine = filter.person.is_some();
    let (tables, order) = if mine {
        (
            "games_of_people AS mine CROSS JOIN games ON games.id = mine.game",
            "mine.updated DESC, mine.game",
        )
    } else {
        ("games", "games.updated DESC, games.id")
    };
    if let Some(person) = &filter.person {
        add("mine.hidden = 0 AND mine.person = ?", person.clone().into());
    }
    if let Some(phase) = &filter.phase {
        let column = if mine { "mine.phase = ?" } else { "games.phase = ?" };
        add(column, named(phase));
    }
    if let Some(game) = &filter.game {
        add("games.game = ?", game.clone().into());
    }
    if filter.result.is_some() {
        add("games.result = ?", named(&filter.result));
    }
    if let Some(before) = filter.before {
        add(if mine { "mine.updated < ?" } else { "games.updated < ?" }, before.into());
    }
    if filter.listed_only {
        conditions.push("games.listed = 1");
    }
    if conditions.is_empty() {
        conditions.push("TRUE");
    }
    let sql = format!(
        "SELECT {} FROM {tables} WHERE {} ORDER BY {order}",
        GameRow::COLUMNS,
        conditions.join(" AND ")
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(values))?;
    let mut found = Vec::new();
    let mut compared = 0;
    while found.len() < limit && compared < COMPARED {
        let Some(row) = rows.next()? else { break };
        let game = GameRow::read(row)?;
        compared += usize::from(!wanted.is_empty() || filter.won.is_some());
        if let (Some(won), Some(person)) = (filter.won, &filter.person)
            && game.won_by(person) != won
        {
            continue;
        }
        if wanted.is_empty() || has_player(connection, &game.id, wanted)? {
            found.push(game);
        }
    }
    Ok(found)
}

/// Finds listed games that are over by words of players' names.
fn by_name(
    connection: &Connection,
    filter: &GameFilter,
    wanted: &[String],
    limit: usize,
) -> rusqlite::Result<Vec<GameRow>> {
    let Some((prefix, others)) = rarest_first(connection, wanted)? else { return Ok(Vec::new()) };
    let mut conditions = String::new();
    let mut parameters: Vec<(String, Value)> = vec![
        (":prefix".into(), prefix.clone().into()),
        (":end".into(), end_of(prefix).into()),
        (":before".into(), filter.before.unwrap_or(i64::MAX).into()),
    ];
    if let Some(game) = &filter.game {
        conditions.push_str("AND game = :game ");
        parameters.push((":game".into(), game.clone().into()));
    }
    for (i, other) in others.iter().enumerate() {
        let _ = write!(
            conditions,
            "AND EXISTS (SELECT 1 FROM name_words AS other WHERE other.key = :key{i} \
             AND other.updated = found.updated AND other.id = found.id \
             AND other.word >= :from{i} AND other.word < :to{i}) "
        );
        parameters.push((format!(":key{i}"), common_key(other).to_owned().into()));
        parameters.push((format!(":from{i}"), (*other).clone().into()));
        parameters.push((format!(":to{i}"), end_of(other).into()));
    }
    let latest = format!(
        "SELECT DISTINCT id, updated FROM (SELECT id, updated, word, game FROM name_words \
         WHERE key = :key AND updated < :before ORDER BY updated DESC, id LIMIT {LATEST}) AS found \
         WHERE word >= :prefix AND word < :end {conditions} ORDER BY updated DESC, id"
    );
    let all = format!(
        "SELECT DISTINCT id, updated FROM name_words AS found WHERE key >= :prefix AND key < :end \
         AND key = word AND updated < :before {conditions} ORDER BY updated DESC, id"
    );
    // Common names are found among the latest entries; rare names have few entries.
    let mut with_key = parameters.clone();
    with_key.push((":key".into(), common_key(prefix).to_owned().into()));
    let found = take(connection, &latest, &with_key, filter, wanted, limit)?;
    if found.len() >= limit {
        return Ok(found);
    }
    take(connection, &all, &parameters, filter, wanted, limit)
}

/// Returns the word with the fewest entries, counted up to a limit, and the others.
fn rarest_first<'a>(
    connection: &Connection,
    wanted: &'a [String],
) -> rusqlite::Result<Option<(&'a String, Vec<&'a String>)>> {
    let mut counted: Vec<(i64, &String)> = Vec::new();
    for word in wanted {
        let count = if wanted.len() == 1 { 0 } else { short_count(connection, word)? };
        counted.push((count, word));
    }
    counted.sort_by_key(|&(count, _)| count);
    let mut words = counted.into_iter().map(|(_, word)| word);
    Ok(words.next().map(|first| (first, words.collect())))
}

fn short_count(connection: &Connection, prefix: &str) -> rusqlite::Result<i64> {
    let sql = format!(
        "SELECT COUNT(*) FROM (SELECT 1 FROM name_words WHERE key >= ?1 AND key < ?2 \
         AND key = word LIMIT {LATEST})"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_row([prefix, &end_of(prefix)], |row| row.get(0))
}

fn take(
    connection: &Connection,
    sql: &str,
    parameters: &[(String, Value)],
    filter: &GameFilter,
    wanted: &[String],
    limit: usize,
) -> rusqlite::Result<Vec<GameRow>> {
    let mut statement = connection.prepare_cached(sql)?;
    for (name, value) in parameters {
        if let Some(place) = statement.parameter_index(name)? {
            statement.raw_bind_parameter(place, value)?;
        }
    }
    let mut rows = statement.raw_query();
    let mut found = Vec::new();
    let mut compared = 0;
    while found.len() < limit && compared < COMPARED {
        let Some(row) = rows.next()? else { break };
        compared += 1;
        let id: String = row.get(0)?;
        if wanted.len() > 1 && !has_player(connection, &id, wanted)? {
            continue;
        }
        let games: Vec<GameRow> =
            Statements(connection).select(&GameRow::select("WHERE id = $1"), values![id])?;
        found.extend(games.into_iter().filter(|game| {
            filter.phase.is_none_or(|phase| game.phase == phase)
                && filter.result.is_none_or(|result| game.result == Some(result))
        }));
    }
    Ok(found)
}

/// Whether the name of a player has all the wanted words.
pub(super) fn has_player(
    connection: &Connection,
    game: &str,
    wanted: &[String],
) -> rusqlite::Result<bool> {
    let sql = "SELECT name FROM seats WHERE game = $1";
    let names: Vec<(String,)> = Statements(connection).select(sql, values![game])?;
    Ok(names.iter().any(|(name,)| fits(name, wanted)))
}

/// Returns a value that is stored by name.
pub(super) fn named(value: &impl ToParameter) -> Value {
    match value.parameter() {
        Parameter::Text(name) => Value::Text(name.into_owned()),
        _ => Value::Null,
    }
}
