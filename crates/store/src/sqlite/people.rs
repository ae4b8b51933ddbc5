//! Changes of people: what they are called, and where they are signed in.

use agon_protocol::people::Person;
use rusqlite::{Connection, OptionalExtension, params};

use super::apply::{index_name, seat_names, unindex_names};
use crate::StandingRow;
use crate::convert::{renamed_event, renamed_summary};

/// Number of games of a person, newest first, that are found by a new name.
const MOST_GAMES: i64 = 1_000;

/// Renames a person and the seats in their newest games. Returns the number of renamed people: none if the
/// name is taken.
pub(crate) fn rename(
    connection: &Connection,
    person: &str,
    name: &str,
    name_key: &str,
) -> rusqlite::Result<usize> {
    let before: Option<String> = connection
        .prepare_cached("SELECT name FROM people WHERE id = ?1")?
        .query_row([person], |row| row.get(0))
        .optional()?;
    let touched = connection
        .prepare_cached("UPDATE OR IGNORE people SET name = ?2, name_key = ?3 WHERE id = ?1")?
        .execute([person, name, name_key])?;
    if let (1, Some(before)) = (touched, before) {
        let mut games = connection.prepare_cached(
            "SELECT game FROM games_of_people WHERE person = ?1 ORDER BY updated DESC LIMIT ?2",
        )?;
        let games = games.query_map(params![person, MOST_GAMES], |row| row.get(0))?;
        for game in games.collect::<rusqlite::Result<Vec<String>>>()? {
            rename_seats(connection, &game, person, &before, name)?;
        }
    }
    Ok(touched)
}

/// Renames the seats that a person has under the own name in a game. Seats under other names belong to
/// others on the same screen.
fn rename_seats(
    connection: &Connection,
    id: &str,
    person: &str,
    before: &str,
    name: &str,
) -> rusqlite::Result<()> {
    let (before, name) = (before.to_lowercase(), name.to_lowercase());
    if before == name {
        return Ok(());
    }
    let mut over = connection.prepare_cached(
        "SELECT game, updated FROM games \
         WHERE id = ?1 AND listed = 1 AND phase IN ('ended', 'closed')",
    )?;
    let over: Option<(String, i64)> =
        over.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    if let Some((_, updated)) = &over {
        unindex_names(connection, id, *updated)?;
    }
    connection
        .prepare_cached("UPDATE seats SET name = ?4 WHERE game = ?1 AND person = ?2 AND name = ?3")?
        .execute([id, person, &before, &name])?;
    if let Some((game, updated)) = over {
        for name in seat_names(connection, id)? {
            index_name(connection, id, &game, updated, &name)?;
        }
    }
    Ok(())
}

/// Deletes an account; its seats stay, under another name. Returns the number of deleted accounts.
pub(crate) fn forget(
    connection: &Connection,
    person: &str,
    name: &str,
    name_key: &str,
    at: i64,
) -> rusqlite::Result<usize> {
    let before: Option<String> = connection
        .prepare_cached("SELECT name FROM people WHERE id = ?1")?
        .query_row([person], |row| row.get(0))
        .optional()?;
    let deleted = connection
        .prepare_cached(
            "UPDATE people SET login = NULL, password = NULL, name = ?2, name_key = ?3, \
             picture = '', deleted = ?4 WHERE id = ?1 AND deleted IS NULL",
        )?
        .execute(params![person, name, name_key, at])?;
    let (1, Some(before)) = (deleted, before) else { return Ok(0) };
    for sql in [
        "DELETE FROM tokens WHERE person = ?1",
        "DELETE FROM sessions WHERE person = ?1",
        "DELETE FROM device_codes WHERE person = ?1",
        "DELETE FROM puzzle_attempts WHERE person = ?1",
        "DELETE FROM puzzle_standings WHERE person = ?1",
        "DELETE FROM ratings WHERE person = ?1",
        "DELETE FROM rating_changes WHERE person = ?1",
        "DELETE FROM played WHERE person = ?1",
        "DELETE FROM studies WHERE person = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([person])?;
    }
    let nameless = Person { id: person.into(), name: name.into(), picture: person.into() };
    let mut games =
        connection.prepare_cached("SELECT game FROM games_of_people WHERE person = ?1")?;
    let games = games.query_map([person], |row| row.get(0))?;
    for game in games.collect::<rusqlite::Result<Vec<String>>>()? {
        rename_seats(connection, &game, person, &before, name)?;
        rename_in_game(connection, &game, &nameless)?;
    }
    Ok(deleted)
}

