//! Somebody with full access to NATS and without any key: publishes forged and captured messages on every subject.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_core::Rng;
use async_nats::Client;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::time::sleep;

/// Messages that are kept to be sent again.
const KEPT: usize = 4_000;
/// A message of that age is too old for servers.
const OLD: Duration = Duration::from_secs(35);
/// Pause between messages.
const PACE: Duration = Duration::from_millis(2);
/// One of this many messages is too large.
const LARGE: usize = 400;

struct Captured {
    at: Instant,
    subject: String,
    payload: Vec<u8>,
}

#[derive(Default)]
struct State {
    captured: Vec<Captured>,
    /// Payloads that were sent here.
    own: HashSet<u64>,
    /// Runs of letters and digits in messages of servers and workers that were not searched for secrets yet.
    words: HashSet<Vec<u8>>,
    heard: usize,
    /// Messages that were published, by what was done.
    sent: BTreeMap<&'static str, usize>,
}

/// The hostile client.
#[derive(Clone)]
pub(crate) struct Hostile {
    client: Client,
    state: Arc<Mutex<State>>,
}

fn hash(payload: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    payload.hash(&mut hasher);
    hasher.finish()
}

impl Hostile {
    pub(crate) async fn new(nats: &str) -> Hostile {
        let client = async_nats::connect(nats).await.unwrap();
        let mut all = client.subscribe(">").await.unwrap();
        client.flush().await.unwrap();
        let state = Arc::<Mutex<State>>::default();
        let kept = Arc::clone(&state);
        tokio::spawn(async move {
            while let Some(message) = all.next().await {
                kept.lock().unwrap().hear(message.subject.to_string(), message.payload.to_vec());
            }
        });
        Hostile { client, state }
    }

    /// Attacks until it is dropped or aborted.
    pub(crate) async fn attack(self, games: Arc<Mutex<Vec<String>>>, people: Vec<String>) {
        let mut rng = Rng::new(20_261_119);
        loop {
            let games = games.lock().unwrap().clone();
            let next = self.state.lock().unwrap().next(&mut rng, &games, &people);
            if let Some((what, subject, payload)) = next {
                self.state.lock().unwrap().note(what, &payload);
                // The stream of jobs answers with an error that nobody waits for.
                self.client.publish(subject, payload.into()).await.unwrap();
            }
            sleep(PACE).await;
        }
    }

    /// Which of these secrets were in a message since the last call.
    pub(crate) fn seen(&self, secrets: &[String]) -> Vec<String> {
        let words = std::mem::take(&mut self.state.lock().unwrap().words);
        let is_in = |secret: &&String| {
            let secret = secret.as_bytes();
            words.contains(secret)
                || words.iter().filter(|word| word.len() > secret.len()).any(|word| {
                    word.first_chunk::<4>().is_some()
                        && word.windows(secret.len()).any(|part| part == secret)
                })
        };
        secrets.iter().filter(is_in).cloned().collect()
    }

    pub(crate) fn heard(&self) -> usize {
        self.state.lock().unwrap().heard
    }

    pub(crate) fn sent(&self) -> BTreeMap<&'static str, usize> {
        self.state.lock().unwrap().sent.clone()
    }
}

impl State {
    fn note(&mut self, what: &'static str, payload: &[u8]) {
        *self.sent.entry(what).or_default() += 1;
        self.own.insert(hash(payload));
    }

    fn hear(&mut self, subject: String, payload: Vec<u8>) {
        if self.own.contains(&hash(&payload)) || !subject.starts_with("agon.") {
            return;
        }
        self.heard += 1;
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let words = payload.split(|byte| !is_letter(byte)).filter(|word| word.len() >= 6);
        self.words.extend(words.map(<[u8]>::to_vec));
        let one = Captured { at: Instant::now(), subject, payload };
        // Some stay in their place until they are old.
        let old = KEPT / 4;
        let place = match self.heard % 50 {
            0 => self.heard / 50 * 7 % old,
            _ => old + self.heard * 7 % (KEPT - old),
        };
        if self.captured.len() < KEPT {
            self.captured.push(one);
        } else {
            self.captured[place] = one;
        }
    }

    fn any(&self, rng: &mut Rng) -> Option<&Captured> {
        self.captured.get(rng.below(self.captured.len().max(1)))
    }

