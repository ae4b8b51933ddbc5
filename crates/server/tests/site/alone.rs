//! The site in a browser and the server are told the same, at random, and answer the same: ids and times aside.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use agon_browser::wire::{Input, Need, Output};
use agon_browser::{Site as Here, Thinker};
use agon_core::Rng;
use agon_games::GAMES;
use agon_protocol::units::Millis;
use serde_json::{Value, json};

use crate::harness::{Person, Site, Socket};

const STEPS: usize = 1_000;

/// A browser: what it keeps, and the site in it.
struct Browser {
    site: Here,
    thinker: Thinker,
    facts: BTreeMap<String, Value>,
    rows: BTreeMap<String, Value>,
    events: BTreeMap<(String, u64), Value>,
    reports: BTreeMap<String, Value>,
    puzzles: BTreeMap<String, Value>,
    studies: BTreeMap<String, Value>,
    messages: VecDeque<Value>,
    number: u32,
}

fn now() -> Millis {
    Millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64)
}

impl Browser {
    fn new() -> Browser {
        let mut browser = Browser {
            site: Here::default(),
            thinker: Thinker::new(7),
            facts: BTreeMap::new(),
            rows: BTreeMap::new(),
            events: BTreeMap::new(),
            reports: BTreeMap::new(),
            puzzles: BTreeMap::new(),
            studies: BTreeMap::new(),
            messages: VecDeque::new(),
            number: 0,
        };
        browser.begin();
        browser
    }

    /// The page is loaded, or loaded again.
    fn begin(&mut self) {
        self.site = Here::default();
        let kept = json!({
            "me": self.facts.get("me"), "games": self.rows.values().collect::<Vec<_>>(),
            "puzzles": self.puzzles, "studies": self.studies,
        });
        self.tell(json!({ "kind": "start", "kept": kept, "seed": self.number.to_string() }));
    }

    /// Tells the site something, and does what it wants done.
    fn tell(&mut self, input: Value) -> Vec<(u16, Value)> {
        let mut inputs = VecDeque::from([input]);
        let mut answers = Vec::new();
        while let Some(input) = inputs.pop_front() {
            let read: Input = serde_json::from_value(input.clone()).unwrap();
            let Output { need, writes, answers: said, messages, jobs, .. } =
                self.site.hear(now(), read);
            match need {
                Some(Need::Game(id)) => {
                    inputs.push_front(input);
                    inputs.push_front(self.game(&id));
                    continue;
                }
                Some(Need::File(path)) => {
                    let text = std::fs::read_to_string(format!("../../web{path}")).ok();
                    inputs.push_front(input);
                    inputs.push_front(json!({ "kind": "read", "path": path, "text": text }));
                    continue;
                }
                None => {}
            }
            for write in writes {
                self.keep(&serde_json::to_value(write).unwrap());
            }
            for answer in said {
                let body = serde_json::from_str(&answer.body);
                answers.push((answer.status, body.unwrap_or(Value::String(answer.body))));
            }
            let messages = messages.iter().map(|text| serde_json::from_str(text).unwrap());
            self.messages.extend(messages);
            for job in jobs {
                let number = job.number;
                let thought = self.thinker.think(job, &AtomicBool::new(false), &mut |_| {});
                inputs.push_back(json!({ "kind": "thought", "job": number, "thought": thought }));
            }
        }
        answers
    }

    fn game(&self, id: &str) -> Value {
        let events = self.events.range((id.to_owned(), 0)..=(id.to_owned(), u64::MAX));
        json!({
            "kind": "loaded", "id": id, "events": events.map(|(_, event)| event).collect::<Vec<_>>(),
            "report": self.reports.get(id),
        })
    }

