//! Several servers on one database. The tests run if `AGON_TEST_POSTGRES` is set.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::path::Path;
use std::time::Duration;

use agon_protocol::state::Phase;
use agon_store::{EventRow, GameRow, Store, StoreError, Write, trial};

use common::{events, open, versions};

/// Returns a move: an event without a row.
fn moved(game: &str, version: i64, payload: &str) -> Write {
    let event = EventRow { version, kind: "moved".into(), payload: payload.into(), at: version };
    Write::Events { game: game.into(), row: None, seats: None, events: vec![event] }
}

/// Records a skip without PostgreSQL.
fn has_postgres() -> bool {
    agon_testkit::require(trial::is_postgres(), "needs PostgreSQL")
}

async fn two_servers(folder: &Path) -> (Store, Store) {
    let (first, second) = tokio::join!(open(folder), open(folder));
    (first, second)
}

#[tokio::test]
async fn one_of_two_servers_writes_a_version() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (anna, bob) = two_servers(folder.path()).await;
    anna.write(events("g", 1, 1)).await.unwrap();
    let mut next = 2;
    for round in 0..200 {
        // One or two events, with or without a row.
        let (mut one, two) = (moved("g", next, "a"), events("g", next, 2));
        if round % 3 == 0 {
            one = events("g", next, 1);
        }
        let (first, second) = tokio::join!(anna.write(one), bob.write(two));
        let added = match (&first, &second) {
            (Ok(()), Err(StoreError::Conflict)) => 1,
            (Err(StoreError::Conflict), Ok(())) => 2,
            other => panic!("{other:?}"),
        };
        next += added;
        assert_eq!(versions(&anna, "g").await.len() as i64, next - 1);
    }
}

#[tokio::test]
async fn moves_of_many_games_share_commits() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    for game in 0..100 {
        store.write(events(&format!("g{game}"), 1, 1)).await.unwrap();
    }
    let before = store.counts();
    let moves = (0..100).map(|game| {
        let store = store.clone();
        tokio::spawn(async move {
            for version in 2..22 {
                store.write(moved(&format!("g{game}"), version, "{}")).await.unwrap();
            }
        })
    });
    for player in moves.collect::<Vec<_>>() {
        player.await.unwrap();
    }
    let after = store.counts();
    let (writes, commits) = (after.writes - before.writes, after.commits - before.commits);
    assert_eq!(writes, 2_000);
    assert!(commits < 1_000, "{commits} commits");
    assert_eq!(after.conflicts, 0);
    assert!(store.write(moved("g1", 5, "{}")).await.is_err());
    assert_eq!(store.counts().conflicts, 1);
    for game in 0..100 {
        assert_eq!(versions(&store, &format!("g{game}")).await.len(), 21);
    }
}

#[tokio::test]
async fn versions_without_predecessor_are_rejected() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    for early in [moved("g", 3, "{}"), moved("none", 2, "{}"), events("g", 3, 2)] {
        assert!(matches!(store.write(early).await, Err(StoreError::Conflict)));
    }
    assert_eq!(versions(&store, "g").await, [1]);
}

#[tokio::test]
async fn commands_are_stored_once() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    store.write(events("h", 1, 1)).await.unwrap();
    let command = r#"{"command":{"person":"anna","id":"x"}}"#;
    store.write(moved("g", 2, command)).await.unwrap();
    assert!(matches!(store.write(moved("g", 3, command)).await, Err(StoreError::Conflict)));
    store.write(moved("h", 2, command)).await.unwrap();
    store.write(moved("g", 3, r#"{"command":{"person":"bob","id":"x"}}"#)).await.unwrap();
    // A text that PostgreSQL cannot store is rejected alone.
    store.write(moved("g", 4, r#"{"command":{"person":"bob","id":"\u0000"}}"#)).await.unwrap();
    let (odd, good) =
        tokio::join!(store.write(moved("g", 5, "\0")), store.write(moved("h", 3, "{}")));
    assert!(odd.is_err());
    good.unwrap();
}

#[tokio::test]
async fn due_games_are_taken_by_one_server() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (anna, bob) = two_servers(folder.path()).await;
    for game in 0..40 {
        anna.write(events(&format!("g{game}"), 1, 1)).await.unwrap();
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        let (a, b) = tokio::join!(anna.take_due(7, 1_000, 10), bob.take_due(7, 1_000, 10));
        first.extend(a.unwrap());
        second.extend(b.unwrap());
    }
    let mut all: Vec<&String> = first.iter().chain(&second).collect();
    assert_eq!(all.len(), 40);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 40, "some twice");
    // No server has handled them: they are due again.
    assert_eq!(anna.take_due(1_000, 2_000, 100).await.unwrap().len(), 40);
}

#[tokio::test]
async fn late_rows_change_nothing() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (anna, bob) = two_servers(folder.path()).await;
    anna.write(events("g", 1, 3)).await.unwrap();
    let late: GameRow = anna.game("g").await.unwrap().unwrap();
    let Write::Events { game, row, seats, events } = events("g", 4, 1) else { unreachable!() };
    let row = row.map(|row| GameRow { phase: Phase::Ended, ..row });
    bob.write(Write::Events { game, row, seats, events }).await.unwrap();
    anna.write(Write::Row(late)).await.unwrap();
    let stored = bob.game("g").await.unwrap().unwrap();
    assert_eq!((stored.version, stored.phase), (4, Phase::Ended));
}

