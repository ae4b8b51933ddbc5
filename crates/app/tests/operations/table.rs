//! A game between reconnecting players, with the moves that were confirmed to them.

use std::time::Duration;

use agon_client::{ClientError, Site};
use agon_core::Rng;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::player::Player;

/// Errors of a server that cannot store or is shutting down.
const EXCUSES: [&str; 3] = ["storage", "closing", "busy"];

pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) players: Vec<Player>,
    /// Confirmed moves.
    moves: Vec<String>,
    seen: Value,
    rng: Rng,
    commands: u64,
}

impl Table {
    /// Starts a game with these additional settings.
    pub(crate) async fn begin(site: &Site, game: &str, seats: usize, wish: &Value) -> Table {
        let mut players = Vec::new();
        for name in 0..seats {
            players.push(Player::enter(site, &format!("Player {name}")).await);
        }
        let mut wish = wish.clone();
        wish["game"] = json!(game);
        if let Some(colors) = [None, None, None, Some("gop"), Some("gyrp")][seats] {
            wish["rules"] = json!(format!("colors={colors}"));
        }
        let places = (0..seats).map(|seat| json!({ "who": if seat == 0 { "me" } else { "open" } }));
        wish["seats"] = places.collect();
        let made = players[0].person.make(&wish).await.unwrap();
        for player in &players[1..] {
            let path = format!("/api/games/{}/actions?key={}", made.id, made.key);
            player.person.post(&path, &json!({ "do": "sit" })).await.unwrap().good().unwrap();
        }
        let seed =
            made.id.bytes().fold(1, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
        Table::join(made.id, players, seed).await
    }

    /// Continues an existing game.
    pub(crate) async fn join(id: String, players: Vec<Player>, seed: u64) -> Table {
        let (moves, seen, rng) = (Vec::new(), Value::Null, Rng::new(seed));
        let mut table = Table { id, players, moves, seen, rng, commands: 0 };
        table.look().await;
        table.moves = table.steps();
        table
    }

    /// All players subscribe, reconnecting if necessary.
    pub(crate) async fn look(&mut self) {
        for player in &mut self.players {
            self.seen = player.look(&self.id).await;
        }
    }

    /// The moves as a new subscriber sees them.
    fn steps(&self) -> Vec<String> {
        let steps = self.seen["steps"].as_array().into_iter().flatten();
        let steps = steps.filter(|step| step["kind"] == "move");
        steps.map(|step| step["text"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn phase(&self) -> &str {
        self.seen["state"]["phase"].as_str().unwrap_or_default()
    }

    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move and survives lost connections; returns false after the end.
    pub(crate) async fn step(&mut self) -> bool {
        let state = &self.seen["state"];
        let Some(turn) = state["turn"].as_u64().filter(|_| self.phase() == "playing") else {
            return false;
        };
        let moves = self.seen["view"]["moves"].as_array().unwrap();
        let text = moves[self.rng.below(moves.len())]["text"].as_str().unwrap().to_owned();
        // Distinct from earlier command ids, also in a continued game.
        self.commands = self.commands.max(self.moves.len() as u64) + 1;
        let action = json!({
            "do": "move", "ply": state["ply"], "version": state["version"], "text": text,
            "id": format!("c{}", self.commands),
        });
        let version = self.act(turn as usize, &action).await;
        self.moves.push(text);
        self.hear(version).await;
        true
    }

    /// Repeats an action until it is confirmed and returns the version.
    async fn act(&mut self, who: usize, action: &Value) -> u64 {
        loop {
            let player = &mut self.players[who];
            let Some(socket) = player.socket() else {
                player.look(&self.id).await;
                continue;
            };
            match socket.act(&self.id, None, action).await {
                Ok(Ok(version)) => return version,
                Ok(Err(refusal)) if EXCUSES.contains(&refusal.code.as_str()) => {
                    sleep(Duration::from_millis(50)).await;
                }
                Ok(Err(refusal)) => panic!("{}: {action}: {}", self.id, refusal.message),
                Err(_) => player.lose(),
            }
        }
    }

    /// Waits until all players have received this version.
    async fn hear(&mut self, version: u64) {
        for player in &mut self.players {
            loop {
                let Some(socket) = player.socket() else {
                    self.seen = player.look(&self.id).await;
                    assert!(self.seen["state"]["version"].as_u64() >= Some(version), "it is lost");
                    break;
                };
                match socket.hear_type(&["event", "bye"]).await {
                    Ok(heard) if heard["type"] == "bye" => player.lose(),
                    Ok(heard) if heard["version"].as_u64() == Some(version) => {
                        self.seen["state"] = heard["state"].clone();
                        if !heard["view"].is_null() {
                            self.seen["view"] = heard["view"].clone();
                        }
                        break;
                    }
                    // An earlier message.
                    Ok(_) => {}
                    Err(ClientError::Gone(_)) => player.lose(),
                    Err(error) => panic!("{}: version {version}: {error}", self.id),
                }
            }
        }
    }

    /// Plays to the end; resigns after this number of moves.
    pub(crate) async fn finish(&mut self, moves: usize) {
        for _ in 0..moves {
            if !self.step().await {
                break;
            }
        }
        while self.phase() == "playing" {
            let turn = self.seen["state"]["turn"].as_u64().unwrap() as usize;
            self.act(turn, &json!({ "do": "resign" })).await;
            self.look().await;
        }
        assert_eq!(self.phase(), "ended", "{}", self.id);
    }

    /// Checks that every confirmed move is stored exactly once for all players.
    pub(crate) async fn check(&mut self) {
        for player in &mut self.players {
            self.seen = player.look(&self.id).await;
            let steps = self.seen["steps"].as_array().unwrap().iter();
            let texts: Vec<&str> = steps
                .filter(|step| step["kind"] == "move")
                .map(|step| step["text"].as_str().unwrap())
                .collect();
            assert_eq!(texts, self.moves, "{}", self.id);
        }
    }
}
