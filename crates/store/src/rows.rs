//! Rows of both databases.

use agon_protocol::lists::Ended;
use agon_protocol::state::Phase;
use rusqlite::types::{FromSqlError, FromSqlResult, ValueRef};
use serde_json::Value;
use tokio_postgres::types::{FromSql, Type};

use crate::executor::{Parameter, ToParameter};
use crate::schema::places;

/// The columns of a row, by index.
pub(crate) trait Columns {
    type Error;

    fn get<T: Column>(&self, index: usize) -> Result<T, Self::Error>;

    /// Returns the number of columns.
    fn count(&self) -> usize;
}

/// A type that both databases can read.
pub(crate) trait Column: rusqlite::types::FromSql + for<'a> FromSql<'a> {}

impl<T> Column for T where T: rusqlite::types::FromSql + for<'a> FromSql<'a> {}

impl Columns for rusqlite::Row<'_> {
    type Error = rusqlite::Error;

    fn get<T: Column>(&self, index: usize) -> rusqlite::Result<T> {
        rusqlite::Row::get(self, index)
    }

    fn count(&self) -> usize {
        self.as_ref().column_count()
    }
}

impl Columns for tokio_postgres::Row {
    type Error = tokio_postgres::Error;

    fn get<T: Column>(&self, index: usize) -> Result<T, tokio_postgres::Error> {
        self.try_get(index)
    }

    fn count(&self) -> usize {
        self.len()
    }
}

/// The columns of a row from an index on.
struct Tail<'a, C>(&'a C, usize);

impl<C: Columns> Columns for Tail<'_, C> {
    type Error = C::Error;

    fn get<T: Column>(&self, index: usize) -> Result<T, C::Error> {
        self.0.get(self.1 + index)
    }

    fn count(&self) -> usize {
        self.0.count() - self.1
    }
}

/// A type that is read from a row.
pub(crate) trait FromRow: Sized {
    fn read<C: Columns>(row: &C) -> Result<Self, C::Error>;
}

/// A row of a table.
pub(crate) trait Record: FromRow {
    const TABLE: &str;
    /// Names of the columns, in the order of [`FromRow::read`].
    const NAMES: &[&str];
    /// The same in one text, with the name of the table and separated by commas.
    const COLUMNS: &str;

    /// Returns the values of the columns.
    fn values(&self) -> Vec<Parameter<'_>>;

    fn select(rest: &str) -> String {
        format!("SELECT {} FROM {} {rest}", Self::COLUMNS, Self::TABLE)
    }

    fn insert(conflict: &str) -> String {
        let (table, names) = (Self::TABLE, Self::NAMES.join(", "));
        let places = places(Self::NAMES.len());
        format!("INSERT INTO {table} ({names}) VALUES ({places}) {conflict}")
    }
}

/// Implements [`Record`] for a struct whose fields are the columns of a table.
macro_rules! record {
    ($row:ident in $table:literal: $first:ident $(, $column:ident)* $(,)?) => {
        impl $crate::rows::FromRow for $row {
            fn read<C: $crate::rows::Columns>(row: &C) -> Result<$row, C::Error> {
                use $crate::rows::Field;
                let mut index = 0;
                let mut next = || {
                    index += 1;
                    index - 1
                };
                Ok($row { $first: Field::get(row, next())?, $($column: Field::get(row, next())?),* })
            }
        }

        impl $crate::rows::Record for $row {
            const TABLE: &str = $table;
            const NAMES: &[&str] = &[stringify!($first) $(, stringify!($column))*];
            const COLUMNS: &str = concat!(
                $table, ".", stringify!($first) $(, ", ", $table, ".", stringify!($column))*
            );

            fn values(&self) -> Vec<$crate::executor::Parameter<'_>> {
                use $crate::executor::ToParameter;
                vec![self.$first.parameter() $(, self.$column.parameter())*]
            }
        }
    };
}
pub(crate) use record;

/// A record with the columns that a statement selects after those of the record.
pub(crate) struct Joined<R, S>(pub(crate) R, pub(crate) S);

impl<R: Record, S: FromRow> FromRow for Joined<R, S> {
    fn read<C: Columns>(row: &C) -> Result<Self, C::Error> {
        Ok(Joined(R::read(row)?, S::read(&Tail(row, R::NAMES.len()))?))
    }
}

/// A row of which nothing is read.
impl FromRow for () {
    fn read<C: Columns>(_: &C) -> Result<(), C::Error> {
        Ok(())
    }
}

macro_rules! from_tuple {
    ($($field:ident $index:literal),+) => {
        impl<$($field: Field),+> FromRow for ($($field,)+) {
            fn read<R: Columns>(row: &R) -> Result<Self, R::Error> {
                Ok(($($field::get(row, $index)?,)+))
            }
        }
    };
}
from_tuple!(A 0);
from_tuple!(A 0, B 1);
from_tuple!(A 0, B 1, C 2);
from_tuple!(A 0, B 1, C 2, D 3, E 4);

