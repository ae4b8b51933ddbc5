//! The list of damaged games.

use rusqlite::{Connection, params};

use super::Sqlite;
use super::queries::rows;
use crate::{DamagedRow, StoreError};

/// Puts a game on the list; it is no longer due and no longer waits to be archived.
pub(crate) fn mark(
    connection: &Connection,
    game: &str,
    at: i64,
    reason: &str,
) -> rusqlite::Result<usize> {
    connection.prepare_cached("DELETE FROM unarchived WHERE id = ?1")?.execute([game])?;
    connection.prepare_cached("UPDATE games SET due = NULL WHERE id = ?1")?.execute([game])?;
    connection
        .prepare_cached(
            "INSERT INTO damaged_games (id, at, reason) VALUES (?1, ?2, ?3) \
             ON CONFLICT (id) DO UPDATE SET reason = excluded.reason",
        )?
        .execute(params![game, at, reason])
}

/// Takes a game off the list: it is due at once, or waits to be archived. Returns 0 if it is not on the
/// list.
pub(crate) fn retry(connection: &Connection, game: &str, at: i64) -> rusqlite::Result<usize> {
    let listed =
        connection.prepare_cached("DELETE FROM damaged_games WHERE id = ?1")?.execute([game])?;
    if listed > 0 {
        connection
            .prepare_cached(
                "INSERT INTO unarchived (id, at) SELECT id, updated FROM games \
                 WHERE id = ?1 AND phase = 'ended' \
                 AND NOT EXISTS (SELECT 1 FROM archived_games WHERE id = ?1) \
                 ON CONFLICT DO NOTHING",
            )?
            .execute([game])?;
        connection
            .prepare_cached(
                "UPDATE games SET due = ?2 WHERE id = ?1 AND phase NOT IN ('ended', 'closed')",
            )?
            .execute(params![game, at])?;
    }
    Ok(listed)
}

impl Sqlite {
    pub(crate) async fn damaged_games(&self, limit: i64) -> Result<Vec<DamagedRow>, StoreError> {
        let rest = "damaged_games ORDER BY at DESC, id LIMIT ?1";
        self.readers.ask(move |c| rows(c, rest, [limit])).await
    }
}
