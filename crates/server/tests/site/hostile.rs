//! An outsider with full access to the broker, but without any key: publishes on every subject what servers and
//! workers would, and must reach nothing. Run where the environment names PostgreSQL and NATS; each test has a
//! NATS of its own.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_protocol::action::Action;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::state::Phase;
use agon_store::EventRow;
use async_nats::Client;
use futures_util::StreamExt;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::time::{sleep, timeout};

use crate::cluster::{two, until};
use crate::harness::{Site, Socket};
use crate::workers::{BY_WORKERS, Nats, PRESENT, number, thinking, wait_for};

/// Effects of a forged message would be visible by then.
const SETTLED: Duration = Duration::from_millis(1_200);

type Heard = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

/// Hears everything on the broker, and publishes anything.
pub(crate) struct Outsider {
    pub(crate) client: Client,
    heard: Heard,
}

impl Outsider {
    pub(crate) async fn new(nats: &Nats) -> Outsider {
        let client = async_nats::connect(nats.url()).await.unwrap();
        let mut all = client.subscribe(">").await.unwrap();
        client.flush().await.unwrap();
        let heard = Heard::default();
        let kept = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Some(message) = all.next().await {
                kept.lock().unwrap().push((message.subject.to_string(), message.payload.to_vec()));
            }
        });
        Outsider { client, heard }
    }

    pub(crate) fn heard(&self) -> Vec<(String, Vec<u8>)> {
        self.heard.lock().unwrap().clone()
    }

    /// Prefix of the subjects of the only site that uses this broker.
    pub(crate) async fn site(&self) -> String {
        loop {
            let found = self.heard().iter().find_map(|(subject, _)| {
                let (site, rest) = subject.strip_prefix("agon.")?.split_once('.')?;
                (rest.starts_with("site") || rest.starts_with("game.")).then(|| site.to_owned())
            });
            if let Some(site) = found {
                return format!("agon.{site}");
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) async fn publish(&self, subject: String, payload: impl Into<Vec<u8>>) {
        self.client.publish(subject, payload.into().into()).await.unwrap();
        self.client.flush().await.unwrap();
    }

    async fn forge(&self, subject: String, message: Value) {
        self.publish(subject, message.to_string()).await;
    }

    /// Was this text in any message?
    pub(crate) fn has_seen(&self, secret: &str) -> bool {
        assert!(secret.len() >= 6, "{secret:?} is no secret");
        self.heard().iter().any(|(subject, payload)| {
            subject.contains(secret)
                || payload.windows(secret.len()).any(|part| part == secret.as_bytes())
        })
    }
}

async fn pair(nats: &Nats) -> (Site, Site) {
    let first = Site::with(nats.config(100)).await;
    let second = first.beside(nats.config(100)).await;
    // A server answers a moment before it listens to others.
    sleep(Duration::from_secs(1)).await;
    (first, second)
}

/// Anna and Bob at two servers, after the first move, with somebody who watches at the second one.
async fn watched(first: &Site, second: &Site) -> (String, Socket, Socket, Socket) {
    let (id, mut anna, bob) = two(first, second, json!({ "game": "chess", "listed": true })).await;
    let mut watcher = second.guest("Carl").await.connect().await;
    watcher.watch(&id, None).await;
    anna.play(&id, 0, "e2e4").await.unwrap();
    watcher.event("moved").await;
    (id, anna, bob, watcher)
}

fn events(rows: &[EventRow]) -> Value {
    let row = |row: &EventRow| json!({ "version": row.version, "kind": row.kind, "payload": row.payload, "at": row.at });
    json!({ "kind": "events", "node": "outsider", "rows": rows.iter().map(row).collect::<Vec<_>>() })
}

/// The stored events of a game that somebody has resigned.
async fn resigned(site: &Site) -> Vec<EventRow> {
    let anna = site.guest("Dora").await;
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let (id, key) = anna.make(json!({ "game": "chess", "seats": seats })).await;
    let bob = site.guest("Emil").await.connect().await;
    let mut sockets = [anna.connect().await, bob];
    sockets[1].act_with(&id, Some(&key), Action::Sit { seat: None }).await.unwrap();
    sockets[0].play(&id, 0, "e2e4").await.unwrap();
    sockets[0].act(&id, Action::Resign { seat: None }).await.unwrap();
    site.store.events(&id, 0).await.unwrap()
}

#[tokio::test]
async fn no_secret_is_on_the_bus() {
    let Some(nats) = Nats::start() else { return };
    let (first, second) = pair(&nats).await;
    let outsider = Outsider::new(&nats).await;
    let (anna, bob) = (first.guest("Anna").await, second.guest("Bob").await);
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let (id, key) = anna.make(json!({ "game": "chess", "seats": seats, "listed": false })).await;
    let mut there = bob.connect().await;
    there.watch(&id, Some(&key)).await;
    there.act_with(&id, Some(&key), Action::Sit { seat: None }).await.unwrap();
    // A code for the game, typed at the other server.
    let (_, made) = anna.post(&format!("/api/games/{id}/code?key={key}"), json!({})).await;
    let code = made["code"].as_str().unwrap().to_owned();
    let path = format!("/api/codes/{code}");
    until("the code is not known", async || second.stranger().get(&path).await.0 == 200).await;
    let (_, led) = second.stranger().get(&path).await;
    assert_eq!((&led["id"], &led["key"]), (&json!(id), &json!(key)));
    let third = first.beside(nats.config(100)).await;
    until("a new server does not ask", async || third.stranger().get(&path).await.0 == 200).await;
    // Tokens and sessions that end.
    let anna = anna.register("anna", "correct horse battery").await;
    let (status, token) = anna.post("/api/tokens", json!({ "label": "robot" })).await;
    assert!(status < 300, "{token}");
    let text = token["token"].as_str().unwrap().to_owned();
    let about = token["id"].as_str().map_or_else(|| token["id"].to_string(), str::to_owned);
    let (status, answer) = anna.request("DELETE", &format!("/api/tokens/{about}"), None).await;
    assert!(status < 300, "{answer}");
    assert!(!outsider.has_seen(&text), "a token");
    let session = anna.header.1.split_once('=').unwrap().1.split('.').next().unwrap().to_owned();
    anna.post("/api/logout", json!({})).await;
    sleep(SETTLED).await;
    assert!(!outsider.has_seen(&key), "the key of a private game");
    assert!(!outsider.has_seen(&code), "the code of a private game");
    assert!(!outsider.has_seen(&session), "the id of a session");
    assert!(!outsider.has_seen(&agon_server::secrets::digest(&text)), "the hash of a token");
}

#[tokio::test]
async fn a_forged_move_is_not_shown() {
    let Some(nats) = Nats::start() else { return };
    let (first, second) = pair(&nats).await;
    let outsider = Outsider::new(&nats).await;
    let (id, _anna, mut bob, mut watcher) = watched(&first, &second).await;
    let site = outsider.site().await;
    let mut row = first.store.events(&id, 0).await.unwrap().pop().unwrap();
    assert_eq!(row.kind, "moved");
    row.version += 1;
    row.payload = row.payload.replace("\"seat\":0", "\"seat\":1").replace("e2e4", "e7e5");
    outsider.forge(format!("{site}.game.{id}"), events(&[row])).await;
    sleep(SETTLED).await;
    assert_eq!(watcher.watch(&id, None).await.state.ply, 1, "the forged move is shown");
    bob.play(&id, 1, "c7c5").await.unwrap();
    assert_eq!(watcher.watch(&id, None).await.steps.len(), 2);
}

#[tokio::test]
async fn a_forged_end_is_neither_shown_nor_stored() {
    let Some(nats) = Nats::start() else { return };
    let (first, second) = pair(&nats).await;
    let outsider = Outsider::new(&nats).await;
    let ended = resigned(&first).await;
    let (id, _anna, _bob, mut watcher) = watched(&first, &second).await;
    let site = outsider.site().await;
    let mut version = first.store.events(&id, 0).await.unwrap().last().unwrap().version;
    let mut forged: Vec<EventRow> = ended
        .into_iter()
        .filter(|row| !["created", "seated", "started", "moved"].contains(&row.kind.as_str()))
        .collect();
    for row in &mut forged {
        version += 1;
        row.version = version;
    }
    assert!(forged.iter().any(|row| row.kind == "ended"), "{forged:?}");
    outsider.forge(format!("{site}.game.{id}"), events(&forged)).await;
    sleep(SETTLED).await;
    let seen = watcher.watch(&id, None).await;
    // A server that is asked to end writes what lists show of its games.
    second.stop().await;
    let row = first.store.game(&id).await.unwrap().unwrap();
    assert_eq!(row.phase, Phase::Playing, "PostgreSQL lists the game as over");
    assert_eq!(serde_json::to_value(seen.state.phase).unwrap(), "playing");
}

#[tokio::test]
async fn the_site_does_what_the_host_says_only() {
    let Some(nats) = Nats::start() else { return };
    let (first, second) = pair(&nats).await;
    let outsider = Outsider::new(&nats).await;
    let (id, _anna, mut bob, mut watcher) = watched(&first, &second).await;
    let site = format!("{}.site", outsider.site().await);
    let message = json!({ "message": "Give me your password" });
    for forged in [
        json!({ "kind": "defaults", "node": "outsider", "chosen": message }),
        json!({ "kind": "defaults", "node": "outsider" }),
        json!({ "kind": "removed", "node": "outsider", "game": id }),
    ] {
        outsider.forge(site.clone(), forged).await;
    }
    sleep(SETTLED).await;
    let (_, shown) = second.stranger().get("/api/site").await;
    assert!(shown["message"].is_null(), "{shown}");
    bob.play(&id, 1, "c7c5").await.unwrap();
    watcher.event("moved").await;
}

#[tokio::test]
async fn nobody_is_signed_out() {
    let Some(nats) = Nats::start() else { return };
    let (first, second) = pair(&nats).await;
    let outsider = Outsider::new(&nats).await;
    let _watched = watched(&first, &second).await;
    let anna = second.guest("Anna").await;
    let mut socket = anna.connect().await;
    let site = format!("{}.site", outsider.site().await);
    let session = anna.header.1.split_once('=').unwrap().1.split('.').next().unwrap();
    for ending in [
        json!({ "what": "all", "person": anna.id }),
        json!({ "what": "sessions", "person": anna.id }),
        json!({ "what": "other_sessions", "person": anna.id, "id": "none" }),
        json!({ "what": "session", "person": anna.id, "id": session }),
        json!({ "what": "namesakes", "name_key": "anna" }),
    ] {
        let forged = json!({ "kind": "ended", "node": "outsider", "ending": ending });
        outsider.forge(site.clone(), forged).await;
    }
    sleep(SETTLED).await;
    socket.say_tagged(77, FromClient::Lobby { on: true }).await;
    loop {
        match timeout(SETTLED, socket.try_hear()).await {
            Ok(Some(ToClient::Bye { reason })) => panic!("signed out: {reason:?}"),
            Ok(Some(_)) => {}
            Ok(None) => panic!("the connection was closed"),
            Err(_) => break,
        }
    }
}

#[tokio::test]
async fn a_forged_answer_of_a_worker_is_not_played() {
    let Some(nats) = Nats::start() else { return };
    let outsider = Outsider::new(&nats).await;
    let (site, _worker) = (Site::with(nats.config(1_500)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    let (id, mut anna) = thinking(&site).await;
    let job = loop {
        let found = outsider.heard().into_iter().find(|(subject, _)| subject.contains(".jobs."));
        if let Some((_, payload)) = found {
            break String::from_utf8_lossy(&payload).into_owned();
        }
        sleep(Duration::from_millis(5)).await;
    };
    let field = |name: &str| -> String {
        let (_, rest) = job.split_once(&format!("\"{name}\":\"")).unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let thought = json!({ "best": "a7a6", "lines": [[0, ["a7a6"]]], "depth": 30, "deepest": 30,
        "nodes": 1, "time": 1, "human_time": 1, "fullness": 0 });
    for what in ["done", "thinks"] {
        let forged = json!({ "what": what, "ticket": field("ticket"), "id": field("id"), "thought": thought });
        outsider.forge(field("reply"), forged).await;
    }
    outsider.forge(field("reply"), json!({ "what": "declined", "ticket": field("ticket") })).await;
    let (event, ..) = anna.event("moved").await;
    let event = serde_json::to_string(&event).unwrap();
    assert!(!event.contains("a7a6"), "{event}");
    assert_eq!(number(&site, BY_WORKERS).await, 1, "the worker's answer counts");
    assert_eq!(anna.watch(&id, None).await.state.ply, 2);
}

#[tokio::test]
async fn a_forged_worker_gets_no_job_and_a_forged_job_is_not_done() {
    let Some(nats) = Nats::start() else { return };
    let outsider = Outsider::new(&nats).await;
    let (site, worker) = (Site::with(nats.config(200)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    let (_, mut anna) = thinking(&site).await;
    anna.event("moved").await;
    let mut jobs = outsider.heard().into_iter().filter(|(subject, _)| subject.contains(".jobs."));
    let (subject, job) = jobs.next_back().unwrap();
    // The content of a real job, for the outsider: with another ticket and subject to answer at.
    let mut data: Value = serde_json::from_slice(content(&job)).unwrap();
    (data["ticket"], data["id"], data["reply"]) = (json!("x"), json!("x.1.0"), json!("agon.mine"));
    data["deadline"] = json!(data["deadline"].as_u64().unwrap() + 60_000);
    let mut mine = outsider.client.subscribe("agon.mine").await.unwrap();
    outsider.forge(subject, data).await;
    let answer = timeout(SETTLED * 2, mine.next()).await;
    assert!(answer.is_err(), "the worker did the job of an outsider: {answer:?}");
    // A worker that there is not.
    worker.end().await;
    wait_for(&site, PRESENT, 0).await;
    let beacon =
        json!({ "worker": "x", "threads": 8, "free": 8, "tablebases": [], "leaving": false });
    outsider.forge("agon.workers".into(), beacon).await;
    sleep(SETTLED).await;
    assert_eq!(number(&site, PRESENT).await, 0);
}

/// The content of a sealed message, between its head and its code.
pub(crate) fn content(message: &[u8]) -> &[u8] {
    &message[18 + usize::from(message[17])..message.len() - 32]
}

/// Somebody who has the key of the site, such as a server with a fault.
struct Insider {
    key: Vec<u8>,
    number: u64,
}

impl Insider {
    async fn new(site: &Site) -> Insider {
        let key = site.store.fact("key").await.unwrap().unwrap();
        Insider { key: code(key.as_bytes(), &[b"agon bus v1"]), number: 0 }
    }

    /// A message as docs/operations.md describes it.
    fn seal(&mut self, subject: &str, message: &Value, at: u64) -> Vec<u8> {
        self.number += 1;
        let mut sealed = vec![1];
        sealed.extend(at.to_be_bytes());
        sealed.extend(self.number.to_be_bytes());
        sealed.push(7);
        sealed.extend(b"insider");
        sealed.extend(message.to_string().as_bytes());
        let length = (subject.len() as u64).to_be_bytes();
        let code = code(&self.key, &[&length, subject.as_bytes(), &sealed]);
        sealed.extend(code);
        sealed
    }
}

fn code(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().to_vec()
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap().as_millis() as u64
}

async fn refused(site: &Site, reason: &str) -> u64 {
    number(site, &format!("agon_nats_refused_total{{reason=\"{reason}\"}}")).await
}

#[tokio::test]
async fn an_authentic_message_changes_nothing_that_is_stored() {
    let Some(nats) = Nats::start() else { return };
    let (first, second) = pair(&nats).await;
    let outsider = Outsider::new(&nats).await;
    let ended = resigned(&first).await;
    let (id, mut anna, _bob, mut watcher) = watched(&first, &second).await;
    let (site, mut insider) = (outsider.site().await, Insider::new(&first).await);
    let on_site = format!("{site}.site");
    let carl = second.guest("Carla").await;
    let mut connection = carl.connect().await;
    for message in [
        json!({ "kind": "removed", "game": id }),
        json!({ "kind": "credentials", "person": carl.id }),
        json!({ "kind": "name", "name_key": "carla" }),
        json!({ "kind": "defaults" }),
        json!({ "kind": "changed", "person": carl.id }),
    ] {
        let sealed = insider.seal(&on_site, &message, now());
        outsider.publish(on_site.clone(), sealed).await;
    }
    let version = first.store.events(&id, 0).await.unwrap().last().unwrap().version;
    let mut forged: Vec<EventRow> = ended
        .into_iter()
        .filter(|row| !["created", "seated", "started", "moved"].contains(&row.kind.as_str()))
        .collect();
    for (row, version) in forged.iter_mut().zip(version + 1..) {
        row.version = version;
    }
    let game = format!("{site}.game.{id}");
    let sealed = insider.seal(&game, &events(&forged), now());
    outsider.publish(game, sealed).await;
    // It is shown, until somebody looks again or the server wants to write.
    watcher.event("ended").await;
    let (_, seen) = second.stranger().get(&format!("/api/games/{id}")).await;
    assert_eq!(seen["state"]["phase"], "playing", "{seen}");
    // The connection of whom nothing has ended is still there, and the game goes on.
    connection.watch(&id, None).await;
    anna.watch(&id, None).await;
    let mut again = second.stranger().connect().await;
    again.watch(&id, None).await;
    let version = first.store.events(&id, 0).await.unwrap().last().unwrap().version;
    for (row, version) in forged.iter_mut().zip(version + 1..) {
        row.version = version;
    }
    let game = format!("{site}.game.{id}");
    let sealed = insider.seal(&game, &events(&forged), now());
    outsider.publish(game, sealed).await;
    again.event("ended").await;
    // A server that is asked to end writes what lists show of its games.
    second.stop().await;
    let row = first.store.game(&id).await.unwrap().unwrap();
    assert_eq!(row.phase, Phase::Playing, "PostgreSQL lists the game as over");
    assert!(!first.store.is_removed(&id).await.unwrap());
}

#[tokio::test]
async fn what_was_heard_cannot_be_used() {
    let Some(nats) = Nats::start() else { return };
    let (first, second) = pair(&nats).await;
    let outsider = Outsider::new(&nats).await;
    let (id, mut anna, mut bob, mut watcher) = watched(&first, &second).await;
    let (other, ..) = two(&first, &second, json!({ "game": "chess", "listed": true })).await;
    let site = outsider.site().await;
    sleep(SETTLED).await;
    let before = serde_json::to_value(&*watcher.watch(&id, None).await).unwrap()["steps"].clone();
    let heard: Vec<_> =
        outsider.heard().into_iter().filter(|(s, _)| s.starts_with(&site)).collect();
    for part in ["site", "game", "person"] {
        let prefix = format!("{site}.{part}");
        assert!(heard.iter().any(|(subject, _)| subject.starts_with(&prefix)), "{part}");
    }
    for (subject, message) in heard {
        outsider.publish(subject.clone(), message.clone()).await;
        outsider.publish(subject.clone(), &message[..message.len() / 2]).await;
        outsider.publish(subject.clone(), [&message[..], b"x"].concat()).await;
        outsider.publish(subject.clone(), vec![b'{'; 600 << 10]).await;
        for other in
            [format!("{site}.site"), format!("{site}.game.{other}"), format!("{site}.game.{id}")]
        {
            if other != subject {
                outsider.publish(other, message.clone()).await;
            }
        }
    }
    let mut insider = Insider::new(&first).await;
    let on_site = format!("{site}.site");
    let old = insider.seal(&on_site, &json!({ "kind": "defaults" }), now() - 31_000);
    outsider.publish(on_site, old).await;
    sleep(SETTLED).await;
    for site in [&first, &second] {
        for reason in ["forged", "replayed", "oversized", "old"] {
            assert!(refused(site, reason).await > 0, "{reason}");
        }
    }
    let after = serde_json::to_value(&*watcher.watch(&id, None).await).unwrap()["steps"].clone();
    assert_eq!(before, after);
    bob.play(&id, 1, "c7c5").await.unwrap();
    watcher.event("moved").await;
    anna.play(&id, 2, "g1f3").await.unwrap();
    watcher.event("moved").await;
}
