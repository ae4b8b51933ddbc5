//! Games that are over: filing them and finding them.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::Sqlite;
use super::queries::rows;
use crate::archive::{ArchivePage, COMPARED};
use crate::names::{common_key, fits, words};
use crate::rows::{After, FromRow};
use crate::{
    ArchiveFilter, Archived, ArchivedRow, ExploredRow, GameRow, PersonRow, PlayedRow,
    RatingChangeRow, RatingRow, StoreError,
};

type Result<T> = std::result::Result<T, StoreError>;

/// A game that has just ended waits to be filed.
pub(crate) fn await_filing(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO unarchived (id, at) SELECT id, updated FROM games \
             WHERE id = ?1 AND phase = 'ended' ON CONFLICT DO NOTHING",
        )?
        .execute([id])?;
    Ok(())
}

/// Files a game, once: all of it, or nothing where somebody else was first.
pub(crate) fn file(
    connection: &Connection,
    archived: &Archived,
) -> rusqlite::Result<std::result::Result<(), StoreError>> {
    connection.execute_batch("SAVEPOINT filing")?;
    if try_to_file(connection, archived)? {
        connection.execute_batch("RELEASE filing")?;
        return Ok(Ok(()));
    }
    connection.execute_batch("ROLLBACK TO filing; RELEASE filing")?;
    Ok(Err(StoreError::Conflict))
}

fn try_to_file(connection: &Connection, archived: &Archived) -> rusqlite::Result<bool> {
    let waited = connection
        .prepare_cached("DELETE FROM unarchived WHERE id = ?1")?
        .execute([&archived.id])?;
    if waited == 0 {
        return Ok(false);
    }
    if let Some(game) = &archived.game {
        add_game(connection, game)?;
    }
    let mut is_deleted =
        connection.prepare_cached("SELECT 1 FROM people WHERE id = ?1 AND deleted IS NOT NULL")?;
    let mut deleted = Vec::new();
    for person in archived.people() {
        if is_deleted.exists([person])? {
            deleted.push(person);
        }
    }
    let exists = |person: &String| !deleted.contains(&person.as_str());
    for played in archived.played.iter().filter(|played| exists(&played.person)) {
        add_played(connection, played)?;
    }
    for (rating, change) in &archived.rated {
        if exists(&rating.person) && !rate(connection, rating, change)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn add_game(connection: &Connection, game: &ArchivedRow) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO archived_games \
             (id, game, rules, plies, result, listed, updated, outcome, line) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            game.id,
            game.game,
            game.rules,
            game.plies,
            game.result,
            game.listed,
            game.updated,
            game.outcome,
            game.line_bytes()
        ])?;
    let mut count = connection.prepare_cached(
        "INSERT INTO explorer (position, next, outcome, games) VALUES (?1, ?2, ?3, 1) \
         ON CONFLICT (position, next, outcome) DO UPDATE SET games = games + 1",
    )?;
    for edge in game.edges() {
        count.execute(edge)?;
    }
    let mut list = connection.prepare_cached(
        "INSERT INTO position_games (position, updated, id) VALUES (?1, ?2, ?3) \
         ON CONFLICT DO NOTHING",
    )?;
    for position in game.positions() {
        list.execute(params![position, game.updated, game.id])?;
    }
    Ok(())
}

fn add_played(connection: &Connection, played: &PlayedRow) -> rusqlite::Result<usize> {
    let sql = format!(
        "INSERT INTO played ({}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) \
         ON CONFLICT DO NOTHING",
        PlayedRow::COLUMNS
    );
    connection.prepare_cached(&sql)?.execute(params![
        played.person,
        played.at,
        played.id,
        played.seat,
        played.game,
        played.pace,
        played.result,
        played.opponent,
        played.computer,
        played.plies,
        played.listed,
        played.opening,
        played.accuracy
    ])
}

