//! A hostile client on NATS while people play at three servers with workers: replays, changes, moves and forges
//! messages on every subject. No game may differ from the events in PostgreSQL, nobody may be signed out, and no
//! secret may be seen.
//!
//! Needs PostgreSQL and NATS. The usual test takes some seconds; `cargo xtask faults --hostile SECONDS` takes longer.

#![allow(clippy::print_stdout, reason = "a long run tells how far it is")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod bus;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../faults/duel.rs"]
mod duel;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/pair.rs"]
mod pair;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../faults/proxy.rs"]
mod proxy;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/record.rs"]
mod record;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../faults/site.rs"]
mod site;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/tally.rs"]
mod tally;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_client::Person;
use agon_protocol::state::Phase;
use agon_store::{ArchiveFilter, GameFilter, Store};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use bus::Hostile;
use duel::{Duel, Watch};
use pair::Pair;
use site::Site;
use tally::Tally;

const GAMES: [&str; 5] = ["chess", "chinese-checkers", "tablut", "abalone", "morris"];
const PATIENCE: Duration = Duration::from_secs(60);
const SECONDS: u64 = 6;
/// Secrets are searched for this often.
const SEARCH: Duration = Duration::from_secs(2);
const REASONS: [&str; 7] =
    ["forged", "old", "replayed", "oversized", "unreadable", "unexpected", "illegal"];

/// Somebody who is connected all the time, and only listens.
struct Sitter {
    person: Person,
    /// Listens until the connection ends, and tells how that happened.
    listening: JoinHandle<String>,
}

impl Sitter {
    async fn new(site: &Site, node: usize) -> Sitter {
        let person = Person::enter(&site.node(node), "Dora").await.unwrap();
        let mut socket = person.connect().await.unwrap();
        let listening = tokio::spawn(async move {
            loop {
                match socket.next_text().await {
                    Ok(text) if text.contains("\"bye\"") => return text.to_string(),
                    Ok(_) => {}
                    Err(error) => return error.to_string(),
                }
            }
        });
        Sitter { person, listening }
    }

    /// Is still connected and known.
    async fn check(self) {
        if self.listening.is_finished() {
            panic!("signed out: {}", self.listening.await.unwrap());
        }
        self.listening.abort();
        let (_, me) = json_of(&self.person, "/api/me").await;
        assert_eq!(me["id"], json!(self.person.id), "{me}");
    }
}

async fn json_of(person: &Person, path: &str) -> (u16, Value) {
    let answer = person.get(path).await.unwrap();
    (answer.status, answer.body)
}

/// Ids and keys of all games.
async fn games(store: &Store) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for phase in [Phase::Open, Phase::Playing, Phase::Ended, Phase::Closed] {
        let filter = GameFilter { phase: Some(phase), limit: 100_000, ..GameFilter::default() };
        let rows = store.games(&filter).await.unwrap();
        found.extend(rows.into_iter().map(|row| (row.id, row.secret)));
    }
    found
}