    fn keep(&mut self, write: &Value) {
        let id = write["id"].as_str().unwrap_or_default().to_owned();
        match write["what"].as_str().unwrap() {
            "events" => {
                for event in write["events"].as_array().unwrap() {
                    let key = (id.clone(), event["version"].as_u64().unwrap());
                    assert!(self.events.insert(key, event.clone()).is_none(), "{write}");
                }
                self.rows.insert(id, write["row"].clone());
            }
            "row" => drop(self.rows.insert(id, write["row"].clone())),
            "report" => drop(self.reports.insert(id, write["report"].clone())),
            "me" => drop(self.facts.insert("me".into(), write["me"].clone())),
            "puzzles" => {
                let game = write["game"].as_str().unwrap().to_owned();
                self.puzzles.insert(game, write["row"].clone());
            }
            "study" if write["row"].is_null() => drop(self.studies.remove(&id)),
            "study" => drop(self.studies.insert(id, write["row"].clone())),
            "downtimes" => {}
            other => panic!("{other}"),
        }
    }

    fn request(&mut self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        self.number += 1;
        let mut input =
            json!({ "kind": "request", "number": self.number, "method": method, "path": path });
        if let Some(body) = body {
            input["body"] = Value::String(body.to_string());
        }
        let mut answers = self.tell(input);
        assert_eq!(answers.len(), 1, "{method} {path}");
        answers.remove(0)
    }
}

/// Both, and how their ids belong together.
struct Pair {
    browser: Browser,
    person: Person,
    socket: Socket,
    rng: Rng,
    /// The ids of each game, there and here.
    games: Vec<(String, String)>,
    /// What stands in the place of ids and secrets.
    names: [HashMap<String, String>; 2],
    tag: u32,
    compared: usize,
    different: Vec<String>,
}

/// What is said of games that were made: `{0}` and so on are their ids.
const GAME: &str = "{game}";

impl Pair {
    async fn start(site: &Site) -> Pair {
        let person = site.guest("Anna").await;
        let socket = person.connect().await;
        let mut browser = Browser::new();
        let (_, me) = browser.request("POST", "/api/me", Some(&json!({ "name": "Anna" })));
        browser.tell(json!({ "kind": "open" }));
        browser.messages.clear();
        let mut names = [HashMap::new(), HashMap::new()];
        names[0].insert(person.id.clone(), "me".to_owned());
        names[1].insert(me["id"].as_str().unwrap().to_owned(), "me".to_owned());
        let rng = Rng::new(20);
        Pair {
            browser,
            person,
            socket,
            rng,
            games: Vec::new(),
            names,
            tag: 0,
            compared: 0,
            different: Vec::new(),
        }
    }

    fn plain(&self, side: usize, value: &Value) -> Value {
        match value {
            Value::String(text) => {
                let mut text = text.clone();
                for (from, to) in &self.names[side] {
                    text = text.replace(from, to);
                }
                Value::String(text)
            }
            Value::Number(number) if number.as_f64().is_some_and(|n| n > 1e12) => json!("time"),
            // Half as many digits are read and written again on the one side.
            Value::Number(number) if number.is_f64() => {
                json!((1e4 * number.as_f64().unwrap()).round())
            }
            Value::Array(all) => {
                let mut all: Vec<Value> = all.iter().map(|one| self.plain(side, one)).collect();
                // Lists are in the order of time, and rows of lists may be some seconds behind.
                if all.iter().any(|one| one.get("updated").is_some()) {
                    // Those that follow a game which nobody watched have ids that nobody was told.
                    let known = |id: &str| id.starts_with("game ") || id.starts_with("next ");
                    for one in &mut all {
                        if !one["id"].as_str().is_some_and(known) {
                            one["id"] = json!("other");
                        }
                    }
                    all.sort_by_key(Value::to_string);
                }
                all.into()
            }
            Value::Object(fields) => {
                let rest = |(name, value): (&String, &Value)| {
                    // A clock runs while both are asked.
                    let passing = ["left", "remaining"].contains(&name.as_str());
                    let value = if passing { json!("time") } else { self.plain(side, value) };
                    (name.clone(), value)
                };
                Value::Object(fields.iter().map(rest).collect())
            }
            other => other.clone(),
        }
    }

