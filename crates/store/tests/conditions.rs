//! Conditions and deleted accounts: what is checked in the same transaction as the change.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::sync::Arc;

use agon_protocol::people::Person;
use agon_protocol::setup::Occupant;
use agon_protocol::state::Phase;
use agon_store::{
    Condition, GameFilter, SeatRow, SessionRow, Store, StoreError, StudyHead, TokenRow, Write,
};
use common::{events, forget, open, person};
use serde_json::json;

fn session(id: &str) -> Write {
    Write::NewSession(SessionRow {
        id: id.into(),
        person: "anna".into(),
        label: String::new(),
        created: 1,
        seen: 1,
    })
}

fn token(id: &str) -> Write {
    Write::NewToken(TokenRow {
        hash: format!("hash {id}"),
        id: id.into(),
        person: "anna".into(),
        label: String::new(),
        created: 1,
        scopes: "read".into(),
    })
}

fn study(id: &str) -> Write {
    let head = StudyHead {
        id: id.into(),
        person: "anna".into(),
        game: "nim".into(),
        title: String::new(),
        version: 1,
        updated: 1,
    };
    Write::KeepStudy { head, content: String::new() }
}

fn requiring(condition: Condition, write: Write) -> Write {
    Write::Together(vec![Write::Require(condition), write])
}

/// Writes concurrently; returns the number of stored changes.
async fn race(store: &Store, writes: Vec<Write>) -> usize {
    let store = Arc::new(store.clone());
    let tasks = writes.into_iter().map(|write| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.write(write).await })
    });
    let mut stored = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Ok(()) => stored += 1,
            Err(StoreError::Unmet(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    stored
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold_for_concurrent_writers() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    let anna = || "anna".to_owned();
    let ids: Vec<String> = (0..40).map(|i| format!("x{i}")).collect();
    let tokens = ids
        .iter()
        .map(|id| requiring(Condition::TokensBelow { person: anna(), limit: 10 }, token(id)));
    assert_eq!(race(&store, tokens.collect()).await, 10);
    let studies = ids
        .iter()
        .map(|id| requiring(Condition::StudiesBelow { person: anna(), limit: 7 }, study(id)));
    assert_eq!(race(&store, studies.collect()).await, 7);
    let games = ids.iter().map(|id| {
        let phase = Phase::Playing;
        requiring(Condition::GamesBelow { person: anna(), phase, limit: 5 }, events(id, 1, 1))
    });
    assert_eq!(race(&store, games.collect()).await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_concurrent_registrations_and_passwords_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    let register = |i: usize| {
        let register = Write::Register {
            person: "anna".into(),
            login: format!("login{i}"),
            password: "first".into(),
            name_key: format!("login{i}"),
        };
        requiring(Condition::Guest { person: "anna".into() }, register)
    };
    assert_eq!(race(&store, (0..10).map(register).collect()).await, 1);
    let change = |i: usize| {
        let old = Condition::Password { person: "anna".into(), hash: Some("first".into()) };
        let password = format!("new{i}");
        requiring(old, Write::SetPassword { person: "anna".into(), password })
    };
    assert_eq!(race(&store, (0..10).map(change).collect()).await, 1);
}

#[tokio::test]
async fn ended_sessions_do_not_meet_conditions() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    store.write(session("s")).await.unwrap();
    let with_session =
        |id| requiring(Condition::Session { person: "anna".into(), id: "s".into() }, token(id));
    store.write(with_session("first")).await.unwrap();
    store.write(Write::EndSessions { person: "anna".into(), except: None }).await.unwrap();
    assert!(matches!(store.write(with_session("second")).await, Err(StoreError::Unmet(_))));
}

#[tokio::test]
async fn nothing_is_stored_for_a_deleted_account() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    store.write(events("before", 1, 1)).await.unwrap();
    store.write(forget("anna")).await.unwrap();
    let anna = || "anna".to_owned();
    let refused = [
        session("s"),
        token("t"),
        study("x"),
        events("after", 1, 1),
        Write::Rename { person: anna(), name: "Anna".into(), name_key: "anna".into() },
        Write::SetPicture { person: anna(), picture: "p".into() },
        Write::NewDeviceCode { person: anna(), hash: "h".into(), at: 1, until: 2 },
        Write::SetPassword { person: anna(), password: "p".into() },
        Write::Register {
            person: anna(),
            login: "anna".into(),
            password: "p".into(),
            name_key: "anna".into(),
        },
    ];
    for write in refused {
        let result = store.write(write.clone()).await;
        assert!(
            matches!(result, Err(StoreError::Unmet(Condition::Exists { .. }))),
            "{write:?}: {result:?}"
        );
    }
    // Games of the account continue, but it gets no new seat.
    store.write(events("before", 2, 1)).await.unwrap();
    let Write::Events { game, row, events, .. } = events("before", 3, 1) else { unreachable!() };
    let anna_again = vec![
        SeatRow { seat: 0, person: Some(anna()), name: "a".into() },
        SeatRow { seat: 1, person: Some("bob".into()), name: "b".into() },
    ];
    let seats = Some(anna_again);
    store.write(Write::Events { game, row, seats, events }).await.unwrap();
    assert!(matches!(store.write(forget("anna")).await, Err(StoreError::Conflict)));
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_deletion_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    for round in 0..10 {
        let id = format!("anna{round}");
        store.write(Write::NewPerson(person(&id))).await.unwrap();
        let mut writes = Vec::new();
        for i in 0..20 {
            let Write::NewToken(token) = token(&format!("{id} {i}")) else { unreachable!() };
            writes.push(Write::NewToken(TokenRow { person: id.clone(), ..token }));
            let Write::KeepStudy { head, content } = study(&format!("{id} {i}")) else {
                unreachable!()
            };
            let head = StudyHead { person: id.clone(), ..head };
            writes.push(Write::KeepStudy { head, content });
            if i == 10 {
                writes.push(forget(&id));
            }
        }
        race(&store, writes).await;
        assert!(store.tokens(&id).await.unwrap().is_empty(), "{id}");
        assert!(store.studies_of(&id).await.unwrap().is_empty(), "{id}");
    }
}

