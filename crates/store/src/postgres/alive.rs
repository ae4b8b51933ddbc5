//! Detection of intervals in which no server was running.

use super::Postgres;
use crate::StoreError;
use crate::executor::values;
use crate::failure::Failure;

impl Postgres {
    /// Records that a server is running. Of servers that start again together the first one records the
    /// interval. A recorded time far ahead is replaced, because the date of its server was wrong.
    pub(crate) async fn note_alive(&self, now: i64, silence: i64) -> Result<(), StoreError> {
        // The last part of the statement selects from the first ones, which orders them.
        let sql = "WITH before AS (SELECT value::bigint AS at FROM facts WHERE name = 'alive' \
                   FOR UPDATE), gap AS (INSERT INTO downtimes (begin_at, until_at) \
                   SELECT at, $1::bigint FROM before WHERE at < $1::bigint - $2::bigint \
                   ON CONFLICT DO NOTHING RETURNING 1) \
                   INSERT INTO facts (name, value) SELECT 'alive', ($1::bigint)::text \
                   WHERE (SELECT COUNT(*) FROM before) + (SELECT COUNT(*) FROM gap) >= 0 \
                   ON CONFLICT (name) DO UPDATE SET value = CASE \
                   WHEN facts.value::bigint BETWEEN $1::bigint AND $1::bigint + 60000 \
                   THEN facts.value ELSE excluded.value END RETURNING 1";
        let noted = self.short::<()>(sql, values![now, silence]).await.map(drop);
        self.state.record(
            &noted.as_ref().map(drop).map_err(|error| Failure::Unavailable(error.to_string())),
        );
        noted
    }
}