#[tokio::test]
async fn results_are_known_after_lost_connections() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (store, other) = two_servers(folder.path()).await;
    for game in 0..4 {
        store.write(events(&format!("g{game}"), 1, 1)).await.unwrap();
    }
    let players = (0..4).map(|game| {
        let store = store.clone();
        tokio::spawn(async move {
            let game = format!("g{game}");
            let (mut next, mut refused) = (2, 0);
            while next < 80 {
                // Attempts differ, so that none is taken for the one before.
                let text = format!("{{\"try\":{refused}}}");
                let change =
                    if next % 10 == 0 { events(&game, next, 1) } else { moved(&game, next, &text) };
                match store.write(change).await {
                    Ok(()) => next += 1,
                    Err(StoreError::Failed(_)) => {
                        refused += 1;
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                    Err(StoreError::Doubtful(_)) => {
                        refused += 1;
                        // The result is unknown: read it.
                        while let Err(error) = store.events(&game, 0).await {
                            assert!(matches!(
                                error,
                                StoreError::Failed(_) | StoreError::Doubtful(_)
                            ));
                            tokio::time::sleep(Duration::from_millis(20)).await;
                        }
                        next = versions(&store, &game).await.len() as i64 + 1;
                    }
                    Err(error) => panic!("{game} {next}: {error}"),
                }
            }
            next - 1
        })
    });
    let players: Vec<_> = players.collect();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    while players.iter().any(|player| !player.is_finished()) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        // Fails if its own connection was cut.
        let _ = other.run_sql(cut).await;
    }
    for (game, player) in players.into_iter().enumerate() {
        let last = player.await.unwrap();
        let wanted: Vec<i64> = (1..=last).collect();
        assert_eq!(versions(&store, &format!("g{game}")).await, wanted);
    }
}

#[tokio::test]
async fn later_tables_are_rejected() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.run_sql("INSERT INTO tables_version VALUES (99)").await.unwrap();
    let refused = trial::open(folder.path()).await.err().unwrap();
    assert!(refused.to_string().contains("later version"), "{refused}");
}

#[tokio::test]
async fn downtimes_are_recorded_once() {
    if !has_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (open(folder.path()).await, open(folder.path()).await);
    let note = async |store: &agon_store::Store, now| store.note_alive(now, 6_000).await.unwrap();
    assert_eq!(note(&one, 100_000).await, []);
    assert_eq!(note(&other, 102_000).await, []);
    // Both start again, and one of them records the gap.
    assert_eq!(note(&one, 150_000).await, [(102_000, 150_000)]);
    assert_eq!(note(&other, 150_001).await, [(102_000, 150_000)]);
    // A clock that is a little behind changes nothing.
    assert_eq!(note(&one, 149_000).await.len(), 1);
    assert_eq!(other.fact("alive").await.unwrap().as_deref(), Some("150001"));
    assert_eq!(note(&one, 151_000).await.len(), 1);
    assert!(one.health().failure.is_none(), "{:?}", one.health());
}

#[tokio::test]
async fn start_waits_for_the_database_but_not_for_a_wrong_name() {
    let folder = tempfile::tempdir().unwrap();
    if !has_postgres() {
        return;
    }
    let url = trial::url(folder.path()).await.unwrap();
    let (base, name) = url.rsplit_once('/').unwrap();
    let (_, place) = base.rsplit_once('@').unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let late = tokio::spawn({
        let place = place.to_owned();
        async move {
            tokio::time::sleep(Duration::from_millis(1_200)).await;
            let listener = tokio::net::TcpListener::bind(free).await.unwrap();
            loop {
                let (mut near, _) = listener.accept().await.unwrap();
                let mut far = tokio::net::TcpStream::connect(&place).await.unwrap();
                tokio::spawn(async move {
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                });
            }
        }
    });
    let begin = std::time::Instant::now();
    let store = Store::connect(&format!("postgres://agon@{free}/{name}")).await.unwrap();
    assert!(begin.elapsed() > Duration::from_millis(1_000));
    store.write(events("g", 1, 1)).await.unwrap();
    late.abort();
    // Waiting does not help here.
    let begin = std::time::Instant::now();
    let refused = Store::connect(&format!("{base}/nowhere")).await.err().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    assert!(refused.to_string().contains("nowhere"), "{refused}");
}
