//! Somebody who plays, in a program.

use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_core::Rng;
use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::report::Report;

/// A message that does not come for so long is lost.
const PATIENCE: Duration = Duration::from_secs(30);

/// The server.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    url: String,
    http: reqwest::Client,
}

impl Site {
    pub(crate) fn new(url: &str) -> Result<Site> {
        let url = url.trim_end_matches('/').to_owned();
        ensure!(url.starts_with("http://"), "--url: expected http://HOST:PORT");
        Ok(Site { url, http: reqwest::Client::builder().timeout(PATIENCE).build()? })
    }

    async fn post(
        &self,
        path: &str,
        cookie: &str,
        body: &Value,
    ) -> Result<(Value, Option<String>)> {
        let url = format!("{}{path}", self.url);
        let mut request = self.http.post(url).json(body);
        if !cookie.is_empty() {
            request = request.header("cookie", cookie);
        }
        let response = request.send().await?;
        let status = response.status();
        let set = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let set = set.and_then(|value| value.split(';').next()).map(str::to_owned);
        let body: Value = response.json().await?;
        ensure!(status.is_success(), "POST {path}: {status} {body}");
        Ok((body, set))
    }
}

/// The parts of a message that a player looks at.
#[derive(Deserialize, Debug)]
struct Heard {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    version: Option<u64>,
    #[serde(default)]
    event: Option<HeardEvent>,
    #[serde(default)]
    state: Option<HeardState>,
    #[serde(default)]
    view: Option<HeardView>,
    #[serde(default)]
    message: Option<String>,
}

#[derive(Deserialize, Debug)]
struct HeardEvent {
    kind: String,
}

#[derive(Deserialize, Debug)]
struct HeardState {
    version: u64,
    ply: u32,
    turn: Option<u8>,
}

#[derive(Deserialize, Debug)]
struct HeardView {
    moves: Vec<HeardMove>,
}

#[derive(Deserialize, Debug)]
struct HeardMove {
    text: String,
}

/// Somebody with a connection.
pub(crate) struct Client {
    cookie: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    pub(crate) async fn enter(site: &Site, name: &str) -> Result<Client> {
        let (_, cookie) = site.post("/api/me", "", &json!({ "name": name })).await?;
        let cookie = cookie.context("no cookie for a newcomer")?;
        let url = format!("{}/api/socket", site.url.replacen("http", "ws", 1));
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        let config = WebSocketConfig::default().read_buffer_size(8 << 10).write_buffer_size(0);
        let (socket, _) = connect_async_with_config(request, Some(config), true).await?;
        let mut client = Client { cookie, socket };
        ensure!(client.hear().await?.kind == "welcome", "no welcome");
        Ok(client)
    }

    async fn say(&mut self, message: &Value) -> Result<()> {
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    async fn hear(&mut self) -> Result<Heard> {
        loop {
            let next = timeout(PATIENCE, self.socket.next()).await.context("no message")?;
            match next.context("the connection has ended")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(frame) => bail!("the server closes the connection: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The next message of this kind; a refusal is a failure.
    async fn hear_kind(&mut self, kind: &str) -> Result<Heard> {
        loop {
            let heard = self.hear().await?;
            ensure!(heard.kind != "error", "refused: {:?}", heard.message);
            if heard.kind == kind {
                return Ok(heard);
            }
        }
    }

    /// Answers pings while nothing else is to do.
    async fn idle_until(&mut self, until: Instant) -> Result<()> {
        while let Ok(next) = timeout_at(until, self.socket.next()).await {
            match next.context("the connection has ended")?? {
                Message::Close(frame) => bail!("the server closes the connection: {frame:?}"),
                Message::Text(text) => {
                    let heard: Heard = serde_json::from_str(&text)?;
                    ensure!(heard.kind == "presence", "unexpected: {}", heard.kind);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Two people play a game with random moves until it is time to go.
pub(crate) async fn play(
    site: &Site,
    game: &str,
    [mut first, mut second]: [Client; 2],
    interval: Duration,
    end: Instant,
    seed: u64,
    report: &Report,
) -> Result<()> {
    let wish =
        json!({ "game": game, "seats": [{ "who": "me" }, { "who": "open" }], "listed": false });
    let (made, _) = site.post("/api/games", &first.cookie, &wish).await?;
    let (id, key) = (made["id"].clone(), made["key"].clone());
    first.say(&json!({ "type": "watch", "id": id })).await?;
    first.hear_kind("game").await?;
    second.say(&json!({ "type": "watch", "id": id, "key": key })).await?;
    second.hear_kind("game").await?;
    second.say(&json!({ "type": "act", "id": id, "key": key, "action": { "do": "sit" } })).await?;
    second.hear_kind("done").await?;
    let mut rng = Rng::new(seed);
    let mut players = [first, second];
    let (mut state, mut moves) = started(&mut players[0]).await?;
    while Instant::now() < end {
        let Some(turn) = state.turn else { break };
        let begin = Instant::now();
        let mover = usize::from(turn);
        let text = &moves[rng.below(moves.len())].text;
        let action = json!({ "do": "move", "ply": state.ply, "text": text });
        players[mover].say(&json!({ "type": "act", "id": id, "action": action })).await?;
        let version = state.version;
        (state, moves) = moved(&mut players[1 - mover]).await?;
        report.delay(begin.elapsed());
        ensure!(state.version > version, "versions do not grow");
        let done = players[mover].hear_kind("done").await?;
        ensure!(done.version > Some(version), "confirmed without a version");
        report.confirmed.fetch_add(1, Ordering::Relaxed);
        let next = begin + interval;
        let [first, second] = &mut players;
        // What both hear of the end of the game comes after the move.
        if state.turn.is_some() && !moves.is_empty() {
            tokio::try_join!(first.idle_until(next), second.idle_until(next))?;
        } else {
            break;
        }
    }
    if state.turn.is_none() || moves.is_empty() {
        report.finished.fetch_add(1, Ordering::Relaxed);
    }
    // Nothing that was confirmed is lost.
    let mut check = Client::enter(site, "Load").await?;
    check.say(&json!({ "type": "watch", "id": id, "key": key })).await?;
    let stored = check.hear_kind("game").await?.state.context("no state")?;
    ensure!(stored.ply == state.ply, "ply {} is stored, {} was played", stored.ply, state.ply);
    Ok(())
}

async fn started(player: &mut Client) -> Result<(HeardState, Vec<HeardMove>)> {
    event(player, "started").await
}

async fn moved(player: &mut Client) -> Result<(HeardState, Vec<HeardMove>)> {
    event(player, "moved").await
}

/// Waits for an event with a position.
async fn event(player: &mut Client, kind: &str) -> Result<(HeardState, Vec<HeardMove>)> {
    loop {
        let heard = player.hear_kind("event").await?;
        if heard.event.is_some_and(|event| event.kind == kind) {
            let state = heard.state.context("no state")?;
            return Ok((state, heard.view.context("no view")?.moves));
        }
    }
}
