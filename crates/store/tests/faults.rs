//! Disk failures: confirmed changes survive a kill, rejected ones do not, and later changes succeed.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use agon_store::{OpenError, Store, StoreError, Write};
use rusqlite::Connection;

use common::{copy_as_killed, events, open_file, versions};

/// Returns an event that needs new pages.
fn large(game: &str, version: i64) -> Write {
    let Write::Events { game, row, seats, mut events } = events(game, version, 1) else {
        unreachable!()
    };
    events[0].payload = "x".repeat(20_000);
    Write::Events { game, row, seats, events }
}

/// Makes the next change that needs space fail as on a full disk.
async fn fill(store: &Store) {
    store.on_writer(|c| c.execute_batch("PRAGMA max_page_count = 1").unwrap()).await;
}

async fn after_a_kill(folder: &Path, game: &str) -> Vec<i64> {
    let copy = tempfile::tempdir().unwrap();
    copy_as_killed(folder, copy.path());
    versions(&open_file(copy.path()).await, game).await
}

#[tokio::test]
async fn confirmed_changes_survive_a_kill_after_failed_commits() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_file(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    let mut next = 2;
    for _ in 0..4 {
        fill(&store).await;
        let refused = store.write(large("g", next)).await;
        assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
        let failure = store.health().failure.unwrap();
        assert!(failure.contains("full"), "{failure}");
        for _ in 0..3 {
            store.write(events("g", next, 1)).await.unwrap();
            next += 1;
        }
        assert!(store.health().failure.is_none());
        let wanted: Vec<i64> = (1..next).collect();
        assert_eq!(after_a_kill(folder.path(), "g").await, wanted);
    }
}

#[tokio::test]
async fn failed_commit_rejects_all_its_changes() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_file(folder.path()).await;
    fill(&store).await;
    // The writer is busy until all of these are queued.
    let (waiting, go) = std::sync::mpsc::channel::<()>();
    let busy = store.on_writer(move |_| assert!(go.recv().is_err()));
    let together = async {
        let writes = ["a", "b", "c"].map(|game| store.write(large(game, 1)));
        let [a, b, c] = writes;
        let release = async { drop(waiting) };
        tokio::join!(a, b, c, release)
    };
    let (_, (a, b, c, ())) = tokio::join!(busy, together);
    let results = [a, b, c];
    for (game, result) in ["a", "b", "c"].into_iter().zip(results) {
        let stored = store.game(game).await.unwrap().is_some();
        assert_eq!(stored, result.is_ok(), "{game}: {result:?}");
    }
    for game in ["a", "b", "c"] {
        if store.game(game).await.unwrap().is_none() {
            store.write(events(game, 1, 1)).await.unwrap();
        }
        assert_eq!(after_a_kill(folder.path(), game).await, [1]);
    }
}

#[tokio::test]
async fn interrupted_changes_are_atomic() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_file(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    let mut next = 2;
    let (mut broken, mut made) = (0, 0);
    for steps in (1..900).step_by(9) {
        let interrupt = move |c: &mut Connection| {
            c.progress_handler(steps, Some(|| true)).unwrap();
        };
        store.on_writer(interrupt).await;
        let rematch =
            Write::Together(vec![events("g", next, 2), events(&format!("r{next}"), 1, 2)]);
        let result = store.write(rematch).await;
        store.on_writer(|c| c.progress_handler(0, None::<fn() -> bool>).unwrap()).await;
        let stored = versions(&store, "g").await;
        let new_game = store.game(&format!("r{next}")).await.unwrap().is_some();
        match &result {
            Ok(()) => {
                made += 1;
                next += 2;
            }
            Err(error) => {
                broken += 1;
                assert!(matches!(error, StoreError::Failed(_)), "{error}");
            }
        }
        assert_eq!(stored, (1..next).collect::<Vec<_>>(), "interrupted after {steps} steps");
        assert_eq!(new_game, result.is_ok(), "interrupted after {steps} steps");
    }
    assert!(broken > 10 && made > 0, "{broken} broken, {made} made");
    assert_eq!(after_a_kill(folder.path(), "g").await, (1..next).collect::<Vec<_>>());
}

#[tokio::test]
async fn refused_commits_are_not_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_file(folder.path()).await;
    store.write(events("g", 1, 1)).await.unwrap();
    store.on_writer(|c| c.commit_hook(Some(|| true)).unwrap()).await;
    assert!(matches!(store.write(events("g", 2, 1)).await, Err(StoreError::Failed(_))));
    store.write(events("g", 2, 1)).await.unwrap();
    assert_eq!(after_a_kill(folder.path(), "g").await, [1, 2]);
}

/// A small file system.
struct SmallDisk {
    folder: tempfile::TempDir,
}

impl SmallDisk {
    /// Records a skip where mounting is not permitted.
    fn mount(kilobytes: u32) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kilobytes}k"), "tmpfs"])
            .arg(folder.path())
            .output();
        match mounted {
            Ok(output) if output.status.success() => Some(SmallDisk { folder }),
            other => {
                agon_testkit::skip(&format!("cannot mount a tmpfs: {other:?}"));
                None
            }
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }

    /// Uses all free space.
    fn fill(&self) {
        use std::io::Write;
        let mut file = std::fs::File::create(self.filler()).unwrap();
        for size in [4096, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    fn free_space(&self) {
        std::fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}

#[tokio::test]
async fn changes_succeed_after_a_full_disk() {
    let Some(disk) = SmallDisk::mount(3_000) else { return };
    let store = open_file(disk.path()).await;
    let mut next = 1;
    for _ in 0..3 {
        disk.fill();
        let mut refused = 0;
        for _ in 0..40 {
            match store.write(large("g", next)).await {
                Ok(()) => next += 1,
                Err(StoreError::Failed(_)) => refused += 1,
                Err(other) => panic!("{other}"),
            }
            let heartbeat = Write::Fact { name: "alive".into(), value: "1".into() };
            let _ = store.write(heartbeat).await;
        }
        assert!(refused > 0);
        assert!(store.health().free_bytes.unwrap() < 1 << 20);
        disk.free_space();
        store.write(events("g", next, 1)).await.unwrap();
        next += 1;
        assert!(store.health().failure.is_none());
        let wanted: Vec<i64> = (1..next).collect();
        assert_eq!(versions(&store, "g").await, wanted);
        assert_eq!(after_a_kill(disk.path(), "g").await, wanted);
    }
}

#[tokio::test]
async fn full_disk_at_start_is_reported() {
    let Some(disk) = SmallDisk::mount(1_000) else { return };
    let file = disk.path().join("agon.db");
    disk.fill();
    let refused = Store::open(&file).await.err().unwrap();
    assert!(matches!(refused, OpenError::NoSpace { .. }), "{refused}");
    assert!(refused.to_string().contains("make room"), "{refused}");
    disk.free_space();
    let store = open_file(disk.path()).await;
    store.write(events("g", 1, 3)).await.unwrap();
    store.close().await;
    disk.fill();
    // The space may suffice for existing tables. The file is not damaged.
    if let Err(refused) = Store::open(&file).await {
        assert!(matches!(refused, OpenError::NoSpace { .. }), "{refused}");
    }
    disk.free_space();
    assert_eq!(versions(&open_file(disk.path()).await, "g").await, [1, 2, 3]);
}
