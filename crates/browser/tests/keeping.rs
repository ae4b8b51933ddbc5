//! What a browser keeps, and what happens when it does not: a game against a computer to its end, with a reload
//! after every move; a storage that is full; two windows.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;

use agon_browser::wire::{Input, Need, Output};
use agon_browser::{Site, Thinker};
use agon_games::GAMES;
use agon_protocol::units::Millis;
use serde_json::{Value, json};

/// What is kept, shared by all windows.
#[derive(Default)]
struct Kept {
    me: Value,
    rows: BTreeMap<String, Value>,
    events: BTreeMap<(String, u64), Value>,
    full: bool,
}

impl Kept {
    /// All of it or nothing; whether another window was first, where it was refused.
    fn keep(&mut self, writes: &[Value]) -> Result<(), bool> {
        if writes.is_empty() {
            return Ok(());
        }
        if self.full {
            return Err(false);
        }
        let versions = writes.iter().flat_map(|write| {
            let events = write["events"].as_array().cloned().unwrap_or_default();
            let id = write["id"].as_str().unwrap_or_default().to_owned();
            events
                .into_iter()
                .map(move |event| ((id.clone(), event["version"].as_u64().unwrap()), event))
        });
        let versions: Vec<_> = versions.collect();
        if versions.iter().any(|(key, _)| self.events.contains_key(key)) {
            return Err(true);
        }
        self.events.extend(versions);
        for write in writes {
            if let Some(id) = write["id"].as_str() {
                self.rows.insert(id.to_owned(), write["row"].clone());
            }
            if write["what"] == "me" {
                self.me = write["me"].clone();
            }
        }
        Ok(())
    }

    fn events_of(&self, id: &str) -> Vec<Value> {
        let all = self.events.range((id.to_owned(), 0)..=(id.to_owned(), u64::MAX));
        all.map(|(_, event)| event.clone()).collect()
    }
}

/// A window of the browser.
struct Window {
    site: Site,
    thinker: Thinker,
    now: u64,
    wake: Option<u64>,
    messages: Vec<Value>,
}

impl Window {
    fn open(kept: &mut Kept, now: u64) -> Window {
        let mut window = Window {
            site: Site::default(),
            thinker: Thinker::new(3),
            now,
            wake: None,
            messages: Vec::new(),
        };
        let me = Some(&kept.me).filter(|me| !me.is_null());
        let start = json!({
            "kind": "start", "seed": "9",
            "kept": { "me": me, "games": kept.rows.values().collect::<Vec<_>>() },
        });
        window.tell(kept, start);
        window.tell(kept, json!({ "kind": "open" }));
        window
    }

    /// Says something to the site and does what it wants done; answers to requests.
    fn tell(&mut self, kept: &mut Kept, input: Value) -> Vec<(u16, Value)> {
        let mut answers = Vec::new();
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let read: Input = serde_json::from_value(input.clone()).unwrap();
            let output: Output = self.site.hear(Millis(self.now), read);
            if let Some(need) = output.need {
                let Need::Game(id) = need else { panic!("{need:?}") };
                inputs.push_front(input);
                let events = kept.events_of(&id);
                inputs.push_front(json!({ "kind": "loaded", "id": id, "events": events }));
                continue;
            }
            let writes: Vec<Value> =
                output.writes.iter().map(|write| serde_json::to_value(write).unwrap()).collect();
            if let Err(overtaken) = kept.keep(&writes) {
                if overtaken {
                    inputs.push_front(input);
                }
                inputs.push_front(json!({ "kind": "refused", "overtaken": overtaken }));
                continue;
            }
            for answer in output.answers {
                answers.push((answer.status, serde_json::from_str(&answer.body).unwrap()));
            }
            self.messages.extend(
                output.messages.iter().map(|text| serde_json::from_str::<Value>(text).unwrap()),
            );
            for id in output.reload {
                let (events, row) = (kept.events_of(&id), &kept.rows[&id]);
                inputs
                    .push_back(json!({ "kind": "loaded", "id": id, "events": events, "row": row }));
            }
            for job in output.jobs {
                let number = job.number;
                let thought = self.thinker.think(job, &AtomicBool::new(false), &mut |_| {});
                inputs.push_back(json!({ "kind": "thought", "job": number, "thought": thought }));
            }
            self.wake = output.wake.map(|wake| wake.0);
        }
        answers
    }

    fn request(&mut self, kept: &mut Kept, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = (method == "POST").then(|| body.to_string());
        let input =
            json!({ "kind": "request", "number": 1, "method": method, "path": path, "body": body });
        let mut answers = self.tell(kept, input);
        assert_eq!(answers.len(), 1, "{path}");
        answers.remove(0)
    }

    fn game(&mut self, kept: &mut Kept, id: &str) -> Value {
        self.request(kept, "GET", &format!("/api/games/{id}"), &Value::Null).1
    }

    fn act(&mut self, kept: &mut Kept, id: &str, action: &Value) -> (u16, Value) {
        self.request(kept, "POST", &format!("/api/games/{id}/actions"), action)
    }

    /// A legal move of whoever is to move.
    fn any_move(&mut self, kept: &mut Kept, id: &str) -> Value {
        let now = self.game(kept, id);
        let text = &now["view"]["moves"][0]["text"];
        json!({ "do": "move", "ply": now["state"]["ply"], "text": text })
    }
}

