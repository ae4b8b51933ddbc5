//! What the host of the site sees: people, removed games, and what the host has done.

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use super::Sqlite;
use super::queries::rows;
use crate::host::COUNTED;
use crate::rows::FromRow;
use crate::{HostAct, PersonFilter, PersonRow, PersonSeen, StoreError};

impl Sqlite {
    /// People in a list.
    pub(crate) async fn site_people(
        &self,
        filter: &PersonFilter,
    ) -> Result<Vec<PersonSeen>, StoreError> {
        let filter = filter.clone();
        self.lists.ask(move |connection| people(connection, &filter)).await
    }

    /// Was there a game with this id that the host has removed?
    pub(crate) async fn is_removed(&self, game: &str) -> Result<bool, StoreError> {
        let game = game.to_owned();
        let sql = "SELECT 1 FROM removed_games WHERE id = ?1";
        self.readers.ask(move |c| c.prepare_cached(sql)?.exists([game])).await
    }

    /// What the host has done, the latest first.
    pub(crate) async fn host_acts(&self, limit: i64) -> Result<Vec<HostAct>, StoreError> {
        let rest = "host_acts ORDER BY number DESC LIMIT ?1";
        self.readers.ask(move |c| rows(c, rest, [limit])).await
    }
}

fn people(connection: &Connection, filter: &PersonFilter) -> rusqlite::Result<Vec<PersonSeen>> {
    let mut conditions = vec!["TRUE"];
    let mut values: Vec<Value> = Vec::new();
    let mut order = "people.created DESC, people.id";
    if let Some(key) = &filter.name_key {
        conditions.push("people.name_key >= ? AND people.name_key < ?");
        values.extend([key.clone().into(), format!("{key}\u{10ffff}").into()]);
        order = "people.name_key, people.id";
    }
    if filter.banned {
        conditions.push("people.banned IS NOT NULL");
    }
    if let Some(before) = filter.before {
        conditions.push("people.created < ?");
        values.push(before.into());
    }
    values.push(filter.limit.into());
    let sql = format!(
        "SELECT {}, (SELECT MAX(seen) FROM sessions WHERE person = people.id), \
         (SELECT COUNT(*) FROM (SELECT 1 FROM games_of_people WHERE person = people.id \
          LIMIT {COUNTED})) \
         FROM people WHERE {} ORDER BY {order} LIMIT ?",
        PersonRow::COLUMNS,
        conditions.join(" AND "),
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let read = |row: &Row<'_>| {
        Ok(PersonSeen { person: PersonRow::read(row)?, seen: row.get(8)?, games: row.get(9)? })
    };
    statement.query_map(params_from_iter(values), read)?.collect()
}
