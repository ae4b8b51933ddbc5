//! Changes of people: what they are called, and where they are signed in.

use rusqlite::{Connection, OptionalExtension, params};

use super::apply::index_name;
use crate::StandingRow;

/// The newest games of a person that are found by a new name.
const MOST_GAMES: i64 = 1_000;

/// Another name, under which the person's games are found from now on, too; how many people have it
/// (none if somebody else does).
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
        rename_seats(connection, person, &before.to_lowercase(), &name.to_lowercase())?;
    }
    Ok(touched)
}

/// Seats that the person has under another name belong to others on the same screen.
fn rename_seats(
    connection: &Connection,
    person: &str,
    before: &str,
    name: &str,
) -> rusqlite::Result<()> {
    if before == name {
        return Ok(());
    }
    let mut games = connection.prepare_cached(
        "SELECT game FROM games_of_people WHERE person = ?1 ORDER BY updated DESC LIMIT ?2",
    )?;
    let mut seats = connection.prepare_cached(
        "UPDATE seats SET name = ?4 WHERE game = ?1 AND person = ?2 AND name = ?3",
    )?;
    let mut over = connection.prepare_cached(
        "SELECT game, updated FROM games \
         WHERE id = ?1 AND listed = 1 AND phase IN ('ended', 'closed')",
    )?;
    let games: Vec<String> = games
        .query_map(params![person, MOST_GAMES], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for id in games {
        if seats.execute([&id, person, before, name])? == 0 {
            continue;
        }
        let found = over.query_row([&id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        if let Some((game, updated)) = found {
            let game: String = game;
            index_name(connection, &id, &game, updated, name)?;
        }
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
