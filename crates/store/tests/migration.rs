//! Migrations of files of older versions.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use agon_store::{GameFilter, OpenError, Store, StoreError, Write};
use rusqlite::Connection;

use common::{open_file, versions};

fn first_release(file: &std::path::Path) {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch(include_str!("../migrations/0001_beginning.sql")).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT);
             INSERT INTO _sqlx_migrations VALUES (1, 'beginning');
             INSERT INTO people VALUES ('anna', 'Anna', 'anna', 'hash', 1), ('bob', 'Bob', NULL, NULL, 2);
             INSERT INTO games VALUES
                 ('over', 'nim', 'ended', 1, 's', 'anna', 'a', 2, 0, 1, 20),
                 ('timed', 'nim', 'playing', 1, 's', 'bob', 'b', 1, 1, 1, 30),
                 ('quiet', 'nim', 'playing', 0, 's', 'bob', 'c', 1, 0, 1, 40);
             INSERT INTO seats VALUES ('over', 0, 'anna', 'anna maria'), ('over', 1, 'bob', 'bob'),
                 ('timed', 0, 'bob', 'bob');
             INSERT INTO events VALUES ('over', 1, 'created', '{}', 10), ('over', 2, 'ended', '{}', 20),
                 ('timed', 1, 'created', '{}', 30), ('quiet', 1, 'created', '{}', 40);
             INSERT INTO facts VALUES ('key', 'k');",
        )
        .unwrap();
}

#[tokio::test]
async fn first_release_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    first_release(&folder.path().join("agon.db"));
    for _ in 0..2 {
        let store = open_file(folder.path()).await;
        assert_eq!(versions(&store, "over").await, [1, 2]);
        assert_eq!(store.fact("key").await.unwrap().as_deref(), Some("k"));
        assert_eq!(store.due_games(i64::MAX, 9).await.unwrap(), ["timed"]);
        // Cookies of the first release contain the id of the person.
        assert_eq!(store.person_by_session("bob").await.unwrap().unwrap().name, "Bob");
        assert_eq!(store.person("bob").await.unwrap().unwrap().picture, "");
        let without_key = store.people_without_key().await.unwrap();
        assert_eq!(without_key.len(), 1);
        assert_eq!(without_key[0].id, "anna");
        let found = |filter: GameFilter| {
            let store = store.clone();
            async move {
                let games = store.games(&filter).await.unwrap();
                games.into_iter().map(|game| game.id).collect::<Vec<_>>()
            }
        };
        let all = GameFilter { limit: 9, ..GameFilter::default() };
        let of_bob = GameFilter { person: Some("bob".into()), ..all.clone() };
        assert_eq!(found(of_bob).await, ["quiet", "timed", "over"]);
        let mar = GameFilter { player: Some("mar".into()), listed_only: true, ..all.clone() };
        assert_eq!(found(mar).await, ["over"]);
        store.close().await;
    }
}

#[tokio::test]
async fn version_without_pictures_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("agon.db");
    let connection = Connection::open(&file).unwrap();
    for step in [
        include_str!("../migrations/0001_beginning.sql"),
        include_str!("../migrations/0002_sessions_and_lists.sql"),
    ] {
        connection.execute_batch(step).unwrap();
    }
    connection.pragma_update(None, "user_version", 2).unwrap();
    connection
        .execute_batch(
            "INSERT INTO people (id, name, login, password, created, name_key)
                 VALUES ('anna', 'Anna', 'anna', 'hash', 1, 'anna'), ('bob', 'Bob', NULL, NULL, 2, 'bob');
             INSERT INTO sessions VALUES ('s', 'anna', 'here', 1, 1);",
        )
        .unwrap();
    drop(connection);
    let store = open_file(folder.path()).await;
    let anna = store.person_by_session("s").await.unwrap().unwrap();
    assert_eq!((anna.name.as_str(), anna.picture.as_str()), ("Anna", ""));
    let set = Write::SetPicture { person: "anna".into(), picture: "fox".into() };
    store.write(set).await.unwrap();
    let code = |person: &str, hash: &str, until| Write::NewDeviceCode {
        person: person.into(),
        hash: hash.into(),
        at: 10,
        until,
    };
    store.write(code("anna", "h1", 20)).await.unwrap();
    store.write(code("bob", "h2", 20)).await.unwrap();
    store.close().await;
    let store = open_file(folder.path()).await;
    assert_eq!(store.person("anna").await.unwrap().unwrap().picture, "fox");
    let owner = async |hash: &str, at| {
        store.person_by_device_code(hash, at).await.unwrap().map(|person| person.id)
    };
    assert_eq!(owner("h1", 19).await.as_deref(), Some("anna"));
    assert_eq!(owner("h1", 20).await, None);
    let used = |person: &str, hash: &str, at| Write::UseDeviceCode {
        person: person.into(),
        hash: hash.into(),
        at,
    };
    // Codes of others, expired codes and used codes are rejected.
    for wrong in [used("bob", "h1", 15), used("anna", "h1", 20)] {
        assert!(matches!(store.write(wrong).await, Err(StoreError::Conflict)));
    }
    store.write(used("anna", "h1", 15)).await.unwrap();
    assert!(matches!(store.write(used("anna", "h1", 15)).await, Err(StoreError::Conflict)));
    // A new code or the end of a session invalidates the code.
    store.write(code("bob", "h3", 90)).await.unwrap();
    assert_eq!((owner("h2", 15).await, owner("h3", 15).await.as_deref()), (None, Some("bob")));
    store.write(Write::EndSessions { person: "bob".into(), except: None }).await.unwrap();
    assert_eq!(owner("h3", 15).await, None);
}

#[tokio::test]
async fn later_versions_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    open_file(folder.path()).await.close().await;
    let file = folder.path().join("agon.db");
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused = Store::open(&file).await.err().unwrap();
    assert!(matches!(refused, OpenError::Newer { found: 99, .. }), "{refused}");
}
