//! The list of open and running games that everybody may see, live. It is made once for all who ask, and
//! at most once a second.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard};

use agon_protocol::message::ToClient;
use agon_protocol::people::Person;
use agon_protocol::state::{Phase, Summary};
use tokio::sync::broadcast;
use tokio::time::{Duration, Instant, sleep_until};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::limits::Asker;
use crate::live::audience_text;

/// Changes that a slow reader may be behind before it gets the whole list again.
const BACKLOG: usize = 256;
/// The most games in the list.
const LONGEST: usize = 200;
/// The most of them that are lobbies.
const MOST_LOBBIES: usize = 150;
/// The most lobbies in the list that come from one address or, where that is not known, of one
/// person; likewise of running games.
const MOST_OF_ONE: usize = 40;
/// The list changes at most that often.
const PAUSE: Duration = Duration::from_secs(1);
/// With more changes than that the whole list is shorter.
const MOST_CHANGES: usize = 32;
/// Addresses of hosts that are kept before those without a game are forgotten.
const MOST_ORIGINS: usize = 10_000;

/// The list.
#[derive(Clone)]
pub(crate) struct Lobby(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changes: broadcast::Sender<Utf8Bytes>,
}

#[derive(Default)]
struct State {
    games: HashMap<String, Summary>,
    /// Where hosts made their games from.
    origins: HashMap<String, Asker>,
    list: List,
    /// Games have changed since the list was made.
    stale: bool,
    /// When the list was made.
    made: Option<Instant>,
    /// Somebody waits to make it again.
    waiting: bool,
}

/// The list as everybody sees it.
struct List {
    /// The games by id, as they are told.
    games: HashMap<String, String>,
    /// All of them in order.
    text: String,
}

impl State {
    /// May the list be made again?
    fn is_due(&self) -> bool {
        self.made.is_none_or(|made| made.elapsed() >= PAUSE)
    }
}

impl Default for List {
    fn default() -> List {
        List { games: HashMap::new(), text: "[]".into() }
    }
}

impl Default for Lobby {
    fn default() -> Lobby {
        let changes = broadcast::Sender::new(BACKLOG);
        Lobby(Arc::new(Shared { state: Mutex::default(), changes }))
    }
}

impl Lobby {
    fn state(&self) -> MutexGuard<'_, State> {
        // The list may be older than the games, whoever panicked, and is made again.
        self.0.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn count(&self) -> usize {
        self.state().games.len()
    }

    /// A person at this address makes a game.
    pub(crate) fn note_origin(&self, person: &str, address: &Asker) {
        let mut state = self.state();
        let State { games, origins, .. } = &mut *state;
        if origins.len() >= MOST_ORIGINS && !origins.contains_key(person) {
            let hosts: HashSet<&str> =
                games.values().filter_map(|game| game.host.as_deref()).collect();
            origins.retain(|person, _| hosts.contains(person.as_str()));
        }
        origins.insert(person.into(), address.clone());
    }

    /// A game is new or has changed.
    pub(crate) fn update(&self, game: &Summary) {
        if !game.listed {
            return;
        }
        let mut state = self.state();
        if matches!(game.phase, Phase::Open | Phase::Playing) {
            state.games.insert(game.id.clone(), game.clone());
        } else if state.games.remove(&game.id).is_none() {
            return;
        }
        state.stale = true;
        self.refresh(&mut state);
    }

    /// A person has another name or picture.
    pub(crate) fn know(&self, person: &Person) {
        let mut state = self.state();
        let mut changed = false;
        for game in state.games.values_mut() {
            changed |= game.know(person);
        }
        state.stale |= changed;
        self.refresh(&mut state);
    }

    /// Fills the list at the start.
    pub(crate) fn fill(&self, games: impl Iterator<Item = Summary>) {
        let mut state = self.state();
        state.games.extend(games.map(|game| (game.id.clone(), game)));
        state.stale = !state.games.is_empty();
    }

    /// The list as the answer to a question, lobbies first; and what changes from now on.
    pub(crate) fn follow(&self, tag: Option<u32>) -> (Utf8Bytes, broadcast::Receiver<Utf8Bytes>) {
        let mut state = self.state();
        // What is in the list is no change for somebody who gets it now.
        if state.stale && state.is_due() {
            self.renew(&mut state);
        }
        let changes = self.0.changes.subscribe();
        self.refresh(&mut state);
        (whole(tag, &state.list.text).into(), changes)
    }

