//! Conditions of a transaction.

use tokio_postgres::types::ToSql;

use super::failure::Failure;
use super::line::Line;
use crate::Condition;
use crate::condition::Parameter;

/// Checks a condition. The person's row stays locked until the transaction ends, so the condition stays
/// true for other transactions that check conditions about this person.
pub(crate) async fn require(line: &Line, condition: &Condition) -> Result<(), Failure> {
    line.rows("SELECT 1 FROM people WHERE id = $1 FOR UPDATE", &[&condition.person()]).await?;
    let (sql, parameters) = condition.query();
    let parameters: Vec<&(dyn ToSql + Sync)> = parameters
        .iter()
        .map(|parameter| match parameter {
            Parameter::Text(text) => text as &(dyn ToSql + Sync),
            Parameter::OptionalText(text) => text,
            Parameter::Integer(number) => number,
        })
        .collect();
    let holds = !line.rows(sql, &parameters).await?.is_empty();
    if holds { Ok(()) } else { Err(Failure::Unmet(condition.clone())) }
}
