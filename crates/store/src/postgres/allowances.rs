//! Buckets that all servers share. A row says when its bucket will be full again; what is taken
//! moves that time on, and nobody may move it further than an empty bucket needs.

use std::time::Duration;

use crate::StoreError;
use crate::allowance::Bucket;

use super::Postgres;

/// The clock of the database is the same for all servers.
const NOW: &str = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint";

impl Postgres {
    /// Takes `count` out of a bucket, or returns how long to wait until there are `retry` more than
    /// that. A count above the size of the bucket needs a full one and leaves it in debt.
    pub(crate) async fn take_allowance(
        &self,
        name: &str,
        bucket: Bucket,
        count: u32,
        retry: u32,
    ) -> Result<Option<Duration>, StoreError> {
        let (span, retry) = (bucket.span(), bucket.time(retry));
        // More than the bucket holds leaves it in debt, by as much again at most.
        let cost = bucket.time(count).min(2 * span);
        // How far the time may be moved on: by a whole bucket, or by what costs more than that.
        let furthest = span - cost.min(span - retry) + cost;
        let take = format!(
            "WITH now AS MATERIALIZED (SELECT {NOW} AS at) \
             INSERT INTO allowances AS old (bucket, full_at) SELECT $1, at + $2 FROM now \
             ON CONFLICT (bucket) DO UPDATE SET full_at = \
             GREATEST(old.full_at, EXCLUDED.full_at - $2) + $2 \
             WHERE GREATEST(old.full_at, EXCLUDED.full_at - $2) + $2 <= EXCLUDED.full_at - $2 + $3 \
             RETURNING full_at"
        );
        let taken: Vec<i64> = self.values(&take, &[&name, &cost, &furthest]).await?;
        if !taken.is_empty() {
            return Ok(None);
        }
        let wait = format!("SELECT full_at + $2 - $3 - {NOW} FROM allowances WHERE bucket = $1");
        let needed = (cost + retry).min(span);
        let wait: Vec<i64> = self.values(&wait, &[&name, &needed, &span]).await?;
        let wait = wait.first().copied().unwrap_or(0).max(0);
        Ok(Some(Duration::from_micros(wait.unsigned_abs())))
    }

    /// Puts back what was taken for nothing.
    pub(crate) async fn give_allowance_back(
        &self,
        name: &str,
        bucket: Bucket,
        count: u32,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE allowances SET full_at = full_at - $2 WHERE bucket = $1 \
                   RETURNING full_at";
        self.values::<i64>(sql, &[&name, &bucket.time(count)]).await?;
        Ok(())
    }

    /// Forgets buckets that are full.
    pub(crate) async fn forget_full_allowances(&self) -> Result<(), StoreError> {
        let sql = format!("DELETE FROM allowances WHERE full_at < {NOW} RETURNING full_at");
        self.values::<i64>(&sql, &[]).await?;
        Ok(())
    }
}
