//! Games that cannot be read because their stored data is invalid.

use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::rows::record;
use crate::{Store, StoreError};

/// Entry of the list of damaged games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedRow {
    /// Id of the game.
    pub id: String,
    /// When the damage was found, in milliseconds.
    pub at: i64,
    /// What is wrong with the stored data.
    pub reason: String,
}

record!(DamagedRow in "damaged_games": id, at, reason);

/// Puts a game on the list; it is no longer due and no longer waits to be archived.
pub(crate) async fn mark(
    executor: &impl Executor,
    game: &str,
    at: i64,
    reason: &str,
) -> Result<u64, Failure> {
    executor.change("DELETE FROM unarchived WHERE id = $1", values![game]).await?;
    executor.change("UPDATE games SET due = NULL WHERE id = $1", values![game]).await?;
    let row = DamagedRow { id: game.into(), at, reason: reason.into() };
    executor.insert(&row, "ON CONFLICT (id) DO UPDATE SET reason = excluded.reason").await
}

/// Takes a game off the list: it is due at once, or waits to be archived. Returns 0 if it is not on the
/// list.
pub(crate) async fn retry(executor: &impl Executor, game: &str, at: i64) -> Result<u64, Failure> {
    let listed = executor.change("DELETE FROM damaged_games WHERE id = $1", values![game]).await?;
    if listed > 0 {
        let sql = "INSERT INTO unarchived (id, at) SELECT id, updated FROM games \
                   WHERE id = $1 AND phase = 'ended' \
                   AND NOT EXISTS (SELECT 1 FROM archived_games WHERE id = $1) \
                   ON CONFLICT DO NOTHING";
        executor.change(sql, values![game]).await?;
        let sql = "UPDATE games SET due = $2 WHERE id = $1 AND phase NOT IN ('ended', 'closed')";
        executor.change(sql, values![game, at]).await?;
    }
    Ok(listed)
}

impl Store {
    /// Returns games whose stored data is invalid, those found last first.
    pub async fn damaged_games(&self, limit: i64) -> Result<Vec<DamagedRow>, StoreError> {
        let rest = "ORDER BY at DESC, id LIMIT $1";
        self.query("damaged_games").find(rest, values![limit]).await
    }
}
