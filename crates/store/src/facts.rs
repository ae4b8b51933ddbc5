//! Single values, and the times at which no server was running.

use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::store::Database;
use crate::{Store, StoreError, Write};

type Result<T, E = StoreError> = std::result::Result<T, E>;

pub(crate) async fn set(executor: &impl Executor, name: &str, value: &str) -> Result<u64, Failure> {
    let sql = "INSERT INTO facts (name, value) VALUES ($1, $2) \
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    executor.change(sql, values![name, value]).await
}

/// Sets a value unless it is set.
pub(crate) async fn set_first(
    executor: &impl Executor,
    name: &str,
    value: &str,
) -> Result<u64, Failure> {
    let sql = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    executor.change(sql, values![name, value]).await
}

pub(crate) async fn add_downtime(
    executor: &impl Executor,
    begin: i64,
    until: i64,
) -> Result<u64, Failure> {
    let sql = "INSERT INTO downtimes (begin_at, until_at) VALUES ($1, $2) \
               ON CONFLICT (begin_at) DO UPDATE SET until_at = excluded.until_at";
    executor.change(sql, values![begin, until]).await
}

impl Store {
    /// Returns a single value.
    pub async fn fact(&self, name: &str) -> Result<Option<String>> {
        let sql = "SELECT value FROM facts WHERE name = $1";
        Ok(self.query("fact").values(sql, values![name]).await?.pop())
    }

    /// Returns the intervals in which no server was running, in order.
    pub async fn downtimes(&self) -> Result<Vec<(i64, i64)>> {
        let sql = "SELECT begin_at, until_at FROM downtimes ORDER BY begin_at";
        self.query("downtimes").rows(sql, &[]).await
    }

    /// Records that a server is running, and returns the intervals in which none was, in order. Servers that
    /// share the store detect such an interval here, if it is longer than `silence`; a single server records
    /// it itself.
    pub async fn note_alive(&self, now: i64, silence: i64) -> Result<Vec<(i64, i64)>> {
        let operation = async {
            match &self.database {
                Database::Sqlite(sqlite) => {
                    sqlite.write(Write::Fact { name: "alive".into(), value: now.to_string() }).await
                }
                Database::Postgres(postgres) => postgres.note_alive(now, silence).await,
            }
        };
        self.run("note_alive", operation).await?;
        self.downtimes().await
    }
}
