//! Two people who play, come back after every crash, and look whether everything is there.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_client::{ClientError, Person, Site, Socket};
use agon_core::Rng;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::record::Record;
use crate::tally::{Fault, Tally};

/// A server that does not come back for so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// A game that has come to this version is ended.
const LONG: u64 = 400;
/// Refusals that a server may give when it cannot store or is about to end.
const EXCUSES: [&str; 2] = ["storage", "closing"];

type Result<T = ()> = agon_client::Result<T>;

pub(crate) struct Pair {
    kind: &'static str,
    people: [Person; 2],
    sockets: Option<[Socket; 2]>,
    game: Option<Record>,
    past: Vec<Record>,
    /// All games of the first person that are known to exist.
    made: HashSet<String>,
    /// Games that were asked for, without an answer.
    unsure_games: usize,
    /// What the first person is called: the name that was confirmed, and those without an answer.
    name: (String, Vec<String>),
    /// Which of many servers will be asked next is not known: each action has an id and is repeated
    /// until it is answered, and what was asked for without an id may still come from a server that
    /// slept with it.
    many: bool,
    /// Actions so far.
    actions: u64,
    rng: Rng,
    tally: Arc<Tally>,
}

impl Pair {
    /// Two people at a site of one server.
    pub(crate) async fn new(site: &Site, kind: &'static str, seed: u64, tally: Arc<Tally>) -> Pair {
        Pair::at(site, kind, seed, tally, false).await
    }

    /// Two people at a site of one server, or of many.
    pub(crate) async fn at(
        site: &Site,
        kind: &'static str,
        seed: u64,
        tally: Arc<Tally>,
        many: bool,
    ) -> Pair {
        let mut people = Vec::new();
        for name in ["Anna", "Bob"] {
            people.push(Person::enter(site, name).await.expect("a guest may enter"));
        }
        Pair {
            kind,
            people: people.try_into().expect("two people"),
            sockets: None,
            game: None,
            past: Vec::new(),
            made: HashSet::new(),
            unsure_games: 0,
            name: ("Anna".into(), Vec::new()),
            many,
            actions: 0,
            rng: Rng::new(seed),
            tally,
        }
    }

    /// One action, whatever happens: after a crash it comes back first.
    pub(crate) async fn step(&mut self) {
        if self.sockets.is_none() {
            self.come_back().await;
            return;
        }
        match self.act().await {
            Ok(()) => {}
            Err(ClientError::Refused { code, .. }) if EXCUSES.contains(&code.as_str()) => {
                Tally::count(&self.tally.refused);
                // Whoever is refused tries again, but not at once.
                sleep(Duration::from_millis(5)).await;
            }
            Err(ClientError::Refused { code, .. }) if code == "busy" && self.many => {
                self.sockets = None;
            }
            // One connection does not watch any number of games: a new one does.
            Err(ClientError::Refused { code, .. }) if code == "too_many" => self.sockets = None,
            Err(ClientError::Gone(_)) => {
                if self.game.as_ref().is_some_and(|game| game.pending.is_some()) {
                    Tally::count(&self.tally.unsure);
                }
                self.sockets = None;
            }
            Err(error) => {
                self.tally.fault(Fault::Other, format!("{}: {error}", self.kind));
                self.sockets = None;
                self.game = None;
            }
        }
    }