/// Replaces the name of a person in what is stored of a game. What cannot be read stays as it is.
fn rename_in_game(connection: &Connection, game: &str, person: &Person) -> rusqlite::Result<()> {
    let mut events = connection.prepare_cached(
        "SELECT version, payload FROM events WHERE game = ?1 AND kind IN ('created', 'seated')",
    )?;
    let events = events.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (version, payload) in events.collect::<rusqlite::Result<Vec<(i64, String)>>>()? {
        if let Some(payload) = renamed_event(&payload, person) {
            connection
                .prepare_cached("UPDATE events SET payload = ?3 WHERE game = ?1 AND version = ?2")?
                .execute(params![game, version, payload])?;
        }
    }
    let summary: Option<String> = connection
        .prepare_cached("SELECT summary FROM games WHERE id = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()?;
    if let Some(summary) = summary.and_then(|summary| renamed_summary(&summary, person)) {
        connection
            .prepare_cached("UPDATE games SET summary = ?2 WHERE id = ?1")?
            .execute([game, &summary])?;
    }
    Ok(())
}

/// A code for another device. Those that nobody has used go on the way.
pub(crate) fn new_device_code(
    connection: &Connection,
    person: &str,
    hash: &str,
    at: i64,
    until: i64,
) -> rusqlite::Result<usize> {
    connection
        .prepare_cached("DELETE FROM device_codes WHERE person = ?1 OR until_at <= ?2")?
        .execute(params![person, at])?;
    connection
        .prepare_cached(
            "INSERT INTO device_codes (hash, person, until_at) VALUES (?1, ?2, ?3) \
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![hash, person, until])
}

/// Whoever was signed in there may have asked for a code: it ends, too.
fn drop_device_codes(connection: &Connection, person: &str) -> rusqlite::Result<usize> {
    connection.prepare_cached("DELETE FROM device_codes WHERE person = ?1")?.execute([person])
}

pub(crate) fn end_session(
    connection: &Connection,
    person: &str,
    id: &str,
) -> rusqlite::Result<usize> {
    drop_device_codes(connection, person)?;
    connection
        .prepare_cached("DELETE FROM sessions WHERE person = ?1 AND id = ?2")?
        .execute([person, id])
}

pub(crate) fn end_sessions(
    connection: &Connection,
    person: &str,
    except: Option<&str>,
) -> rusqlite::Result<()> {
    drop_device_codes(connection, person)?;
    connection
        .prepare_cached("DELETE FROM sessions WHERE person = ?1 AND id IS NOT ?2")?
        .execute(params![person, except])?;
    Ok(())
}

/// A puzzle that was tried for the first time; how many were (none if it was tried before).
pub(crate) fn puzzle_tried(
    connection: &Connection,
    puzzle: &str,
    solved: bool,
    at: i64,
    standing: &StandingRow,
) -> rusqlite::Result<usize> {
    let StandingRow { person, game, .. } = standing;
    let fresh = connection
        .prepare_cached(
            "INSERT INTO puzzle_attempts (person, game, puzzle, solved, at) \
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
        )?
        .execute(params![person, game, puzzle, i64::from(solved), at])?;
    if fresh == 0 {
        return Ok(0);
    }
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO puzzle_standings (person, game, rating, deviation, volatility, \
             tried, solved, streak, longest) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            person,
            game,
            standing.rating,
            standing.deviation,
            standing.volatility,
            standing.tried,
            standing.solved,
            standing.streak,
            standing.longest
        ])
}
