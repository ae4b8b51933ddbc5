//! Rows of whole tables, for moving a site.

use rusqlite::{Connection, params_from_iter};
use serde_json::Value;

use super::Sqlite;
use crate::StoreError;
use crate::moving::cell;
use crate::schema::{Shape, places};

impl Sqlite {
    pub(crate) async fn add_rows(
        &self,
        shape: &'static Shape,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), StoreError> {
        let count = shape.columns.len();
        let (name, list, places) = (shape.name, shape.list(count), places(count));
        let sql = format!("INSERT INTO {name} ({list}) VALUES ({places})");
        self.in_transaction(move |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            for row in &rows {
                statement.execute(params_from_iter(row.iter().map(cell)))?;
            }
            Ok(())
        })
        .await
    }

    pub(super) async fn in_transaction(
        &self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), StoreError> {
        let (done, result) = tokio::sync::oneshot::channel();
        self.on_writer(move |connection| {
            let made = connection.transaction().and_then(|transaction| {
                change(&transaction)?;
                transaction.commit()
            });
            // The receiver is dropped if the caller was cancelled.
            let _ = done.send(made);
        })
        .await;
        result.await.map_err(|_| StoreError::Closed)?.map_err(StoreError::from)
    }

    pub(crate) async fn table_names(&self) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
        let names =
            |c: &Connection| c.prepare_cached(sql)?.query_map([], |row| row.get(0))?.collect();
        self.readers.ask(names).await
    }
}
