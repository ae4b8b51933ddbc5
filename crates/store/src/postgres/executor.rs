//! Statements on a connection.

use std::error::Error;
use std::future::poll_fn;
use std::task::Poll;

use bytes::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, WrongType, to_sql_checked};

use super::connection::Connection;
use super::events;
use crate::executor::{Executor, Parameter, values};
use crate::failure::Failure;
use crate::names::words;
use crate::rows::FromRow;
use crate::{EventRow, SeatRow};

fn references<'a>(parameters: &'a [Parameter<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    parameters.iter().map(|parameter| parameter as &(dyn ToSql + Sync)).collect()
}

impl Executor for Connection {
    async fn rows<R: FromRow>(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>, Failure> {
        let rows = self.query(sql, &references(parameters)).await?;
        let read = |row: &tokio_postgres::Row| {
            R::read(row)
                .map_err(|error: tokio_postgres::Error| Failure::Unreadable(error.to_string()))
        };
        rows.iter().map(read).collect()
    }

    async fn change(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<u64, Failure> {
        self.execute(sql, &references(parameters)).await
    }

    /// Pipelines the statements: the first poll of each sends it.
    async fn change_each(&self, sql: &str, sets: &[Vec<Parameter<'_>>]) -> Result<u64, Failure> {
        let Some((first, rest)) = sets.split_first() else { return Ok(0) };
        // Alone, so that the statement is prepared once.
        let mut changed = self.change(sql, first).await?;
        let mut pending = Vec::with_capacity(rest.len());
        for set in rest {
            pending.push(Box::pin(self.change(sql, set)));
        }
        let mut failure = None;
        poll_fn(|context| {
            pending.retain_mut(|change| match change.as_mut().poll(context) {
                Poll::Pending => true,
                Poll::Ready(Ok(count)) => {
                    changed += count;
                    false
                }
                Poll::Ready(Err(error)) => {
                    // The later ones fail only because the transaction has failed.
                    failure.get_or_insert(error);
                    false
                }
            });
            if pending.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        failure.map_or(Ok(changed), Err)
    }

    async fn long_batch(&self, sql: &str) -> Result<(), Failure> {
        self.batch_without_timeout(&format!("SET LOCAL statement_timeout = 0; {sql}")).await
    }

    async fn add_events(&self, game: &str, events: &[EventRow]) -> Result<(), Failure> {
        events::add(self, game, events).await
    }

    async fn put_seats(&self, game: &str, seats: &[SeatRow]) -> Result<(), Failure> {
        let sql = "INSERT INTO seats (game, seat, person, name, words) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person, \
                   name = excluded.name, words = excluded.words";
        for SeatRow { seat, person, name } in seats {
            self.change(sql, values![game, seat, person, name, spaced(name)]).await?;
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
        let sql = "UPDATE seats SET name = $4, words = $5 \
                   WHERE game = ANY($1) AND person = $2 AND name = $3";
        self.change(sql, values![games, person, before, name, spaced(name)]).await.map(drop)
    }
}

/// Returns the words of a name, each after a space, so that a search for ` beg` finds words that begin so.
pub(super) fn spaced(name: &str) -> String {
    words(name).map(|word| format!(" {word}")).collect()
}

impl ToSql for Parameter<'_> {
    fn to_sql(
        &self,
        sql_type: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Parameter::Null => Ok(IsNull::Yes),
            Parameter::Integer(number) if *sql_type == Type::INT8 => number.to_sql(sql_type, out),
            Parameter::Integer(_) => Err(WrongType::new::<i64>(sql_type.clone()).into()),
            Parameter::Text(text) => (&**text).to_sql(sql_type, out),
            Parameter::Bytes(bytes) => (&**bytes).to_sql(sql_type, out),
            Parameter::Texts(texts) => (&**texts).to_sql(sql_type, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