/// A rating changes by a game, once; and only from what it was when it was reckoned.
fn rate(
    connection: &Connection,
    rating: &RatingRow,
    change: &RatingChangeRow,
) -> rusqlite::Result<bool> {
    let noted = connection
        .prepare_cached(
            "INSERT INTO rating_changes (id, person, game, pace, at, before, rating) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            change.id,
            change.person,
            change.game,
            change.pace,
            change.at,
            change.before,
            change.rating
        ])?;
    let rated = connection
        .prepare_cached(
            "INSERT INTO ratings (person, game, pace, rating, deviation, volatility, games, at) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (person, game, pace) \
             DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
             volatility = excluded.volatility, games = excluded.games, at = excluded.at \
             WHERE ratings.games = excluded.games - 1",
        )?
        .execute(params![
            rating.person,
            rating.game,
            rating.pace,
            rating.rating,
            rating.deviation,
            rating.volatility,
            rating.games,
            rating.at
        ])?;
    Ok(noted == 1 && rated == 1)
}

/// Nothing is found of a game any more. What it changed in ratings stays: those were earned.
pub(crate) fn unfile(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let found: Option<ArchivedRow> =
        rows(connection, "archived_games WHERE id = ?1", [id])?.into_iter().next();
    if let Some(game) = found {
        let mut less = connection.prepare_cached(
            "UPDATE explorer SET games = games - 1 \
             WHERE position = ?1 AND next = ?2 AND outcome = ?3",
        )?;
        let mut gone = connection.prepare_cached(
            "DELETE FROM explorer \
             WHERE position = ?1 AND next = ?2 AND outcome = ?3 AND games <= 0",
        )?;
        for edge in game.edges() {
            less.execute(edge)?;
            gone.execute(edge)?;
        }
        let mut listed = connection.prepare_cached(
            "DELETE FROM position_games WHERE position = ?1 AND updated = ?2 AND id = ?3",
        )?;
        for position in game.positions() {
            listed.execute(params![position, game.updated, game.id])?;
        }
    }
    for sql in [
        "DELETE FROM unarchived WHERE id = ?1",
        "DELETE FROM damaged_games WHERE id = ?1",
        "DELETE FROM archived_games WHERE id = ?1",
        "DELETE FROM played WHERE id = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([id])?;
    }
    Ok(())
}

/// All games are filed anew.
pub(crate) fn file_all_anew(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DELETE FROM explorer; DELETE FROM position_games; DELETE FROM archived_games; \
         DELETE FROM played; INSERT INTO unarchived SELECT id, updated FROM games \
         WHERE phase = 'ended' ON CONFLICT DO NOTHING",
    )
}

