//! What the host of the site sees: people, removed games, and what the host has done.

use tokio_postgres::types::ToSql;

use super::{Postgres, unreadable};
use crate::host::COUNTED;
use crate::rows::FromRow;
use crate::{HostAct, PersonFilter, PersonRow, PersonSeen, StoreError};

impl Postgres {
    pub(crate) async fn site_people(
        &self,
        filter: &PersonFilter,
    ) -> Result<Vec<PersonSeen>, StoreError> {
        let mut conditions = vec!["TRUE".to_owned()];
        let mut values: Vec<Box<dyn ToSql + Sync + Send>> = vec![Box::new(filter.limit)];
        let mut order = "people.created DESC, people.id";
        if let Some(key) = &filter.name_key {
            conditions.push("people.name_key >= $2 AND people.name_key < $3".into());
            values.push(Box::new(key.clone()));
            values.push(Box::new(format!("{key}\u{10ffff}")));
            order = "people.name_key, people.id";
        }
        if filter.banned {
            conditions.push("people.banned IS NOT NULL".into());
        }
        if let Some(before) = filter.before {
            values.push(Box::new(before));
            conditions.push(format!("people.created < ${}", values.len()));
        }
        let sql = format!(
            "SELECT {}, (SELECT MAX(seen) FROM sessions WHERE person = people.id), \
             (SELECT COUNT(*) FROM (SELECT 1 FROM games_of_people WHERE person = people.id \
              LIMIT {COUNTED}) AS few) \
             FROM people WHERE {} ORDER BY {order} LIMIT $1",
            PersonRow::COLUMNS,
            conditions.join(" AND "),
        );
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
        let rows = self.ask_on(&self.shared.lists, &sql, &values).await?;
        let read = |row: &tokio_postgres::Row| {
            let (seen, games) = (row.try_get(8)?, row.try_get(9)?);
            Ok(PersonSeen { person: PersonRow::read(row)?, seen, games })
        };
        rows.iter().map(|row| read(row).map_err(unreadable)).collect()
    }

    pub(crate) async fn is_removed(&self, game: &str) -> Result<bool, StoreError> {
        let sql = "SELECT id FROM removed_games WHERE id = $1";
        Ok(!self.values::<String>(sql, &[&game]).await?.is_empty())
    }

    pub(crate) async fn host_acts(&self, limit: i64) -> Result<Vec<HostAct>, StoreError> {
        let sql =
            format!("SELECT {} FROM host_acts ORDER BY number DESC LIMIT $1", HostAct::COLUMNS);
        self.read(&sql, &[&limit]).await
    }
}
