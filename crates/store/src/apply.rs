//! How a change is made. The text is the same for every database; only the type of the
//! connection differs, so a macro writes the function for each.

use sqlx::SqliteConnection;

use crate::{StoreError, Write};

/// The outer error spoils the transaction, the inner one concerns only this change. A taken
/// key is no error of the database (PostgreSQL would give up the whole transaction):
/// `ON CONFLICT DO NOTHING` and the number of rows tell.
macro_rules! apply_with {
    ($name:ident, $connection:ty) => {
        pub(crate) async fn $name(
            connection: &mut $connection,
            write: &Write,
        ) -> sqlx::Result<Result<(), StoreError>> {
            let touched = match write {
                Write::NewPerson(person) => {
                    sqlx::query(
                        "INSERT INTO people (id, name, login, password, created) \
                         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                    )
                    .bind(&person.id)
                    .bind(&person.name)
                    .bind(&person.login)
                    .bind(&person.password)
                    .bind(person.created)
                    .execute(&mut *connection)
                    .await?
                }
                Write::Rename { person, name } => {
                    sqlx::query("UPDATE people SET name = $2 WHERE id = $1")
                        .bind(person)
                        .bind(name)
                        .execute(&mut *connection)
                        .await?
                }
                Write::Register { person, login, password } => {
                    sqlx::query(
                        "UPDATE people SET login = $2, password = $3 WHERE id = $1 \
                         AND NOT EXISTS (SELECT 1 FROM people WHERE login = $2 AND id <> $1)",
                    )
                    .bind(person)
                    .bind(login)
                    .bind(password)
                    .execute(&mut *connection)
                    .await?
                }
                Write::NewToken(token) => {
                    sqlx::query(
                        "INSERT INTO tokens (hash, id, person, label, created) \
                         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                    )
                    .bind(&token.hash)
                    .bind(&token.id)
                    .bind(&token.person)
                    .bind(&token.label)
                    .bind(token.created)
                    .execute(&mut *connection)
                    .await?
                }
                Write::DropToken { person, id } => {
                    sqlx::query("DELETE FROM tokens WHERE person = $1 AND id = $2")
                        .bind(person)
                        .bind(id)
                        .execute(&mut *connection)
                        .await?
                }
                Write::Fact { name, value } => {
                    sqlx::query(
                        "INSERT INTO facts (name, value) VALUES ($1, $2) \
                         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    )
                    .bind(name)
                    .bind(value)
                    .execute(&mut *connection)
                    .await?
                }
                Write::Downtime { begin, until } => {
                    sqlx::query(
                        "INSERT INTO downtimes (begin_at, until_at) VALUES ($1, $2) \
                         ON CONFLICT (begin_at) DO UPDATE SET until_at = excluded.until_at",
                    )
                    .bind(begin)
                    .bind(until)
                    .execute(&mut *connection)
                    .await?
                }
                Write::Events { game, seats, events } => {
                    let Some(first) = events.first() else { return Ok(Ok(())) };
                    // Both the row of a new game and the step from one version to the next
                    // can be made only once, whoever tries.
                    let row = if first.version == 1 {
                        sqlx::query(
                            "INSERT INTO games (id, game, phase, listed, secret, host, summary, \
                             version, restless, created, updated) \
                             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
                             ON CONFLICT DO NOTHING",
                        )
                        .bind(&game.id)
                        .bind(&game.game)
                        .bind(&game.phase)
                        .bind(game.listed)
                        .bind(&game.secret)
                        .bind(&game.host)
                        .bind(&game.summary)
                        .bind(game.version)
                        .bind(game.restless)
                        .bind(game.created)
                        .bind(game.updated)
                        .execute(&mut *connection)
                        .await?
                    } else {
                        sqlx::query(
                            "UPDATE games SET phase = $2, summary = $3, version = $4, \
                             restless = $5, updated = $6 WHERE id = $1 AND version = $7",
                        )
                        .bind(&game.id)
                        .bind(&game.phase)
                        .bind(&game.summary)
                        .bind(game.version)
                        .bind(game.restless)
                        .bind(game.updated)
                        .bind(first.version - 1)
                        .execute(&mut *connection)
                        .await?
                    };
                    if row.rows_affected() == 0 {
                        return Ok(Err(StoreError::Conflict));
                    }
                    for event in events {
                        sqlx::query(
                            "INSERT INTO events (game, version, kind, payload, at) \
                             VALUES ($1, $2, $3, $4, $5)",
                        )
                        .bind(&game.id)
                        .bind(event.version)
                        .bind(&event.kind)
                        .bind(&event.payload)
                        .bind(event.at)
                        .execute(&mut *connection)
                        .await?;
                    }
                    for seat in seats.iter().flatten() {
                        sqlx::query(
                            "INSERT INTO seats (game, seat, person, name) \
                             VALUES ($1, $2, $3, $4) ON CONFLICT (game, seat) \
                             DO UPDATE SET person = excluded.person, name = excluded.name",
                        )
                        .bind(&game.id)
                        .bind(seat.seat)
                        .bind(&seat.person)
                        .bind(&seat.name)
                        .execute(&mut *connection)
                        .await?;
                    }
                    row
                }
            };
            let done = touched.rows_affected() > 0;
            Ok(if done { Ok(()) } else { Err(StoreError::Conflict) })
        }
    };
}

apply_with!(apply_sqlite, SqliteConnection);
