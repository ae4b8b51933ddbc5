//! Token buckets that all servers share. A row stores when its bucket will be full; taking tokens moves that
//! time, at most as far as an empty bucket needs to fill.

use std::time::Duration;

use super::Postgres;
use crate::StoreError;
use crate::allowance::Bucket;
use crate::executor::values;

/// Time of the database, which is the same for all servers.
const NOW: &str = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint";

impl Postgres {
    pub(crate) async fn take_allowance(
        &self,
        name: &str,
        bucket: Bucket,
        count: u32,
        retry: u32,
    ) -> Result<Option<Duration>, StoreError> {
        let (span, retry) = (bucket.span(), bucket.time(retry));
        // A count above the size leaves the bucket in debt, by its size at most.
        let cost = bucket.time(count).min(2 * span);
        // Limit of the time from now: that of an empty bucket, or the cost if that is larger.
        let furthest = span - cost.min(span - retry) + cost;
        let take = format!(
            "WITH now AS MATERIALIZED (SELECT {NOW} AS at) \
             INSERT INTO allowances AS old (bucket, full_at) SELECT $1, at + $2 FROM now \
             ON CONFLICT (bucket) DO UPDATE SET full_at = \
             GREATEST(old.full_at, EXCLUDED.full_at - $2) + $2 \
             WHERE GREATEST(old.full_at, EXCLUDED.full_at - $2) + $2 <= EXCLUDED.full_at - $2 + $3 \
             RETURNING full_at"
        );
        let taken: Vec<(i64,)> = self.short(&take, values![name, cost, furthest]).await?;
        if !taken.is_empty() {
            return Ok(None);
        }
        let wait = format!("SELECT full_at + $2 - $3 - {NOW} FROM allowances WHERE bucket = $1");
        let needed = (cost + retry).min(span);
        let wait: Vec<(i64,)> = self.short(&wait, values![name, needed, span]).await?;
        let wait = wait.first().map_or(0, |(micros,)| *micros).max(0);
        Ok(Some(Duration::from_micros(wait.unsigned_abs())))
    }

    pub(crate) async fn give_allowance_back(
        &self,
        name: &str,
        bucket: Bucket,
        count: u32,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE allowances SET full_at = full_at - $2 WHERE bucket = $1 \
                   RETURNING full_at";
        self.short::<()>(sql, values![name, bucket.time(count)]).await.map(drop)
    }

    pub(crate) async fn forget_full_allowances(&self) -> Result<(), StoreError> {
        let sql = format!("DELETE FROM allowances WHERE full_at < {NOW} RETURNING full_at");
        self.short::<()>(&sql, &[]).await.map(drop)
    }
}
