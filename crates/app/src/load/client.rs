//! Two people who play, in a program.

use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_client::{Person, Site, Socket};
use agon_core::Rng;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::report::Report;

/// Somebody with a connection.
pub(crate) struct Client {
    person: Person,
    socket: Socket,
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

impl Client {
    pub(crate) async fn enter(site: &Site, name: &str) -> Result<Client> {
        let person = Person::enter(site, name).await?;
        let socket = person.connect().await?;
        Ok(Client { person, socket })
    }

    /// Hears whatever comes, until the connection ends: why it did.
    pub(crate) async fn listen(&mut self) -> String {
        loop {
            if let Err(error) = self.socket.next_text().await {
                return error.to_string();
            }
        }
    }

    async fn say(&mut self, message: &Value) -> Result<()> {
        Ok(self.socket.say(message).await?)
    }

    /// The next message of this kind; a refusal is a failure.
    async fn hear_kind(&mut self, kind: &str) -> Result<Heard> {
        loop {
            let heard: Heard = self.socket.receive().await?;
            ensure!(heard.kind != "error", "refused: {:?}", heard.message);
            if heard.kind == kind {
                return Ok(heard);
            }
        }
    }

    /// Waits for an event with a position.
    async fn event(&mut self, kind: &str) -> Result<(HeardState, Vec<HeardMove>)> {
        loop {
            let heard = self.hear_kind("event").await?;
            if heard.event.is_some_and(|event| event.kind == kind) {
                let state = heard.state.context("no state")?;
                return Ok((state, heard.view.context("no view")?.moves));
            }
        }
    }

    /// Answers pings while nothing else is to do.
    async fn idle_until(&mut self, until: Instant) -> Result<()> {
        while let Ok(text) = timeout_at(until, self.socket.next_text()).await {
            let heard: Heard = serde_json::from_str(&text?)?;
            ensure!(heard.kind == "presence", "unexpected: {}", heard.kind);
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
    let made = first.person.make(&wish).await?;
    let (id, key) = (made.id, made.key);
    first.say(&json!({ "type": "watch", "id": id })).await?;
    first.hear_kind("game").await?;
    second.say(&json!({ "type": "watch", "id": id, "key": key })).await?;
    second.hear_kind("game").await?;
    second.say(&json!({ "type": "act", "id": id, "key": key, "action": { "do": "sit" } })).await?;
    second.hear_kind("done").await?;
    let mut rng = Rng::new(seed);
    let mut players = [first, second];
    let (mut state, mut moves) = players[0].event("started").await?;
    while Instant::now() < end {
        let Some(turn) = state.turn else { break };
        let begin = Instant::now();
        let mover = usize::from(turn);
        let text = &moves[rng.below(moves.len())].text;
        let action = json!({ "do": "move", "ply": state.ply, "text": text });
        players[mover].say(&json!({ "type": "act", "id": id, "action": action })).await?;
        let version = state.version;
        (state, moves) = players[1 - mover].event("moved").await?;
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
