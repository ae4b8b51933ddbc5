#![allow(clippy::unwrap_used, dead_code, unreachable_pub, reason = "tests")]
//! Helpers of the store's tests.

use std::path::Path;

use agon_protocol::state::Phase;
use agon_store::{EventRow, GameRow, PersonRow, SeatRow, Store, Write};

/// Opens the store of a folder in the database that the tests use.
pub async fn open(folder: &Path) -> Store {
    agon_store::trial::open(folder).await.unwrap()
}

/// Opens an SQLite store.
pub async fn open_file(folder: &Path) -> Store {
    Store::open(&folder.join("agon.db")).await.unwrap()
}

pub fn person(id: &str) -> PersonRow {
    PersonRow {
        id: id.into(),
        name: format!("Name {id}"),
        name_key: format!("name {id}"),
        picture: String::new(),
        login: None,
        password: None,
        created: 5,
        banned: None,
    }
}

pub fn events(id: &str, from: i64, count: i64) -> Write {
    let version = from + count - 1;
    Write::Events {
        game: id.into(),
        row: Some(GameRow {
            id: id.into(),
            game: "nim".into(),
            phase: Phase::Playing,
            listed: 1,
            secret: "s".into(),
            host: Some("anna".into()),
            summary: format!("at {version}"),
            version,
            due: Some(7),
            created: 1,
            updated: version,
            result: None,
        }),
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

/// Returns the deletion of an account.
pub fn forget(person: &str) -> Write {
    let name = format!("Guest {person}");
    let name_key = name.to_lowercase();
    Write::Forget { person: person.into(), name, name_key, at: 9 }
}

pub fn report(game: &str, report: &str, at: i64) -> Write {
    Write::Report { game: game.into(), report: report.into(), at }
}

/// Copies the files as a killed process leaves them.
pub fn copy_as_killed(from: &Path, to: &Path) {
    for name in ["agon.db", "agon.db-wal"] {
        if from.join(name).exists() {
            std::fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
}

/// Returns the stored versions of a game.
pub async fn versions(store: &Store, game: &str) -> Vec<i64> {
    store.events(game, 0).await.unwrap().iter().map(|event| event.version).collect()
}
