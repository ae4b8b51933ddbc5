//! Migrations.

use std::cmp::Ordering;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::OpenError;
use crate::names::index_keys;
use crate::schema::SQLITE;

pub(crate) fn migrate(file: &Path, connection: &mut Connection) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| OpenError::new(file, &error);
    let found = version(connection).map_err(failed)?;
    let known = SQLITE.len() as i64;
    if found > known {
        return Err(OpenError::Newer { file: file.into(), found, known });
    }
    for (next, step) in (1..).zip(SQLITE).skip(found as usize) {
        make(connection, next, step).map_err(failed)?;
    }
    Ok(())
}

/// Rejects a file whose tables have another version than those of this program.
pub(crate) fn check(file: &Path, connection: &Connection) -> Result<(), OpenError> {
    let found = version(connection).map_err(|error| OpenError::new(file, &error))?;
    let known = SQLITE.len() as i64;
    match found.cmp(&known) {
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(OpenError::Newer { file: file.into(), found, known }),
        Ordering::Less => Err(OpenError::Unusable {
            file: file.into(),
            reason: format!(
                "its tables have version {found}, this program expects {known}; start the server \
                 with this program first"
            ),
        }),
    }
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > 0 {
        return Ok(version);
    }
    // The first release stored its version in a table of its own.
    let first = connection
        .query_row("SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'", [], |_| Ok(()))
        .optional()?;
    Ok(first.map_or(0, |()| 1))
}

/// Runs one migration in a transaction.
fn make(connection: &mut Connection, next: i64, step: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Its TEXT is compared byte by byte anyway.
    transaction.execute_batch(&step.replace(" COLLATE \"C\"", ""))?;
    if next == 2 {
        index_names(&transaction)?;
        transaction.execute_batch("DROP TABLE IF EXISTS _sqlx_migrations")?;
    }
    transaction.pragma_update(None, "user_version", next)?;
    transaction.commit()
}

/// Fills the index of players' names, which version 2 introduces.
fn index_names(connection: &Connection) -> rusqlite::Result<()> {
    let mut games = connection.prepare(
        "SELECT games.id, games.game, games.updated, seats.name FROM games \
         JOIN seats ON seats.game = games.id \
         WHERE listed = 1 AND phase IN ('ended', 'closed')",
    )?;
    let mut insert = connection.prepare(
        "INSERT INTO name_words (key, updated, id, word, game) VALUES (?1, ?2, ?3, ?4, ?5) \
         ON CONFLICT DO NOTHING",
    )?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let (id, game): (String, String) = (row.get(0)?, row.get(1)?);
        let (updated, name): (i64, String) = (row.get(2)?, row.get(3)?);
        for (key, word) in index_keys(&name) {
            insert.execute(params![key, updated, id, word, game])?;
        }
    }
    Ok(())
}
