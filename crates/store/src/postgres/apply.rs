//! How a change is made, within the transaction that is open on a line.

use crate::names::{index_keys, words};
use crate::{Condition, EventRow, GameRow, SeatRow, Write};

use super::events::Columns;
use super::failure::Failure;
use super::line::{Line, Parameters};
use super::{archive, condition, damaged, people, studies};

/// Makes a change. After an error the transaction is to be rolled back.
pub(crate) async fn apply(line: &Line, write: &Write) -> Result<(), Failure> {
    if let Some(person) = write.stores_for() {
        condition::require(line, &Condition::Exists { person: person.into() }).await?;
    }
    let touched = match write {
        Write::Require(required) => return condition::require(line, required).await,
        Write::NewPerson(person) => {
            let parameters: Parameters<'_> = &[
                &person.id,
                &person.name,
                &person.name_key,
                &person.login,
                &person.password,
                &person.created,
                &person.picture,
            ];
            line.change(
                "INSERT INTO people (id, name, name_key, login, password, created, picture) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                parameters,
            )
            .await?
        }
        Write::Rename { person, name, name_key } => {
            people::rename(line, person, name, name_key).await?
        }
        Write::SetPicture { person, picture } => {
            let sql = "UPDATE people SET picture = $2 WHERE id = $1";
            line.change(sql, &[person, picture]).await?
        }
        Write::NewDeviceCode { person, hash, at, until } => {
            people::new_device_code(line, person, hash, *at, *until).await?
        }
        Write::UseDeviceCode { person, hash, at } => {
            let sql = "DELETE FROM device_codes WHERE hash = $1 AND person = $2 AND until_at > $3";
            line.change(sql, &[hash, person, at]).await?
        }
        Write::Register { person, login, password, name_key } => {
            let sql = "UPDATE people SET login = $2, password = $3, name_key = $4 WHERE id = $1";
            line.change(sql, &[person, login, password, name_key]).await?
        }
        Write::SetPassword { person, password } => {
            let sql = "UPDATE people SET password = $2 WHERE id = $1";
            line.change(sql, &[person, password]).await?
        }
        Write::NewSession(session) => {
            let parameters: Parameters<'_> =
                &[&session.id, &session.person, &session.label, &session.created, &session.seen];
            line.change(
                "INSERT INTO sessions (id, person, label, created, seen) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                parameters,
            )
            .await?
        }
        Write::EndSession { person, id } => {
            people::drop_device_codes(line, person).await?;
            let sql = "DELETE FROM sessions WHERE person = $1 AND id = $2";
            line.change(sql, &[person, id]).await?
        }
        Write::EndSessions { person, except } => {
            people::drop_device_codes(line, person).await?;
            let sql = "DELETE FROM sessions WHERE person = $1 AND id IS DISTINCT FROM $2";
            line.change(sql, &[person, except]).await?;
            1
        }
        Write::SeenSession { id, at } => {
            let sql = "UPDATE sessions SET seen = $2 WHERE id = $1";
            line.change(sql, &[id, at]).await?
        }
        Write::NewToken(token) => {
            let parameters: Parameters<'_> = &[
                &token.hash,
                &token.id,
                &token.person,
                &token.label,
                &token.created,
                &token.scopes,
            ];
            line.change(
                "INSERT INTO tokens (hash, id, person, label, created, scopes) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                parameters,
            )
            .await?
        }
        Write::DropTokens { person } => {
            line.change("DELETE FROM tokens WHERE person = $1", &[person]).await?;
            1
        }
        Write::DropToken { person, id } => {
            let sql = "DELETE FROM tokens WHERE person = $1 AND id = $2";
            line.change(sql, &[person, id]).await?
        }
        Write::Events { game, row, seats, events } => {
            return add_events(line, game, row.as_ref(), seats.as_deref(), events).await;
        }
        Write::Row(row) => update_row(line, row).await?,
        Write::Together(writes) => {
            for write in writes {
                Box::pin(apply(line, write)).await?;
            }
            1
        }
        Write::Hide { person, game } => {
            let sql = "UPDATE games_of_people SET hidden = 1 WHERE person = $1 AND game = $2";
            line.change(sql, &[person, game]).await?
        }
        Write::Fact { name, value } => {
            line.change(
                "INSERT INTO facts (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                &[name, value],
            )
            .await?
        }
        Write::FirstFact { name, value } => {
            let sql = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            line.change(sql, &[name, value]).await?
        }
        Write::Report { game, report, at } => {
            line.change(
                "INSERT INTO reports (game, report, at) SELECT $1::text, $2, $3 \
                 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1) \
                 ON CONFLICT (game) DO UPDATE SET report = excluded.report, at = excluded.at",
                &[game, report, at],
            )
            .await?
        }
        Write::RemoveGame { game, at } => return remove_game(line, game, *at).await,
        Write::Ban { person, reason } => {
            line.change("UPDATE people SET banned = $2 WHERE id = $1", &[person, reason]).await?
        }
        Write::Forget { person, name, name_key, at } => {
            people::forget(line, person, name, name_key, *at).await?
        }
        Write::PuzzleTried { puzzle, solved, at, standing } => {
            people::puzzle_tried(line, puzzle, *solved, *at, standing).await?
        }
        Write::Archive(archived) => archive::file(line, archived).await?,
        Write::MarkDamaged { game, at, reason } => damaged::mark(line, game, *at, reason).await?,
        Write::RetryDamaged { game, at } => damaged::retry(line, game, *at).await?,
        Write::ArchiveAnew => return archive::file_all_anew(line).await,
        Write::Accuracy { game, seat, accuracy } => {
            let sql = "UPDATE played SET accuracy = $3 WHERE id = $1 AND seat = $2";
            line.change(sql, &[game, seat, accuracy]).await?;
            1
        }
        Write::KeepStudy { head, content } => studies::keep(line, head, content).await?,
        Write::SaveStudy { head, content } => studies::save(line, head, content).await?,
        Write::RemoveStudy { id } => studies::remove(line, id).await?,
        Write::HostAct { at, act, about } => {
            let sql = "INSERT INTO host_acts (at, act, about) VALUES ($1, $2, $3)";
            line.change(sql, &[at, act, about]).await?
        }
        Write::Downtime { begin, until } => {
            line.change(
                "INSERT INTO downtimes (begin_at, until_at) VALUES ($1, $2) \
                 ON CONFLICT (begin_at) DO UPDATE SET until_at = excluded.until_at",
                &[begin, until],
            )
            .await?
        }
    };
    if touched > 0 { Ok(()) } else { Err(Failure::Taken) }
}

