//! Somebody who plays a computer: each move is answered in time, and nothing that was seen is taken away again,
//! whatever fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use agon_client::{ClientError, Person, Result, Site, Socket};
use agon_core::Rng;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::tally::{Fault, Tally};

/// A computer that thinks for a second moves within this, also while servers are away.
const PATIENCE: Duration = Duration::from_secs(30);
/// A game of so many plies is left for a new one.
const LONG: usize = 60;

/// What others see of all duels.
#[derive(Default)]
pub(crate) struct Watch {
    /// Computers that somebody waits for.
    pub(crate) thinking: AtomicUsize,
    /// Moves of computers.
    pub(crate) answers: AtomicUsize,
}

pub(crate) struct Duel {
    kind: &'static str,
    level: u8,
    person: Person,
    socket: Option<Socket>,
    game: Option<String>,
    /// The version and the moves that were seen.
    version: u64,
    seen: Vec<Value>,
    /// A move that was not confirmed yet, to be repeated until it is.
    pending: Option<Value>,
    /// Since when the computer thinks.
    waits: Option<Instant>,
    actions: u64,
    rng: Rng,
    tally: Arc<Tally>,
    watch: Arc<Watch>,
}

impl Duel {
    pub(crate) async fn new(
        site: &Site,
        (kind, level): (&'static str, u8),
        seed: u64,
        tally: &Arc<Tally>,
        watch: &Arc<Watch>,
    ) -> Duel {
        let person = Person::enter(site, "Carl").await.expect("a guest may enter");
        Duel {
            kind,
            level,
            person,
            socket: None,
            game: None,
            version: 0,
            seen: Vec::new(),
            pending: None,
            waits: None,
            actions: 0,
            rng: Rng::new(seed),
            tally: Arc::clone(tally),
            watch: Arc::clone(watch),
        }
    }

    /// Plays until it is told to finish and the computer has answered.
    pub(crate) async fn play(mut self, finish: Arc<AtomicBool>) {
        while !finish.load(Ordering::Relaxed) || self.waits.is_some() {
            match self.step().await {
                Ok(()) => {}
                // No server, or one that cannot do it now.
                Err(ClientError::Gone(_) | ClientError::Refused { .. }) => {
                    self.socket = None;
                    sleep(Duration::from_millis(20)).await;
                }
                Err(error) => {
                    self.tally.fault(Fault::Other, format!("{}: {error}", self.kind));
                    self.socket = None;
                }
            }
            let late = self.waits.is_some_and(|since| since.elapsed() > PATIENCE);
            if late {
                let text = format!("{:?}: the computer does not move", self.game);
                self.tally.fault(Fault::Other, text);
                self.answered();
                self.game = None;
            }
        }
    }

    fn answered(&mut self) {
        if self.waits.take().is_some() {
            self.watch.thinking.fetch_sub(1, Ordering::Relaxed);
        }
    }

    async fn step(&mut self) -> Result<()> {
        let mut socket = match self.socket.take() {
            Some(socket) => socket,
            None => self.person.connect().await?,
        };
        let id = match self.game.clone() {
            Some(id) => id,
            None => {
                let computer = json!({ "who": "computer", "level": self.level });
                let seats = json!([{ "who": "me" }, computer]);
                let wish = json!({ "game": self.kind, "pace": 0, "seats": seats });
                let made = self.person.make(&wish).await?;
                (self.version, self.seen, self.pending) = (0, Vec::new(), None);
                self.game.insert(made.id).clone()
            }
        };
        if let Some(action) = self.pending.clone() {
            match socket.act(&id, None, &action).await? {
                Ok(_) => {
                    self.pending = None;
                    Tally::count(&self.tally.confirmed);
                    self.waits = Some(Instant::now());
                    self.watch.thinking.fetch_add(1, Ordering::Relaxed);
                }
                Err(refusal) => {
                    let (status, message) = (0, refusal.message.to_string());
                    return Err(ClientError::Refused { status, code: refusal.code, message });
                }
            }
        }
        let heard = socket.watch(&id, None, None).await?;
        // The game as a whole says it all.
        drop(socket.take_unread());
        self.look(&id, &heard);
        self.socket = Some(socket);
        if self.waits.is_some() {
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Looks at the game, and chooses a move if it is its turn.
    fn look(&mut self, id: &str, game: &Value) {
        let version = game["state"]["version"].as_u64().unwrap_or_default();
        if version < self.version {
            // A server that does not reach the store shows what it knows.
            return;
        }
        self.version = version;
        let steps = game["steps"].as_array().cloned().unwrap_or_default();
        let texts: Vec<Value> = steps.iter().map(|step| step["text"].clone()).collect();
        if !texts.starts_with(&self.seen) {
            let text = format!("{id}: was {:?}, is {texts:?}", self.seen);
            self.tally.fault(Fault::Lost(1), text);
        }
        let before = self.seen.len();
        self.seen = texts;
        let ended = game["state"]["phase"] != "playing";
        let mine = game["state"]["turn"] == 0;
        if ended || mine {
            if self.seen.len() > before {
                self.watch.answers.fetch_add(1, Ordering::Relaxed);
            }
            self.answered();
        }
        if ended || mine && self.seen.len() >= LONG {
            self.game = None;
        } else if mine && self.pending.is_none() {
            let moves = game["view"]["moves"].as_array().cloned().unwrap_or_default();
            let chosen = moves.get(self.rng.below(moves.len().max(1)));
            self.actions += 1;
            let name = format!("{}", self.actions);
            let text = chosen.map_or(Value::Null, |chosen| chosen["text"].clone());
            let ply = self.seen.len();
            self.pending = Some(json!({ "id": name, "do": "move", "ply": ply, "text": text }));
        }
    }
}