    /// Waits for the server and compares what it knows with what was told.
    pub(crate) async fn come_back(&mut self) {
        let begin = Instant::now();
        Tally::count(&self.tally.returns);
        while let Err(error) = self.try_to_come_back().await {
            assert!(begin.elapsed() < PATIENCE, "the server does not come back: {error}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn try_to_come_back(&mut self) -> Result {
        let mut sockets = self.connect().await?;
        if let Some(mut game) = self.game.take() {
            let kept = match self.compare(&mut game, &mut sockets[0]).await {
                Ok(kept) => kept,
                Err(error) => {
                    self.game = Some(game);
                    return Err(error);
                }
            };
            if kept {
                if let Some(next) = game.next() {
                    self.made.insert(next.to_owned());
                }
                let since = Some(game.version());
                let heard = sockets[1].watch(&game.id, None, since).await;
                self.game = Some(game);
                heard?;
            }
        }
        self.compare_lists().await?;
        self.repeat(&mut sockets).await?;
        self.sockets = Some(sockets);
        Ok(())
    }

    /// Repeats the action that was not answered: it is carried out now or was before, but once.
    async fn repeat(&mut self, sockets: &mut [Socket; 2]) -> Result {
        let Some(game) = self.game.as_mut() else { return Ok(()) };
        let Some((who, action)) = game.unanswered.clone() else { return Ok(()) };
        let answer = sockets[who].act(&game.id, None, &action).await?;
        for message in sockets[who].take_unread() {
            if message["type"] == "event" && message["id"] == json!(game.id) {
                game.hear(&message, &self.tally);
            }
        }
        match answer {
            // The connection was about to end: what was done is heard with the next one.
            Ok(version) if version > game.version() => {
                return Err(ClientError::Gone("told late".into()));
            }
            Err(refusal) if refusal.code == "busy" || EXCUSES.contains(&refusal.code.as_str()) => {
                return Err(ClientError::Gone(refusal.code));
            }
            Ok(_) => {}
            Err(refusal) => {
                let text = format!("{}: {action} again: {}", game.id, refusal.message);
                self.tally.fault(Fault::Other, text);
            }
        }
        Tally::count(&self.tally.repeated);
        game.unanswered = None;
        if let Some(next) = game.next() {
            self.made.insert(next.to_owned());
        }
        Ok(())
    }

    async fn connect(&self) -> Result<[Socket; 2]> {
        Ok([self.people[0].connect().await?, self.people[1].connect().await?])
    }

    /// All that is stored of a game must be what was told. `false` for a game that is not kept.
    async fn compare(&self, game: &mut Record, socket: &mut Socket) -> Result<bool> {
        let heard = match socket.watch(&game.id, None, Some(1)).await {
            Err(ClientError::Refused { code, .. }) if code == "not_found" => {
                let lost = game.version() as usize;
                self.tally.fault(Fault::Lost(lost), format!("{}: the game is gone", game.id));
                return Ok(false);
            }
            heard => heard?,
        };
        let Some(stored) = heard["events"].as_array() else {
            let text = format!("{}: cannot be resumed from its beginning", game.id);
            self.tally.fault(Fault::Other, text);
            return Ok(false);
        };
        if !game.check(stored, &self.tally) {
            return Ok(false);
        }
        game.stand(&heard);
        let full = heard["state"]["seats"].as_array().is_some_and(|seats| {
            !seats.is_empty() && seats.iter().all(|seat| !seat["occupant"].is_null())
        });
        if full && game.phase() == "open" {
            let text = format!("{}: all seats are taken, and it has not begun", game.id);
            self.tally.fault(Fault::Other, text);
            return Ok(false);
        }
        Ok(true)
    }

    /// No game exists that was refused, and the name is the one that was confirmed.
    async fn compare_lists(&mut self) -> Result {
        let mine = self.people[0].get("/api/games?mine=true&limit=100").await?.good()?;
        for game in mine.as_array().into_iter().flatten() {
            let id = game["id"].as_str().unwrap_or_default();
            if self.made.contains(id) {
                continue;
            }
            let unanswered = self.game.as_ref().and_then(|game| game.unanswered.as_ref());
            if unanswered.is_some_and(|(_, action)| action["do"] == "rematch") {
                // It was made since the old game was looked at, which tells of it now.
                return Err(ClientError::Gone("told late".into()));
            }
            if self.unsure_games > 0 {
                self.unsure_games -= 1;
                self.put_away(game).await?;
            } else {
                let text = format!("{id}: a game exists that nobody was told of");
                self.tally.fault(Fault::Doubled(1), text);
            }
            self.made.insert(id.to_owned());
        }
        if !self.many {
            // What was on its way and is not there now will not come any more.
            self.unsure_games = 0;
        }
        let me = self.people[0].get("/api/me").await?.good()?;
        let name = me["name"].as_str().unwrap_or_default();
        if self.name.1.iter().any(|unsure| unsure == name) {
            self.name.0 = name.to_owned();
        } else if name != self.name.0 {
            let text = format!("the name is {name:?}, confirmed was {:?}", self.name.0);
            self.tally.fault(Fault::Lost(1), text);
            self.name.0 = name.to_owned();
        }
        if !self.many {
            self.name.1.clear();
        }
        Ok(())
    }

    /// Ends a game that nobody knew of, or one day there would be too many of them.
    async fn put_away(&self, game: &Value) -> Result {
        let action = match game["phase"].as_str() {
            Some("open") => "close",
            Some("playing") => "resign",
            _ => return Ok(()),
        };
        let id = game["id"].as_str().unwrap_or_default();
        let path = format!("/api/games/{id}/actions");
        match self.people[0].post(&path, &json!({ "do": action })).await?.good() {
            Err(ClientError::Refused { code, .. })
                if code == "busy" || EXCUSES.contains(&code.as_str()) =>
            {
                Err(ClientError::Gone(code))
            }
            // Somebody may have gone on with it, or ended it, meanwhile.
            _ => Ok(()),
        }
    }

    /// Compares every game that was ever played.
    pub(crate) async fn check_all(&mut self) {
        self.come_back().await;
        let mut past = std::mem::take(&mut self.past);
        for mut game in past.drain(..) {
            let begin = Instant::now();
            while let Err(error) = self.check(&mut game).await {
                // What failed a moment ago may take a moment to be whole again.
                if !matches!(error, ClientError::Gone(_)) || begin.elapsed() > PATIENCE {
                    self.tally.fault(Fault::Other, format!("{}: {error}", game.id));
                    break;
                }
                sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Compares a game over a connection of its own: one may watch only so many games.
    async fn check(&self, game: &mut Record) -> Result<bool> {
        let mut socket = self.people[0].connect().await?;
        self.compare(game, &mut socket).await
    }

    /// Plays until the present game is over.
    pub(crate) async fn finish(&mut self) {
        while self.game.as_ref().is_some_and(|game| !game.broken && game.phase() != "ended") {
            self.step().await;
        }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.rng.below(100) < percent
    }

    async fn act(&mut self) -> Result {
        if self.chance(1) {
            return self.rename().await;
        }
        // One that nobody can go on with is compared once more at the end.
        self.past.extend(self.game.take_if(|game| game.broken));
        let Some(game) = self.game.as_ref() else {
            let solo = self.chance(40);
            return self.make(solo).await;
        };
        match game.phase() {
            "open" => self.sit().await,
            "playing" => self.play().await,
            _ => self.go_on().await,
        }
    }

    async fn rename(&mut self) -> Result {
        let name = format!("Anna {}", self.rng.below(1_000_000));
        self.name.1.push(name.clone());
        let answer = self.people[0].post("/api/me", &json!({ "name": name })).await?.good();
        if matches!(&answer, Err(ClientError::Refused { code, .. }) if code == "busy") {
            return answer.map(drop);
        }
        // A refusal leaves the old name; without an answer nobody knows.
        self.name.1.pop();
        answer?;
        self.name.0 = name;
        Tally::count(&self.tally.confirmed);
        Ok(())
    }

    pub(crate) async fn make(&mut self, solo: bool) -> Result {
        let second = if solo { "me" } else { "open" };
        let seats = json!([{ "who": "me" }, { "who": second }]);
        let wish = json!({ "game": self.kind, "seats": seats });
        self.unsure_games += 1;
        let made = match self.people[0].make(&wish).await {
            Ok(made) => made,
            Err(error) => {
                // The same as no answer: nobody knows whether it was stored.
                let refused = |code: &str| !self.many || code != "busy";
                if matches!(&error, ClientError::Refused { code, .. } if refused(code)) {
                    self.unsure_games -= 1;
                }
                return Err(error);
            }
        };
        self.unsure_games -= 1;
        Tally::count(&self.tally.confirmed);
        self.made.insert(made.id.clone());
        let mut game = Record::new(made.id, solo);
        // That it begins is told when it is watched.
        game.pending = solo.then(|| json!({ "do": "make" }));
        self.begin(game).await
    }

    /// Both watch a game from its beginning.
    async fn begin(&mut self, game: Record) -> Result {
        if let Some(old) = self.game.replace(game) {
            self.past.push(old);
        }
        let (Some(sockets), Some(game)) = (&mut self.sockets, &mut self.game) else {
            return Ok(());
        };
        for socket in sockets {
            let heard = socket.watch(&game.id, None, Some(1)).await?;
            for event in heard["events"].as_array().into_iter().flatten() {
                game.hear(event, &self.tally);
            }
            game.stand(&heard);
        }
        game.pending = None;
        Ok(())
    }

    async fn sit(&mut self) -> Result {
        let solo = self.game.as_ref().is_some_and(|game| game.solo);
        if solo {
            // It begins by itself; a server that has not managed to begin it is found out
            // when the game is compared.
            self.sockets = None;
            return Ok(());
        }
        self.send(1, json!({ "do": "sit" })).await
    }

    async fn play(&mut self) -> Result {
        let Some(game) = self.game.as_ref() else { return Ok(()) };
        let (state, solo) = (game.state.clone(), game.solo);
        let turn = state["turn"].as_u64().unwrap_or_default() as usize;
        let mover = if solo { 0 } else { turn };
        if let Some(asked) = state["take_back"].as_object()
            && self.chance(80)
        {
            let asker = asked["seat"].as_u64().unwrap_or_default() as usize;
            let accept = self.chance(60);
            let mut answer = json!({ "do": "answer_take_back", "accept": accept });
            name_offer(&mut answer, asked.get("version"));
            return self.send(1 - asker, answer).await;
        }
        if let Some(offer) = state["draw_offers"].get(0).filter(|_| !solo)
            && self.chance(80)
        {
            let asker = offer.as_u64().unwrap_or_default() as usize;
            let accept = self.chance(15);
            let mut answer = json!({ "do": "answer_draw", "accept": accept });
            name_offer(&mut answer, state.get("draw_version"));
            return self.send(1 - asker, answer).await;
        }
        if game_is_long(&state) {
            return self.send(mover, json!({ "do": "resign" })).await;
        }
        let none_asked = state["take_back"].is_null();
        let ply = state["ply"].as_u64().unwrap_or_default();
        match self.rng.below(100) {
            0..4 if !solo && state["draw_offers"].as_array().is_some_and(Vec::is_empty) => {
                let who = self.rng.below(2);
                self.send(who, json!({ "do": "offer_draw" })).await
            }
            4..12 if ply > 0 && none_asked => {
                let back = ply - 1 - self.rng.below(ply.min(3) as usize) as u64;
                let who = if solo { 0 } else { self.rng.below(2) };
                self.send(who, json!({ "do": "take_back", "ply": back })).await
            }
            12..14 => {
                let who = if solo { 0 } else { self.rng.below(2) };
                self.send(who, json!({ "do": "resign" })).await
            }
            _ => {
                let Some(game) = self.game.as_ref() else { return Ok(()) };
                let text = game.moves.get(self.rng.below(game.moves.len().max(1))).cloned();
                let text = text.unwrap_or_default();
                let mut action = json!({ "do": "move", "ply": ply, "text": text });
                // A server that knows of versions in moves tells that of an offer, too.
                if state.get("draw_version").is_some() {
                    action["version"] = state["version"].clone();
                }
                self.send(mover, action).await
            }
        }
    }

    /// After the end: another game of the same two, or a new one.
    async fn go_on(&mut self) -> Result {
        let Some(game) = self.game.as_ref() else { return Ok(()) };
        if let Some(next) = game.next() {
            let (next, solo) = (next.to_owned(), game.solo);
            let mut begun = Record::new(next, solo);
            begun.pending = Some(json!({ "do": "make" }));
            return self.begin(begun).await;
        }
        let state = game.state.clone();
        let agreed = state["rematch"]["agreed"].as_array().map_or(0, Vec::len);
        if game.phase() != "ended" || (agreed == 0 && self.chance(40)) {
            let solo = self.chance(40);
            return self.make(solo).await;
        }
        let mut action = json!({ "do": "rematch", "swap": false });
        if agreed > 0 {
            name_offer(&mut action, state["rematch"].get("version"));
        }
        self.send(agreed.min(1), action).await?;
        if let Some(next) = self.game.as_ref().and_then(Record::next) {
            self.made.insert(next.to_owned());
        }
        Ok(())
    }

    /// Sends an action of one of the two and hears what comes of it.
    async fn send(&mut self, who: usize, action: Value) -> Result {
        let (Some(sockets), Some(game)) = (&mut self.sockets, &mut self.game) else {
            return Ok(());
        };
        let mut action = action;
        if self.many {
            self.actions += 1;
            action["id"] = json!(format!("{}", self.actions));
            game.unanswered = Some((who, action.clone()));
        }
        game.pending = Some(action.clone());
        let answer = sockets[who].act(&game.id, None, &action).await;
        for socket in sockets.iter_mut() {
            for message in socket.take_unread() {
                if message["type"] == "event" && message["id"] == json!(game.id) {
                    game.hear(&message, &self.tally);
                }
            }
        }
        match answer? {
            Ok(version) if self.many && version > game.version() => {
                Err(ClientError::Gone("told late".into()))
            }
            Ok(version) => {
                game.pending = None;
                game.unanswered = None;
                Tally::count(&self.tally.confirmed);
                if version != game.version() && !game.broken {
                    let told = game.version();
                    let text = format!("{}: done says {version}, told was {told}", game.id);
                    self.tally.fault(Fault::Other, text);
                }
                Ok(())
            }
            // Nobody knows what has become of it.
            Err(refusal) if refusal.code == "busy" => Err(ClientError::Gone(refusal.code)),
            Err(refusal) => {
                game.pending = None;
                game.unanswered = None;
                let message = format!("{action}: {}", refusal.message["message"]);
                Err(ClientError::Refused { status: 0, code: refusal.code, message })
            }
        }
    }
}

/// Later versions can be resumed only from a later one: all of a short game can be compared.
fn game_is_long(state: &Value) -> bool {
    state["version"].as_u64() > Some(LONG)
}

/// Consent belongs to what was asked: where the server tells the version of an offer, the
/// answer names it.
fn name_offer(answer: &mut Value, version: Option<&Value>) {
    if let Some(version) = version {
        answer["offer"] = version.clone();
    }
}