fn begin(kept: &mut Kept, seats: &Value) -> (Window, String) {
    let mut window = Window::open(kept, 1_000_000);
    assert_eq!(window.request(kept, "POST", "/api/me", &json!({})).0, 200);
    let wish = json!({ "game": GAMES[GAMES.len() - 1].id(), "seats": seats, "pace": 0 });
    let (status, made) = window.request(kept, "POST", "/api/games", &wish);
    assert_eq!(status, 201, "{made}");
    (window, made["id"].as_str().unwrap().to_owned())
}

#[test]
fn a_game_goes_on_after_every_reload_to_its_end() {
    let mut kept = Kept::default();
    let seats = json!([{ "who": "me" }, { "who": "computer", "level": 1 }]);
    let (mut window, id) = begin(&mut kept, &seats);
    for _ in 0..400 {
        let now = window.game(&mut kept, &id);
        if now["state"]["phase"] == "ended" {
            assert_eq!(kept.rows[&id]["summary"]["phase"], "ended");
            return;
        }
        if now["state"]["turn"] == 0 {
            let action = window.any_move(&mut kept, &id);
            assert_eq!(window.act(&mut kept, &id, &action).0, 200);
        }
        // The computer has its time, and then the page is loaded anew.
        window.now = window.now.max(window.wake.unwrap_or(0)) + 10;
        window.tell(&mut kept, json!({ "kind": "tick" }));
        let before = window.game(&mut kept, &id);
        window = Window::open(&mut kept, window.now + 5_000);
        let after = window.game(&mut kept, &id);
        assert_eq!((&before["steps"], &before["setup"]), (&after["steps"], &after["setup"]));
    }
    panic!("no end");
}

#[test]
fn what_cannot_be_kept_did_not_happen_and_is_said() {
    let mut kept = Kept::default();
    let (mut window, id) = begin(&mut kept, &json!([{ "who": "me" }, { "who": "me" }]));
    let watch = json!({ "type": "watch", "id": id, "tag": 1 }).to_string();
    window.tell(&mut kept, json!({ "kind": "message", "text": watch }));
    let action = window.any_move(&mut kept, &id);
    kept.full = true;
    window.messages.clear();
    let (status, fault) = window.act(&mut kept, &id, &action);
    assert_eq!((status, &fault["code"]), (503, &json!("storage")));
    let act = json!({ "type": "act", "id": id, "action": action, "tag": 2 }).to_string();
    window.tell(&mut kept, json!({ "kind": "message", "text": act }));
    let answer = window.messages.iter().find(|message| message["tag"] == 2).unwrap();
    assert_eq!(answer["code"], "storage");
    assert!(!window.messages.iter().any(|message| message["type"] == "event"));
    assert_eq!(window.game(&mut kept, &id)["state"]["ply"], 0);
    // A new game is refused, too, and stands on no list.
    let wish = json!({ "game": GAMES[0].id(), "seats": [{ "who": "me" }, { "who": "me" }] });
    assert_eq!(window.request(&mut kept, "POST", "/api/games", &wish).0, 503);
    let (_, list) = window.request(&mut kept, "GET", "/api/games?mine=true", &Value::Null);
    assert_eq!(list.as_array().unwrap().len(), 1);
    // When there is room again it is done, and those who look hear it.
    kept.full = false;
    assert_eq!(window.act(&mut kept, &id, &action).0, 200);
    assert!(window.messages.iter().any(|message| message["type"] == "event"));
}

#[test]
fn of_two_windows_the_second_one_sees_what_the_first_has_done() {
    let mut kept = Kept::default();
    let (mut first, id) = begin(&mut kept, &json!([{ "who": "me" }, { "who": "me" }]));
    let mut second = Window::open(&mut kept, first.now);
    let action = second.any_move(&mut kept, &id);
    let made = first.any_move(&mut kept, &id);
    assert_eq!(first.act(&mut kept, &id, &made).0, 200);
    // It was made for a position that is no more: it is read again, and refused.
    let (status, fault) = second.act(&mut kept, &id, &action);
    assert_eq!((status, &fault["code"]), (409, &json!("stale_ply")));
    let action = second.any_move(&mut kept, &id);
    assert_eq!(second.act(&mut kept, &id, &action).0, 200);
    assert_eq!(kept.events_of(&id).len(), 4);
    // The first one is told.
    let events = kept.events_of(&id);
    let watch = json!({ "type": "watch", "id": id }).to_string();
    first.tell(&mut kept, json!({ "kind": "message", "text": watch }));
    first.messages.clear();
    first.tell(&mut kept, json!({ "kind": "loaded", "id": id, "events": events }));
    assert_eq!(first.messages[0]["type"], "event");
    assert_eq!(first.game(&mut kept, &id)["state"]["ply"], 2);
}
