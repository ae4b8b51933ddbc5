//! The interface through which changes and queries run their statements. Statements are written once, in the
//! syntax of PostgreSQL with `$1`, `$2`, ... for parameters. SQLite accepts them except for two forms, which
//! its executor translates: a final `FOR UPDATE` or `FOR SHARE` (dropped, because there is one writer) and
//! `= ANY($1)` with a list of texts (read from JSON).

use std::borrow::Cow;

use crate::failure::Failure;
use crate::rows::{FromRow, Record};
use crate::{EventRow, SeatRow};

/// The open transaction of a change.
///
/// The futures of SQLite are ready at the first poll, so that its writer thread needs no runtime.
pub(crate) trait Executor {
    /// Returns the rows that a statement selects.
    async fn rows<R: FromRow>(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>, Failure>;

    /// Returns the number of rows that a statement changes.
    async fn change(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<u64, Failure>;

    /// Runs a statement for each set of parameters, in order, without waiting for the results in between.
    /// Returns the number of changed rows.
    async fn change_each(&self, sql: &str, sets: &[Vec<Parameter<'_>>]) -> Result<u64, Failure>;

    /// Runs statements that may take longer than the timeout of a single one.
    async fn long_batch(&self, sql: &str) -> Result<(), Failure>;

    /// Appends events to a game. Fails with [`Failure::Taken`] unless the first one follows the last
    /// stored one.
    async fn add_events(&self, game: &str, events: &[EventRow]) -> Result<(), Failure>;

    /// Stores who has the seats of a game.
    async fn put_seats(&self, game: &str, seats: &[SeatRow]) -> Result<(), Failure>;

    /// Replaces the name of a person on seats that carry the name `before`.
    async fn rename_seats(
        &self,
        games: &[String],
        person: &str,
        before: &str,
        name: &str,
    ) -> Result<(), Failure>;

    /// Returns the records of a table; `rest` follows the table's name in the statement.
    async fn find<R: Record>(
        &self,
        rest: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>, Failure> {
        self.rows(&R::select(rest), parameters).await
    }

    async fn exists(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<bool, Failure> {
        Ok(!self.rows::<()>(sql, parameters).await?.is_empty())
    }

    /// Inserts a record; `conflict` is the `ON CONFLICT` clause.
    async fn insert<R: Record>(&self, record: &R, conflict: &str) -> Result<u64, Failure> {
        self.change(&R::insert(conflict), &record.values()).await
    }
}

/// A parameter of a statement.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Parameter<'a> {
    Null,
    Integer(i64),
    Text(Cow<'a, str>),
    Bytes(Cow<'a, [u8]>),
    /// For `= ANY($1)`.
    Texts(Cow<'a, [String]>),
}

impl Parameter<'_> {
    pub(crate) fn into_owned(self) -> Parameter<'static> {
        match self {
            Parameter::Null => Parameter::Null,
            Parameter::Integer(number) => Parameter::Integer(number),
            Parameter::Text(text) => Parameter::Text(text.into_owned().into()),
            Parameter::Bytes(bytes) => Parameter::Bytes(bytes.into_owned().into()),
            Parameter::Texts(texts) => Parameter::Texts(texts.into_owned().into()),
        }
    }
}

/// Values that a statement takes as parameters.
pub(crate) trait ToParameter {
    fn parameter(&self) -> Parameter<'_>;
}

impl<T: ToParameter + ?Sized> ToParameter for &T {
    fn parameter(&self) -> Parameter<'_> {
        (**self).parameter()
    }
}

impl ToParameter for str {
    fn parameter(&self) -> Parameter<'_> {
        Parameter::Text(self.into())
    }
}

impl ToParameter for String {
    fn parameter(&self) -> Parameter<'_> {
        self.as_str().parameter()
    }
}

impl ToParameter for i64 {
    fn parameter(&self) -> Parameter<'_> {
        Parameter::Integer(*self)
    }
}

impl ToParameter for Option<i64> {
    fn parameter(&self) -> Parameter<'_> {
        self.map_or(Parameter::Null, Parameter::Integer)
    }
}

impl ToParameter for Option<String> {
    fn parameter(&self) -> Parameter<'_> {
        self.as_deref().map_or(Parameter::Null, str::parameter)
    }
}

impl ToParameter for Option<&str> {
    fn parameter(&self) -> Parameter<'_> {
        self.map_or(Parameter::Null, str::parameter)
    }
}

impl ToParameter for [String] {
    fn parameter(&self) -> Parameter<'_> {
        Parameter::Texts(self.into())
    }
}

/// The parameters of a statement, in order.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        &[$($crate::executor::ToParameter::parameter(&$value)),*]
    };
}
pub(crate) use values;
