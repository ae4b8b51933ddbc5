//! Conditions of a transaction.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use crate::condition::Parameter;
use crate::{Condition, StoreError};

impl ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match *self {
            Parameter::Text(text) | Parameter::OptionalText(Some(text)) => {
                ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes()))
            }
            Parameter::OptionalText(None) => ToSqlOutput::Owned(Value::Null),
            Parameter::Integer(number) => ToSqlOutput::Owned(Value::Integer(number)),
        })
    }
}

/// Checks a condition in the open transaction.
pub(crate) fn require(
    connection: &Connection,
    condition: &Condition,
) -> rusqlite::Result<Result<(), StoreError>> {
    let (sql, parameters) = condition.query();
    let holds = connection.prepare_cached(sql)?.exists(params_from_iter(parameters))?;
    Ok(if holds { Ok(()) } else { Err(StoreError::Unmet(condition.clone())) })
}
