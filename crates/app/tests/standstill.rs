//! A suspended process, as by a debugger or a sleeping machine, does not use up the players' time.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::time::Duration;

use agon_client::{Launch, Person};
use serde_json::json;
use tokio::time::sleep;

#[tokio::test]
async fn suspension_does_not_use_up_time() {
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch::new(Path::new(env!("CARGO_BIN_EXE_agon")), folder.path()).unwrap();
    let server = launch.with(["--engine-threads", "1"]).start().unwrap();
    let person = Person::enter(&server.site().unwrap(), "Anna").await.unwrap();
    let wish = json!({
        "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }],
        "clock": { "kind": "increment", "main": 5_000, "add": 0 },
    });
    let id = person.make(&wish).await.unwrap().id;
    sleep(Duration::from_millis(300)).await;
    server.signal("STOP").unwrap();
    sleep(Duration::from_secs(7)).await;
    server.signal("CONT").unwrap();
    let action = json!({ "do": "move", "ply": 0, "text": "e2e4" });
    let done = person.post(&format!("/api/games/{id}/actions"), &action).await.unwrap().body;
    assert!(done["version"].is_u64(), "{done}");
    let seen = person.look(&id).await.unwrap();
    let left = seen["state"]["clock"]["left"][0].as_u64().unwrap();
    assert!((2_500..5_000).contains(&left), "{left}");
}
