//! Whole tables, for moving a site.

use serde_json::Value;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::events::command;
use super::failure::Failure;
use super::{Postgres, apply, unreadable};
use crate::StoreError;
use crate::shape::Shape;

/// Games whose names are indexed at a time.
const GAMES: i64 = 1_000;

fn read(shape: &Shape, row: &Row) -> Result<Vec<Value>, tokio_postgres::Error> {
    let read = |(place, column): (usize, &crate::shape::Column)| {
        Ok(if column.is_number {
            row.try_get::<_, Option<i64>>(place)?.into()
        } else {
            row.try_get::<_, Option<String>>(place)?.into()
        })
    };
    shape.columns.iter().enumerate().map(read).collect()
}

fn texts(rows: &[Vec<Value>], place: usize) -> Vec<Option<&str>> {
    rows.iter().map(|row| row[place].as_str()).collect()
}

impl Postgres {
    pub(crate) async fn table_page(
        &self,
        shape: &'static Shape,
        after: Option<&[Value]>,
        limit: usize,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        let sql = shape.page(after.is_some(), limit, |place| format!("${place}"));
        let mut values: Vec<Box<dyn ToSql + Sync + Send>> = Vec::new();
        for (value, column) in after.into_iter().flatten().zip(shape.columns).take(shape.key) {
            values.push(if column.is_number {
                Box::new(value.as_i64())
            } else {
                Box::new(value.as_str().map(str::to_owned))
            });
        }
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
        let rows = self.ask_on(&self.shared.lists, &sql, &values).await?;
        rows.iter().map(|row| read(shape, row).map_err(unreadable)).collect()
    }

    pub(crate) async fn add_rows(
        &self,
        shape: &'static Shape,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), StoreError> {
        let mut columns: Vec<Box<dyn ToSql + Sync + Send + '_>> = Vec::new();
        let (mut names, mut kinds) = (Vec::new(), Vec::new());
        for (place, column) in shape.columns.iter().enumerate() {
            names.push(column.name);
            if column.is_number {
                let numbers: Vec<Option<i64>> =
                    rows.iter().map(|row| row[place].as_i64()).collect();
                columns.push(Box::new(numbers));
                kinds.push("bigint[]");
            } else {
                columns.push(Box::new(texts(&rows, place)));
                kinds.push("text[]");
            }
        }
        // What this database has besides, made from the rest.
        match shape.name {
            "seats" => {
                let words = rows.iter().map(|row| apply::spaced(row[3].as_str().unwrap_or("")));
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
        let (line, _place) = self.shared.changes.take(&self.shared.dial).await?;
        let added = line.change(&sql, &columns).await;
        self.shared.changes.give_back(line);
        match added {
            Err(Failure::Taken) => Err(StoreError::Conflict),
            added => Ok(added.map(drop)?),
        }
    }

    /// Games that are over are found by their players' names and wait to be filed, and numbers go on
    /// after the last one.
    pub(crate) async fn index_all(&self) -> Result<(), StoreError> {
        self.make(crate::Write::ArchiveAnew).await?;
        let next = "SELECT setval(pg_get_serial_sequence('host_acts', 'number'), MAX(number)) \
                    FROM host_acts HAVING MAX(number) IS NOT NULL";
        self.values::<i64>(next, &[]).await?;
        let mut after = String::new();
        loop {
            let sql = format!(
                "SELECT {} FROM games WHERE listed = 1 AND phase IN ('ended', 'closed') \
                 AND id > $1 ORDER BY id LIMIT {GAMES}",
                <crate::GameRow as crate::rows::FromRow>::COLUMNS
            );
            let games: Vec<crate::GameRow> = self.read(&sql, &[&after]).await?;
            let Some(last) = games.last() else { return Ok(()) };
            after.clone_from(&last.id);
            let (line, _place) = self.shared.changes.take(&self.shared.dial).await?;
            line.batch("BEGIN").await?;
            for game in &games {
                apply::index_names(&line, game).await?;
            }
            line.batch("COMMIT").await?;
            self.shared.changes.give_back(line);
        }
    }

    /// The tables that there are, parts of others aside: for tests.
    pub(crate) async fn table_names(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT relname::text FROM pg_class JOIN pg_namespace \
                   ON pg_namespace.oid = relnamespace WHERE nspname = 'public' \
                   AND relkind IN ('r', 'p') AND NOT relispartition";
        self.values(sql, &[]).await
    }
}