/// All columns of a row as JSON.
impl FromRow for Vec<Value> {
    fn read<C: Columns>(row: &C) -> Result<Self, C::Error> {
        (0..row.count()).map(|index| Ok(row.get::<Cell>(index)?.0)).collect()
    }
}

/// A type that is stored in one column.
pub(crate) trait Field: Sized {
    fn get<C: Columns>(row: &C, index: usize) -> Result<Self, C::Error>;
}

macro_rules! plain_fields {
    ($($plain:ty),*) => {$(
        impl Field for $plain {
            fn get<C: Columns>(row: &C, index: usize) -> Result<Self, C::Error> {
                row.get(index)
            }
        }
    )*};
}
plain_fields!(bool, i64, Option<i64>, String, Option<String>);

/// Keys of positions, eight bytes each.
impl Field for Vec<i64> {
    fn get<C: Columns>(row: &C, index: usize) -> Result<Self, C::Error> {
        let bytes: Vec<u8> = row.get(index)?;
        let (keys, _) = bytes.as_chunks();
        Ok(keys.iter().map(|key| i64::from_be_bytes(*key)).collect())
    }
}

impl ToParameter for Vec<i64> {
    fn parameter(&self) -> Parameter<'_> {
        let bytes: Vec<u8> = self.iter().flat_map(|key| key.to_be_bytes()).collect();
        Parameter::Bytes(bytes.into())
    }
}

/// Values that are stored by name.
trait Named: Sized + 'static {
    const NAMES: &[(&str, Self)];
}

impl Named for Phase {
    const NAMES: &[(&str, Phase)] = &[
        ("open", Phase::Open),
        ("playing", Phase::Playing),
        ("ended", Phase::Ended),
        ("closed", Phase::Closed),
    ];
}

impl Named for Ended {
    const NAMES: &[(&str, Ended)] = &[
        ("won", Ended::Won),
        ("lost", Ended::Lost),
        ("drawn", Ended::Drawn),
        ("unfinished", Ended::Unfinished),
    ];
}

impl Named for Option<Ended> {
    const NAMES: &[(&str, Option<Ended>)] = &[
        ("", None),
        ("won", Some(Ended::Won)),
        ("lost", Some(Ended::Lost)),
        ("drawn", Some(Ended::Drawn)),
        ("unfinished", Some(Ended::Unfinished)),
    ];
}

macro_rules! named_fields {
    ($($named:ty),*) => {$(
        impl Field for $named {
            fn get<C: Columns>(row: &C, index: usize) -> Result<Self, C::Error> {
                Ok(row.get::<ByName<$named>>(index)?.0)
            }
        }

        impl ToParameter for $named {
            fn parameter(&self) -> Parameter<'_> {
                let name = <$named>::NAMES.iter().find(|(_, value)| value == self);
                Parameter::Text(name.map_or("", |(name, _)| *name).into())
            }
        }
    )*};
}
named_fields!(Phase, Ended, Option<Ended>);

/// A named value in a column.
struct ByName<T>(T);

impl<T: Named + Copy> ByName<T> {
    fn parse(text: &str) -> Result<ByName<T>, String> {
        let found = T::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|(_, value)| ByName(*value)).ok_or_else(|| format!("unknown value {text:?}"))
    }
}

impl<T: Named + Copy> rusqlite::types::FromSql for ByName<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        ByName::parse(value.as_str()?).map_err(|error| FromSqlError::Other(error.into()))
    }
}

impl<'a, T: Named + Copy> FromSql<'a> for ByName<T> {
    fn from_sql(
        sql_type: &Type,
        raw: &'a [u8],
    ) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(ByName::parse(<&str>::from_sql(sql_type, raw)?)?)
    }

    fn accepts(sql_type: &Type) -> bool {
        <&str as FromSql>::accepts(sql_type)
    }
}

/// An integer, a text or NULL in a column.
struct Cell(Value);

impl rusqlite::types::FromSql for Cell {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Ok(Cell(match value {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => number.into(),
            other => other.as_str()?.into(),
        }))
    }
}

impl<'a> FromSql<'a> for Cell {
    fn from_sql(
        sql_type: &Type,
        raw: &'a [u8],
    ) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Cell(if *sql_type == Type::INT8 {
            i64::from_sql(sql_type, raw)?.into()
        } else {
            <&str>::from_sql(sql_type, raw)?.into()
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Cell(Value::Null))
    }

    fn accepts(sql_type: &Type) -> bool {
        *sql_type == Type::INT8 || <&str as FromSql>::accepts(sql_type)
    }
}
