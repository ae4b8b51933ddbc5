//! What the host of the site sees: people, and what the host has done.

use crate::PersonRow;
use crate::rows::{Columns, FromRow};

/// Games of a person are counted up to so many.
pub(crate) const COUNTED: i64 = 1_000;

/// Which people are looked for, those who came last first.
#[derive(Clone, Debug, Default)]
pub struct PersonFilter {
    /// The key of the beginning of their names; by name then.
    pub name_key: Option<String>,
    /// Only those who are shut out.
    pub banned: bool,
    /// Only those who came before.
    pub before: Option<i64>,
    /// How many at most.
    pub limit: i64,
}

/// Somebody as the host sees them.
#[derive(Clone, Debug)]
pub struct PersonSeen {
    /// Who.
    pub person: PersonRow,
    /// When one of their sessions was last used, roughly.
    pub seen: Option<i64>,
    /// How many games they made or play in, counted up to a thousand.
    pub games: i64,
}

/// Something that the host has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostAct {
    /// When.
    pub at: i64,
    /// What kind of thing.
    pub act: String,
    /// What it was about.
    pub about: String,
}

impl FromRow for HostAct {
    const COLUMNS: &str = "at, act, about";

    fn read<R: Columns>(row: &R) -> Result<HostAct, R::Error> {
        Ok(HostAct { at: row.get(0)?, act: row.get(1)?, about: row.get(2)? })
    }
}
