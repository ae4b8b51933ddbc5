//! A file of the first release is brought up to date and loses nothing.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use agon_store::{GameFilter, OpenError, Store};
use rusqlite::Connection;

use common::{open, versions};

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
async fn a_file_of_the_first_release_is_read() {
    let folder = tempfile::tempdir().unwrap();
    first_release(&folder.path().join("agon.db"));
    for _ in 0..2 {
        let store = open(folder.path()).await;
        assert_eq!(versions(&store, "over").await, [1, 2]);
        assert_eq!(store.fact("key").await.unwrap().as_deref(), Some("k"));
        assert_eq!(store.due_games(i64::MAX, 9).await.unwrap(), ["timed"]);
        // A cookie of before carries the person's id.
        assert_eq!(store.person_by_session("bob").await.unwrap().unwrap().name, "Bob");
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
async fn a_file_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path()).await.close().await;
    let file = folder.path().join("agon.db");
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused = Store::open(&file).await.err().unwrap();
    assert!(matches!(refused, OpenError::Newer { found: 99, .. }), "{refused}");
}