/// Events follow those that are stored, without a gap. They come first: who holds the version
/// writes the rest.
async fn add_events(
    line: &Line,
    game: &str,
    row: Option<&GameRow>,
    seats: Option<&[SeatRow]>,
    events: &[EventRow],
) -> Result<(), Failure> {
    let Some(first) = events.first() else { return Ok(()) };
    let rows: Vec<(&str, &EventRow)> = events.iter().map(|event| (game, event)).collect();
    let columns = Columns::of(&rows);
    let [games, versions, kinds, payloads, times, commands] = columns.parameters();
    let inserted = line
        .change(
            "INSERT INTO events (game, version, kind, payload, at, command) \
             SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], \
             $5::bigint[], $6::text[]) WHERE $7::bigint = 1 OR EXISTS (SELECT 1 FROM events \
             WHERE game = $8 AND version = $7 - 1) ON CONFLICT DO NOTHING",
            &[games, versions, kinds, payloads, times, commands, &first.version, &game],
        )
        .await?;
    if inserted != events.len() as u64 {
        return Err(Failure::Taken);
    }
    if let (1, Some(host)) = (first.version, row.and_then(|row| row.host.as_ref())) {
        condition::require(line, &Condition::Exists { person: host.clone() }).await?;
    }
    let over_before = is_over(line, game).await?;
    let touched = match row {
        Some(row) if first.version == 1 => insert_row(line, row).await?,
        Some(row) => update_row(line, row).await?,
        None => 1,
    };
    if touched == 0 {
        return Err(Failure::Taken);
    }
    if let Some(seats) = seats {
        require_newcomers(line, game, seats).await?;
        replace_seats(line, game, seats).await?;
    }
    let Some(row) = row else { return Ok(()) };
    if over_before || !is_over(line, game).await? {
        return Ok(());
    }
    archive::await_filing(line, game).await?;
    if row.listed == 1 { index_names(line, row).await } else { Ok(()) }
}

/// Refuses deleted accounts on seats that they did not have before.
async fn require_newcomers(line: &Line, game: &str, seats: &[SeatRow]) -> Result<(), Failure> {
    let sql = "SELECT person FROM seats WHERE game = $1 AND person IS NOT NULL";
    let rows = line.rows(sql, &[&game]).await?;
    let stored = rows.iter().map(|row| row.try_get(0));
    let stored = stored.collect::<Result<Vec<String>, tokio_postgres::Error>>()?;
    for person in SeatRow::newcomers(seats, &stored) {
        condition::require(line, &Condition::Exists { person: person.into() }).await?;
    }
    Ok(())
}

async fn is_over(line: &Line, game: &str) -> Result<bool, Failure> {
    let sql = "SELECT 1 FROM games WHERE id = $1 AND phase IN ('ended', 'closed')";
    Ok(!line.rows(sql, &[&game]).await?.is_empty())
}

async fn insert_row(line: &Line, row: &GameRow) -> Result<u64, Failure> {
    let parameters: Parameters<'_> = &[
        &row.id,
        &row.game,
        &row.phase,
        &row.listed,
        &row.secret,
        &row.host,
        &row.summary,
        &row.version,
        &row.due,
        &row.created,
        &row.updated,
        &row.result,
    ];
    let inserted = line
        .change(
            "INSERT INTO games (id, game, phase, listed, secret, host, summary, version, due, \
             created, updated, result) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING",
            parameters,
        )
        .await?;
    if let (1, Some(host)) = (inserted, &row.host) {
        join(line, host, &row.id).await?;
    }
    Ok(inserted)
}

