//! Brings the tables up to date.

use std::cmp::Ordering;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::apply::index_name;
use crate::OpenError;

/// What leads from each version of the tables to the next.
const STEPS: [&str; 10] = [
    include_str!("../../migrations/0001_beginning.sql"),
    include_str!("../../migrations/0002_sessions_and_lists.sql"),
    include_str!("../../migrations/0003_pictures_and_codes.sql"),
    include_str!("../../migrations/0004_host.sql"),
    include_str!("../../migrations/0005_reports.sql"),
    include_str!("../../migrations/0006_puzzles.sql"),
    include_str!("../../migrations/0007_archive.sql"),
    include_str!("../../migrations/0008_studies.sql"),
    include_str!("../../migrations/0009_damaged_games.sql"),
    include_str!("../../migrations/0010_accounts.sql"),
];

pub(crate) fn migrate(file: &Path, connection: &mut Connection) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| OpenError::new(file, &error);
    let found = version(connection).map_err(failed)?;
    let known = STEPS.len() as i64;
    if found > known {
        return Err(OpenError::Newer { file: file.into(), found, known });
    }
    for (next, step) in (1..).zip(STEPS).skip(found as usize) {
        make(connection, next, step).map_err(failed)?;
    }
    Ok(())
}

/// Rejects a file whose tables have another version than those of this program.
pub(crate) fn check(file: &Path, connection: &Connection) -> Result<(), OpenError> {
    let found = version(connection).map_err(|error| OpenError::new(file, &error))?;
    let known = STEPS.len() as i64;
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
    // The first release noted its version in a table of its own.
    let first = connection
        .query_row("SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'", [], |_| Ok(()))
        .optional()?;
    Ok(first.map_or(0, |()| 1))
}

/// Makes one step, as a whole or not at all.
fn make(connection: &mut Connection, next: i64, step: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(step)?;
    if next == 2 {
        let mut ended = transaction.prepare(
            "SELECT games.id, games.game, games.updated, seats.name FROM games \
             JOIN seats ON seats.game = games.id \
             WHERE listed = 1 AND phase IN ('ended', 'closed')",
        )?;
        let mut rows = ended.query([])?;
        while let Some(row) = rows.next()? {
            let (id, game): (String, String) = (row.get(0)?, row.get(1)?);
            let name: String = row.get(3)?;
            index_name(&transaction, &id, &game, row.get(2)?, &name)?;
        }
        transaction.execute_batch("DROP TABLE IF EXISTS _sqlx_migrations")?;
    }
    transaction.pragma_update(None, "user_version", next)?;
    transaction.commit()
}
