//! A process that is stopped, as by a debugger or a machine that sleeps, costs nobody time.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

/// The server, ended whatever happens.
struct Server(Child);

impl Server {
    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.0.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn a_stopped_process_costs_nobody_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["serve", "--engine-threads", "1", "--bind", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server(server);
    let site = line.trim().strip_prefix("Agon is at ").unwrap().to_owned();
    let http = reqwest::Client::new();
    let me = http.post(format!("{site}/api/me")).json(&json!({})).send().await.unwrap();
    let cookie = me.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let post = async |path: String, body: Value| -> Value {
        let request = http.post(format!("{site}{path}")).header("cookie", &cookie).json(&body);
        request.send().await.unwrap().json().await.unwrap()
    };
    let wish = json!({
        "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }],
        "clock": { "kind": "increment", "main": 5_000, "add": 0 },
    });
    let made = post("/api/games".into(), wish).await;
    let id = made["id"].as_str().unwrap().to_owned();
    sleep(Duration::from_millis(300)).await;
    server.signal("-STOP");
    sleep(Duration::from_secs(7)).await;
    server.signal("-CONT");
    let action = json!({ "do": "move", "ply": 0, "text": "e2e4" });
    let done = post(format!("/api/games/{id}/actions"), action).await;
    assert!(done["version"].is_u64(), "{done}");
    let seen: Value =
        http.get(format!("{site}/api/games/{id}")).send().await.unwrap().json().await.unwrap();
    let left = seen["state"]["clock"]["left"][0].as_u64().unwrap();
    assert!((2_500..5_000).contains(&left), "{left}");
}
