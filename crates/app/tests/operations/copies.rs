//! A site with many games: a few are really played, all others are copies of these, row by row, with
//! ids and people of their own.

use std::collections::BTreeSet;
use std::path::Path;

use agon_store::{Shape, Store};
use serde_json::Value;

/// Rows that are added together.
const PAGE: usize = 1_000;
/// Nobody relies on the file before it is full: no waiting for the disk.
const HASTY: &str = "PRAGMA synchronous = OFF; PRAGMA cache_size = -500000";

type Row = Vec<Value>;

/// The tables of games, and which column names the game.
const OF_GAMES: [(&str, usize); 4] =
    [("games", 0), ("seats", 0), ("games_of_people", 1), ("events", 0)];

/// All that is stored of a game, by table.
struct Template {
    id: String,
    people: Vec<String>,
    rows: [Vec<Row>; OF_GAMES.len()],
}

fn shape(name: &str) -> &'static Shape {
    Shape::of(name).unwrap()
}

async fn all(store: &Store, shape: &'static Shape) -> Vec<Row> {
    let mut found: Vec<Row> = Vec::new();
    loop {
        let page = store.table_page(shape, found.last().map(Vec::as_slice), PAGE).await.unwrap();
        if page.is_empty() {
            return found;
        }
        found.extend(page);
    }
}

async fn templates(store: &Store) -> Vec<Template> {
    let mut tables = Vec::new();
    for (name, column) in OF_GAMES {
        tables.push((all(store, shape(name)).await, column));
    }
    let games = tables[0].0.iter().map(|row| row[0].as_str().unwrap().to_owned());
    let template = |id: String| {
        let rows = [0, 1, 2, 3].map(|table| {
            let (rows, column): &(Vec<Row>, usize) = &tables[table];
            let of_game = rows.iter().filter(|row| row[*column].as_str() == Some(&id));
            of_game.cloned().collect::<Vec<Row>>()
        });
        let people: BTreeSet<String> =
            rows[2].iter().map(|row| row[0].as_str().unwrap().to_owned()).collect();
        Template { id, people: people.into_iter().collect(), rows }
    };
    games.map(template).collect()
}

/// Twelve letters and digits, spread like those of real games: in no order.
fn id(first: char, number: usize) -> String {
    // An odd factor that is no multiple of 3 shares nothing with 36: every number gives another id.
    let mut mixed = (number as u64).wrapping_mul(7_919_777_777) % 36_u64.pow(11);
    let mut text = String::from(first);
    for _ in 0..11 {
        text.push(char::from_digit((mixed % 36) as u32, 36).unwrap());
        mixed /= 36;
    }
    text
}

fn replaced(row: &Row, changes: &[(String, String)]) -> Row {
    let change = |cell: &Value| match cell {
        Value::String(text) => {
            let change = |text: String, (from, to): &(String, String)| text.replace(from, to);
            Value::String(changes.iter().fold(text.clone(), change))
        }
        other => other.clone(),
    };
    row.iter().map(change).collect()
}

/// Rows that wait to be added to a table.
struct Waiting {
    shape: &'static Shape,
    rows: Vec<Row>,
}

impl Waiting {
    async fn add(&mut self, store: &Store, rows: impl IntoIterator<Item = Row>) {
        self.rows.extend(rows);
        if self.rows.len() >= PAGE {
            self.flush(store).await;
        }
    }

    async fn flush(&mut self, store: &Store) {
        store.add_rows(self.shape, std::mem::take(&mut self.rows)).await.unwrap();
    }
}

/// Fills the site of a folder up to so many games.
pub(crate) async fn fill(folder: &Path, games: usize) {
    let store = Store::open(&folder.join("agon.db")).await.unwrap();
    store.on_writer(|connection| connection.execute_batch(HASTY).unwrap()).await;
    let templates = templates(&store).await;
    let people = all(&store, shape("people")).await;
    let waiting = |shape| Waiting { shape, rows: Vec::new() };
    let mut new_people = waiting(shape("people"));
    let mut new_rows = OF_GAMES.map(|(name, _)| waiting(shape(name)));
    for number in templates.len()..games {
        let template = &templates[number % templates.len()];
        let mut changes = vec![(template.id.clone(), id('g', number))];
        for (place, person) in template.people.iter().enumerate() {
            let other = id('p', 8 * number + place);
            let is_theirs = |row: &&Row| row[0].as_str() == Some(person);
            let mut row = people.iter().find(is_theirs).unwrap().clone();
            row[0] = other.clone().into();
            // What people sign in with is theirs alone.
            (row[3], row[4]) = (Value::Null, Value::Null);
            new_people.add(&store, [row]).await;
            changes.push((person.clone(), other));
        }
        for (waiting, rows) in new_rows.iter_mut().zip(&template.rows) {
            waiting.add(&store, rows.iter().map(|row| replaced(row, &changes))).await;
        }
    }
    new_people.flush(&store).await;
    for waiting in &mut new_rows {
        waiting.flush(&store).await;
    }
    store.index_all().await.unwrap();
    store.close().await;
}
