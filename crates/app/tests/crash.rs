//! The server is killed at random moments while people play. After every restart each confirmed
//! move is there, none was made twice, and the clients resume by version and finish their games.
//!
//! Five times in the usual tests; `cargo xtask crash 50` for more.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const GAMES: [&str; 4] = ["chess", "abalone", "morris", "tablut"];
/// A server that does not answer for so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

fn start(port: u16, data: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["serve", "--rate-limit", "off", "--engine-threads", "1", "--bind"])
        .arg(format!("127.0.0.1:{port}"))
        .arg("--data")
        .arg(data)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn random(below: u64) -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % below
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Somebody who comes back after every crash.
struct Client {
    port: u16,
    cookie: String,
    stream: Option<Stream>,
}

/// The connection is gone: the server was killed.
#[derive(Debug)]
struct Gone;

impl Client {
    async fn enter(port: u16) -> Client {
        let begin = Instant::now();
        loop {
            let url = format!("http://127.0.0.1:{port}/api/me");
            if let Ok(response) = reqwest::Client::new().post(url).json(&json!({})).send().await
                && response.status().is_success()
            {
                let cookie = response.headers()["set-cookie"].to_str().unwrap();
                let cookie = cookie.split(';').next().unwrap().to_owned();
                return Client { port, cookie, stream: None };
            }
            assert!(begin.elapsed() < PATIENCE, "the server does not come back");
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value, Gone> {
        let url = format!("http://127.0.0.1:{}{path}", self.port);
        let request = reqwest::Client::new().post(url).header("cookie", &self.cookie).json(body);
        let response = request.send().await.map_err(|_| Gone)?;
        response.json().await.map_err(|_| Gone)
    }

    async fn get(&self, path: &str) -> Result<Value, Gone> {
        let url = format!("http://127.0.0.1:{}{path}", self.port);
        let request = reqwest::Client::new().get(url).header("cookie", &self.cookie);
        let response = request.send().await.map_err(|_| Gone)?;
        response.json().await.map_err(|_| Gone)
    }

    async fn connect(&mut self) -> Result<(), Gone> {
        let url = format!("ws://127.0.0.1:{}/api/socket", self.port);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        let (stream, _) = connect_async(request).await.map_err(|_| Gone)?;
        self.stream = Some(stream);
        assert_eq!(self.hear().await?["type"], "welcome");
        Ok(())
    }

    async fn say(&mut self, message: &Value) -> Result<(), Gone> {
        let stream = self.stream.as_mut().ok_or(Gone)?;
        stream.send(Message::text(message.to_string())).await.map_err(|_| Gone)
    }

    async fn hear(&mut self) -> Result<Value, Gone> {
        let stream = self.stream.as_mut().ok_or(Gone)?;
        loop {
            match timeout(PATIENCE, stream.next()).await.expect("an answer in time") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                Some(Ok(_)) => {}
            }
        }
    }

    async fn hear_type(&mut self, wanted: &[&str]) -> Result<Value, Gone> {
        loop {
            let heard = self.hear().await?;
            if wanted.contains(&heard["type"].as_str().unwrap()) {
                return Ok(heard);
            }
        }
    }
}

/// What a player knows of the game.
struct Game {
    id: String,
    /// The moves that the server has confirmed.
    confirmed: Vec<String>,
    /// A move that was sent; nobody knows whether it was made.
    unsure: Option<String>,
    /// The last version that was seen.
    version: u64,
}

impl Game {
    /// After a crash: what the server knows must be what was confirmed, and at most the one
    /// move more that was on its way.
    async fn check(&mut self, client: &Client) -> Result<Value, Gone> {
        let seen = client.get(&format!("/api/games/{}", self.id)).await?;
        let steps = seen["steps"].as_array().unwrap();
        let moves: Vec<&str> = steps.iter().map(|step| step["text"].as_str().unwrap()).collect();
        let known = self.confirmed.len();
        assert!(moves.len() >= known, "a confirmed move is lost: {} of {known}", moves.len());
        assert_eq!(&moves[..known], &self.confirmed[..], "a confirmed move has changed");
        if moves.len() > known {
            assert_eq!(moves.len(), known + 1, "a move was made twice");
            assert_eq!(Some(moves[known]), self.unsure.as_deref(), "a move that nobody made");
            self.confirmed.push(moves[known].to_owned());
        }
        self.unsure = None;
        assert_eq!(seen["state"]["ply"], json!(moves.len()));
        assert!(seen["state"]["version"].as_u64().unwrap() >= self.version);
        Ok(seen)
    }

