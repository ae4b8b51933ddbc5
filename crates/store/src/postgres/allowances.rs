//! Buckets that all servers share. A row says when its bucket will be full again; what is taken
//! moves that time on, and nobody may move it further than an empty bucket needs.

use std::time::Duration;

use crate::StoreError;
use crate::allowance::Bucket;

use super::Postgres;

/// The clock of the database is the same for all servers.
const NOW: &str = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint";

impl Postgres {
    /// Takes one out of a bucket; otherwise how long to wait.
    pub(crate) async fn take_allowance(
        &self,
        name: &str,
        bucket: Bucket,
    ) -> Result<Option<Duration>, StoreError> {
        let take = format!(
            "WITH now AS MATERIALIZED (SELECT {NOW} AS at) \
             INSERT INTO allowances AS old (bucket, full_at) SELECT $1, at + $2 FROM now \
             ON CONFLICT (bucket) DO UPDATE SET full_at = \
             GREATEST(old.full_at, EXCLUDED.full_at - $2) + $2 \
             WHERE GREATEST(old.full_at, EXCLUDED.full_at - $2) + $2 <= EXCLUDED.full_at - $2 + $3 \
             RETURNING full_at"
        );
        let taken: Vec<i64> =
            self.values(&take, &[&name, &bucket.interval, &bucket.span()]).await?;
        if !taken.is_empty() {
            return Ok(None);
        }
        let wait = format!("SELECT full_at + $2 - $3 - {NOW} FROM allowances WHERE bucket = $1");
        let wait: Vec<i64> = self.values(&wait, &[&name, &bucket.interval, &bucket.span()]).await?;
        let wait = wait.first().copied().unwrap_or(0).max(0);
        Ok(Some(Duration::from_micros(wait.unsigned_abs())))
    }

    /// Puts one back that was taken for nothing.
    pub(crate) async fn give_allowance_back(
        &self,
        name: &str,
        bucket: Bucket,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE allowances SET full_at = full_at - $2 WHERE bucket = $1 \
                   RETURNING full_at";
        self.values::<i64>(sql, &[&name, &bucket.interval]).await?;
        Ok(())
    }

    /// Forgets buckets that are full.
    pub(crate) async fn forget_full_allowances(&self) -> Result<(), StoreError> {
        let sql = format!("DELETE FROM allowances WHERE full_at < {NOW} RETURNING full_at");
        self.values::<i64>(&sql, &[]).await?;
        Ok(())
    }
}