    fn compare(&mut self, what: &str, there: &Value, here: &Value) {
        let (mut there, mut here) = (self.plain(0, there), self.plain(1, here));
        for value in [&mut there, &mut here] {
            // An id of another length stands before it.
            if let Some(Value::String(message)) = value.get_mut("message")
                && let Some(place) = message.find(" at line ")
            {
                message.truncate(place);
            }
            // What a search finds in a given time is another thing every time.
            match value["type"].as_str() {
                Some("hint") => value["text"] = Value::Null,
                Some("analysis") => {
                    for field in ["depth", "nodes", "time", "lines", "end"] {
                        value[field] = Value::Null;
                    }
                }
                _ => {}
            }
        }
        if there != here {
            self.different.push(format!("{what}\n  there {there}\n  here  {here}"));
        }
        self.compared += 1;
    }

    fn fill(&self, text: &str, game: Option<usize>, side: usize) -> String {
        let Some((there, here)) = game.map(|game| &self.games[game]) else { return text.into() };
        text.replace(GAME, if side == 0 { there } else { here })
    }

    async fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<Value>,
        game: Option<usize>,
    ) {
        let there = self.person.request(method, &self.fill(path, game, 0), body.clone()).await;
        let here = self.browser.request(method, &self.fill(path, game, 1), body.as_ref());
        let what = format!("{method} {path} {body:?}");
        if there.0 != here.0 {
            self.different.push(format!("{what}\n  there {}\n  here  {}", there.0, here.0));
        }
        if there.0 == 201 && here.0 == 201 {
            let text = |value: &Value, name: &str| value[name].as_str().unwrap().to_owned();
            let ids = (text(&there.1, "id"), text(&here.1, "id"));
            let name = format!("game {}", self.games.len());
            // A study has none.
            if there.1.get("key").is_some() {
                self.names[0].insert(text(&there.1, "key"), "secret".into());
                self.names[1].insert(text(&here.1, "key"), "secret".into());
            }
            self.names[0].insert(ids.0.clone(), name.clone());
            self.names[1].insert(ids.1.clone(), name);
            self.games.push(ids);
        }
        self.learn_next(&there.1, &here.1);
        self.compare(&what, &there.1, &here.1);
        self.events(&what).await;
    }

    async fn message(&mut self, message: Value, game: Option<usize>) {
        self.tag += 1;
        let mut message = message;
        let what = message.to_string();
        if let Value::Object(fields) = &mut message {
            fields.insert("tag".into(), json!(self.tag));
        }
        self.send(&message.to_string(), game, &what).await;
    }

    /// Says it on both sides, and compares the answers and all that happened.
    async fn send(&mut self, text: &str, game: Option<usize>, what: &str) {
        let tag = serde_json::from_str::<Value>(text).ok().and_then(|value| value["tag"].as_u64());
        self.socket.say_text(&self.fill(text, game, 0)).await;
        self.browser.tell(json!({ "kind": "message", "text": self.fill(text, game, 1) }));
        let answered = |message: &Value| {
            let last = message["type"] != "analysis" || message["done"] == true;
            message["tag"].as_u64() == tag && last
        };
        if let Some(number) = tag.map(|tag| tag as u32) {
            let here = self.browser.messages.iter().find(|message| answered(message)).cloned();
            let here = here.unwrap_or_else(|| panic!("no answer: {what}"));
            let there = self.socket.answer(number).await;
            let mut there = serde_json::to_value(there).unwrap();
            there["tag"] = json!(number);
            self.learn_next(&there, &here);
            self.compare(what, &there, &here);
        }
        self.events(what).await;
    }

    /// A game that follows another one is known by its id from then on.
    fn learn_next(&mut self, there: &Value, here: &Value) {
        for path in ["/state/next", "/current/state/next"] {
            let ids = (there.pointer(path), here.pointer(path));
            let (Some(Value::String(there)), Some(Value::String(here))) = ids else { continue };
            if !self.names[0].contains_key(there) {
                let name = format!("next {}", self.names[0].len());
                self.names[0].insert(there.clone(), name.clone());
                self.names[1].insert(here.clone(), name);
            }
        }
    }

    /// What has happened in games that are watched is told to both, in the same order.
    async fn events(&mut self, what: &str) {
        self.tag += 1;
        let ping = json!({ "type": "ping", "tag": self.tag });
        self.socket.say_text(&ping.to_string()).await;
        self.socket.answer(self.tag).await;
        let mut there = Vec::new();
        while let Some(message) = self.socket.unread() {
            there.push(serde_json::to_value(message).unwrap());
        }
        let mut here: Vec<Value> = self.browser.messages.drain(..).collect();
        for side in [&mut there, &mut here] {
            side.retain(|message| message["type"] == "event" && message.get("tag").is_none());
        }
        if there.len() != here.len() {
            self.different.push(format!("{what}\n  there {there:?}\n  here  {here:?}"));
        }
        for (there, here) in there.into_iter().zip(here) {
            let id = |value: &Value| value["event"]["id"].as_str().map(str::to_owned);
            if let (Some(there), Some(here)) = (id(&there), id(&here)) {
                let name = format!("next {}", self.names[0].len());
                self.names[0].insert(there, name.clone());
                self.names[1].insert(here, name);
            }
            self.compare(what, &there, &here);
        }
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.rng.below(all.len())]
    }

    /// A wish for a game, most of them such as can be played.
    fn wish(&mut self) -> Value {
        let game = self.pick(GAMES);
        let presets: Vec<&str> = game.presets().iter().map(|preset| preset.rules).collect();
        let rules = match self.rng.below(5) {
            0 => "nothing=known",
            1 | 2 if !presets.is_empty() => self.pick(&presets),
            _ => "",
        };
        let seats = game.open(rules, None).map_or(2, |opened| opened.seats().count());
        let mut seats = vec![json!({ "who": "me" }); seats];
        match self.rng.below(8) {
            0 => drop(seats.pop()),
            1 => seats[1] = json!({ "who": "open" }),
            2 => seats[1] = json!({ "who": "computer", "level": 12 }),
            3 => seats[1] = json!({ "who": "computer", "kind": "nobody", "level": 3 }),
            4 => seats[1] = json!({ "who": "me", "name": "Bob <b>" }),
            _ => {}
        }
        let clocks = [
            json!({ "kind": "none" }),
            json!({ "kind": "increment", "main": 300_000, "add": 3_000 }),
            json!({ "kind": "days", "days": 99 }),
        ];
        let id = if self.rng.below(20) == 0 { "go" } else { game.id() };
        let clock = clocks[[0, 0, 0, 0, 1, 1, 2][self.rng.below(7)]].clone();
        let hints =
            [Value::Null, json!(2), json!(0)][[0, 0, 0, 0, 1, 2][self.rng.below(6)]].clone();
        json!({ "game": id, "rules": rules, "seats": seats, "clock": clock, "hint_budget": hints })
    }

    /// Something to do in a game, from time to time what cannot be done.
    fn action(&mut self, game: usize) -> Value {
        let (_, here) = &self.games[game].clone();
        let (_, whole) = self.browser.request("GET", &format!("/api/games/{here}"), None);
        let (ply, version) = (&whole["state"]["ply"], &whole["state"]["version"]);
        let moves = whole["view"]["moves"].as_array().cloned().unwrap_or_default();
        let text = match moves.len() {
            0 => json!("a1"),
            count => moves[self.rng.below(count)]["text"].clone(),
        };
        let seat = self.rng.below(3);
        match self.rng.below(40) {
            0 => json!({ "do": "resign", "seat": seat }),
            1 => json!({ "do": "leave" }),
            2 => json!({ "do": "abort" }),
            3 => json!({ "do": "offer_draw", "seat": seat }),
            4 => json!({ "do": "answer_draw", "offer": version, "accept": true }),
            5 | 6 => json!({ "do": "take_back" }),
            7 => json!({ "do": "take_back", "ply": 0 }),
            8 => json!({ "do": "pause" }),
            9 | 10 => json!({ "do": "resume" }),
            11 => json!({ "do": "step" }),
            12 => json!({ "do": "pace", "ms": 100 * seat }),
            13 => json!({ "do": "claim" }),
            14 => json!({ "do": "restart" }),
            15 => json!({ "do": "rematch", "swap": true }),
            16 => json!({ "do": "sit", "seat": seat }),
            17 => json!({ "do": "stand" }),
            18 => json!({ "do": "fill", "seat": 1, "level": 40 }),
            19 => json!({ "do": "close" }),
            20 => json!({ "do": "move", "ply": 77, "text": text }),
            21 => json!({ "do": "move", "ply": ply, "text": "nonsense" }),
            22 => json!({ "do": "move", "ply": ply, "version": 999, "text": text }),
            23 => json!({ "do": "dance" }),
            24 => json!({ "do": "decline_rematch", "offer": 3 }),
            25 => json!({ "do": "pause", "id": "once" }),
            _ => json!({ "do": "move", "ply": ply, "version": version, "text": text }),
        }
    }

    async fn step(&mut self) {
        let game = (!self.games.is_empty()).then(|| self.rng.below(self.games.len()));
        // The latest are played more.
        let game =
            game.map(|game| game.max(self.games.len().saturating_sub(1 + self.rng.below(6))));
        match (self.rng.below(60), game) {
            (0..=3, _) => {
                let wish = self.wish();
                self.request("POST", "/api/games", Some(wish), None).await;
            }
            (4, _) => self.request("GET", "/api/catalog", None, None).await,
            (5, _) => self.request("GET", "/api/me", None, None).await,
            (6, _) => {
                let path = "/api/archive?mine=true&limit=100";
                self.request("GET", path, None, None).await;
            }
            (7, _) => {
                let path = self.pick(&[
                    "/api/games?mine=true&phase=playing&limit=100",
                    "/api/games?mine=true&phase=ended&result=won",
                    "/api/games?mine=true&result=unfinished",
                    "/api/games?mine=true&player=bo",
                ]);
                self.request("GET", path, None, None).await;
            }
            (10, _) => {
                let text = self.pick(&["1. e4 e5 2. Nf3 *", "nonsense", "1. f3 e5 2. g4 Qh4#"]);
                let body = json!({ "text": text, "game": "chess" });
                self.request("POST", "/api/import", Some(body), None).await;
            }
            (11, _) => {
                let game = self.pick(GAMES).id();
                self.request("GET", &format!("/api/puzzles/{game}"), None, None).await;
                let file = std::fs::read_to_string(format!("../../web/exercises/{game}.jsonl"));
                let line = file.unwrap().lines().nth(self.rng.below(20)).unwrap().to_owned();
                let puzzle: Value = serde_json::from_str(&line).unwrap();
                let solved = self.rng.below(2) == 0;
                let body = json!({ "puzzle": puzzle["id"], "solved": solved });
                self.request("POST", &format!("/api/puzzles/{game}"), Some(body), None).await;
            }
            (12, _) => {
                let (method, path) = self.pick(&[
                    ("GET", "/api/nothing"),
                    ("DELETE", "/api/games"),
                    ("GET", "/api/games/doesnotexist"),
                    ("POST", "/api/catalog"),
                ]);
                let body = (method == "POST").then(|| json!({}));
                self.request(method, path, body, None).await;
            }
            (13, _) => {
                let text = self.pick(&["{", "[]", "{\"type\":\"sing\"}", "{\"tag\":3,\"type\":7}"]);
                self.send(text, None, text).await;
            }
            (14, _) => self.message(json!({ "type": "lobby", "on": false }), None).await,
            (15, _) => self.message(json!({ "type": "stop_analysis" }), None).await,
            (16, _) if self.rng.below(4) == 0 => {
                let game = self.pick(GAMES).id();
                let lines = self.rng.below(7);
                let message =
                    json!({ "type": "analyse", "game": game, "lines": lines, "time": 30 });
                self.message(message, None).await;
            }
            (17, Some(_)) if self.rng.below(4) == 0 => {
                self.message(json!({ "type": "hint", "id": GAME }), game).await;
            }
            (18, Some(_)) => {
                let path = self.pick(&[
                    "/api/games/{game}/file",
                    "/api/games/{game}/replay",
                    "/api/games/{game}/report",
                    "/api/games/{game}?key=wrong",
                ]);
                self.request("GET", path, None, game).await;
            }
            (19, Some(_)) if self.rng.below(4) == 0 => {
                self.request("POST", "/api/games/{game}/hide", Some(json!({})), game).await;
            }
            (20..=24, Some(_)) => {
                let since =
                    [Value::Null, json!(1), json!(2), json!(9_999)][self.rng.below(4)].clone();
                let message = json!({ "type": "watch", "id": GAME, "since": since });
                self.message(message, game).await;
            }
            (25, Some(_)) => self.message(json!({ "type": "unwatch", "id": GAME }), game).await,
            (26..=32, Some(game)) => {
                let body = self.action(game);
                let path = "/api/games/{game}/actions";
                self.request("POST", path, Some(body), Some(game)).await;
            }
            (_, Some(game)) => {
                let action = self.action(game);
                self.message(json!({ "type": "act", "id": GAME, "action": action }), Some(game))
                    .await;
            }
            (_, None) => self.message(json!({ "type": "ping" }), None).await,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_answers_as_the_server_does() {
    let site = Site::start().await;
    let mut pair = Pair::start(&site).await;
    for step in 0..STEPS {
        pair.step().await;
        // In the middle the page is loaded again, and everything is as it was.
        if step == STEPS / 2 {
            pair.browser.begin();
            pair.browser.tell(json!({ "kind": "open" }));
            pair.socket = pair.person.connect().await;
            pair.browser.messages.clear();
        }
    }
    let few: Vec<&String> = pair.different.iter().take(8).collect();
    assert!(few.is_empty(), "{} of {}: {few:#?}", pair.different.len(), pair.compared);
    assert!(
        pair.compared > STEPS && pair.games.len() > 20,
        "{} {}",
        pair.compared,
        pair.games.len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_keeps_studies_and_explores_as_the_server_does() {
    let site = Site::start().await;
    let mut pair = Pair::start(&site).await;
    for game in GAMES {
        let first = &game.open("", None).unwrap().moves()[0];
        let body = json!({ "game": game.id(), "moves": [first] });
        pair.request("POST", "/api/explorer", Some(body), None).await;
    }
    let steps = |text: &str| json!([{}, { "parent": 0, "text": text, "comment": "why?" }]);
    let study = |title: &str, text: &str, version: Option<u32>| {
        let mut new = json!({ "title": title, "study": { "game": "chess", "nodes": steps(text) } });
        if let Some(version) = version {
            new["version"] = json!(version);
        }
        Some(new)
    };
    for new in [study("First", "e2e4", None), study("Second", "d2d4", None)] {
        pair.request("POST", "/api/studies", new, None).await;
    }
    assert_eq!(pair.games.len(), 2);
    let one = "/api/studies/{game}";
    for (method, body) in [
        ("GET", None),
        ("PUT", study("Another", "e2e3", Some(1))),
        ("PUT", study("Late", "e2e3", Some(1))),
        ("GET", None),
    ] {
        pair.request(method, one, body, Some(0)).await;
    }
    pair.request("GET", "/api/studies", None, None).await;
    // What was kept is there when a page begins anew.
    pair.browser.begin();
    pair.request("GET", one, None, Some(0)).await;
    for method in ["DELETE", "GET", "DELETE", "PUT"] {
        let body = study("Gone", "e2e3", Some(2)).filter(|_| method == "PUT");
        pair.request(method, one, body, Some(0)).await;
    }
    pair.request("GET", "/api/studies", None, None).await;
    assert!(pair.different.is_empty(), "{}", pair.different.join("\n"));
}
