//! Upgrade of the database of an older version while games are running.

use std::path::Path;

use agon_client::Site;
use agon_store::trial;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::player::Player;
use crate::table::Table;
use crate::{GAMES, launch, start, stop};

/// Migrations known to the older version.
const STEPS: [&str; 4] = [
    include_str!("../../../store/migrations/0001_beginning.sql"),
    include_str!("../../../store/migrations/0002_sessions_and_lists.sql"),
    include_str!("../../../store/migrations/0003_pictures_and_codes.sql"),
    include_str!("../../../store/migrations/0004_host.sql"),
];
/// The same for PostgreSQL.
const SHARED_STEPS: [&str; 2] = [
    include_str!("../../../store/migrations/postgres/0001_beginning.sql"),
    include_str!("../../../store/migrations/postgres/0002_allowances.sql"),
];
/// Moves after which a player resigns, to limit long games.
const ENOUGH: usize = 120;

/// Starts a game of each kind, one of them with clocks, and plays some moves.
async fn begin(site: &Site) -> Vec<Table> {
    let mut tables = Vec::new();
    for (number, game) in GAMES.iter().enumerate() {
        let clock = json!({ "kind": "increment", "main": 3_600_000, "add": 5_000 });
        let wish = if number == 0 { json!({ "clock": clock }) } else { json!({}) };
        let mut table = Table::begin(site, game, if number == 1 { 4 } else { 2 }, &wish).await;
        for _ in 0..9 {
            assert!(table.step().await);
        }
        tables.push(table);
    }
    tables
}

/// Finishes the games on another server.
async fn go_on(site: &Site, tables: Vec<Table>) {
    for old in tables {
        let plies = old.plies();
        let people = old.players.iter().map(|player| Player::of(player.person.at(site)));
        let mut table = Table::join(old.id, people.collect(), 7).await;
        assert_eq!(table.plies(), plies, "{}", table.id);
        table.finish(ENOUGH).await;
        table.check().await;
    }
}

fn columns(connection: &Connection, table: &str) -> Vec<String> {
    let mut list = connection.prepare(&format!("PRAGMA table_info({table})")).unwrap();
    let names = list.query_map([], |row| row.get(1)).unwrap();
    names.map(Result::unwrap).collect()
}

/// Creates a file with the first `version` migrations only, and copies the data that fits.
fn make_old(file: &Path, version: usize, from: &Path) {
    let connection = Connection::open(file).unwrap();
    STEPS[..version].iter().for_each(|step| connection.execute_batch(step).unwrap());
    connection.pragma_update(None, "user_version", version as i64).unwrap();
    connection.execute("ATTACH ? AS later", [from.to_str().unwrap()]).unwrap();
    let mut tables = connection.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'");
    let tables = tables.as_mut().unwrap().query_map([], |row| row.get(0)).unwrap();
    let tables: Vec<String> = tables.map(Result::unwrap).collect();
    assert!(tables.contains(&"events".into()) && !tables.contains(&"reports".into()));
    for table in tables {
        let list = columns(&connection, &table).join(", ");
        let copy = format!("INSERT INTO main.{table} ({list}) SELECT {list} FROM later.{table}");
        connection.execute(&copy, []).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_continue_after_a_sqlite_upgrade() {
    for version in 2..=STEPS.len() {
        let folder = tempfile::tempdir().unwrap();
        let (now, old) = (folder.path().join("now"), folder.path().join("old"));
        let server = start(&launch(&now, None));
        let tables = begin(&server.site().unwrap()).await;
        stop(server).await;
        std::fs::create_dir(&old).unwrap();
        make_old(&old.join("agon.db"), version, &now.join("agon.db"));
        let server = start(&launch(&old, None));
        go_on(&server.site().unwrap(), tables).await;
        stop(server).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_continue_after_a_postgres_upgrade() {
    for version in 1..=SHARED_STEPS.len() {
        games_of_postgres_go_on(version).await;
    }
}

async fn games_of_postgres_go_on(version: usize) {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = trial::url(folder.path()).await else {
        agon_testkit::skip("needs PostgreSQL");
        return;
    };
    let server = start(&launch(folder.path(), Some(&url)));
    let tables = begin(&server.site().unwrap()).await;
    stop(server).await;
    let other = tempfile::tempdir().unwrap();
    let old = trial::url(other.path()).await.unwrap();
    trial::make_old(&old, &SHARED_STEPS[..version], &url).await;
    let server = start(&launch(other.path(), Some(&old)));
    go_on(&server.site().unwrap(), tables).await;
    let health: Value = server.site().unwrap().get("/ready").await.unwrap().body;
    assert_eq!(health, json!("ready\n"));
    stop(server).await;
}
