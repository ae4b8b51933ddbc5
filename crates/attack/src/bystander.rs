//! Two people who just want to play, and newcomers who want to come in. They have a thread of
//! their own, so that the attackers' work does not count as the server's.

use std::cell::Cell;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use agon_client::{ClientError, Delays, Person, Site, Socket};
use agon_core::Rng;
use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

/// The address of the two who play.
const PLAYERS: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 3));
/// A game of which many random moves can be made.
const GAME: &str = "chinese-checkers";
/// From one newcomer to the next.
const NEWCOMERS_EVERY: Duration = Duration::from_millis(500);
/// A move or a newcomer that takes longer is lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// What they noticed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noticed {
    /// From sending a move until the opponent had it, before the attack.
    pub(crate) before: Delays,
    /// The same during the attack.
    pub(crate) meanwhile: Delays,
    /// Moves that did not arrive and connections that were cut, with the reasons.
    pub(crate) lost: Vec<String>,
    /// From the first request until the welcome, of everybody who got in during the attack.
    pub(crate) newcomers: Delays,
    /// Those who did not, with the reasons.
    pub(crate) turned_away: Vec<String>,
}

#[derive(Default)]
struct Shared {
    /// Has the attack begun?
    meanwhile: AtomicBool,
    end: AtomicBool,
    /// How often one of the players was told who is there.
    presences: AtomicUsize,
    game: Mutex<String>,
}

/// The thread with the people.
pub(crate) struct Bystander {
    shared: Arc<Shared>,
    thread: JoinHandle<Result<Noticed>>,
}

