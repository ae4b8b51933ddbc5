//! Changes of people: what they are called, and where they are signed in.

use agon_protocol::people::Person;
use tokio_postgres::Row;

use super::apply::{index_names, spaced, unindex_names};
use super::failure::Failure;
use super::line::{Line, Parameters};
use crate::convert::{renamed_event, renamed_summary};
use crate::rows::FromRow;
use crate::{GameRow, StandingRow};

/// Number of games of a person, newest first, that are found by a new name.
const MOST_GAMES: i64 = 1_000;

/// Renames a person and the seats in their newest games. Returns the number of renamed people.
pub(crate) async fn rename(
    line: &Line,
    person: &str,
    name: &str,
    name_key: &str,
) -> Result<u64, Failure> {
    let before = line.rows("SELECT name FROM people WHERE id = $1", &[&person]).await?;
    let sql = "UPDATE people SET name = $2, name_key = $3 WHERE id = $1";
    let touched = line.change(sql, &[&person, &name, &name_key]).await?;
    if let (1, Some(before)) = (touched, before.first()) {
        let before: String = before.try_get(0)?;
        let sql = "SELECT game FROM games_of_people WHERE person = $1 \
                   ORDER BY updated DESC LIMIT $2";
        let games = line.rows(sql, &[&person, &MOST_GAMES]).await?;
        rename_seats(line, &ids(&games)?, person, &before, name).await?;
    }
    Ok(touched)
}

/// Returns the first column.
fn ids(rows: &[Row]) -> Result<Vec<String>, tokio_postgres::Error> {
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Renames the seats that a person has under the own name in games. Seats under other names belong to
/// others on the same screen.
async fn rename_seats(
    line: &Line,
    games: &[String],
    person: &str,
    before: &str,
    name: &str,
) -> Result<(), Failure> {
    let (before, name) = (before.to_lowercase(), name.to_lowercase());
    if before == name {
        return Ok(());
    }
    let sql = format!(
        "SELECT {} FROM games WHERE listed = 1 AND phase IN ('ended', 'closed') AND id IN \
         (SELECT game FROM seats WHERE game = ANY($1) AND person = $2 AND name = $3)",
        GameRow::COLUMNS
    );
    let mut over = Vec::new();
    for row in line.rows(&sql, &[&games, &person, &before]).await? {
        over.push(GameRow::read(&row)?);
    }
    for game in &over {
        unindex_names(line, &game.id).await?;
    }
    line.change(
        "UPDATE seats SET name = $4, words = $5 WHERE game = ANY($1) AND person = $2 AND name = $3",
        &[&games, &person, &before, &name, &spaced(&name)],
    )
    .await?;
    for game in &over {
        index_names(line, game).await?;
    }
    Ok(())
}

/// A code for another device. Those that nobody has used go on the way.
pub(crate) async fn new_device_code(
    line: &Line,
    person: &str,
    hash: &str,
    at: i64,
    until: i64,
) -> Result<u64, Failure> {
    let sql = "DELETE FROM device_codes WHERE person = $1 OR until_at <= $2";
    line.change(sql, &[&person, &at]).await?;
    let sql = "INSERT INTO device_codes (hash, person, until_at) VALUES ($1, $2, $3) \
               ON CONFLICT DO NOTHING";
    line.change(sql, &[&hash, &person, &until]).await
}

/// Whoever was signed in there may have asked for a code: it ends, too.
pub(crate) async fn drop_device_codes(line: &Line, person: &str) -> Result<(), Failure> {
    line.change("DELETE FROM device_codes WHERE person = $1", &[&person]).await.map(drop)
}

/// Deletes an account; its seats stay. The row of the person is changed first, which locks it: a
/// transaction that stores something for the person either ends before or sees the deletion.
pub(crate) async fn forget(
    line: &Line,
    person: &str,
    name: &str,
    name_key: &str,
    at: i64,
) -> Result<u64, Failure> {
    let before = line.rows("SELECT name FROM people WHERE id = $1 FOR UPDATE", &[&person]).await?;
    let sql = "UPDATE people SET login = NULL, password = NULL, name = $2, name_key = $3, \
               picture = '', deleted = $4 WHERE id = $1 AND deleted IS NULL";
    let deleted = line.change(sql, &[&person, &name, &name_key, &at]).await?;
    let (1, Some(before)) = (deleted, before.first()) else { return Ok(0) };
    let before: String = before.try_get(0)?;
    for sql in [
        "DELETE FROM tokens WHERE person = $1",
        "DELETE FROM sessions WHERE person = $1",
        "DELETE FROM device_codes WHERE person = $1",
        "DELETE FROM puzzle_attempts WHERE person = $1",
        "DELETE FROM puzzle_standings WHERE person = $1",
        "DELETE FROM ratings WHERE person = $1",
        "DELETE FROM rating_changes WHERE person = $1",
        "DELETE FROM played WHERE person = $1",
        "DELETE FROM studies WHERE person = $1",
    ] {
        line.change(sql, &[&person]).await?;
    }
    let games = line.rows("SELECT game FROM games_of_people WHERE person = $1", &[&person]).await?;
    let games = ids(&games)?;
    rename_seats(line, &games, person, &before, name).await?;
    let nameless = Person { id: person.into(), name: name.into(), picture: person.into() };
    rename_in_games(line, &games, &nameless).await?;
    Ok(deleted)
}

/// Replaces the name of a person in what is stored of games. What cannot be read stays as it is.
async fn rename_in_games(line: &Line, games: &[String], person: &Person) -> Result<(), Failure> {
    let sql = "SELECT game, version, payload FROM events \
               WHERE game = ANY($1) AND kind IN ('created', 'seated')";
    for row in line.rows(sql, &[&games]).await? {
        let (game, version, payload): (String, i64, String) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if let Some(payload) = renamed_event(&payload, person) {
            let sql = "UPDATE events SET payload = $3 WHERE game = $1 AND version = $2";
            line.change(sql, &[&game, &version, &payload]).await?;
        }
    }
    let sql = "SELECT id, summary FROM games WHERE id = ANY($1) FOR UPDATE";
    for row in line.rows(sql, &[&games]).await? {
        let (game, summary): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        if let Some(summary) = renamed_summary(&summary, person) {
            let sql = "UPDATE games SET summary = $2 WHERE id = $1";
            line.change(sql, &[&game, &summary]).await?;
        }
    }
    Ok(())
}

/// A puzzle that was tried for the first time; how many were (none if it was tried before).
pub(crate) async fn puzzle_tried(
    line: &Line,
    puzzle: &str,
    solved: bool,
    at: i64,
    standing: &StandingRow,
) -> Result<u64, Failure> {
    let StandingRow { person, game, .. } = standing;
    let sql = "INSERT INTO puzzle_attempts (person, game, puzzle, solved, at) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    if line.change(sql, &[person, game, &puzzle, &i64::from(solved), &at]).await? == 0 {
        return Ok(0);
    }
    let parameters: Parameters<'_> = &[
        person,
        game,
        &standing.rating,
        &standing.deviation,
        &standing.volatility,
        &standing.tried,
        &standing.solved,
        &standing.streak,
        &standing.longest,
    ];
    line.change(
        "INSERT INTO puzzle_standings (person, game, rating, deviation, volatility, tried, solved, \
         streak, longest) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (person, game) DO UPDATE SET rating = excluded.rating, \
         deviation = excluded.deviation, volatility = excluded.volatility, \
         tried = excluded.tried, solved = excluded.solved, streak = excluded.streak, \
         longest = excluded.longest",
        parameters,
    )
    .await
}