    /// Comes back by version: exactly the events that were missed.
    async fn resume(&mut self, client: &mut Client) -> Result<Value, Gone> {
        client.connect().await?;
        client.say(&json!({ "type": "watch", "id": self.id, "since": self.version })).await?;
        let heard = client.hear_type(&["resumed"]).await?;
        let mut version = self.version;
        for event in heard["events"].as_array().unwrap() {
            version += 1;
            assert_eq!(event["version"], json!(version), "a version is missing");
        }
        assert_eq!(heard["state"]["version"], json!(version));
        self.version = version;
        Ok(heard)
    }
}

/// One person moves for both sides, crash after crash, until told to finish.
async fn play(port: u16, kind: &str, finish: Arc<AtomicBool>, crashes: Arc<AtomicUsize>) -> usize {
    let mut client = Client::enter(port).await;
    let wish = json!({ "game": kind, "seats": [{ "who": "me" }, { "who": "me" }] });
    let mut moves_made = 0;
    loop {
        let made = loop {
            match client.post("/api/games", &wish).await {
                Ok(made) => break made,
                Err(Gone) => sleep(Duration::from_millis(20)).await,
            }
        };
        let id = made["id"].as_str().unwrap().to_owned();
        let mut game = Game { id, confirmed: Vec::new(), unsure: None, version: 1 };
        while play_until_gone(&mut client, &mut game, &finish).await.is_err() {
            crashes.fetch_add(1, Ordering::Relaxed);
            client.stream = None;
            let begin = Instant::now();
            while game.check(&client).await.is_err() {
                assert!(begin.elapsed() < PATIENCE, "the server does not come back");
                sleep(Duration::from_millis(10)).await;
            }
        }
        moves_made += game.confirmed.len();
        if finish.load(Ordering::Relaxed) {
            return moves_made;
        }
    }
}

async fn play_until_gone(
    client: &mut Client,
    game: &mut Game,
    finish: &AtomicBool,
) -> Result<(), Gone> {
    let mut now = game.resume(client).await?;
    loop {
        let moves = now["view"]["moves"].as_array().unwrap();
        let ply = now["state"]["ply"].as_u64().unwrap();
        if now["state"]["phase"] == "ended" {
            return Ok(());
        }
        assert_eq!(ply as usize, game.confirmed.len());
        if finish.load(Ordering::Relaxed) {
            let action = json!({ "do": "resign" });
            client.say(&json!({ "type": "act", "id": game.id, "action": action })).await?;
            client.hear_type(&["done"]).await?;
            let seen = game.check(client).await?;
            assert_eq!(seen["state"]["phase"], "ended");
            return Ok(());
        }
        let text = moves[random(moves.len() as u64) as usize]["text"].as_str().unwrap().to_owned();
        game.unsure = Some(text.clone());
        let action = json!({ "do": "move", "ply": ply, "text": text });
        client.say(&json!({ "type": "act", "id": game.id, "action": action })).await?;
        let mut next = None;
        loop {
            let heard = client.hear_type(&["event", "done", "error"]).await?;
            assert_ne!(heard["type"], "error", "{heard}");
            if heard["type"] == "done" {
                break;
            }
            game.version = heard["version"].as_u64().unwrap();
            if heard.get("view").is_some() {
                next = Some(heard);
            }
        }
        game.confirmed.push(text);
        game.unsure = None;
        now = next.expect("a move is told before it is confirmed");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_confirmed_move_is_lost_when_the_server_is_killed() {
    let kills: usize = std::env::var("AGON_KILLS").map_or(5, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut server = start(port, folder.path());
    let finish = Arc::new(AtomicBool::new(false));
    let crashes = Arc::new(AtomicUsize::new(0));
    let players: Vec<_> = GAMES
        .iter()
        .map(|kind| tokio::spawn(play(port, kind, Arc::clone(&finish), Arc::clone(&crashes))))
        .collect();
    for _ in 0..kills {
        sleep(Duration::from_millis(300 + random(900))).await;
        server.kill().unwrap();
        server.wait().unwrap();
        server = start(port, folder.path());
    }
    sleep(Duration::from_millis(500)).await;
    finish.store(true, Ordering::Relaxed);
    let mut moves = 0;
    for player in players {
        moves += timeout(PATIENCE, player).await.expect("games are finished").unwrap();
    }
    server.kill().unwrap();
    server.wait().unwrap();
    let crashes = crashes.load(Ordering::Relaxed);
    println!("{kills} kills, {crashes} connections lost, {moves} moves confirmed, none lost");
    assert!(crashes >= kills, "the clients saw only {crashes} crashes");
    assert!(moves > 10 * kills, "only {moves} moves");
}
