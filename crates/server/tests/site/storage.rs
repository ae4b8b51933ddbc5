//! What operators and the host hear of the storage is so.

use std::time::Duration;

use agon_store::trial;
use rusqlite::Connection;
use serde_json::Value;

use crate::harness::{Person, Site};

/// Commits fail until the connection is opened anew, which happens after the first failure.
async fn fail_next_commit(site: &Site) {
    let refuse = |connection: &mut Connection| connection.commit_hook(Some(|| true)).unwrap();
    site.store.on_writer(refuse).await;
}

#[tokio::test]
async fn readiness_follows_the_last_commit() {
    // With PostgreSQL `cargo xtask faults` makes commits fail.
    if !agon_testkit::require(!trial::is_postgres(), "needs SQLite") {
        return;
    }
    let site = Site::start().await;
    // A server writes something of its own when it begins, which is not to fail here.
    while site.store.fact("archive keys").await.unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let key = site.store.fact("host key").await.unwrap().unwrap();
    let host = Person { header: ("x-agon-host", key), ..site.stranger() };
    let stranger = site.stranger();
    let storage = || async {
        let (status, storage) = host.get("/api/host/storage").await;
        assert_eq!(status, 200, "{storage}");
        storage
    };
    assert_eq!(stranger.get("/ready").await, (200, Value::String("ready\n".into())));
    let sound = storage().await;
    assert_eq!(sound["soundness"], "sound");
    assert!(sound["free"].as_u64().unwrap() > 0 && sound.get("failure").is_none(), "{sound}");

    fail_next_commit(&site).await;
    let (status, _) =
        stranger.request("POST", "/api/me", Some(Value::Object(Default::default()))).await;
    assert_eq!(status, 503);
    let (status, text) = stranger.get("/ready").await;
    assert_eq!(status, 503);
    assert!(text.as_str().unwrap().contains("the last commit failed"), "{text}");
    assert!(storage().await.get("failure").is_some());

    site.guest("Anna").await;
    assert_eq!(stranger.get("/ready").await.0, 200);
    assert!(storage().await.get("failure").is_none());
    assert_eq!(stranger.get("/api/host/storage").await.0, 403);
}
