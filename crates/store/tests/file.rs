//! SQLite files.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use agon_store::{Counts, OpenError, Store, StoreError, TokenRow, Write};

use common::{events, open_file, versions};

#[tokio::test]
async fn many_writers_share_commits() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_file(folder.path()).await;
    let writes = (0..400).map(|i| {
        let store = store.clone();
        tokio::spawn(async move { store.write(events(&format!("g{i}"), 1, 1)).await })
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap().unwrap();
    }
    let Counts { writes, commits, times, conflicts, .. } = store.counts();
    assert_eq!(writes, 400);
    assert!(commits < 200, "{commits} commits");
    assert_eq!((times.iter().sum::<u64>(), conflicts), (commits, 0));
    assert!(store.write(events("g1", 1, 1)).await.is_err());
    assert_eq!(store.counts().conflicts, 1);
}

#[tokio::test]
async fn damaged_and_unusable_files_have_different_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("agon.db");
    std::fs::write(&file, "this is not a database, whatever its name says".repeat(100)).unwrap();
    assert!(matches!(Store::open(&file).await, Err(OpenError::Damaged { .. })));
    let below_a_file = file.join("agon.db");
    assert!(matches!(Store::open(&below_a_file).await, Err(OpenError::Unusable { .. })));
}

#[tokio::test]
async fn overwritten_pages_are_detected() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_file(folder.path()).await;
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

#[tokio::test]
async fn second_server_on_a_file_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_file(folder.path()).await;
    let file = folder.path().join("agon.db");
    let second = Store::open(&file).await.err().unwrap();
    assert!(matches!(second, OpenError::InUse { .. }), "{second}");
    store.write(events("g", 1, 1)).await.unwrap();
    store.close().await;
    assert_eq!(versions(&open_file(folder.path()).await, "g").await, [1]);
}

#[tokio::test]
async fn invalid_change_does_not_affect_its_commit() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_file(folder.path()).await;
    // The writer is busy until both are queued.
    let (waiting, go) = std::sync::mpsc::channel::<()>();
    let busy = store.on_writer(move |_| assert!(go.recv().is_err()));
    let token = TokenRow {
        hash: "h".into(),
        id: "t".into(),
        person: "missing".into(),
        label: String::new(),
        created: 1,
        scopes: String::new(),
    };
    let together = async {
        let release = async { drop(waiting) };
        let invalid = store.write(Write::NewToken(token.clone()));
        // Fails after it has changed something.
        let half = Write::Together(vec![events("h", 1, 1), Write::NewToken(token)]);
        tokio::join!(invalid, store.write(half), store.write(events("g", 1, 1)), release)
    };
    let (_, (invalid, half, valid, ())) = tokio::join!(busy, together);
    for rejected in [invalid, half] {
        assert!(matches!(rejected, Err(StoreError::Failed(_))), "{rejected:?}");
    }
    valid.unwrap();
    assert_eq!(store.counts().commits, 1);
    assert!(store.game("h").await.unwrap().is_none());
    assert_eq!(versions(&store, "g").await, [1]);
}