impl Sqlite {
    pub(crate) async fn unarchived(&self, until: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM unarchived WHERE at <= ?1 ORDER BY at, id LIMIT ?2";
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_map([until, limit], |row| row.get(0))?.collect()
        };
        self.readers.ask(ask).await
    }

    pub(crate) async fn just_ended(&self, since: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM unarchived WHERE at > ?1 ORDER BY at DESC, id LIMIT ?2";
        let ask = move |c: &Connection| {
            c.prepare_cached(sql)?.query_map([since, limit], |row| row.get(0))?.collect()
        };
        self.readers.ask(ask).await
    }

    pub(crate) async fn is_unarchived(&self, id: &str) -> Result<bool> {
        let id = id.to_owned();
        let sql = "SELECT 1 FROM unarchived WHERE id = ?1";
        self.readers.ask(move |c| c.prepare_cached(sql)?.exists([id])).await
    }

    pub(crate) async fn explored(&self, position: i64) -> Result<Vec<ExploredRow>> {
        self.lists.ask(move |c| rows(c, "explorer WHERE position = ?1", [position])).await
    }

    pub(crate) async fn played(&self, person: &str, limit: i64) -> Result<Vec<PlayedRow>> {
        let person = person.to_owned();
        let rest = "played WHERE person = ?1 ORDER BY at DESC, id, seat LIMIT ?2";
        self.lists.ask(move |c| rows(c, rest, (person, limit))).await
    }

    pub(crate) async fn rating(
        &self,
        person: &str,
        game: &str,
        pace: &str,
    ) -> Result<Option<RatingRow>> {
        let key = [person.to_owned(), game.to_owned(), pace.to_owned()];
        let rest = "ratings WHERE person = ?1 AND game = ?2 AND pace = ?3";
        self.readers.ask(move |c| Ok(rows(c, rest, key)?.pop())).await
    }

    pub(crate) async fn ratings_of(&self, person: &str) -> Result<Vec<RatingRow>> {
        let person = person.to_owned();
        let rest = "ratings WHERE person = ?1 ORDER BY game, pace";
        self.readers.ask(move |c| rows(c, rest, [person])).await
    }

    pub(crate) async fn rating_changes(
        &self,
        person: &str,
        limit: i64,
    ) -> Result<Vec<RatingChangeRow>> {
        let person = person.to_owned();
        let rest = "rating_changes WHERE person = ?1 ORDER BY at DESC, id LIMIT ?2";
        self.lists.ask(move |c| rows(c, rest, (person, limit))).await
    }

    pub(crate) async fn changed_by(&self, id: &str) -> Result<Vec<RatingChangeRow>> {
        let id = id.to_owned();
        let rest = "rating_changes WHERE id = ?1 ORDER BY person";
        self.readers.ask(move |c| rows(c, rest, [id])).await
    }

    pub(crate) async fn leaders(
        &self,
        game: &str,
        pace: &str,
        surest: i64,
        limit: i64,
        offset: i64,
    ) -> Result<Vec<(RatingRow, PersonRow)>> {
        let key = (game.to_owned(), pace.to_owned(), surest, limit, offset);
        let sql = format!(
            "SELECT {}, {} FROM ratings CROSS JOIN people ON people.id = ratings.person \
             WHERE ratings.game = ?1 AND ratings.pace = ?2 AND ratings.deviation <= ?3 \
             AND people.login IS NOT NULL AND people.banned IS NULL \
             ORDER BY ratings.rating DESC, ratings.person LIMIT ?4 OFFSET ?5",
            PersonRow::COLUMNS,
            RatingRow::COLUMNS
        );
        let ask = move |c: &Connection| {
            let mut statement = c.prepare_cached(&sql)?;
            let read = |row: &rusqlite::Row<'_>| {
                Ok((RatingRow::read(&After(row, 8))?, PersonRow::read(row)?))
            };
            statement.query_map(key, read)?.collect()
        };
        self.lists.ask(ask).await
    }

    pub(crate) async fn archive(&self, filter: &ArchiveFilter) -> Result<ArchivePage> {
        let filter = filter.clone();
        self.lists.ask(move |connection| find(connection, &filter)).await
    }
}

/// From where games come in the order of the page: the fewest that are known to hold all.
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
            vec![text(common_key(word)), text(word), text(&format!("{word}\u{10ffff}"))],
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
        // A name has several words, and some players have the same.
        if last.as_ref() == Some(&place) {
            continue;
        }
        if let Some(game) = fitting(connection, filter, &wanted, &place.1)? {
            page.games.push(game);
        }
        last = Some(place);
    }
    Ok(page)
}

/// The game, if it is one that is looked for.
fn fitting(
    connection: &Connection,
    filter: &ArchiveFilter,
    wanted: &[String],
    id: &str,
) -> rusqlite::Result<Option<GameRow>> {
    let mut slim = connection.prepare_cached(
        "SELECT game, rules, plies, result, listed FROM archived_games WHERE id = ?1",
    )?;
    let read = |row: &rusqlite::Row<'_>| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
    };
    let found: Option<(String, String, i64, String, i64)> =
        slim.query_row([id], read).optional()?;
    let Some((game, rules, plies, result, listed)) = found else { return Ok(None) };
    let rules = format!(",{rules},");
    let fits_all = filter.game.as_ref().is_none_or(|wanted| *wanted == game)
        && filter.result.as_ref().is_none_or(|wanted| *wanted == result)
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
    if !wanted.is_empty() {
        let mut seats = connection.prepare_cached("SELECT name FROM seats WHERE game = ?1")?;
        let names: Vec<String> =
            seats.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        if !names.iter().any(|name| fits(name, wanted)) {
            return Ok(None);
        }
    }
    let game: Option<GameRow> = rows(connection, "games WHERE id = ?1", [id])?.pop();
    Ok(game.filter(|game| match (filter.won, &filter.person) {
        (Some(won), Some(person)) => game.won_by(person) == won,
        _ => true,
    }))
}
