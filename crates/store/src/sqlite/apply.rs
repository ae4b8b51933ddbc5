//! How a change is made.

use rusqlite::{Connection, OptionalExtension, params};

use super::archive;
use super::condition::require;
use super::damaged;
use super::people::{end_session, end_sessions, forget, new_device_code, puzzle_tried, rename};
use super::studies;
use crate::names::index_keys;
use crate::{Condition, EventRow, GameRow, SeatRow, StoreError, Write};

/// Makes a change within the transaction that is open. The outer error spoils the transaction,
/// the inner one concerns only this change, of which nothing is left then.
pub(crate) fn apply(
    connection: &Connection,
    write: &Write,
) -> rusqlite::Result<Result<(), StoreError>> {
    if let Some(person) = write.stores_for()
        && let Err(error) = require(connection, &Condition::Exists { person: person.into() })?
    {
        return Ok(Err(error));
    }
    let touched = match write {
        Write::Require(condition) => return require(connection, condition),
        Write::NewPerson(person) => connection
            .prepare_cached(
                "INSERT INTO people (id, name, name_key, login, password, created, picture) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
            )?
            .execute(params![
                person.id,
                person.name,
                person.name_key,
                person.login,
                person.password,
                person.created,
                person.picture
            ])?,
        Write::Rename { person, name, name_key } => rename(connection, person, name, name_key)?,
        Write::SetPicture { person, picture } => connection
            .prepare_cached("UPDATE people SET picture = ?2 WHERE id = ?1")?
            .execute([person, picture])?,
        Write::NewDeviceCode { person, hash, at, until } => {
            new_device_code(connection, person, hash, *at, *until)?
        }
        Write::UseDeviceCode { person, hash, at } => connection
            .prepare_cached(
                "DELETE FROM device_codes WHERE hash = ?1 AND person = ?2 AND until_at > ?3",
            )?
            .execute(params![hash, person, at])?,
        Write::Register { person, login, password, name_key } => connection
            .prepare_cached(
                "UPDATE OR IGNORE people SET login = ?2, password = ?3, name_key = ?4 \
                 WHERE id = ?1",
            )?
            .execute([person, login, password, name_key])?,
        Write::SetPassword { person, password } => connection
            .prepare_cached("UPDATE people SET password = ?2 WHERE id = ?1")?
            .execute([person, password])?,
        Write::NewSession(session) => connection
            .prepare_cached(
                "INSERT INTO sessions (id, person, label, created, seen) \
                 VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
            )?
            .execute(params![
                session.id,
                session.person,
                session.label,
                session.created,
                session.seen
            ])?,
        Write::EndSession { person, id } => end_session(connection, person, id)?,
        Write::EndSessions { person, except } => {
            end_sessions(connection, person, except.as_deref())?;
            1
        }
        Write::SeenSession { id, at } => connection
            .prepare_cached("UPDATE sessions SET seen = ?2 WHERE id = ?1")?
            .execute(params![id, at])?,
        Write::NewToken(token) => connection
            .prepare_cached(
                "INSERT INTO tokens (hash, id, person, label, created, scopes) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
            )?
            .execute(params![
                token.hash,
                token.id,
                token.person,
                token.label,
                token.created,
                token.scopes
            ])?,
        Write::DropTokens { person } => {
            connection.prepare_cached("DELETE FROM tokens WHERE person = ?1")?.execute([person])?;
            1
        }
        Write::DropToken { person, id } => connection
            .prepare_cached("DELETE FROM tokens WHERE person = ?1 AND id = ?2")?
            .execute([person, id])?,
        Write::Events { game, row, seats, events } => {
            let seats = seats.as_deref();
            return add_events(connection, game, row.as_ref(), seats, events);
        }
        Write::Row(row) => update_row(connection, row)?,
        Write::Together(writes) => return apply_together(connection, writes),
        Write::Hide { person, game } => connection
            .prepare_cached(
                "UPDATE games_of_people SET hidden = 1 WHERE person = ?1 AND game = ?2",
            )?
            .execute([person, game])?,
        Write::Fact { name, value } => connection
            .prepare_cached(
                "INSERT INTO facts (name, value) VALUES (?1, ?2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )?
            .execute([name, value])?,
        Write::Report { game, report, at } => connection
            .prepare_cached(
                "INSERT INTO reports (game, report, at) SELECT ?1, ?2, ?3 \
                 WHERE EXISTS (SELECT 1 FROM games WHERE id = ?1) \
                 ON CONFLICT (game) DO UPDATE SET report = excluded.report, at = excluded.at",
            )?
            .execute(params![game, report, at])?,
        Write::RemoveGame { game, at } => return remove_game(connection, game, *at).map(Ok),
        Write::Ban { person, reason } => connection
            .prepare_cached("UPDATE people SET banned = ?2 WHERE id = ?1")?
            .execute(params![person, reason])?,
        Write::Forget { person, name, name_key, at } => {
            forget(connection, person, name, name_key, *at)?
        }
        Write::PuzzleTried { puzzle, solved, at, standing } => {
            puzzle_tried(connection, puzzle, *solved, *at, standing)?
        }
        Write::Archive(archived) => return archive::file(connection, archived),
        Write::MarkDamaged { game, at, reason } => damaged::mark(connection, game, *at, reason)?,
        Write::RetryDamaged { game, at } => damaged::retry(connection, game, *at)?,
        Write::ArchiveAnew => return archive::file_all_anew(connection).map(Ok),
        Write::Accuracy { game, seat, accuracy } => {
            connection
                .prepare_cached("UPDATE played SET accuracy = ?3 WHERE id = ?1 AND seat = ?2")?
                .execute(params![game, seat, accuracy])?;
            1
        }
        Write::KeepStudy { head, content } => studies::keep(connection, head, content)?,
        Write::SaveStudy { head, content } => studies::save(connection, head, content)?,
        Write::RemoveStudy { id } => studies::remove(connection, id)?,
        Write::HostAct { at, act, about } => connection
            .prepare_cached("INSERT INTO host_acts (at, act, about) VALUES (?1, ?2, ?3)")?
            .execute(params![at, act, about])?,
        Write::FirstFact { name, value } => connection
            .prepare_cached(
                "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )?
            .execute([name, value])?,
        Write::Downtime { begin, until } => connection
            .prepare_cached(
                "INSERT INTO downtimes (begin_at, until_at) VALUES (?1, ?2) \
                 ON CONFLICT (begin_at) DO UPDATE SET until_at = excluded.until_at",
            )?
            .execute([begin, until])?,
    };
    Ok(if touched > 0 { Ok(()) } else { Err(StoreError::Conflict) })
}

fn apply_together(
    connection: &Connection,
    writes: &[Write],
) -> rusqlite::Result<Result<(), StoreError>> {
    connection.execute_batch("SAVEPOINT together")?;
    for write in writes {
        if let Err(error) = apply(connection, write)? {
            connection.execute_batch("ROLLBACK TO together; RELEASE together")?;
            return Ok(Err(error));
        }
    }
    connection.execute_batch("RELEASE together")?;
    Ok(Ok(()))
}

/// Events follow those that are stored, without a gap; whoever comes second is told so before
/// anything is written.
fn add_events(
    connection: &Connection,
    game: &str,
    row: Option<&GameRow>,
    seats: Option<&[SeatRow]>,
    events: &[EventRow],
) -> rusqlite::Result<Result<(), StoreError>> {
    let Some(first) = events.first() else { return Ok(Ok(())) };
    let last: Option<i64> = connection
        .prepare_cached("SELECT MAX(version) FROM events WHERE game = ?1")?
        .query_row([game], |row| row.get(0))?;
    if last.unwrap_or(0) + 1 != first.version {
        return Ok(Err(StoreError::Conflict));
    }
    if let Err(error) = require_people(connection, game, first.version, row, seats)? {
        return Ok(Err(error));
    }
    let over_before = is_over(connection, game)?;
    let touched = match row {
        Some(row) if first.version == 1 => insert_row(connection, row)?,
        Some(row) => update_row(connection, row)?,
        None => 1,
    };
    if touched == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (game, version, kind, payload, at) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for event in events {
        insert.execute(params![game, event.version, event.kind, event.payload, event.at])?;
    }
    if let Some(seats) = seats {
        replace_seats(connection, game, seats)?;
    }
    if let Some(row) = row
        && !over_before
        && is_over(connection, game)?
    {
        archive::await_filing(connection, game)?;
        if row.listed == 1 {
            index_names(connection, row)?;
        }
    }
    Ok(Ok(()))
}

/// Refuses deleted accounts as the host of a new game and on seats that they did not have before.
fn require_people(
    connection: &Connection,
    game: &str,
    version: i64,
    row: Option<&GameRow>,
    seats: Option<&[SeatRow]>,
) -> rusqlite::Result<Result<(), StoreError>> {
    let host = row.filter(|_| version == 1).and_then(|row| row.host.as_deref());
    let mut people: Vec<&str> = host.into_iter().collect();
    if let Some(seats) = seats {
        let mut stored = connection
            .prepare_cached("SELECT person FROM seats WHERE game = ?1 AND person IS NOT NULL")?;
        let stored = stored.query_map([game], |row| row.get(0))?;
        people.extend(SeatRow::newcomers(seats, &stored.collect::<rusqlite::Result<Vec<_>>>()?));
    }
    for person in people {
        if let Err(error) = require(connection, &Condition::Exists { person: person.into() })? {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

/// Takes a game out of every table, and notes that it was there. One that is not there is removed
/// already.
fn remove_game(connection: &Connection, game: &str, at: i64) -> rusqlite::Result<()> {
    let mut rows = connection.prepare_cached("SELECT updated FROM games WHERE id = ?1")?;
    let updated: Option<i64> = rows.query_row([game], |row| row.get(0)).optional()?;
    if let Some(updated) = updated {
        unindex_names(connection, game, updated)?;
    }
    archive::unfile(connection, game)?;
    for sql in [
        "DELETE FROM reports WHERE game = ?1",
        "DELETE FROM events WHERE game = ?1",
        "DELETE FROM seats WHERE game = ?1",
        "DELETE FROM games_of_people WHERE game = ?1",
        "DELETE FROM games WHERE id = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([game])?;
    }
    if updated.is_some() {
        connection
            .prepare_cached(
                "INSERT INTO removed_games (id, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )?
            .execute(params![game, at])?;
    }
    Ok(())
}

fn is_over(connection: &Connection, game: &str) -> rusqlite::Result<bool> {
    let mut statement = connection
        .prepare_cached("SELECT 1 FROM games WHERE id = ?1 AND phase IN ('ended', 'closed')")?;
    statement.exists([game])
}

fn insert_row(connection: &Connection, row: &GameRow) -> rusqlite::Result<usize> {
    let inserted = connection
        .prepare_cached(
            "INSERT INTO games (id, game, phase, listed, secret, host, summary, version, due, \
             created, updated, result) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            row.id,
            row.game,
            row.phase,
            row.listed,
            row.secret,
            row.host,
            row.summary,
            row.version,
            row.due,
            row.created,
            row.updated,
            row.result
        ])?;
    if let (1, Some(host)) = (inserted, &row.host) {
        join(connection, host, &row.id)?;
    }
    Ok(inserted)
}

/// A game that is over keeps its place in the lists, whatever is said after it.
fn update_row(connection: &Connection, row: &GameRow) -> rusqlite::Result<usize> {
    let updated = connection
        .prepare_cached(
            "UPDATE games SET phase = ?2, summary = ?3, version = ?4, due = ?5, \
             updated = CASE WHEN phase IN ('ended', 'closed') THEN updated ELSE ?6 END, \
             result = ?7 WHERE id = ?1",
        )?
        .execute(params![
            row.id,
            row.phase,
            row.summary,
            row.version,
            row.due,
            row.updated,
            row.result
        ])?;
    connection
        .prepare_cached(
            "UPDATE games_of_people SET (phase, updated) = \
             (SELECT phase, updated FROM games WHERE id = ?1) WHERE game = ?1",
        )?
        .execute([&row.id])?;
    Ok(updated)
}

/// The game is on the person's list.
fn join(connection: &Connection, person: &str, game: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO games_of_people (person, game, phase, updated) \
             SELECT ?1, id, phase, updated FROM games WHERE id = ?2 ON CONFLICT DO NOTHING",
        )?
        .execute([person, game])?;
    Ok(())
}

fn replace_seats(connection: &Connection, game: &str, seats: &[SeatRow]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO seats (game, seat, person, name) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person, name = excluded.name",
    )?;
    for seat in seats {
        insert.execute(params![game, seat.seat, seat.person, seat.name])?;
    }
    // Who stood up has no part in the game any more, unless it is theirs.
    connection
        .prepare_cached(
            "DELETE FROM games_of_people WHERE game = ?1 \
             AND person NOT IN (SELECT person FROM seats WHERE game = ?1 AND person IS NOT NULL) \
             AND person NOT IN (SELECT host FROM games WHERE id = ?1 AND host IS NOT NULL)",
        )?
        .execute([game])?;
    for person in seats.iter().filter_map(|seat| seat.person.as_ref()) {
        join(connection, person, game)?;
    }
    Ok(())
}

/// Adds a game to the index of players' names.
fn index_names(connection: &Connection, row: &GameRow) -> rusqlite::Result<()> {
    for name in seat_names(connection, &row.id)? {
        index_name(connection, &row.id, &row.game, row.updated, &name)?;
    }
    Ok(())
}

/// Removes a game from the index of players' names.
pub(crate) fn unindex_names(
    connection: &Connection,
    game: &str,
    updated: i64,
) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM name_words WHERE key = ?1 AND updated = ?2 AND id = ?3 AND word = ?4",
    )?;
    for name in seat_names(connection, game)? {
        for (key, word) in index_keys(&name) {
            delete.execute(params![key, updated, game, word])?;
        }
    }
    Ok(())
}

pub(crate) fn seat_names(connection: &Connection, game: &str) -> rusqlite::Result<Vec<String>> {
    let mut seats = connection.prepare_cached("SELECT name FROM seats WHERE game = ?1")?;
    let names = seats.query_map([game], |row| row.get(0))?;
    names.collect()
}

pub(crate) fn index_name(
    connection: &Connection,
    id: &str,
    game: &str,
    updated: i64,
    name: &str,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO name_words (key, updated, id, word, game) VALUES (?1, ?2, ?3, ?4, ?5) \
         ON CONFLICT DO NOTHING",
    )?;
    for (key, word) in index_keys(name) {
        insert.execute(params![key, updated, id, word, game])?;
    }
    Ok(())
}
