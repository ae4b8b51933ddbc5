//! Whole tables, for moving a site.

use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{Connection, params_from_iter};
use serde_json::Value;

use super::Sqlite;
use super::apply::index_name;
use crate::StoreError;
use crate::shape::Shape;

fn cell(value: &Value) -> Cell {
    match value {
        Value::String(text) => Cell::Text(text.clone()),
        Value::Number(number) => number.as_i64().map_or(Cell::Null, Cell::Integer),
        _ => Cell::Null,
    }
}

impl Sqlite {
    pub(crate) async fn table_page(
        &self,
        shape: &'static Shape,
        after: Option<&[Value]>,
        limit: usize,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        let sql = shape.page(after.is_some(), limit, |place| format!("?{place}"));
        let values: Vec<Cell> = after.into_iter().flatten().take(shape.key).map(cell).collect();
        let ask = move |connection: &Connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query(params_from_iter(values))?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let read = |place| {
                    Ok(match row.get_ref(place)? {
                        ValueRef::Integer(number) => number.into(),
                        ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
                        _ => Value::Null,
                    })
                };
                found.push((0..shape.columns.len()).map(read).collect::<rusqlite::Result<_>>()?);
            }
            Ok(found)
        };
        self.lists.ask(ask).await
    }

    pub(crate) async fn add_rows(
        &self,
        shape: &'static Shape,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), StoreError> {
        let places: Vec<String> =
            (1..=shape.columns.len()).map(|place| format!("?{place}")).collect();
        let sql =
            format!("INSERT INTO {} ({}) VALUES ({})", shape.name, shape.list(), places.join(", "));
        self.in_transaction(move |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            for row in rows {
                statement.execute(params_from_iter(row.iter().map(cell)))?;
            }
            Ok(())
        })
        .await
    }

    /// Games that are over are found by their players' names, and wait to be filed.
    pub(crate) async fn index_all(&self) -> Result<(), StoreError> {
        self.in_transaction(|connection| {
            super::archive::file_all_anew(connection)?;
            let mut ended = connection.prepare(
                "SELECT games.id, games.game, games.updated, seats.name FROM games \
                 JOIN seats ON seats.game = games.id \
                 WHERE listed = 1 AND phase IN ('ended', 'closed')",
            )?;
            let mut rows = ended.query([])?;
            while let Some(row) = rows.next()? {
                let (id, game): (String, String) = (row.get(0)?, row.get(1)?);
                let name: String = row.get(3)?;
                index_name(connection, &id, &game, row.get(2)?, &name)?;
            }
            Ok(())
        })
        .await
    }

    async fn in_transaction(
        &self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), StoreError> {
        let (tell, told) = tokio::sync::oneshot::channel();
        self.on_writer(move |connection| {
            let made = connection.transaction().and_then(|transaction| {
                change(&transaction)?;
                transaction.commit()
            });
            // Whoever waits is still there: it is the caller below.
            let _ = tell.send(made);
        })
        .await;
        told.await.map_err(|_| StoreError::Closed)?.map_err(StoreError::from)
    }

    /// The tables that there are: for tests.
    pub(crate) async fn table_names(&self) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
        let ask =
            move |c: &Connection| c.prepare_cached(sql)?.query_map([], |row| row.get(0))?.collect();
        self.readers.ask(ask).await
    }
}
