//! Data for the host of the site: people, removed games, and a log of the host's actions.

use crate::executor::{Executor, Parameter, ToParameter, values};
use crate::failure::Failure;
use crate::rows::{Joined, Record, record};
use crate::{PersonRow, Store, StoreError};

/// Limit up to which the games of a person are counted.
const COUNTED: i64 = 1_000;

/// Selects people, the newest first.
#[derive(Clone, Debug, Default)]
pub struct PersonFilter {
    /// Key of the beginning of the name; the result is ordered by name then.
    pub name_key: Option<String>,
    /// Only banned people.
    pub banned: bool,
    /// Only people created before this time.
    pub before: Option<i64>,
    /// Maximum number of people.
    pub limit: i64,
}

/// A person with what the host is shown of them.
#[derive(Clone, Debug)]
pub struct PersonSeen {
    /// The person.
    pub person: PersonRow,
    /// Last use of any session.
    pub seen: Option<i64>,
    /// Number of games that they host or play in, at most a thousand.
    pub games: i64,
}

/// An action of the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostAct {
    /// Time of the action.
    pub at: i64,
    /// Kind of action.
    pub act: String,
    /// Its subject.
    pub about: String,
}

record!(HostAct in "host_acts": at, act, about);

pub(crate) async fn log(executor: &impl Executor, act: &HostAct) -> Result<u64, Failure> {
    executor.insert(act, "").await
}

impl Store {
    /// Returns people for the host.
    pub async fn site_people(&self, filter: &PersonFilter) -> Result<Vec<PersonSeen>, StoreError> {
        let mut conditions = vec!["TRUE".to_owned()];
        let mut values: Vec<Parameter<'_>> = vec![filter.limit.parameter()];
        let mut order = "people.created DESC, people.id";
        if let Some(key) = &filter.name_key {
            conditions.push("people.name_key >= $2 AND people.name_key < $3".into());
            values.extend([key.parameter(), Parameter::Text(format!("{key}\u{10ffff}").into())]);
            order = "people.name_key, people.id";
        }
        if filter.banned {
            conditions.push("people.banned IS NOT NULL".into());
        }
        if filter.before.is_some() {
            values.push(filter.before.parameter());
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
        let rows = self.list("site_people").rows(&sql, &values).await?;
        let seen = |Joined(person, (seen, games))| PersonSeen { person, seen, games };
        Ok(rows.into_iter().map(seen).collect())
    }

    /// Returns whether the host has removed a game with this id.
    pub async fn is_removed(&self, game: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM removed_games WHERE id = $1";
        self.query("is_removed").exists(sql, values![game]).await
    }

    /// Returns actions of the host, the latest first.
    pub async fn host_acts(&self, limit: i64) -> Result<Vec<HostAct>, StoreError> {
        self.query("host_acts").find("ORDER BY number DESC LIMIT $1", values![limit]).await
    }
}
