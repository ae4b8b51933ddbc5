//! The store, the same for both databases.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use agon_protocol::state::Phase;
use agon_store::{Condition, GameFilter, SessionRow, StandingRow, StoreError, StudyHead, Write};

use common::{events, forget, open, person, report, versions};

#[tokio::test]
async fn changes_survive_reopening() {
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
    assert_eq!(store.due_games(7, 10).await.unwrap(), ["g"]);
    assert_eq!(store.due_games(6, 10).await.unwrap(), [""; 0]);
    assert_eq!(store.next_due().await.unwrap(), Some(7));
}

#[tokio::test]
async fn second_writer_of_a_version_is_rejected() {
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
async fn rejected_change_does_not_affect_its_commit() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    let (bad, good) = tokio::join!(store.write(events("g", 1, 1)), store.write(events("h", 1, 1)));
    assert!(matches!(bad, Err(StoreError::Conflict)));
    good.unwrap();
}

#[tokio::test]
async fn lists_apply_their_filters() {
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
    assert_eq!(ask(|f| f.phase = Some(Phase::Ended)).await, [""; 0]);
    assert_eq!(ask(|f| f.player = Some("AN".into())).await, ["h", "g"]);
    assert_eq!(ask(|f| f.player = Some("anna 50".into())).await, ["h", "g"]);
    assert_eq!(ask(|f| f.player = Some("nna".into())).await, [""; 0]);
    assert_eq!(ask(|f| f.player = Some("%".into())).await, [""; 0]);
    assert_eq!(ask(|f| f.person = Some("anna".into())).await, ["h", "g"]);
    assert_eq!(ask(|f| f.person = Some("bob".into())).await, [""; 0]);
}

#[tokio::test]
async fn logins_and_names_are_unique() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    for id in ["anna", "bob"] {
        store.write(Write::NewPerson(person(id))).await.unwrap();
    }
    let register = |person: &str, login: &str, name_key: &str| Write::Register {
        person: person.into(),
        login: login.into(),
        password: "hash".into(),
        name_key: name_key.into(),
    };
    store.write(register("anna", "queen", "anna")).await.unwrap();
    for (login, name_key) in [("queen", "bob"), ("king", "anna")] {
        let taken = store.write(register("bob", login, name_key)).await;
        assert!(matches!(taken, Err(StoreError::Conflict)), "{login} {name_key}");
    }
    assert!(store.name_key_taken("anna", "bob").await.unwrap());
    assert!(!store.name_key_taken("anna", "anna").await.unwrap());
    assert_eq!(store.person_by_login("queen").await.unwrap().unwrap().id, "anna");
}

#[tokio::test]
async fn combined_changes_are_atomic() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    let bad = Write::Together(vec![events("g", 2, 1), events("new", 1, 2), events("g", 2, 1)]);
    assert!(matches!(store.write(bad).await, Err(StoreError::Conflict)));
    assert_eq!(versions(&store, "g").await, [1]);
    assert!(store.game("new").await.unwrap().is_none());
    store.write(Write::Together(vec![events("g", 2, 1), events("new", 1, 2)])).await.unwrap();
    assert_eq!(versions(&store, "g").await, [1, 2]);
    assert_eq!(versions(&store, "new").await, [1, 2]);
}

#[tokio::test]
async fn events_without_a_row_keep_the_old_row() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    let Write::Events { game, row, events, .. } = events("g", 2, 1) else { unreachable!() };
    store.write(Write::Events { game, row: None, seats: None, events }).await.unwrap();
    assert_eq!(versions(&store, "g").await, [1, 2]);
    assert_eq!(store.game("g").await.unwrap().unwrap().summary, "at 1");
    store.write(Write::Row(row.unwrap())).await.unwrap();
    assert_eq!(store.game("g").await.unwrap().unwrap().summary, "at 2");
}

#[tokio::test]
async fn sessions_end_singly_or_all_but_one() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    for (seen, id) in (0..).zip(["a", "b", "c"]) {
        let (person, label) = ("anna".into(), "Firefox".into());
        let session = SessionRow { id: id.into(), person, label, created: 1, seen };
        store.write(Write::NewSession(session)).await.unwrap();
    }
    let ids = || async {
        let all = store.sessions("anna").await.unwrap();
        all.into_iter().map(|session| session.id).collect::<String>()
    };
    assert_eq!(ids().await, "cba");
    store.write(Write::SeenSession { id: "a".into(), at: 9 }).await.unwrap();
    store.write(Write::EndSession { person: "anna".into(), id: "b".into() }).await.unwrap();
    assert_eq!(ids().await, "ac");
    assert_eq!(store.person_by_session("c").await.unwrap().unwrap().id, "anna");
    let rest = Write::EndSessions { person: "anna".into(), except: Some("a".into()) };
    store.write(rest).await.unwrap();
    assert_eq!(ids().await, "a");
    assert!(store.person_by_session("c").await.unwrap().is_none());
    store.write(Write::EndSessions { person: "anna".into(), except: None }).await.unwrap();
    assert_eq!(ids().await, "");
}

