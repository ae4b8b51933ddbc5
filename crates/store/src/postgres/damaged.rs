//! The list of damaged games.

use super::Postgres;
use super::failure::Failure;
use super::line::Line;
use crate::rows::FromRow;
use crate::{DamagedRow, StoreError};

/// Puts a game on the list; it is no longer due and no longer waits to be archived.
pub(crate) async fn mark(line: &Line, game: &str, at: i64, reason: &str) -> Result<u64, Failure> {
    line.change("DELETE FROM unarchived WHERE id = $1", &[&game]).await?;
    line.change("UPDATE games SET due = NULL WHERE id = $1", &[&game]).await?;
    line.change(
        "INSERT INTO damaged_games (id, at, reason) VALUES ($1, $2, $3) \
         ON CONFLICT (id) DO UPDATE SET reason = excluded.reason",
        &[&game, &at, &reason],
    )
    .await
}

/// Takes a game off the list: it is due at once, or waits to be archived. Returns 0 if it is not on the
/// list.
pub(crate) async fn retry(line: &Line, game: &str, at: i64) -> Result<u64, Failure> {
    let listed = line.change("DELETE FROM damaged_games WHERE id = $1", &[&game]).await?;
    if listed > 0 {
        line.change(
            "INSERT INTO unarchived (id, at) SELECT id, updated FROM games \
             WHERE id = $1 AND phase = 'ended' \
             AND NOT EXISTS (SELECT 1 FROM archived_games WHERE id = $1) ON CONFLICT DO NOTHING",
            &[&game],
        )
        .await?;
        line.change(
            "UPDATE games SET due = $2 WHERE id = $1 AND phase NOT IN ('ended', 'closed')",
            &[&game, &at],
        )
        .await?;
    }
    Ok(listed)
}

impl Postgres {
    pub(crate) async fn damaged_games(&self, limit: i64) -> Result<Vec<DamagedRow>, StoreError> {
        let list = DamagedRow::COLUMNS;
        let sql = format!("SELECT {list} FROM damaged_games ORDER BY at DESC, id LIMIT $1");
        self.read(&sql, &[&limit]).await
    }
}