/// Compares a game as each server shows it with its events, and with its row.
async fn compare(site: &Site, store: &Store, (id, key): &(String, String)) -> Vec<String> {
    let mut differences = Vec::new();
    let events = store.events(id, 0).await.unwrap();
    let version = events.last().map_or(0, |event| event.version);
    let is = |kind: &str| events.iter().any(|event| event.kind == kind);
    let phase = match () {
        () if is("ended") => Phase::Ended,
        () if is("closed") => Phase::Closed,
        () if is("started") => Phase::Playing,
        () => Phase::Open,
    };
    let row = store.game(id).await.unwrap().unwrap();
    if row.phase != phase {
        differences.push(format!("{id}: the row says {:?}, the events {phase:?}", row.phase));
    }
    let mut steps = None;
    for node in 0..site.nodes() {
        let stranger = Person::stranger(&site.node(node));
        let (_, seen) = json_of(&stranger, &format!("/api/games/{id}?key={key}")).await;
        let state = &seen["state"];
        if state["version"] != json!(version) || state["phase"] != json!(phase) {
            differences.push(format!("{id}: {version} {phase:?}, but server {node} says {state}"));
        }
        let shown = seen["steps"].clone();
        if *steps.get_or_insert(shown.clone()) != shown {
            differences.push(format!("{id}: server {node} shows other moves"));
        }
    }
    differences
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_client_reaches_nothing() {
    let Some(mut site) = Site::open(3).await else {
        agon_testkit::skip("needs PostgreSQL and NATS");
        return;
    };
    let seconds = std::env::var("AGON_HOSTILE").map_or(SECONDS, |text| text.parse().unwrap());
    let store = Store::connect(&site.database).await.unwrap();
    let hostile = Hostile::new(&std::env::var("AGON_TEST_NATS").unwrap()).await;
    let mut sitters = Vec::new();
    for node in [0, 0, 1, 1, 2, 2] {
        sitters.push(Sitter::new(&site, node).await);
    }
    let tally = Arc::new(Tally::default());
    let watch = Arc::new(Watch::default());
    let finish = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for (seed, kind) in (1..).zip(GAMES) {
        let mut pair = Pair::at(&site.clients(), kind, seed, Arc::clone(&tally), true).await;
        let finish = Arc::clone(&finish);
        players.push(tokio::spawn(async move {
            while !finish.load(Ordering::Relaxed) {
                pair.step().await;
                sleep(Duration::from_millis(20)).await;
            }
            pair
        }));
    }
    let mut duels = Vec::new();
    for (seed, kind) in [(1, ("tablut", 3)), (2, ("chess", 6))] {
        let duel = Duel::new(&site.clients(), kind, seed, &tally, &watch).await;
        duels.push(tokio::spawn(duel.play(Arc::clone(&finish))));
    }
    let people: Vec<String> = sitters.iter().map(|sitter| sitter.person.id.clone()).collect();
    let targets = Arc::new(Mutex::new(Vec::new()));
    let attack = tokio::spawn(hostile.clone().attack(Arc::clone(&targets), people.clone()));

    let begin = Instant::now();
    let mut told = Instant::now();
    while begin.elapsed() < Duration::from_secs(seconds) {
        sleep(SEARCH).await;
        let known = games(&store).await;
        let recent = known.iter().rev().take(30).map(|(id, _)| id.clone()).collect();
        *targets.lock().unwrap() = recent;
        let mut secrets: Vec<String> = known.into_iter().map(|(_, key)| key).collect();
        for name in ["key", "host key"] {
            secrets.extend(store.fact(name).await.unwrap());
        }
        for person in &people {
            let sessions = store.sessions(person).await.unwrap();
            secrets.extend(sessions.into_iter().map(|session| session.id));
        }
        assert!(secrets.iter().all(|secret| secret.len() >= 6));
        assert_eq!(hostile.seen(&secrets), Vec::<String>::new(), "secrets were on the bus");
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            println!("{} s: {tally}; {:?}", begin.elapsed().as_secs(), hostile.sent());
        }
    }
    attack.abort();
    finish.store(true, Ordering::Relaxed);
    for player in players {
        let mut pair = player.await.unwrap();
        let finished = timeout(PATIENCE, pair.finish()).await;
        assert!(finished.is_ok(), "a game cannot be finished: {tally}");
        pair.check_all().await;
    }
    for duel in duels {
        duel.await.unwrap();
    }
    let mut refused = Vec::new();
    for reason in REASONS {
        let name = format!("agon_nats_refused_total{{reason=\"{reason}\"}}");
        refused.push((reason, site.number(&name).await));
    }
    let by_workers = site.number("agon_jobs_by_workers_total").await;
    let workers = site.number("agon_workers").await;
    for sitter in sitters {
        sitter.check().await;
    }
    let (_, defaults) = json_of(&Person::stranger(&site.node(0)), "/api/site").await;
    assert!(defaults["message"].is_null(), "{defaults}");
    // A server that was started later knows only what is stored.
    site.kill(0);
    site.start(0);
    let all = games(&store).await;
    let mut differences = Vec::new();
    for game in &all {
        differences.extend(compare(&site, &store, game).await);
    }
    let archived = store.archive(&ArchiveFilter { limit: 1, ..ArchiveFilter::default() }).await;
    println!(
        "{seconds} s: {} hostile messages {:?}; {} of servers and workers heard; dropped {refused:?}; {tally}; \
         {} games; {} moves of computers, {by_workers} by workers; {} differences; archive: {}",
        hostile.sent().values().sum::<usize>(),
        hostile.sent(),
        hostile.heard(),
        all.len(),
        watch.answers.load(Ordering::Relaxed),
        differences.len(),
        archived.is_ok(),
    );
    assert_eq!(differences, Vec::<String>::new());
    tally.must_be_clean();
    assert_eq!(workers, 2 * 3, "each server hears both workers, and no other");
    assert!(by_workers > 0, "no worker answered");
    for (reason, count) in refused {
        let usual = ["forged", "replayed", "oversized"].contains(&reason);
        let old = reason == "old" && seconds > 60;
        assert!(count > 0 || !(usual || old), "nothing was {reason}");
    }
}
