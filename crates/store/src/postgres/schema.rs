//! Brings the tables up to date. Of many servers that start at once one does it.

use super::failure::Failure;
use super::line::Line;

/// What leads from each version of the tables to the next.
pub(crate) const STEPS: [&str; 8] = [
    include_str!("../../migrations/postgres/0001_beginning.sql"),
    include_str!("../../migrations/postgres/0002_allowances.sql"),
    include_str!("../../migrations/postgres/0003_reports.sql"),
    include_str!("../../migrations/postgres/0004_puzzles.sql"),
    include_str!("../../migrations/postgres/0005_archive.sql"),
    include_str!("../../migrations/postgres/0006_studies.sql"),
    include_str!("../../migrations/postgres/0007_damaged_games.sql"),
    include_str!("../../migrations/postgres/0008_accounts.sql"),
];

/// Held by whoever works on the tables; any number that nobody else uses.
const LOCK: &str = "SELECT pg_advisory_xact_lock(727261646)";

/// The version of the tables if it is newer than what is known here.
pub(crate) async fn migrate(line: &Line) -> Result<Option<i64>, Failure> {
    let begin = format!(
        "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; {LOCK}; \
         CREATE TABLE IF NOT EXISTS tables_version (version BIGINT NOT NULL)"
    );
    line.long_batch(&begin).await?;
    let found: i64 = match line.rows("SELECT MAX(version) FROM tables_version", &[]).await?.first()
    {
        Some(row) => row.try_get::<_, Option<i64>>(0)?.unwrap_or(0),
        None => 0,
    };
    if found > STEPS.len() as i64 {
        line.batch("ROLLBACK").await?;
        return Ok(Some(found));
    }
    for (next, step) in (1..).zip(STEPS).skip(found as usize) {
        line.long_batch(step).await?;
        line.change("INSERT INTO tables_version VALUES ($1)", &[&(next as i64)]).await?;
    }
    line.batch("COMMIT").await?;
    Ok(None)
}
