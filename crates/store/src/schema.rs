//! The tables: migrations of both databases, and the columns of all tables as plain values, to move a site
//! from one database to another.

use serde_json::Value;

/// Migrations of SQLite, from each version of the tables to the next.
pub(crate) const SQLITE: &[&str] = &[
    include_str!("../migrations/0001_beginning.sql"),
    include_str!("../migrations/0002_sessions_and_lists.sql"),
    include_str!("../migrations/0003_pictures_and_codes.sql"),
    include_str!("../migrations/0004_host.sql"),
    include_str!("../migrations/0005_reports.sql"),
    include_str!("../migrations/0006_puzzles.sql"),
    include_str!("../migrations/0007_archive.sql"),
    include_str!("../migrations/0008_studies.sql"),
    include_str!("../migrations/0009_damaged_games.sql"),
    include_str!("../migrations/0010_accounts.sql"),
];

/// Migrations of PostgreSQL. Those from `accounts` on are shared: they declare keys as `TEXT COLLATE "C"`,
/// which compares like SQLite's TEXT.
pub(crate) const POSTGRES: &[&str] = &[
    include_str!("../migrations/postgres/0001_beginning.sql"),
    include_str!("../migrations/postgres/0002_allowances.sql"),
    include_str!("../migrations/postgres/0003_reports.sql"),
    include_str!("../migrations/postgres/0004_puzzles.sql"),
    include_str!("../migrations/postgres/0005_archive.sql"),
    include_str!("../migrations/postgres/0006_studies.sql"),
    include_str!("../migrations/postgres/0007_damaged_games.sql"),
    include_str!("../migrations/0010_accounts.sql"),
];

/// A table.
#[derive(Debug)]
pub struct Shape {
    /// Name, the same in both databases.
    pub name: &'static str,
    /// Columns, those of the key first.
    pub(crate) columns: &'static [Column],
    /// Number of columns of the key.
    pub(crate) key: usize,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) is_number: bool,
}

const fn text(name: &'static str) -> Column {
    Column { name, is_number: false }
}

const fn number(name: &'static str) -> Column {
    Column { name, is_number: true }
}

/// Name of the table, columns of its key, other columns.
macro_rules! shapes {
    ($($table:ident ($($key:ident $key_kind:ident),+) $($column:ident $kind:ident),*;)*) => {
        &[$(Shape {
            name: stringify!($table),
            columns: &[
                $($key_kind(stringify!($key)),)+
                $($kind(stringify!($column)),)*
            ],
            key: [$(stringify!($key)),+].len(),
        }),*]
    };
}

/// The tables that are moved, in an order in which they can be filled.
pub const SHAPES: &[Shape] = shapes! {
    people (id text) name text, name_key text, login text, password text, created number,
        picture text, banned text, deleted number;
    device_codes (hash text) person text, until_at number;
    tokens (hash text) id text, person text, label text, created number, scopes text;
    sessions (id text) person text, label text, created number, seen number;
    games (id text) game text, phase text, listed number, secret text, host text, summary text,
        version number, due number, created number, updated number, result text;
    removed_games (id text) at number;
    host_acts (number number) at number, act text, about text;
    seats (game text, seat number) person text, name text;
    games_of_people (person text, game text) phase text, updated number, hidden number;
    events (game text, version number) kind text, payload text, at number;
    reports (game text) report text, at number;
    puzzle_standings (person text, game text) rating number, deviation number, volatility number,
        tried number, solved number, streak number, longest number;
    puzzle_attempts (person text, game text, puzzle text) solved number, at number;
    ratings (person text, game text, pace text) rating number, deviation number,
        volatility number, games number, at number;
    rating_changes (id text, person text) game text, pace text, at number, before number,
        rating number;
    studies (id text) person text, game text, title text, content text, version number,
        created number, updated number;
    downtimes (begin_at number) until_at number;
    facts (name text) value text;
};

/// Tables that are not moved: they follow from others, or hold what matters only for a moment.
#[doc(hidden)]
pub const DERIVED: &[&str] = &[
    "allowances",
    "archived_games",
    "damaged_games",
    "explorer",
    "name_words",
    "played",
    "position_games",
    "tables_version",
    "unarchived",
];

/// Tables whose rows are deleted with the account named in their column `person`.
pub(crate) const OF_PEOPLE: &[&str] = &[
    "tokens",
    "sessions",
    "device_codes",
    "puzzle_attempts",
    "puzzle_standings",
    "ratings",
    "rating_changes",
    "played",
    "studies",
];

/// Tables whose rows are deleted with the game named in a column.
pub(crate) const OF_GAMES: &[(&str, &str)] = &[
    ("unarchived", "id"),
    ("damaged_games", "id"),
    ("archived_games", "id"),
    ("played", "id"),
    ("reports", "game"),
    ("events", "game"),
    ("seats", "game"),
    ("games_of_people", "game"),
    ("games", "id"),
];

impl Shape {
    /// Returns the table with this name.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static Shape> {
        SHAPES.iter().find(|shape| shape.name == name)
    }

    /// Whether a row has values of the types of this table.
    #[must_use]
    pub fn fits(&self, row: &[Value]) -> bool {
        let fits = |(column, value): (&Column, &Value)| match value {
            Value::Null => true,
            Value::String(_) => !column.is_number,
            Value::Number(number) => column.is_number && number.is_i64(),
            _ => false,
        };
        row.len() == self.columns.len() && self.columns.iter().zip(row).all(fits)
    }

    /// Returns the names of the first columns, separated by commas.
    pub(crate) fn list(&self, count: usize) -> String {
        let names: Vec<&str> = self.columns[..count].iter().map(|column| column.name).collect();
        names.join(", ")
    }
}

/// Returns parameters up to a number, separated by commas.
pub(crate) fn places(count: usize) -> String {
    let places: Vec<String> = (1..=count).map(|place| format!("${place}")).collect();
    places.join(", ")
}
