//! A site with many games: a few are played, the others are copies of their rows with new ids and
//! people.

use std::collections::BTreeSet;
use std::path::Path;

use agon_store::{Shape, Store};
use serde_json::Value;

/// Rows per insert.
const PAGE: usize = 1_000;
/// Faster inserts: the file is used only when it is complete.
const HASTY: &str = "PRAGMA synchronous = OFF; PRAGMA cache_size = -500000";

type Row = Vec<Value>;

/// Tables with game data, and the column of the game id.
const OF_GAMES: [(&str, usize); 4] =
    [("games", 0), ("seats", 0), ("games_of_people", 1), ("events", 0)];

/// Rows of a game by table.
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

/// Returns a 12-character id; ids of consecutive numbers are scattered like random ones.
fn id(first: char, number: usize) -> String {
    // The factor is coprime to 36, so the numbers map to distinct ids.
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

/// Rows to insert, in an order that satisfies foreign keys.
struct Waiting {
    tables: Vec<(&'static Shape, Vec<Row>)>,
}

impl Waiting {
    async fn add_to(&mut self, store: &Store) {
        for (shape, rows) in &mut self.tables {
            store.add_rows(shape, std::mem::take(rows)).await.unwrap();
        }
    }

    fn is_long(&self) -> bool {
        self.tables.iter().any(|(_, rows)| rows.len() >= PAGE)
    }
}

/// Fills a site's data directory up to this number of games.
pub(crate) async fn fill(folder: &Path, games: usize) {
    let store = Store::open(&folder.join("agon.db")).await.unwrap();
    store.on_writer(|connection| connection.execute_batch(HASTY).unwrap()).await;
    let templates = templates(&store).await;
    let people = all(&store, shape("people")).await;
    let tables = ["people"].into_iter().chain(OF_GAMES.map(|(name, _)| name));
    let mut waiting = Waiting { tables: tables.map(|name| (shape(name), Vec::new())).collect() };
    for number in templates.len()..games {
        let template = &templates[number % templates.len()];
        let mut changes = vec![(template.id.clone(), id('g', number))];
        for (place, person) in template.people.iter().enumerate() {
            let other = id('p', 8 * number + place);
            let is_theirs = |row: &&Row| row[0].as_str() == Some(person);
            let mut row = people.iter().find(is_theirs).unwrap().clone();
            row[0] = other.clone().into();
            // Credentials are not copied.
            (row[3], row[4]) = (Value::Null, Value::Null);
            waiting.tables[0].1.push(row);
            changes.push((person.clone(), other));
        }
        for ((_, rows), copied) in waiting.tables[1..].iter_mut().zip(&template.rows) {
            rows.extend(copied.iter().map(|row| replaced(row, &changes)));
        }
        if waiting.is_long() {
            waiting.add_to(&store).await;
        }
    }
    waiting.add_to(&store).await;
    store.index_all().await.unwrap();
    store.close().await;
}