    /// Makes the list again if it is stale: now, or when its time has come. While nobody follows it
    /// stays stale.
    fn refresh(&self, state: &mut State) {
        if !state.stale || state.waiting || self.0.changes.receiver_count() == 0 {
            return;
        }
        if state.is_due() {
            self.renew(state);
            return;
        }
        state.waiting = true;
        let due = state.made.map_or_else(Instant::now, |made| made + PAUSE);
        let lobby = self.clone();
        tokio::spawn(async move {
            sleep_until(due).await;
            let mut state = lobby.state();
            state.waiting = false;
            lobby.refresh(&mut state);
        });
    }

    /// Makes the list again and tells what is different.
    fn renew(&self, state: &mut State) {
        let list = List::of(&fair(&state.games, &state.origins));
        let old = std::mem::replace(&mut state.list, list);
        state.stale = false;
        state.made = Some(Instant::now());
        let list = &state.list;
        let gone: Vec<&String> =
            old.games.keys().filter(|id| !list.games.contains_key(*id)).collect();
        let new: Vec<&String> =
            list.games.keys().filter(|id| old.games.get(*id) != list.games.get(*id)).collect();
        let tell = |text: Utf8Bytes| {
            // Nobody listens any more: fine.
            let _ = self.0.changes.send(text);
        };
        if gone.len() + new.len() > MOST_CHANGES {
            tell(whole(None, &list.text).into());
            return;
        }
        let gone = gone.into_iter().map(|id| ToClient::Unlisted { id: id.clone() });
        let new = new.into_iter().filter_map(|id| state.games.get(id));
        let new = new.map(|game| ToClient::Listed { game: Box::new(game.clone()) });
        gone.chain(new).filter_map(|message| audience_text(None, &message)).for_each(tell);
    }
}

impl List {
    fn of(games: &[&Summary]) -> List {
        let write = |game: &&Summary| Some((game.id.clone(), serde_json::to_string(game).ok()?));
        let games: Vec<(String, String)> = games.iter().filter_map(write).collect();
        let texts: Vec<&str> = games.iter().map(|(_, text)| text.as_str()).collect();
        let text = format!("[{}]", texts.join(","));
        List { games: games.into_iter().collect(), text }
    }
}

