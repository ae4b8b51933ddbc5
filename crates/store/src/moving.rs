//! Whole tables, to move a site from one database to another.

use serde_json::Value;

use crate::executor::{Parameter, ToParameter, values};
use crate::schema::places;
use crate::store::Database;
use crate::{GameRow, Shape, Store, StoreError, Write};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Number of games whose names are indexed in one transaction.
const GAMES: i64 = 1_000;

/// Returns a value of a row as a parameter.
pub(crate) fn cell(value: &Value) -> Parameter<'_> {
    match value {
        Value::String(text) => text.parameter(),
        other => other.as_i64().map_or(Parameter::Null, Parameter::Integer),
    }
}

impl Store {
    /// Returns rows of a table after the one with this key, in the order of keys.
    pub async fn table_page(
        &self,
        shape: &'static Shape,
        after: Option<&[Value]>,
        limit: usize,
    ) -> Result<Vec<Vec<Value>>> {
        let (list, key) = (shape.list(shape.columns.len()), shape.list(shape.key));
        let after: Vec<_> = after.into_iter().flatten().take(shape.key).map(cell).collect();
        let condition = if after.is_empty() {
            String::new()
        } else {
            format!("WHERE ({key}) > ({})", places(shape.key))
        };
        let sql =
            format!("SELECT {list} FROM {} {condition} ORDER BY {key} LIMIT {limit}", shape.name);
        self.list("table_page").rows(&sql, &after).await
    }

    /// Adds rows to a table, all of them or none. [`Shape::fits`] must hold for each.
    pub async fn add_rows(&self, shape: &'static Shape, rows: Vec<Vec<Value>>) -> Result<()> {
        dispatch!(self, add_rows(shape, rows))
    }

    /// Fills the tables that follow from others, after all rows were added: games that are over wait to be
    /// archived and are found by their players' names.
    pub async fn index_all(&self) -> Result<()> {
        self.write(Write::ArchiveAnew).await?;
        if let Database::Postgres(postgres) = &self.database {
            postgres.continue_numbers().await?;
        }
        let mut after = String::new();
        loop {
            let rest = format!(
                "WHERE listed = 1 AND phase IN ('ended', 'closed') AND id > $1 \
                 ORDER BY id LIMIT {GAMES}"
            );
            let games: Vec<GameRow> = self.list("index_all").find(&rest, values![after]).await?;
            let Some(last) = games.last() else { return Ok(()) };
            after.clone_from(&last.id);
            self.write(Write::IndexNames(games)).await?;
        }
    }

    /// Returns the names of all tables: for tests.
    #[doc(hidden)]
    pub async fn table_names(&self) -> Result<Vec<String>> {
        dispatch!(self, table_names())
    }
}
