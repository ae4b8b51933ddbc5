//! Simulated players.

use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_client::{Person, Site, Socket};
use agon_core::Rng;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::report::Report;

/// A person with an open socket.
pub(crate) struct Client {
    person: Person,
    socket: Socket,
}

/// The parts of a message that a player needs.
#[derive(Deserialize, Debug)]
struct Incoming {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    version: Option<u64>,
    #[serde(default)]
    event: Option<IncomingEvent>,
    #[serde(default)]
    state: Option<IncomingState>,
    #[serde(default)]
    view: Option<IncomingView>,
    #[serde(default)]
    message: Option<String>,
}

#[derive(Deserialize, Debug)]
struct IncomingEvent {
    kind: String,
}

#[derive(Deserialize, Debug)]
struct IncomingState {
    version: u64,
    ply: u32,
    turn: Option<u8>,
}

#[derive(Deserialize, Debug)]
struct IncomingView {
    moves: Vec<IncomingMove>,
}

#[derive(Deserialize, Debug)]
struct IncomingMove {
    text: String,
}

impl Client {
    pub(crate) async fn enter(site: &Site, name: &str) -> Result<Client> {
        let person = Person::enter(site, name).await?;
        let socket = person.connect().await?;
        Ok(Client { person, socket })
    }

    /// Receives messages until the connection closes and returns the reason.
    pub(crate) async fn drain(&mut self) -> String {
        loop {
            if let Err(error) = self.socket.next_text().await {
                return error.to_string();
            }
        }
    }

    async fn send(&mut self, message: &Value) -> Result<()> {
        Ok(self.socket.say(message).await?)
    }

    /// Returns the next message of this type. Fails on error messages.
    async fn receive_kind(&mut self, kind: &str) -> Result<Incoming> {
        loop {
            let message: Incoming = self.socket.receive().await?;
            ensure!(message.kind != "error", "refused: {:?}", message.message);
            if message.kind == kind {
                return Ok(message);
            }
        }
    }

    /// Returns the state and moves of the next event of this kind.
    async fn event(&mut self, kind: &str) -> Result<(IncomingState, Vec<IncomingMove>)> {
        loop {
            let message = self.receive_kind("event").await?;
            if message.event.is_some_and(|event| event.kind == kind) {
                let state = message.state.context("no state")?;
                return Ok((state, message.view.context("no view")?.moves));
            }
        }
    }

    /// Receives messages, and answers pings, until a point in time.
    async fn idle_until(&mut self, until: Instant) -> Result<()> {
        while let Ok(text) = timeout_at(until, self.socket.next_text()).await {
            let message: Incoming = serde_json::from_str(&text?)?;
            ensure!(message.kind == "presence", "unexpected: {}", message.kind);
        }
        Ok(())
    }
}

/// Plays random moves until `end`.
pub(crate) async fn play(
    site: &Site,
    game: &str,
    [mut first, mut second]: [Client; 2],
    interval: Duration,
    end: Instant,
    seed: u64,
    report: &Report,
) -> Result<()> {
    let settings =
        json!({ "game": game, "seats": [{ "who": "me" }, { "who": "open" }], "listed": false });
    let made = first.person.make(&settings).await?;
    let (id, key) = (made.id, made.key);
    first.send(&json!({ "type": "watch", "id": id })).await?;
    first.receive_kind("game").await?;
    second.send(&json!({ "type": "watch", "id": id, "key": key })).await?;
    second.receive_kind("game").await?;
    second.send(&json!({ "type": "act", "id": id, "key": key, "action": { "do": "sit" } })).await?;
    second.receive_kind("done").await?;
    let mut rng = Rng::new(seed);
    let mut players = [first, second];
    let (mut state, mut moves) = players[0].event("started").await?;
    while Instant::now() < end {
        let Some(turn) = state.turn else { break };
        let begin = Instant::now();
        let mover = usize::from(turn);
        let text = &moves[rng.below(moves.len())].text;
        let action = json!({ "do": "move", "ply": state.ply, "text": text });
        players[mover].send(&json!({ "type": "act", "id": id, "action": action })).await?;
        let version = state.version;
        (state, moves) = players[1 - mover].event("moved").await?;
        report.delay(begin.elapsed());
        ensure!(state.version > version, "the version did not increase");
        let done = players[mover].receive_kind("done").await?;
        ensure!(done.version > Some(version), "the confirmation has no new version");
        report.confirmed.fetch_add(1, Ordering::Relaxed);
        let next = begin + interval;
        let [first, second] = &mut players;
        // At the end of a game both clients get further messages.
        if state.turn.is_some() && !moves.is_empty() {
            tokio::try_join!(first.idle_until(next), second.idle_until(next))?;
        } else {
            break;
        }
    }
    if state.turn.is_none() || moves.is_empty() {
        report.finished.fetch_add(1, Ordering::Relaxed);
    }
    // The confirmed moves must be stored.
    let mut check = Client::enter(site, "Load").await?;
    check.send(&json!({ "type": "watch", "id": id, "key": key })).await?;
    let stored = check.receive_kind("game").await?.state.context("no state")?;
    ensure!(stored.ply == state.ply, "stored ply {}, played ply {}", stored.ply, state.ply);
    Ok(())
}
