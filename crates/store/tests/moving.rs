//! Moving a site between databases.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use agon_protocol::state::Phase;
use agon_store::{
    DERIVED, EventRow, GameFilter, GameRow, SHAPES, SeatRow, SessionRow, StandingRow, Store,
    StudyHead, TokenRow, Write,
};
use serde_json::Value;

use common::{events, open, open_file, person, report};

/// Returns all rows of a database.
async fn all(store: &Store) -> Vec<(&'static str, Vec<Value>)> {
    let mut found = Vec::new();
    for shape in SHAPES {
        let mut after: Option<Vec<Value>> = None;
        loop {
            // Small pages, so that they end within games.
            let rows = store.table_page(shape, after.as_deref(), 7).await.unwrap();
            let Some(last) = rows.last() else { break };
            assert!(rows.iter().all(|row| shape.fits(row)), "{}", shape.name);
            after = Some(last.clone());
            found.extend(rows.into_iter().map(|row| (shape.name, row)));
        }
    }
    found
}

async fn copy(from: &Store, to: &Store) {
    for shape in SHAPES {
        let rows = from.table_page(shape, None, 100_000).await.unwrap();
        to.add_rows(shape, rows).await.unwrap();
    }
    to.index_all().await.unwrap();
}

async fn fill(store: &Store) {
    for id in ["anna", "bob", "ä", "Z"] {
        store.write(Write::NewPerson(person(id))).await.unwrap();
    }
    let register = Write::Register {
        person: "anna".into(),
        login: "anna".into(),
        password: "hash".into(),
        name_key: "anna".into(),
    };
    store.write(register).await.unwrap();
    let (id, label) = ("s".to_owned(), "Firefox \"x\"\n".to_owned());
    let session = SessionRow { id, person: "anna".into(), label, created: 1, seen: 2 };
    store.write(Write::NewSession(session)).await.unwrap();
    let token = TokenRow {
        hash: "h".into(),
        id: "t".into(),
        person: "bob".into(),
        label: "דנה".into(),
        created: 3,
        scopes: "read play".into(),
    };
    store.write(Write::NewToken(token)).await.unwrap();
    for number in 0..30 {
        let id = format!("g{number}");
        store.write(events(&id, 1, 1 + number % 5)).await.unwrap();
        if number % 2 == 0 {
            let version = 2 + number % 5;
            let payload = format!(r#"{{"command":{{"person":"anna","id":"{number}"}}}}"#);
            let event = EventRow { version, kind: "ended".into(), payload, at: 99 };
            let row = store.game(&id).await.unwrap().unwrap();
            let row = GameRow { phase: Phase::Ended, version, due: None, ..row };
            let seats = vec![SeatRow { seat: 0, person: None, name: format!("zoë {number}") }];
            let write =
                Write::Events { game: id, row: Some(row), seats: Some(seats), events: vec![event] };
            store.write(write).await.unwrap();
        }
    }
    store.write(Write::Hide { person: "anna".into(), game: "g1".into() }).await.unwrap();
    store.write(Write::Fact { name: "key".into(), value: "k".into() }).await.unwrap();
    store.write(Write::Downtime { begin: 5, until: 6 }).await.unwrap();
    store.write(host_act(7)).await.unwrap();
    store.write(report("g4", "{}", 6)).await.unwrap();
    store.write(puzzle_tried("anna")).await.unwrap();
    store.write(study("s", "anna")).await.unwrap();
    store.write(Write::RemoveGame { game: "g2".into(), at: 8 }).await.unwrap();
    let (game, report) = ("g4".to_owned(), r#"{"moves":["\u00e9"]}"#.to_owned());
    store.write(Write::Report { game, report, at: 12 }).await.unwrap();
    let (person, hash) = ("bob".to_owned(), "code".to_owned());
    store.write(Write::NewDeviceCode { person, hash, at: 9, until: 10 }).await.unwrap();
}

fn puzzle_tried(person: &str) -> Write {
    let standing = StandingRow {
        person: person.into(),
        game: "nim".into(),
        rating: 1_300_000,
        deviation: 200_000,
        volatility: 60_000,
        tried: 3,
        solved: 2,
        streak: 1,
        longest: 1,
    };
    Write::PuzzleTried { puzzle: "p".into(), solved: true, at: 12, standing }
}

fn study(id: &str, person: &str) -> Write {
    let (id, person) = (id.to_owned(), person.to_owned());
    let (game, title) = ("nim".to_owned(), "Zoë's".to_owned());
    let head = StudyHead { id, person, game, title, version: 1, updated: 12 };
    Write::KeepStudy { head, content: "1. a {é} *\n".into() }
}

fn host_act(at: i64) -> Write {
    Write::HostAct { at, act: "ban".into(), about: "Bob".into() }
}

#[tokio::test]
async fn a_site_moves_there_and_back_without_loss() {
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [first, middle, last] = &folders;
    // The middle one is PostgreSQL if the tests use it.
    let (first, middle) = (open_file(first.path()).await, open(middle.path()).await);
    let last = open_file(last.path()).await;
    fill(&first).await;
    copy(&first, &middle).await;
    copy(&middle, &last).await;
    let wanted = all(&first).await;
    assert!(wanted.len() > 150, "{}", wanted.len());
    assert_eq!(all(&middle).await, wanted);
    assert_eq!(all(&last).await, wanted);
    let zoe = GameFilter {
        player: Some("zoë 1".into()),
        listed_only: true,
        limit: 99,
        ..GameFilter::default()
    };
    let found = first.games(&zoe).await.unwrap();
    assert!(found.len() > 3, "{}", found.len());
    for store in [&middle, &last] {
        assert_eq!(store.games(&zoe).await.unwrap(), found);
        // Games continue.
        store.write(events("g3", 5, 1)).await.unwrap();
        store.write(host_act(11)).await.unwrap();
        assert_eq!(store.host_acts(9).await.unwrap().len(), 2);
        assert!(store.is_removed("g2").await.unwrap());
    }
}

#[tokio::test]
async fn every_table_is_moved() {
    let folder = tempfile::tempdir().unwrap();
    for name in open(folder.path()).await.table_names().await.unwrap() {
        let known = SHAPES.iter().any(|shape| shape.name == name);
        assert!(known || DERIVED.contains(&name.as_str()), "{name} is not moved");
    }
}
