//! All tables as rows of plain values, to move a site from one database to another. What can be made
//! from other tables (the words of names) is made anew there.

use serde_json::Value;

/// A table.
#[derive(Debug)]
pub struct Shape {
    /// Its name, the same in both databases.
    pub name: &'static str,
    /// Its columns, those of the key first.
    pub(crate) columns: &'static [Column],
    /// How many of them are the key.
    pub(crate) key: usize,
}

/// A column.
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

/// All tables, in an order in which they can be filled.
pub const SHAPES: &[Shape] = &[
    Shape {
        name: "people",
        columns: &[
            text("id"),
            text("name"),
            text("name_key"),
            text("login"),
            text("password"),
            number("created"),
            text("picture"),
            text("banned"),
            number("deleted"),
        ],
        key: 1,
    },
    Shape {
        name: "device_codes",
        columns: &[text("hash"), text("person"), number("until_at")],
        key: 1,
    },
    Shape {
        name: "tokens",
        columns: &[
            text("hash"),
            text("id"),
            text("person"),
            text("label"),
            number("created"),
            text("scopes"),
        ],
        key: 1,
    },
    Shape {
        name: "sessions",
        columns: &[text("id"), text("person"), text("label"), number("created"), number("seen")],
        key: 1,
    },
    Shape {
        name: "games",
        columns: &[
            text("id"),
            text("game"),
            text("phase"),
            number("listed"),
            text("secret"),
            text("host"),
            text("summary"),
            number("version"),
            number("due"),
            number("created"),
            number("updated"),
            text("result"),
        ],
        key: 1,
    },
    Shape { name: "removed_games", columns: &[text("id"), number("at")], key: 1 },
    Shape {
        name: "host_acts",
        columns: &[number("number"), number("at"), text("act"), text("about")],
        key: 1,
    },
    Shape {
        name: "seats",
        columns: &[text("game"), number("seat"), text("person"), text("name")],
        key: 2,
    },
    Shape {
        name: "games_of_people",
        columns: &[
            text("person"),
            text("game"),
            text("phase"),
            number("updated"),
            number("hidden"),
        ],
        key: 2,
    },
    Shape {
        name: "events",
        columns: &[text("game"), number("version"), text("kind"), text("payload"), number("at")],
        key: 2,
    },
    Shape { name: "reports", columns: &[text("game"), text("report"), number("at")], key: 1 },
    Shape {
        name: "puzzle_standings",
        columns: &[
            text("person"),
            text("game"),
            number("rating"),
            number("deviation"),
            number("volatility"),
            number("tried"),
            number("solved"),
            number("streak"),
            number("longest"),
        ],
        key: 2,
    },
    Shape {
        name: "puzzle_attempts",
        columns: &[text("person"), text("game"), text("puzzle"), number("solved"), number("at")],
        key: 3,
    },
    Shape {
        name: "ratings",
        columns: &[
            text("person"),
            text("game"),
            text("pace"),
            number("rating"),
            number("deviation"),
            number("volatility"),
            number("games"),
            number("at"),
        ],
        key: 3,
    },
    Shape {
        name: "rating_changes",
        columns: &[
            text("id"),
            text("person"),
            text("game"),
            text("pace"),
            number("at"),
            number("before"),
            number("rating"),
        ],
        key: 2,
    },
    Shape {
        name: "studies",
        columns: &[
            text("id"),
            text("person"),
            text("game"),
            text("title"),
            text("content"),
            number("version"),
            number("created"),
            number("updated"),
        ],
        key: 1,
    },
    Shape { name: "downtimes", columns: &[number("begin_at"), number("until_at")], key: 1 },
    Shape { name: "facts", columns: &[text("name"), text("value")], key: 1 },
];

/// Tables that are made from others, that only say how the others are made, or that are of the moment.
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

impl Shape {
    /// The table with this name.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static Shape> {
        SHAPES.iter().find(|shape| shape.name == name)
    }

    /// Does a row have the values that this table wants?
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

    /// The columns with commas between.
    pub(crate) fn list(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        names.join(", ")
    }

    /// The columns of the key with commas between.
    pub(crate) fn key_list(&self) -> String {
        let names: Vec<&str> = self.columns[..self.key].iter().map(|column| column.name).collect();
        names.join(", ")
    }

    /// What finds the rows after one with a key, in order; values are named by `place`.
    pub(crate) fn page(&self, after: bool, limit: usize, place: fn(usize) -> String) -> String {
        let (list, key, name) = (self.list(), self.key_list(), self.name);
        let places: Vec<String> = (1..=self.key).map(place).collect();
        let after =
            if after { format!("WHERE ({key}) > ({})", places.join(", ")) } else { String::new() };
        format!("SELECT {list} FROM {name} {after} ORDER BY {key} LIMIT {limit}")
    }
}