    /// The next message: what is done, the subject and the content.
    fn next(
        &self,
        rng: &mut Rng,
        games: &[String],
        people: &[String],
    ) -> Option<(&'static str, String, Vec<u8>)> {
        let one = self.any(rng)?;
        let (subject, mut payload) = (one.subject.clone(), one.payload.clone());
        if rng.below(LARGE) == 0 {
            return Some(("oversized", subject, vec![b'['; 600 << 10]));
        }
        Some(match rng.below(8) {
            0 | 1 => {
                let what = if one.at.elapsed() > OLD { "replayed when old" } else { "replayed" };
                (what, subject, payload)
            }
            2 => ("moved to another subject", self.any(rng)?.subject.clone(), payload),
            3 => {
                payload.truncate(rng.below(payload.len().max(1)));
                ("truncated", subject, payload)
            }
            4 => {
                let place = rng.below(payload.len().max(1));
                *payload.get_mut(place)? ^= 1 << rng.below(8);
                ("changed", subject, payload)
            }
            _ => {
                let (subject, message) = self.forge(rng, games, people)?;
                // As text, or with the head and the code of another message around it.
                let text = message.to_string().into_bytes();
                let sealed = rng.below(2) == 0 && payload.len() > 70;
                let payload = if sealed {
                    let end = payload.len() - 32;
                    [&payload[..30], &text, &payload[end..]].concat()
                } else {
                    text
                };
                ("forged", subject, payload)
            }
        })
    }

    /// What would do harm, if it were believed.
    fn forge(&self, rng: &mut Rng, games: &[String], people: &[String]) -> Option<(String, Value)> {
        let on_site = self.captured.iter().find(|one| one.subject.ends_with(".site"))?;
        let site = on_site.subject.strip_suffix(".site")?.to_owned();
        let any = |rng: &mut Rng, all: &[String]| all.get(rng.below(all.len().max(1))).cloned();
        let (game, person) = (any(rng, games)?, any(rng, people)?);
        let of_jobs = self.captured.iter().rev().find(|one| one.subject.contains(".jobs."));
        let job = of_jobs.map(|one| String::from_utf8_lossy(&one.payload).into_owned());
        let field = |name: &str| {
            let (_, rest) = job.as_ref()?.split_once(&format!("\"{name}\":\""))?;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let version = 2 + rng.below(60);
        let event = |kind: &str, payload: Value| {
            json!({ "kind": "events", "node": "hostile", "rows": [{
                "version": version, "kind": kind, "payload": payload.to_string(), "at": 1_800_000_000_000_u64 }] })
        };
        let subject_of_game = format!("{site}.game.{game}");
        let on_site = format!("{site}.site");
        let thought = json!({ "best": "a2a3", "lines": [], "depth": 9, "deepest": 9, "nodes": 1,
            "time": 1, "human_time": 1, "fullness": 0 });
        Some(match rng.below(16) {
            0 => (
                subject_of_game,
                event(
                    "moved",
                    json!({ "kind": "moved", "seat": 0, "ply": 1, "text": "a2a3", "display": "a3" }),
                ),
            ),
            1 => (
                subject_of_game,
                event("ended", json!({ "kind": "ended", "reason": "resigned", "places": [2, 1] })),
            ),
            2 => (
                subject_of_game,
                json!({ "kind": "here", "node": "hostile", "version": 999, "people": [person], "strangers": 9 }),
            ),
            3 => (subject_of_game, json!({ "kind": "who", "node": "hostile" })),
            4 => (
                on_site,
                json!({ "kind": "ended", "node": "hostile", "ending": { "what": "all", "person": person } }),
            ),
            5 => (on_site, json!({ "kind": "credentials", "person": person })),
            6 => (
                on_site,
                json!({ "kind": "defaults", "node": "hostile", "chosen": { "message": "hostile" } }),
            ),
            7 => (on_site, json!({ "kind": "removed", "node": "hostile", "game": game })),
            8 => (
                on_site,
                json!({ "kind": "coded", "node": "hostile", "game": { "id": game, "key": "hostile" }, "target": { "id": game, "keyed": true } }),
            ),
            9 => (
                on_site,
                json!({ "kind": "code", "node": "hostile", "code": "abcdef", "digest": "abcdef" }),
            ),
            10 => (
                on_site,
                json!({ "kind": "changed", "node": "hostile", "person": { "id": person, "name": "hostile" } }),
            ),
            11 => (
                format!("{site}.person.{person}"),
                json!({ "kind": "unlisted", "id": game, "node": "hostile", "message": { "type": "unlisted", "id": game } }),
            ),
            12 => (
                field("reply")?,
                json!({ "what": "done", "ticket": field("ticket")?, "thought": thought }),
            ),
            13 => (
                "agon.workers".into(),
                json!({ "worker": "hostile", "threads": 64, "free": 64, "tablebases": [], "leaving": false }),
            ),
            14 => {
                let control = self
                    .captured
                    .iter()
                    .rev()
                    .find(|one| one.subject.starts_with("agon.worker."))?;
                (control.subject.clone(), json!({ "what": "stop", "ticket": field("ticket")? }))
            }
            _ => (
                of_jobs?.subject.clone(),
                json!({ "id": "hostile.1.0", "ticket": "hostile", "reply": "agon.hostile" }),
            ),
        })
    }
}
