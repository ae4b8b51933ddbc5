//! Databases for tests: a file in a folder or, if `AGON_TEST_POSTGRES` is set to the URL of a server, a
//! PostgreSQL database that belongs to the folder.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio_postgres::{Client, NoTls};

use crate::schema::POSTGRES;
use crate::{OpenError, Store};

/// Age in seconds after which an unused database belongs to a test that has ended.
const MAX_AGE: u64 = 120;
/// Advisory lock for creating and removing databases.
const LOCK: i64 = 727_261_647;

/// Whether the tests use PostgreSQL.
#[must_use]
pub fn is_postgres() -> bool {
    env::var_os("AGON_TEST_POSTGRES").is_some()
}

/// Opens the store of a folder; creates it the first time.
pub async fn open(folder: &Path) -> Result<Store, OpenError> {
    match url(folder).await {
        Some(url) => Store::connect(&url).await,
        None => Store::open(&folder.join("agon.db")).await,
    }
}

/// Returns the URL of the database of a folder, if the tests use PostgreSQL; creates it the first time.
pub async fn url(folder: &Path) -> Option<String> {
    let server = env::var("AGON_TEST_POSTGRES").ok()?;
    let (base, _) = server.rsplit_once('/').expect("an address such as postgres://host/postgres");
    let client = connect(&server).await;
    client.execute("SELECT pg_advisory_lock($1)", &[&LOCK]).await.expect("a lock");
    let template = format!("agon_template_{:x}", hash(&POSTGRES));
    let databases = databases(&client).await;
    if !databases.contains(&template) {
        run(&client, &format!("CREATE DATABASE {template}")).await;
        let store = Store::connect(&format!("{base}/{template}")).await.expect("new tables");
        store.close().await;
        wait_until_unused(&client, &template).await;
    }
    let own = format!("trial_{:x}_", hash(&folder));
    let name = match databases.iter().find(|name| name.starts_with(&own)) {
        Some(name) => name.clone(),
        None => {
            let name = format!("{own}{}", seconds());
            run(&client, &format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
            name
        }
    };
    drop_old(&client, &databases).await;
    client.execute("SELECT pg_advisory_unlock($1)", &[&LOCK]).await.expect("the lock");
    Some(format!("{base}/{name}"))
}

/// Drops all tables of a database.
pub async fn empty(url: &str) {
    run(&connect(url).await, "DROP SCHEMA public CASCADE; CREATE SCHEMA public").await;
}

/// Creates the database of an older version, which has only these migrations, and copies the rows of another
/// database as far as the older tables have the columns.
pub async fn make_old(url: &str, steps: &[&str], from: &str) {
    empty(url).await;
    let (old, later) = (connect(url).await, connect(from).await);
    run(&old, "CREATE TABLE tables_version (version BIGINT NOT NULL)").await;
    for (version, step) in (1..).zip(steps) {
        run(&old, step).await;
        run(&old, &format!("INSERT INTO tables_version VALUES ({version})")).await;
    }
    for shape in crate::SHAPES {
        let name = shape.name;
        let sql = "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute \
                   WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped";
        let list: Option<String> = old.query_one(sql, &[&name]).await.expect("columns").get(0);
        let Some(list) = list else { continue };
        // As JSON, because the types of the columns are not known here.
        let rows = format!("SELECT to_jsonb(one)::text FROM (SELECT {list} FROM {name}) AS one");
        for row in later.query(&rows, &[]).await.expect("rows") {
            let row: String = row.get(0);
            let add = format!(
                "INSERT INTO {name} ({list}) SELECT {list} \
                 FROM jsonb_populate_record(NULL::{name}, $1::text::jsonb)"
            );
            old.execute(&add, &[&row]).await.expect("a row");
        }
    }
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("PostgreSQL");
    tokio::spawn(connection);
    client
}

async fn run(client: &Client, sql: &str) {
    client.batch_execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
}

async fn databases(client: &Client) -> Vec<String> {
    let rows = client.query("SELECT datname::text FROM pg_database", &[]).await.expect("a list");
    rows.iter().map(|row| row.get(0)).collect()
}

async fn wait_until_unused(client: &Client, name: &str) {
    let sql = "SELECT 1 FROM pg_stat_activity WHERE datname = $1";
    while !client.query(sql, &[&name]).await.expect("an answer").is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Drops some databases of tests that have ended.
async fn drop_old(client: &Client, databases: &[String]) {
    let is_old = |name: &&String| {
        let made = name.strip_prefix("trial_").and_then(|rest| rest.split_once('_'));
        let made = made.and_then(|(_, seconds)| seconds.parse::<u64>().ok());
        made.is_some_and(|made| made + MAX_AGE < seconds())
    };
    for name in databases.iter().filter(is_old).take(2) {
        // Fails if it is in use.
        let _ = client.batch_execute(&format!("DROP DATABASE IF EXISTS {name}")).await;
    }
}
