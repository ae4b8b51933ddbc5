//! Changes of people: what they are called, and where they are signed in.

use super::apply::{index_names, spaced};
use super::failure::Failure;
use super::line::{Line, Parameters};
use crate::rows::FromRow;
use crate::{GameRow, StandingRow};

/// The newest games of a person that are found by a new name.
const MOST_GAMES: i64 = 1_000;

/// Another name, under which the person's games are found from now on, too; how many people have it.
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
        rename_seats(line, person, &before.to_lowercase(), &name.to_lowercase()).await?;
    }
    Ok(touched)
}

/// Seats that the person has under another name belong to others on the same screen.
async fn rename_seats(line: &Line, person: &str, before: &str, name: &str) -> Result<(), Failure> {
    if before == name {
        return Ok(());
    }
    let renamed = line
        .rows(
            "UPDATE seats SET name = $4, words = $5 WHERE person = $2 AND name = $3 AND game IN \
             (SELECT game FROM games_of_people WHERE person = $2 \
             ORDER BY updated DESC LIMIT $1) RETURNING game",
            &[&MOST_GAMES, &person, &before, &name, &spaced(name)],
        )
        .await?;
    let games: Vec<String> =
        renamed.iter().map(|row| row.try_get(0)).collect::<Result<_, tokio_postgres::Error>>()?;
    let sql = format!(
        "SELECT {} FROM games WHERE id = ANY($1) AND listed = 1 AND phase IN ('ended', 'closed')",
        GameRow::COLUMNS
    );
    for row in line.rows(&sql, &[&games]).await? {
        index_names(line, &GameRow::read(&row)?).await?;
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

/// Nothing is left of a person but their place in games.
pub(crate) async fn forget(
    line: &Line,
    person: &str,
    name: &str,
    name_key: &str,
) -> Result<u64, Failure> {
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
    let sql = "UPDATE people SET login = NULL, password = NULL, name = $2, name_key = $3, \
               picture = '' WHERE id = $1";
    line.change(sql, &[&person, &name, &name_key]).await
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