/// A game that is over keeps its place in the lists, whatever is said after it. A row that is older
/// than what another server has written is left out; so only a game that is not there is none.
async fn update_row(line: &Line, row: &GameRow) -> Result<u64, Failure> {
    let parameters: Parameters<'_> =
        &[&row.id, &row.phase, &row.summary, &row.version, &row.due, &row.updated, &row.result];
    let updated = line
        .change(
            "UPDATE games SET phase = $2, summary = $3, version = $4, due = $5, \
             updated = CASE WHEN phase IN ('ended', 'closed') THEN updated ELSE $6 END, \
             result = $7 WHERE id = $1 AND version <= $4",
            parameters,
        )
        .await?;
    if updated == 0 {
        let there = line.rows("SELECT 1 FROM games WHERE id = $1", &[&row.id]).await?;
        return Ok(there.len() as u64);
    }
    line.change(
        "UPDATE games_of_people AS mine SET phase = games.phase, updated = games.updated \
         FROM games WHERE games.id = $1 AND mine.game = $1",
        &[&row.id],
    )
    .await?;
    Ok(updated)
}

/// The game is on the person's list.
async fn join(line: &Line, person: &str, game: &str) -> Result<(), Failure> {
    line.change(
        "INSERT INTO games_of_people (person, game, phase, updated) \
         SELECT $1, id, phase, updated FROM games WHERE id = $2 ON CONFLICT DO NOTHING",
        &[&person, &game],
    )
    .await?;
    Ok(())
}

async fn replace_seats(line: &Line, game: &str, seats: &[SeatRow]) -> Result<(), Failure> {
    for seat in seats {
        line.change(
            "INSERT INTO seats (game, seat, person, name, words) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person, \
             name = excluded.name, words = excluded.words",
            &[&game, &seat.seat, &seat.person, &seat.name, &spaced(&seat.name)],
        )
        .await?;
    }
    // Who stood up has no part in the game any more, unless it is theirs.
    line.change(
        "DELETE FROM games_of_people WHERE game = $1 \
         AND person NOT IN (SELECT person FROM seats WHERE game = $1 AND person IS NOT NULL) \
         AND person NOT IN (SELECT host FROM games WHERE id = $1 AND host IS NOT NULL)",
        &[&game],
    )
    .await?;
    for person in seats.iter().filter_map(|seat| seat.person.as_ref()) {
        join(line, person, game).await?;
    }
    Ok(())
}

/// The words of a name, each after a space: so a beginning of one is found as ` beginning`.
pub(crate) fn spaced(name: &str) -> String {
    words(name).map(|word| format!(" {word}")).collect()
}

/// Takes a game out of every table, and notes that it was there. One that is not there is removed
/// already.
async fn remove_game(line: &Line, game: &str, at: i64) -> Result<(), Failure> {
    let was_there = !line.rows("SELECT 1 FROM games WHERE id = $1", &[&game]).await?.is_empty();
    archive::unfile(line, game).await?;
    unindex_names(line, game).await?;
    for sql in [
        "DELETE FROM reports WHERE game = $1",
        "DELETE FROM events WHERE game = $1",
        "DELETE FROM seats WHERE game = $1",
        "DELETE FROM games_of_people WHERE game = $1",
        "DELETE FROM games WHERE id = $1",
    ] {
        line.change(sql, &[&game]).await?;
    }
    if was_there {
        let sql = "INSERT INTO removed_games (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        line.change(sql, &[&game, &at]).await?;
    }
    Ok(())
}

/// Returns the index keys of a game's players' names, and the words that they stand for.
async fn name_keys(line: &Line, game: &str) -> Result<(Vec<String>, Vec<String>), Failure> {
    let names = line.rows("SELECT name FROM seats WHERE game = $1", &[&game]).await?;
    let (mut keys, mut words) = (Vec::new(), Vec::new());
    for name in names {
        let name: String = name.try_get(0)?;
        for (key, word) in index_keys(&name) {
            keys.push(key);
            words.push(word);
        }
    }
    Ok((keys, words))
}

/// Removes a game from the index of players' names.
pub(crate) async fn unindex_names(line: &Line, game: &str) -> Result<(), Failure> {
    let (keys, _) = name_keys(line, game).await?;
    let sql = "DELETE FROM name_words WHERE key = ANY($1) AND id = $2";
    line.change(sql, &[&keys, &game]).await?;
    Ok(())
}

/// Adds a game to the index of players' names.
pub(crate) async fn index_names(line: &Line, row: &GameRow) -> Result<(), Failure> {
    let (keys, words) = name_keys(line, &row.id).await?;
    line.change(
        "INSERT INTO name_words (key, updated, id, word, game) \
         SELECT key, $3, $4, word, $5 FROM unnest($1::text[], $2::text[]) AS new (key, word) \
         ON CONFLICT DO NOTHING",
        &[&keys, &words, &row.updated, &row.id, &row.game],
    )
    .await?;
    Ok(())
}
