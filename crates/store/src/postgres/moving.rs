//! Rows of whole tables, for moving a site.

use serde_json::Value;
use tokio_postgres::types::ToSql;

use super::Postgres;
use super::events::command;
use super::executor::spaced;
use crate::StoreError;
use crate::schema::Shape;

fn texts(rows: &[Vec<Value>], column: usize) -> Vec<Option<&str>> {
    rows.iter().map(|row| row[column].as_str()).collect()
}

impl Postgres {
    pub(crate) async fn add_rows(
        &self,
        shape: &'static Shape,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), StoreError> {
        let mut columns: Vec<Box<dyn ToSql + Sync + Send + '_>> = Vec::new();
        let (mut names, mut kinds) = (Vec::new(), Vec::new());
        for (index, column) in shape.columns.iter().enumerate() {
            names.push(column.name);
            if column.is_number {
                let numbers: Vec<Option<i64>> =
                    rows.iter().map(|row| row[index].as_i64()).collect();
                columns.push(Box::new(numbers));
                kinds.push("bigint[]");
            } else {
                columns.push(Box::new(texts(&rows, index)));
                kinds.push("text[]");
            }
        }
        // Columns that only this database has; they follow from the others.
        match shape.name {
            "seats" => {
                let words = rows.iter().map(|row| spaced(row[3].as_str().unwrap_or("")));
                columns.push(Box::new(words.collect::<Vec<String>>()));
                names.push("words");
                kinds.push("text[]");
            }
            "events" => {
                let commands = rows.iter().map(|row| command(row[3].as_str().unwrap_or("")));
                columns.push(Box::new(commands.collect::<Vec<Option<String>>>()));
                names.push("command");
                kinds.push("text[]");
            }
            _ => {}
        }
        let places: Vec<String> =
            kinds.iter().enumerate().map(|(i, kind)| format!("${}::{kind}", i + 1)).collect();
        let sql = format!(
            "INSERT INTO {} ({}) SELECT * FROM unnest({})",
            shape.name,
            names.join(", "),
            places.join(", ")
        );
        let columns: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|c| &**c as _).collect();
        let (connection, _permit) = self.state.changes.take(&self.state.connector).await?;
        let added = connection.execute(&sql, &columns).await;
        self.state.changes.give_back(connection);
        Ok(added.map(drop)?)
    }

    /// Continues the numbers of `host_acts` after the last one.
    pub(crate) async fn continue_numbers(&self) -> Result<(), StoreError> {
        let next = "SELECT setval(pg_get_serial_sequence('host_acts', 'number'), MAX(number)) \
                    FROM host_acts HAVING MAX(number) IS NOT NULL";
        self.short::<()>(next, &[]).await.map(drop)
    }

    /// Returns the names of all tables, without partitions of others.
    pub(crate) async fn table_names(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT relname::text FROM pg_class JOIN pg_namespace \
                   ON pg_namespace.oid = relnamespace WHERE nspname = 'public' \
                   AND relkind IN ('r', 'p') AND NOT relispartition";
        let rows: Vec<(String,)> = self.short(sql, &[]).await?;
        Ok(rows.into_iter().map(|(name,)| name).collect())
    }
}
