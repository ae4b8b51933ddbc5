//! Moves a site from SQLite to PostgreSQL and back: the three exports are identical, and the games
//! continue in each database.
//!
//! `cargo xtask moving` runs it with 100,000 games.

use std::env;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use agon_client::{Person, Site, Usage};
use agon_store::{Store, Write, trial};
use serde_json::json;

use crate::player::Player;
use crate::table::Table;
use crate::{GAMES, copies, launch, program, start, stop};

/// Number of games in the regular test.
const GAMES_OF_SITE: usize = 400;
const PASSWORD: &str = "correct horse battery";

/// Creates all kinds of data: games that continue later, a game to be removed and a person to be
/// banned.
async fn play(site: &Site) -> (Vec<Table>, String, String) {
    let mut going_on = Vec::new();
    for (number, game) in GAMES.iter().enumerate() {
        let seats = if number == 1 { 3 } else { 2 };
        for (wish, finished) in [
            (json!({}), true),
            (json!({ "clock": { "kind": "days", "days": 3 } }), false),
            (json!({ "listed": false, "name": "Zoë's \"own\"" }), false),
            (json!({ "listed": false }), true),
        ] {
            let mut table = Table::begin(site, game, seats, &wish).await;
            for _ in 0..8 {
                assert!(table.step().await);
            }
            if finished {
                table.finish(4).await;
            } else {
                going_on.push(table);
            }
        }
        // An open table, and a game against the computer.
        let host = Person::enter(site, "שרה").await.unwrap();
        let seats = json!([{ "who": "me" }, { "who": "open" }]);
        host.make(&json!({ "game": game, "seats": seats })).await.unwrap();
        let seats =
            json!([{ "who": "me" }, { "who": "computer", "kind": "alpha-beta", "level": 1 }]);
        host.make(&json!({ "game": game, "seats": seats })).await.unwrap();
    }
    let anna = Person::enter(site, "Anna").await.unwrap();
    let anna = anna.register("Anna", PASSWORD).await.unwrap();
    let good = async |path: &str, body| {
        anna.post(path, &body)
            .await
            .unwrap()
            .good()
            .unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    good("/api/tokens", json!({ "label": "my bot" })).await;
    good("/api/devices/code", json!({})).await;
    let seats = json!([{ "who": "me" }, { "who": "me", "name": "Bob" }]);
    let made = anna.make(&json!({ "game": GAMES[0], "seats": seats })).await.unwrap();
    good(&format!("/api/games/{}/hide", made.id), json!({})).await;
    let removed = anna.make(&json!({ "game": GAMES[0], "seats": seats })).await.unwrap();
    let rude = Person::enter(site, "Rude").await.unwrap();
    (going_on, removed.id, rude.id)
}

/// Administrative actions and settings.
async fn host(folder: &Path, removed: &str, banned: &str) {
    let store = Store::open(&folder.join("agon.db")).await.unwrap();
    for write in [
        Write::RemoveGame { game: removed.into(), at: 8 },
        Write::HostAct { at: 8, act: "remove_game".into(), about: removed.into() },
        Write::Ban { person: banned.into(), reason: Some("rude\n\"words\"".into()) },
        Write::HostAct { at: 9, act: "ban".into(), about: "Player 0".into() },
        Write::Fact { name: "site".into(), value: r#"{"message":"Club evening"}"#.into() },
        Write::Downtime { begin: 5, until: 6 },
    ] {
        store.write(write).await.unwrap();
    }
    store.close().await;
}

/// Runs a command and prints its time and memory usage.
fn run(args: &[&str]) {
    let begin = Instant::now();
    let mut command = Command::new(program());
    command.args(args).env_remove("AGON_STORE").env_remove("AGON_DATA");
    let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    let mut most = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        most = Usage::of(child.id()).map_or(most, |usage| usage.most_memory.max(most));
        thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success(), "{args:?} ended with {status}");
    let seconds = begin.elapsed().as_secs_f64();
    println!("agon {} {}: {seconds:.1} s, {} MB", args[0], args[2], most >> 10);
}

/// A PostgreSQL program, from Debian's server directory or PATH.
fn of_postgres(name: &str) -> Command {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = versions.map(|version| version.path().join("bin").join(name));
    Command::new(found.filter(|file| file.exists()).max().unwrap_or_else(|| name.into()))
}

/// Prints the size of the database in PostgreSQL.
fn tell_size(url: &str) {
    let sql = "SELECT (SELECT count(*) FROM games) || ' games, ' || (SELECT count(*) FROM events) || \
               ' events, ' || pg_size_pretty(pg_database_size(current_database()))";
    let psql = of_postgres("psql").args(["-XAtc", sql, url]).status();
    assert!(psql.unwrap().success());
}

/// Backs up and restores as in docs/operations.md; returns the URL of the restored database.
async fn back_up_and_restore(url: &str, dump: &Path, folder: &Path) -> String {
    let restored = trial::url(folder).await.unwrap();
    trial::empty(&restored).await;
    let begin = Instant::now();
    let run = |command: &mut Command| assert!(command.status().unwrap().success(), "{command:?}");
    run(of_postgres("pg_dump").args(["--format=custom", "--dbname", url, "--file"]).arg(dump));
    println!("pg_dump: {:.1} s", begin.elapsed().as_secs_f64());
    let begin = Instant::now();
    let mut restore = of_postgres("pg_restore");
    run(restore.args(["--no-owner", "--exit-on-error", "--dbname", &restored]).arg(dump));
    println!("pg_restore: {:.1} s", begin.elapsed().as_secs_f64());
    restored
}

/// Whether two files are identical.
fn same(one: &Path, other: &Path) -> bool {
    let open = |path: &Path| BufReader::new(File::open(path).unwrap()).bytes();
    one.metadata().unwrap().len() == other.metadata().unwrap().len()
        && open(one).zip(open(other)).all(|(one, other)| one.unwrap() == other.unwrap())
}

/// Checks that games continue, people are signed in and removed data is gone.
async fn is_alive(site: &Site, tables: &[Table], removed: &str) {
    Person::sign_in(site, "anna", PASSWORD).await.expect("the password is the same");
    let gone = site.get(&format!("/api/games/{removed}")).await.unwrap();
    assert_eq!(gone.body["code"], "removed");
    for table in tables {
        let people = table.players.iter().map(|player| Player::of(player.person.at(site)));
        let mut here = Table::join(table.id.clone(), people.collect(), 3).await;
        assert_eq!(here.plies(), table.plies(), "{}", table.id);
        here.finish(3).await;
        here.check().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moving_a_site_there_and_back_changes_nothing() {
    let games = env::var("AGON_GAMES").map_or(GAMES_OF_SITE, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (first, last) = (at("first"), at("last"));
    let server = start(&launch(&first, None));
    let (tables, removed, banned) = play(&server.site().unwrap()).await;
    stop(server).await;
    let begin = Instant::now();
    copies::fill(&first, games).await;
    host(&first, &removed, &banned).await;
    println!("{games} games were made in {:.1} s", begin.elapsed().as_secs_f64());

    let path = |name: &str| at(name).to_str().unwrap().to_owned();
    let export = |file: &str, from: &[&str]| run(&[&["export", &path(file)], from].concat());
    let import = |file: &str, into: &[&str]| run(&[&["import-data", &path(file)], into].concat());
    export("first.agon", &["--data", &path("first")]);
    println!("{} MB", at("first.agon").metadata().unwrap().len() >> 20);
    // Without PostgreSQL, a second SQLite file takes its place.
    let middle = tempfile::tempdir().unwrap();
    let store = trial::url(middle.path()).await;
    let middle_data = middle.path().to_str().unwrap().to_owned();
    let place = match &store {
        Some(url) => ["--store", url],
        None => ["--data", &middle_data],
    };
    import("first.agon", &place);
    if let Some(url) = &store {
        tell_size(url);
    }
    export("middle.agon", &place);
    assert!(same(&at("first.agon"), &at("middle.agon")), "something was lost on the way there");
    if let Some(url) = &store {
        let restored = tempfile::tempdir().unwrap();
        let url = back_up_and_restore(url, &at("site.dump"), restored.path()).await;
        export("restored.agon", &["--store", &url]);
        assert!(same(&at("first.agon"), &at("restored.agon")), "something was not restored");
    }
    import("middle.agon", &["--data", &path("last")]);
    export("last.agon", &["--data", &path("last")]);
    assert!(same(&at("first.agon"), &at("last.agon")), "something was lost on the way back");

    for launch in [launch(middle.path(), store.as_deref()), launch(&last, None)] {
        let server = start(&launch);
        is_alive(&server.site().unwrap(), &tables, &removed).await;
        stop(server).await;
    }
}