impl Bystander {
    /// Begins to play, with this time from one move to the next.
    pub(crate) fn begin(site: &Site, interval: Duration) -> Bystander {
        let shared = Arc::new(Shared::default());
        let (site, theirs) = (site.clone(), Arc::clone(&shared));
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let newcomers = newcomers(&site, &theirs);
            let play = play(&site, &theirs, interval);
            let (mut noticed, (newcomers, turned_away)) =
                runtime.block_on(async { tokio::try_join!(play, newcomers) })?;
            noticed.newcomers = newcomers;
            noticed.turned_away = turned_away;
            Ok(noticed)
        });
        Bystander { shared, thread }
    }

    /// The game that is being played, once it has begun.
    pub(crate) async fn game(&self) -> Result<String> {
        let begin = Instant::now();
        loop {
            let game = self.shared.game.lock().map_err(|_| anyhow!("nobody plays"))?.clone();
            if !game.is_empty() {
                return Ok(game);
            }
            anyhow::ensure!(begin.elapsed() < PATIENCE, "the bystanders cannot begin a game");
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// From now on the server is under attack.
    pub(crate) fn mark(&self) {
        self.shared.meanwhile.store(true, Ordering::Relaxed);
    }

    /// How often one of the players was told who is there.
    pub(crate) fn presences(&self) -> usize {
        self.shared.presences.load(Ordering::Relaxed)
    }

    /// The attack is over.
    pub(crate) async fn end(self) -> Result<Noticed> {
        self.shared.end.store(true, Ordering::Relaxed);
        let joined = tokio::task::spawn_blocking(|| self.thread.join()).await?;
        joined.map_err(|_| anyhow!("the bystanders crashed"))?
    }
}

struct Players {
    people: [Person; 2],
    sockets: [Socket; 2],
    id: String,
    state: Value,
    moves: Vec<String>,
}

impl Players {
    async fn enter(site: &Site) -> Result<Players> {
        let site = site.seen_from(PLAYERS);
        let people = [Person::enter(&site, "Anna").await?, Person::enter(&site, "Bob").await?];
        let sockets = [people[0].connect().await?, people[1].connect().await?];
        let id = String::new();
        let mut players = Players { people, sockets, id, state: Value::Null, moves: Vec::new() };
        players.begin().await?;
        Ok(players)
    }

    async fn begin(&mut self) -> agon_client::Result<()> {
        let wish = json!({ "game": GAME, "seats": [{ "who": "me" }, { "who": "open" }] });
        self.id = self.people[0].make(&wish).await?.id;
        for socket in &mut self.sockets {
            socket.watch(&self.id, None, None).await?;
        }
        let sat = self.sockets[1].act(&self.id, None, &json!({ "do": "sit" })).await?;
        sat.map_err(|refusal| ClientError::Odd(format!("no seat: {}", refusal.message)))?;
        self.look().await
    }

    /// How the game stands now.
    async fn look(&mut self) -> agon_client::Result<()> {
        let seen = self.sockets[0].watch(&self.id, None, None).await?;
        self.stand(&seen);
        Ok(())
    }

    fn stand(&mut self, message: &Value) {
        self.state = message["state"].clone();
        let moves = message["view"]["moves"].as_array();
        let text = |play: &Value| play["text"].as_str().map(str::to_owned);
        self.moves = moves.into_iter().flatten().filter_map(text).collect();
    }

    /// One move: the time until the opponent has it.
    async fn play(&mut self, rng: &mut Rng) -> agon_client::Result<Duration> {
        let mover = self.state["turn"].as_u64().unwrap_or_default() as usize;
        let text = self.moves[rng.below(self.moves.len())].clone();
        let action = json!({ "do": "move", "ply": self.state["ply"], "text": text });
        let version = self.state["version"].as_u64();
        let [first, second] = &mut self.sockets;
        let (mover, other) = if mover == 0 { (first, second) } else { (second, first) };
        let begin = Instant::now();
        let arrives = async {
            loop {
                let heard = other.hear().await?;
                let new = heard["version"].as_u64() > version;
                if heard["type"] == "event" && heard["event"]["kind"] == "moved" && new {
                    return Ok((begin.elapsed(), heard));
                }
            }
        };
        let (done, (delay, heard)) = tokio::try_join!(mover.act(&self.id, None, &action), arrives)?;
        done.map_err(|refusal| ClientError::Odd(format!("a move refused: {}", refusal.message)))?;
        self.stand(&heard);
        Ok(delay)
    }

    async fn come_back(&mut self) -> agon_client::Result<()> {
        self.sockets = [self.people[0].connect().await?, self.people[1].connect().await?];
        for socket in &mut self.sockets {
            socket.watch(&self.id, None, None).await?;
        }
        self.look().await
    }
}

async fn play(site: &Site, shared: &Shared, interval: Duration) -> Result<Noticed> {
    let mut players = Players::enter(site).await.context("the bystanders cannot enter")?;
    let mut noticed = Noticed::default();
    let mut rng = Rng::new(1);
    let tell = |id: &str| {
        if let Ok(mut game) = shared.game.lock() {
            id.clone_into(&mut game);
        }
    };
    tell(&players.id);
    while !shared.end.load(Ordering::Relaxed) {
        let begin = Instant::now();
        let meanwhile = shared.meanwhile.load(Ordering::Relaxed);
        let result = if players.state["turn"].is_null() || players.moves.is_empty() {
            let begun = timeout(PATIENCE, players.begin()).await;
            tell(&players.id);
            begun.map(|begun| begun.map(|()| None))
        } else {
            timeout(PATIENCE, players.play(&mut rng)).await.map(|played| played.map(Some))
        };
        let [first, second] = &mut players.sockets;
        let told = first.take_unread().iter().filter(|m| m["type"] == "presence").count();
        shared.presences.fetch_add(told, Ordering::Relaxed);
        drop(second.take_unread());
        let trouble = match result {
            Ok(Ok(delay)) => {
                let delays = if meanwhile { &mut noticed.meanwhile } else { &mut noticed.before };
                delay.into_iter().for_each(|delay| delays.add(delay));
                None
            }
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("a move took over {} s", PATIENCE.as_secs())),
        };
        if let Some(trouble) = trouble {
            noticed.lost.push(trouble);
            noticed.meanwhile.add(begin.elapsed());
            if let Ok(Err(error)) = timeout(PATIENCE, players.come_back()).await {
                noticed.lost.push(format!("cannot come back: {error}"));
                sleep(Duration::from_millis(500)).await;
            }
        }
        sleep(interval.saturating_sub(begin.elapsed())).await;
    }
    Ok(noticed)
}

/// Each from an address of their own.
async fn newcomers(site: &Site, shared: &Shared) -> Result<(Delays, Vec<String>)> {
    let (mut delays, mut turned_away) = (Delays::default(), Vec::new());
    let mut number = 0_u8;
    while !shared.end.load(Ordering::Relaxed) {
        let begin = Instant::now();
        if shared.meanwhile.load(Ordering::Relaxed) {
            number = number % 250 + 1;
            let from = site.seen_from(IpAddr::from([127, 7, 0, number]));
            let stage = Cell::new("");
            match timeout(PATIENCE, newcomer(&from, &stage)).await {
                Ok(Ok(())) => delays.add(begin.elapsed()),
                Ok(Err(error)) => turned_away.push(format!("{}: {error}", stage.get())),
                Err(_) => {
                    let seconds = PATIENCE.as_secs();
                    turned_away.push(format!("{}: not in {seconds} s", stage.get()));
                }
            }
        }
        sleep(NEWCOMERS_EVERY.saturating_sub(begin.elapsed())).await;
    }
    Ok((delays, turned_away))
}

/// The first page, a name, and the WebSocket; the stage tells how far somebody came.
async fn newcomer(site: &Site, stage: &Cell<&'static str>) -> agon_client::Result<()> {
    stage.set("the first page");
    site.get("/").await?.good()?;
    stage.set("a name");
    let person = Person::enter(site, "Carol").await?;
    stage.set("the welcome");
    person.connect().await.map(drop)
}
