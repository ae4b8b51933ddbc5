//! Migrations. Of servers that start at the same time one runs them.

use super::connection::Connection;
use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::schema::POSTGRES;

/// Locks out other servers; the number is arbitrary.
const LOCK: &str = "SELECT pg_advisory_xact_lock(727261646)";

/// Migrates the tables. Returns their version if it is newer than the latest known one.
pub(crate) async fn migrate(connection: &Connection) -> Result<Option<i64>, Failure> {
    let begin = format!(
        "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; {LOCK}; \
         CREATE TABLE IF NOT EXISTS tables_version (version BIGINT NOT NULL)"
    );
    connection.batch_without_timeout(&begin).await?;
    let sql = "SELECT MAX(version) FROM tables_version";
    let found: Vec<(Option<i64>,)> = connection.rows(sql, &[]).await?;
    let found = found.first().and_then(|(version,)| *version).unwrap_or(0);
    if found > POSTGRES.len() as i64 {
        connection.batch("ROLLBACK").await?;
        return Ok(Some(found));
    }
    for (next, step) in (1..).zip(POSTGRES).skip(found as usize) {
        connection.batch_without_timeout(step).await?;
        connection.change("INSERT INTO tables_version VALUES ($1)", values![next as i64]).await?;
    }
    connection.batch("COMMIT").await?;
    Ok(None)
}