/// The message with the list, which is written already.
fn whole(tag: Option<u32>, games: &str) -> String {
    let mut text = String::with_capacity(games.len() + 64);
    text.push_str(r#"{"type":"lobby""#);
    if let Some(tag) = tag {
        // Writing to a string does not fail.
        let _ = write!(text, r#","tag":{tag}"#);
    }
    let _ = write!(text, r#","games":{games}}}"#);
    text
}

/// Where a game comes from, for the purpose of fairness.
#[derive(PartialEq, Eq, Hash)]
enum Origin<'a> {
    Address(&'a Asker),
    Person(&'a str),
    Game(&'a str),
}

/// The games of the list: lobbies first, then running ones. Of both the newest of every origin come
/// before the second newest of any.
fn fair<'a>(
    games: &'a HashMap<String, Summary>,
    origins: &'a HashMap<String, Asker>,
) -> Vec<&'a Summary> {
    let mut newest: Vec<&Summary> = games.values().collect();
    newest.sort_unstable_by_key(|game| (Reverse(game.updated), &game.id));
    let origin = |game: &'a Summary| match &game.host {
        Some(host) => origins.get(host).map_or(Origin::Person(host), Origin::Address),
        None => Origin::Game(&game.id),
    };
    let in_turn = |phase| {
        let mut counts: HashMap<Origin<'_>, usize> = HashMap::new();
        let mut ranked: Vec<(usize, &Summary)> = Vec::new();
        for game in newest.iter().copied().filter(|game| game.phase == phase) {
            let count = counts.entry(origin(game)).or_default();
            *count += 1;
            if *count <= MOST_OF_ONE {
                ranked.push((*count, game));
            }
        }
        // Stable: within a turn the newest stay first.
        ranked.sort_by_key(|(count, _)| *count);
        ranked.into_iter().map(|(_, game)| game)
    };
    let mut list: Vec<&Summary> = in_turn(Phase::Open).take(MOST_LOBBIES).collect();
    list.extend(in_turn(Phase::Playing).take(LONGEST - list.len()));
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_protocol::setup::Clock;
    use agon_protocol::units::Millis;

    fn game(id: &str, host: &str, phase: Phase, updated: u64) -> Summary {
        Summary {
            id: id.into(),
            game: "go".into(),
            rules: String::new(),
            name: None,
            phase,
            seats: Vec::new(),
            clock: Clock::None,
            ply: 0,
            turn: None,
            outcome: None,
            listed: true,
            host: Some(host.into()),
            created: Millis(updated),
            updated: Millis(updated),
        }
    }

    fn ids(list: &[&Summary]) -> Vec<String> {
        list.iter().map(|game| game.id.clone()).collect()
    }

    #[test]
    fn everybody_has_a_turn() {
        let all = [
            game("a1", "anna", Phase::Open, 10),
            game("f1", "flood", Phase::Open, 100),
            game("f2", "flood", Phase::Open, 101),
            game("f3", "flood", Phase::Open, 102),
            game("b1", "bob", Phase::Open, 20),
            game("b2", "bob", Phase::Open, 5),
            game("p1", "anna", Phase::Playing, 200),
        ];
        let games: HashMap<String, Summary> =
            all.iter().map(|game| (game.id.clone(), game.clone())).collect();
        let list = ids(&fair(&games, &HashMap::new()));
        assert_eq!(list, ["f3", "b1", "a1", "f2", "b2", "f1", "p1"]);
        // Two people of one address take turns together.
        let address = Asker::at([192, 0, 2, 1].into());
        let origins = [("flood".to_owned(), address.clone()), ("bob".to_owned(), address)].into();
        assert_eq!(ids(&fair(&games, &origins)), ["f3", "a1", "f2", "f1", "b1", "b2", "p1"]);
    }

    #[test]
    fn no_address_and_no_phase_has_all_of_the_list() {
        let mut games = HashMap::new();
        let origin = Asker::at([192, 0, 2, 1].into());
        let mut origins = HashMap::new();
        for i in 0..1_000 {
            for phase in [Phase::Open, Phase::Playing] {
                let flood =
                    game(&format!("{i} {phase:?}"), &format!("flood {i}"), phase, 1_000 + i);
                games.insert(flood.id.clone(), flood);
            }
            origins.insert(format!("flood {i}"), origin.clone());
        }
        assert_eq!(fair(&games, &origins).len(), 2 * MOST_OF_ONE);
        for i in 0..300 {
            let other = game(&format!("other {i}"), &format!("host {i}"), Phase::Open, i);
            games.insert(other.id.clone(), other);
        }
        let list = fair(&games, &origins);
        let count = |found: &dyn Fn(&Summary) -> bool| list.iter().filter(|g| found(g)).count();
        assert_eq!(count(&|g| g.phase == Phase::Open), MOST_LOBBIES);
        assert_eq!(count(&|g| g.id.starts_with("other")), MOST_LOBBIES - 1);
        assert_eq!(count(&|g| g.phase == Phase::Playing), MOST_OF_ONE);
    }

    #[test]
    fn the_message_is_the_one_of_the_protocol() {
        let game = game("a \"b\"", "anna", Phase::Open, 1);
        for (tag, games) in [(None, vec![]), (Some(7), vec![game.clone(), game])] {
            let list = List::of(&games.iter().collect::<Vec<_>>());
            let message = serde_json::to_value(ToClient::Lobby { games }.tagged(tag)).unwrap();
            let written: serde_json::Value = serde_json::from_str(&whole(tag, &list.text)).unwrap();
            assert_eq!(written, message);
        }
    }

    /// Long enough for the list to be made again, also on a busy machine.
    async fn pause() {
        tokio::time::sleep(PAUSE + Duration::from_millis(500)).await;
    }

    #[tokio::test]
    async fn changes_come_at_most_once_a_second() {
        let lobby = Lobby::default();
        let (text, mut changes) = lobby.follow(Some(1));
        assert_eq!(&*text, r#"{"type":"lobby","tag":1,"games":[]}"#);
        // The first one at once, ...
        lobby.update(&game("a", "anna", Phase::Open, 1));
        assert!(changes.try_recv().unwrap().contains("listed"));
        // ... the others together: one is gone before anybody heard of it.
        for i in 2..50 {
            lobby.update(&game("a", "anna", Phase::Open, i));
        }
        lobby.update(&game("b", "bob", Phase::Open, 3));
        lobby.update(&game("b", "bob", Phase::Closed, 4));
        assert!(changes.try_recv().is_err());
        pause().await;
        assert!(changes.try_recv().unwrap().contains(r#""updated":49"#));
        assert!(changes.try_recv().is_err());
        // Very many come as a whole list.
        pause().await;
        lobby.update(&game("c", "carl", Phase::Open, 5));
        for i in 0..100 {
            lobby.update(&game(&format!("d{i}"), &format!("host {i}"), Phase::Open, 6));
        }
        changes.try_recv().unwrap();
        pause().await;
        assert!(changes.try_recv().unwrap().starts_with(r#"{"type":"lobby","games":["#));
        assert!(changes.try_recv().is_err());
    }
}
