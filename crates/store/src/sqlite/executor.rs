//! Statements on a connection.

use std::borrow::Cow;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{CachedStatement, Connection, ToSql};

use crate::executor::{Executor, Parameter, values};
use crate::failure::Failure;
use crate::rows::FromRow;
use crate::{EventRow, SeatRow};

/// Runs statements on a connection of the caller's thread. Its futures are ready at the first poll.
pub(crate) struct Statements<'a>(pub(crate) &'a Connection);

/// Returns the result of a future that only awaits those of [`Statements`].
pub(crate) fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => unreachable!("statements of SQLite do not wait"),
    }
}

/// Translates what SQLite does not know of a statement in the syntax of PostgreSQL. Row locks are dropped:
/// there is one writer.
fn translated(sql: &str) -> Cow<'_, str> {
    let locks = [" FOR UPDATE", " FOR SHARE"];
    let sql = locks.iter().find_map(|lock| sql.strip_suffix(lock)).unwrap_or(sql);
    if sql.contains("= ANY($1)") {
        sql.replace("= ANY($1)", "IN (SELECT value FROM json_each($1))").into()
    } else {
        sql.into()
    }
}

impl Statements<'_> {
    /// Returns a statement with its parameters bound. SQLite takes `$2` for a name and numbers the parameters
    /// as they appear.
    fn prepare(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> rusqlite::Result<CachedStatement<'_>> {
        let mut statement = self.0.prepare_cached(&translated(sql))?;
        bind(&mut statement, parameters)?;
        Ok(statement)
    }

    pub(crate) fn select<R: FromRow>(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> rusqlite::Result<Vec<R>> {
        let mut statement = self.prepare(sql, parameters)?;
        let mut rows = statement.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(R::read(row)?);
        }
        Ok(found)
    }
}

fn bind(statement: &mut CachedStatement<'_>, parameters: &[Parameter<'_>]) -> rusqlite::Result<()> {
    for index in 1..=statement.parameter_count() {
        let number = statement.parameter_name(index).and_then(|name| name[1..].parse().ok());
        let parameter = number.and_then(|number: usize| parameters.get(number.checked_sub(1)?));
        let missing = rusqlite::Error::InvalidParameterCount(parameters.len(), index);
        statement.raw_bind_parameter(index, parameter.ok_or(missing)?)?;
    }
    Ok(())
}

impl Executor for Statements<'_> {
    async fn rows<R: FromRow>(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>, Failure> {
        Ok(self.select(sql, parameters)?)
    }

    async fn change(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<u64, Failure> {
        Ok(self.prepare(sql, parameters)?.raw_execute()? as u64)
    }

    async fn change_each(&self, sql: &str, sets: &[Vec<Parameter<'_>>]) -> Result<u64, Failure> {
        let mut statement = self.0.prepare_cached(sql)?;
        let mut changed = 0;
        for parameters in sets {
            bind(&mut statement, parameters)?;
            changed += statement.raw_execute()? as u64;
        }
        Ok(changed)
    }

    async fn long_batch(&self, sql: &str) -> Result<(), Failure> {
        Ok(self.0.execute_batch(sql)?)
    }

    async fn add_events(&self, game: &str, events: &[EventRow]) -> Result<(), Failure> {
        let last = "SELECT MAX(version) FROM events WHERE game = $1";
        let last: Vec<(Option<i64>,)> = self.select(last, values![game])?;
        let last = last.first().and_then(|(version,)| *version).unwrap_or(0);
        if events.first().is_none_or(|first| first.version != last + 1) {
            return Err(Failure::Taken);
        }
        let mut insert = self.0.prepare_cached(
            "INSERT INTO events (game, version, kind, payload, at) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        for EventRow { version, kind, payload, at } in events {
            insert.execute(rusqlite::params![game, version, kind, payload, at])?;
        }
        Ok(())
    }

    async fn put_seats(&self, game: &str, seats: &[SeatRow]) -> Result<(), Failure> {
        let sql = "INSERT INTO seats (game, seat, person, name) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person, \
                   name = excluded.name";
        for SeatRow { seat, person, name } in seats {
            self.change(sql, values![game, seat, person, name]).await?;
        }
        Ok(())
    }

    async fn rename_seats(
        &self,
        games: &[String],
        person: &str,
        before: &str,
        name: &str,
    ) -> Result<(), Failure> {
        let sql = "UPDATE seats SET name = $4 WHERE game = ANY($1) AND person = $2 AND name = $3";
        self.change(sql, values![games, person, before, name]).await.map(drop)
    }
}

impl ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Parameter::Null => ToSqlOutput::Owned(Value::Null),
            Parameter::Integer(number) => ToSqlOutput::Owned(Value::Integer(*number)),
            Parameter::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Parameter::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
            Parameter::Texts(texts) => {
                ToSqlOutput::Owned(Value::Text(serde_json::json!(texts).to_string()))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_bound_by_number() {
        let connection = Connection::open_in_memory().unwrap();
        let statements = Statements(&connection);
        let texts = ["b".to_owned(), "c".to_owned()];
        let sql = "SELECT $3, $2, 'b' = ANY($1) AND $2 < $4";
        let rows: Vec<(i64, String, i64)> = statements
            .select(&format!("{sql} FOR UPDATE"), values![texts[..], "x", 7, "y"])
            .unwrap();
        assert_eq!(rows, [(7, "x".to_owned(), 1)]);
        assert!(statements.select::<()>(sql, values![texts[..], "x"]).is_err());
    }
}
