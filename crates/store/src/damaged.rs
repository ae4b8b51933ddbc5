//! Games that cannot be read because their stored data is invalid.

use crate::rows::{Columns, FromRow};

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

impl FromRow for DamagedRow {
    const COLUMNS: &str = "id, at, reason";

    fn read<R: Columns>(row: &R) -> Result<DamagedRow, R::Error> {
        Ok(DamagedRow { id: row.get(0)?, at: row.get(1)?, reason: row.get(2)? })
    }
}