#[tokio::test]
async fn hidden_games_are_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    let mine = GameFilter { person: Some("anna".into()), limit: 9, ..GameFilter::default() };
    assert_eq!(store.games(&mine).await.unwrap().len(), 1);
    let hide = Write::Hide { person: "anna".into(), game: "g".into() };
    store.write(hide).await.unwrap();
    store.write(events("g", 2, 1)).await.unwrap();
    assert_eq!(store.games(&mine).await.unwrap().len(), 0);
    assert!(store.game("g").await.unwrap().is_some());
}

#[tokio::test]
async fn reports_are_deleted_with_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let missing = store.write(report("g", "{}", 1)).await;
    assert!(matches!(missing, Err(StoreError::Conflict)));
    store.write(events("g", 1, 1)).await.unwrap();
    assert_eq!(store.report("g").await.unwrap(), None);
    for text in ["{}", "{\"a\": \"זה\"}"] {
        store.write(report("g", text, 2)).await.unwrap();
        assert_eq!(store.report("g").await.unwrap().as_deref(), Some(text));
    }
    store.write(Write::RemoveGame { game: "g".into(), at: 3 }).await.unwrap();
    assert_eq!(store.report("g").await.unwrap(), None);
}

#[tokio::test]
async fn studies_are_added_saved_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    let head = |id: &str, version, updated| StudyHead {
        id: id.into(),
        person: "anna".into(),
        game: "nim".into(),
        title: format!("The {id}"),
        version,
        updated,
    };
    let keep = |id: &str| {
        let below = Condition::StudiesBelow { person: "anna".into(), limit: 2 };
        let keep = Write::KeepStudy { head: head(id, 1, 5), content: "1. a *".into() };
        Write::Together(vec![Write::Require(below), keep])
    };
    store.write(keep("one")).await.unwrap();
    assert!(matches!(store.write(keep("one")).await, Err(StoreError::Conflict)));
    store.write(keep("two")).await.unwrap();
    assert!(matches!(store.write(keep("three")).await, Err(StoreError::Unmet(_))));
    let save = |head: StudyHead| Write::SaveStudy { head, content: "1. b *".into() };
    store.write(save(head("two", 2, 9))).await.unwrap();
    // The second save of a version and saves by others are rejected.
    assert!(matches!(store.write(save(head("two", 2, 10))).await, Err(StoreError::Conflict)));
    let foreign = StudyHead { person: "bob".into(), ..head("two", 3, 11) };
    assert!(matches!(store.write(save(foreign)).await, Err(StoreError::Conflict)));
    let row = store.study("two").await.unwrap().unwrap();
    assert_eq!((row.head, row.content.as_str()), (head("two", 2, 9), "1. b *"));
    let heads = store.studies_of("anna").await.unwrap();
    assert_eq!(heads, [head("two", 2, 9), head("one", 1, 5)]);
    store.write(Write::RemoveStudy { id: "one".into() }).await.unwrap();
    assert_eq!(store.study("one").await.unwrap(), None);
    store.write(forget("anna")).await.unwrap();
    assert_eq!(store.studies_of("anna").await.unwrap(), []);
}

#[tokio::test]
async fn a_puzzle_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(Write::NewPerson(person("anna"))).await.unwrap();
    let standing = |tried| StandingRow {
        person: "anna".into(),
        game: "nim".into(),
        rating: 1_200_000 + tried,
        deviation: 350_000,
        volatility: 60_000,
        tried,
        solved: 0,
        streak: 0,
        longest: 0,
    };
    let tried = |puzzle: &str, count| Write::PuzzleTried {
        puzzle: puzzle.into(),
        solved: false,
        at: count,
        standing: standing(count),
    };
    assert_eq!(store.puzzle_standing("anna", "nim").await.unwrap(), None);
    store.write(tried("one", 1)).await.unwrap();
    store.write(tried("two", 2)).await.unwrap();
    assert!(matches!(store.write(tried("one", 3)).await, Err(StoreError::Conflict)));
    assert_eq!(store.puzzle_standing("anna", "nim").await.unwrap(), Some(standing(2)));
    assert_eq!(store.puzzles_tried("anna", "nim").await.unwrap(), ["one", "two"]);
    assert_eq!(store.puzzles_tried("anna", "chomp").await.unwrap(), [""; 0]);
    // Deleted with the account.
    store.write(forget("anna")).await.unwrap();
    assert_eq!(store.puzzle_standing("anna", "nim").await.unwrap(), None);
    assert_eq!(store.puzzles_tried("anna", "nim").await.unwrap(), [""; 0]);
}