/// Returns a game between Anna and another player on the same screen.
fn game_of(anna: &Person, id: &str, phase: Phase) -> Write {
    let Write::Events { game, row, events, .. } = events(id, 1, 1) else { unreachable!() };
    let own = Occupant::person(anna);
    let other = Occupant::Person { id: anna.id.clone(), name: "Grandpa".into(), picture: None };
    let seat = |occupant: &Occupant| json!({ "name": "white", "tone": "white", "occupant": occupant, "out": false });
    let summary = json!({
        "id": id, "game": "nim", "rules": "", "phase": phase, "listed": true, "host": anna.id,
        "seats": [seat(&own), seat(&other)], "clock": { "kind": "none" }, "ply": 0,
        "created": 1, "updated": 1,
    });
    let setup = json!({
        "game": "nim", "rules": "", "seats": [own, other], "clock": { "kind": "none" },
        "listed": true, "pace": 0, "hints": false, "host": anna,
    });
    let mut events = events;
    events[0].kind = "created".into();
    events[0].payload = json!({ "kind": "created", "setup": setup }).to_string();
    let mut row = row.unwrap();
    (row.phase, row.summary) = (phase, summary.to_string());
    let seats = vec![
        SeatRow { seat: 0, person: Some(anna.id.clone()), name: anna.name.to_lowercase() },
        SeatRow { seat: 1, person: Some(anna.id.clone()), name: "grandpa".into() },
    ];
    Write::Events { game, row: Some(row), seats: Some(seats), events }
}

#[tokio::test]
async fn deleted_names_are_in_no_game_and_no_search() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    let anna = Person { id: "anna".into(), name: "Name anna".into(), picture: "p".into() };
    for (id, phase) in [("over", Phase::Ended), ("open", Phase::Open)] {
        store.write(game_of(&anna, id, phase)).await.unwrap();
    }
    let found = async |name: &str| {
        let filter = GameFilter {
            player: Some(name.into()),
            listed_only: true,
            limit: 9,
            ..GameFilter::default()
        };
        let games = store.games(&filter).await.unwrap();
        let mut ids: Vec<String> = games.into_iter().map(|game| game.id).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(found("name anna").await, ["open", "over"]);
    store.write(forget("anna")).await.unwrap();
    assert!(found("name").await.is_empty());
    for name in ["guest", "grandpa"] {
        assert_eq!(found(name).await, ["open", "over"], "{name}");
    }
    for id in ["over", "open"] {
        let row = store.game(id).await.unwrap().unwrap();
        let events = store.events(id, 0).await.unwrap();
        for text in [&row.summary, &events[0].payload] {
            assert!(!text.contains("Name anna") && text.contains("Guest anna"), "{text}");
            assert!(text.contains("Grandpa"), "{text}");
        }
    }
}

#[tokio::test]
async fn former_names_find_no_games() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    let anna = Person { id: "anna".into(), name: "Name anna".into(), picture: "p".into() };
    store.write(game_of(&anna, "over", Phase::Ended)).await.unwrap();
    let rename =
        Write::Rename { person: "anna".into(), name: "Hanna".into(), name_key: "hanna".into() };
    store.write(rename).await.unwrap();
    for (name, count) in [("name", 0), ("hanna", 1), ("grandpa", 1)] {
        let filter = GameFilter {
            player: Some(name.into()),
            listed_only: true,
            limit: 9,
            ..GameFilter::default()
        };
        assert_eq!(store.games(&filter).await.unwrap().len(), count, "{name}");
    }
}
