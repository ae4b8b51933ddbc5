//! The store with a real file.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use agon_store::{
    EventRow, GameFilter, GameRow, OpenError, PersonRow, SeatRow, Store, StoreError, Write,
};

async fn open(folder: &Path) -> Store {
    Store::open(&folder.join("agon.db")).await.unwrap()
}

fn person(id: &str) -> PersonRow {
    PersonRow { id: id.into(), name: format!("Name {id}"), login: None, password: None, created: 5 }
}

fn events(id: &str, from: i64, count: i64) -> Write {
    let version = from + count - 1;
    Write::Events {
        game: GameRow {
            id: id.into(),
            game: "nim".into(),
            phase: "playing".into(),
            listed: 1,
            secret: "s".into(),
            host: Some("anna".into()),
            summary: format!("at {version}"),
            version,
            restless: 1,
            created: 1,
            updated: version,
        },
        seats: (from == 1).then(|| {
            vec![SeatRow { seat: 0, person: Some("anna".into()), name: "50%_\\anna".into() }]
        }),
        events: (from..=version)
            .map(|version| EventRow {
                version,
                kind: "moved".into(),
                payload: format!("{{{version}}}"),
                at: 10 * version,
            })
            .collect(),
    }
}

#[tokio::test]
async fn what_was_confirmed_is_there_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    store.write(events("g", 1, 2)).await.unwrap();
    store.write(events("g", 3, 1)).await.unwrap();
    store.close().await;

    let store = open(folder.path()).await;
    assert_eq!(store.person("anna").await.unwrap(), Some(person("anna")));
    assert_eq!(store.game("g").await.unwrap().unwrap().summary, "at 3");
    let after: Vec<i64> = store.events("g", 1).await.unwrap().iter().map(|e| e.version).collect();
    assert_eq!(after, [2, 3]);
    assert_eq!(store.restless_games().await.unwrap(), ["g"]);
}

#[tokio::test]
async fn of_two_writers_of_a_version_one_wins_and_nothing_is_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    assert!(matches!(store.write(events("g", 1, 1)).await, Err(StoreError::Conflict)));
    store.write(events("g", 2, 2)).await.unwrap();
    for stale in [events("g", 2, 2), events("g", 3, 1), events("g", 5, 1)] {
        assert!(matches!(store.write(stale).await, Err(StoreError::Conflict)));
    }
    assert_eq!(store.events("g", 0).await.unwrap().len(), 3);
    assert_eq!(store.game("g").await.unwrap().unwrap().version, 3);
}

#[tokio::test]
async fn many_writers_share_commits() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let writes = (0..400).map(|i| {
        let store = store.clone();
        tokio::spawn(async move { store.write(events(&format!("g{i}"), 1, 1)).await })
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap().unwrap();
    }
    let (writes, commits) = store.counts();
    assert_eq!(writes, 400);
    assert!(commits < 200, "{commits} commits");
}

#[tokio::test]
async fn a_failed_change_leaves_the_others_of_its_commit() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    let (bad, good) = tokio::join!(store.write(events("g", 1, 1)), store.write(events("h", 1, 1)));
    assert!(matches!(bad, Err(StoreError::Conflict)));
    good.unwrap();
}

#[tokio::test]
async fn games_are_found_by_what_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 3)).await.unwrap();
    store.write(events("h", 1, 5)).await.unwrap();
    let ask = |change: fn(&mut GameFilter)| {
        let mut filter = GameFilter { limit: 10, ..GameFilter::default() };
        change(&mut filter);
        let store = store.clone();
        async move {
            let rows = store.games(&filter).await.unwrap();
            rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
        }
    };
    assert_eq!(ask(|_| ()).await, ["h", "g"]);
    assert_eq!(ask(|f| f.limit = 1).await, ["h"]);
    assert_eq!(ask(|f| f.before = Some(5)).await, ["g"]);
    assert_eq!(ask(|f| f.phase = Some("ended".into())).await, [""; 0]);
    assert_eq!(ask(|f| f.player = Some("50%_\\AN".into())).await, ["h", "g"]);
    assert_eq!(ask(|f| f.player = Some("5%".into())).await, [""; 0]);
    assert_eq!(ask(|f| f.person = Some("anna".into())).await, ["h", "g"]);
    assert_eq!(ask(|f| f.person = Some("bob".into())).await, [""; 0]);
}

#[tokio::test]
async fn a_login_belongs_to_one_person() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    for id in ["anna", "bob"] {
        store.write(Write::NewPerson(person(id))).await.unwrap();
    }
    let register = |person: &str| Write::Register {
        person: person.into(),
        login: "queen".into(),
        password: "hash".into(),
    };
    store.write(register("anna")).await.unwrap();
    assert!(matches!(store.write(register("bob")).await, Err(StoreError::Conflict)));
    assert_eq!(store.person_by_login("queen").await.unwrap().unwrap().id, "anna");
}

#[tokio::test]
async fn damaged_and_unwritable_files_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("agon.db");
    std::fs::write(&file, "this is not a database, whatever its name says".repeat(100)).unwrap();
    assert!(matches!(Store::open(&file).await, Err(OpenError::Damaged { .. })));
    let below_a_file = file.join("agon.db");
    assert!(matches!(Store::open(&below_a_file).await, Err(OpenError::Unwritable { .. })));
}

#[tokio::test]
async fn a_page_overwritten_in_the_middle_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    for i in 0..50 {
        store.write(events(&format!("game-{i}"), 1, 40)).await.unwrap();
    }
    store.close().await;
    let file = folder.path().join("agon.db");
    let mut bytes = std::fs::read(&file).unwrap();
    for byte in &mut bytes[4096 * 6..4096 * 20] {
        *byte = 0xAB;
    }
    std::fs::write(&file, bytes).unwrap();
    assert!(matches!(Store::open(&file).await, Err(OpenError::Damaged { .. })));
}
