//! The list of open and running games that everybody may see, live. It is made once for all who ask, and
//! at most once a second.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard};

use agon_protocol::message::ToClient;
use agon_protocol::people::Person;
use agon_protocol::setup::Occupant;
use agon_protocol::state::{Phase, SeatState, Summary};
use agon_protocol::units::Millis;
use tokio::sync::broadcast;
use tokio::time::{Duration, Instant, sleep_until};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::limits::Asker;
use crate::live::audience_text;
use crate::time::now;

/// Changes that a slow reader may be behind before it gets the whole list again.
const BACKLOG: usize = 256;
/// The most lobbies in the list.
const MOST_LOBBIES: usize = 150;
/// The most lobbies in the list that come from one address or, where that is not known, of one
/// person.
const MOST_OF_ONE: usize = 40;
/// The most running games in the list: each of them comes again with every move.
const MOST_RUNNING: usize = 12;
/// A running game in which nothing has happened for so long is not in the list until something
/// does: with people, and of computers alone, which go on only while somebody watches.
const QUIET: (Millis, Millis) = (Millis(600_000), Millis(120_000));
/// How often to look for running games in which nothing happens any more.
const ROUND: Duration = Duration::from_secs(20);
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
    /// Somebody will look for games in which nothing happens any more.
    on_round: bool,
}

/// The list as everybody sees it.
struct List {
    /// The games by id, as they are told.
    games: HashMap<String, String>,
    /// All of them in order.
    text: String,
    /// Are some of them being played?
    running: bool,
}

impl State {
    /// May the list be made again?
    fn is_due(&self) -> bool {
        self.made.is_none_or(|made| made.elapsed() >= PAUSE)
    }
}

impl Default for List {
    fn default() -> List {
        List { games: HashMap::new(), text: "[]".into(), running: false }
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
    pub(crate) fn update(&self, game: Summary) {
        let mut state = self.state();
        if matches!(game.phase, Phase::Open | Phase::Playing) {
            state.games.insert(game.id.clone(), game);
        } else if state.games.remove(&game.id).is_none() {
            return;
        }
        state.stale = true;
        self.refresh(&mut state);
    }

    /// A game is no more.
    pub(crate) fn remove(&self, id: &str) {
        let mut state = self.state();
        if state.games.remove(id).is_some() {
            state.stale = true;
            self.refresh(&mut state);
        }
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

    /// Brings the list up to these games, which are all there are: what is newer here stays.
    pub(crate) fn heal(&self, games: Vec<Summary>) {
        let mut state = self.state();
        let known: HashSet<&str> = games.iter().map(|game| game.id.as_str()).collect();
        let latest = games.iter().map(|game| game.updated).max().unwrap_or_default();
        let before = state.games.len();
        state.games.retain(|id, game| known.contains(id.as_str()) || game.updated > latest);
        let mut changed = state.games.len() < before;
        for game in games {
            let newer = |own: &Summary| own.updated >= game.updated;
            if !state.games.get(&game.id).is_some_and(newer) {
                state.games.insert(game.id.clone(), game);
                changed = true;
            }
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
        // What is in the list is no change for somebody who gets it now. Running games may have
        // become quiet while nobody looked.
        if (state.stale || state.list.running) && state.is_due() {
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
        let shown = |id: &str| state.list.games.contains_key(id);
        let list = List::of(&fair(&state.games, &state.origins, shown, now()));
        let old = std::mem::replace(&mut state.list, list);
        state.stale = false;
        state.made = Some(Instant::now());
        if state.list.running && self.0.changes.receiver_count() > 0 {
            self.go_round(state);
        }
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

    /// After a while the list is made again, as games become quiet without a word.
    fn go_round(&self, state: &mut State) {
        if state.on_round {
            return;
        }
        state.on_round = true;
        let lobby = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(ROUND).await;
            let mut state = lobby.state();
            state.on_round = false;
            state.stale = true;
            lobby.refresh(&mut state);
        });
    }
}

impl List {
    fn of(games: &[&Summary]) -> List {
        let running = games.iter().any(|game| game.phase == Phase::Playing);
        let write = |game: &&Summary| Some((game.id.clone(), serde_json::to_string(game).ok()?));
        let games: Vec<(String, String)> = games.iter().filter_map(write).collect();
        let texts: Vec<&str> = games.iter().map(|(_, text)| text.as_str()).collect();
        let text = format!("[{}]", texts.join(","));
        List { games: games.into_iter().collect(), text, running }
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

/// Does a person sit there?
fn has_people(game: &Summary) -> bool {
    let is_person =
        |seat: &SeatState| matches!(seat.occupant, Some(Occupant::Person { .. })) && !seat.out;
    game.seats.iter().any(is_person)
}

/// The games of the list: lobbies, the newest first; then running ones in which something happens,
/// the latest move first and those of computers alone last. Of both kinds the first of every origin
/// comes before the second of any. Running games that are shown already go on being shown: whoever
/// follows one on a small board is not to lose it to one that is a second newer.
fn fair<'a>(
    games: &'a HashMap<String, Summary>,
    origins: &'a HashMap<String, Asker>,
    shown: impl Fn(&str) -> bool,
    now: Millis,
) -> Vec<&'a Summary> {
    let origin = |game: &'a Summary| match &game.host {
        Some(host) => origins.get(host).map_or(Origin::Person(host), Origin::Address),
        None => Origin::Game(&game.id),
    };
    // How many of the same origin come before each game, in the order that is given.
    let ranked = |games: Vec<&'a Summary>| {
        let mut counts: HashMap<Origin<'_>, usize> = HashMap::new();
        let rank = |game| {
            let count = counts.entry(origin(game)).or_default();
            *count += 1;
            (*count, game)
        };
        games.into_iter().map(rank).collect::<Vec<(usize, &Summary)>>()
    };
    let of_phase = |phase| games.values().filter(move |game| game.phase == phase);
    let newest = |game: &&Summary| (Reverse(game.updated), game.id.clone());

    let mut open: Vec<&Summary> = of_phase(Phase::Open).collect();
    open.sort_by_cached_key(newest);
    let mut open = ranked(open);
    open.retain(|(rank, _)| *rank <= MOST_OF_ONE);
    // Stable: within a turn the newest stay first.
    open.sort_by_key(|(rank, _)| *rank);

    let is_fresh = |game: &&Summary| {
        let quiet = if has_people(game) { QUIET.0 } else { QUIET.1 };
        now.since(game.updated) < quiet
    };
    let mut running: Vec<&Summary> = of_phase(Phase::Playing).filter(is_fresh).collect();
    running.sort_by_cached_key(|game| (!shown(&game.id), newest(game)));
    let mut running = ranked(running);
    running.sort_by_cached_key(|(rank, game)| (!has_people(game), *rank, !shown(&game.id)));
    running.truncate(MOST_RUNNING);
    running.sort_by_cached_key(|(_, game)| (!has_people(game), newest(game)));

    open.truncate(MOST_LOBBIES);
    open.into_iter().chain(running).map(|(_, game)| game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_protocol::setup::Clock;

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
            rated: false,
            host: Some(host.into()),
            created: Millis(updated),
            updated: Millis(updated),
            scene: None,
        }
    }

    /// The list for somebody who has seen none before.
    fn list<'a>(
        games: &'a HashMap<String, Summary>,
        origins: &'a HashMap<String, Asker>,
    ) -> Vec<&'a Summary> {
        fair(games, origins, |_| false, Millis(5_000))
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
        assert_eq!(ids(&list(&games, &HashMap::new())), ["f3", "b1", "a1", "f2", "b2", "f1", "p1"]);
        // Two people of one address take turns together.
        let address = Asker::at([192, 0, 2, 1].into());
        let origins = [("flood".to_owned(), address.clone()), ("bob".to_owned(), address)].into();
        assert_eq!(ids(&list(&games, &origins)), ["f3", "a1", "f2", "f1", "b1", "b2", "p1"]);
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
        assert_eq!(list(&games, &origins).len(), MOST_OF_ONE + MOST_RUNNING);
        for i in 0..300 {
            let other = game(&format!("other {i}"), &format!("host {i}"), Phase::Open, i);
            games.insert(other.id.clone(), other);
        }
        let anna = game("of anna", "anna", Phase::Playing, 1);
        games.insert(anna.id.clone(), anna);
        let list = list(&games, &origins);
        assert!(list.iter().any(|game| game.id == "of anna"));
        let count = |found: &dyn Fn(&Summary) -> bool| list.iter().filter(|g| found(g)).count();
        assert_eq!(count(&|g| g.phase == Phase::Open), MOST_LOBBIES);
        assert_eq!(count(&|g| g.id.starts_with("other")), MOST_LOBBIES - 1);
        assert_eq!(count(&|g| g.phase == Phase::Playing), MOST_RUNNING);
    }

    #[test]
    fn running_games_come_by_their_last_move_and_go_when_nothing_happens() {
        let with = |id: &str, updated, occupant: Occupant| {
            let seat = SeatState {
                name: "white".into(),
                plural: false,
                tone: "white".into(),
                piece: "man".into(),
                degrees: 0,
                occupant: Some(occupant),
                out: false,
            };
            let seats = vec![seat];
            (id.to_owned(), Summary { seats, ..game(id, id, Phase::Playing, updated) })
        };
        let anna = || Occupant::Person { id: "anna".into(), name: "Anna".into(), picture: None };
        let computer = || Occupant::Computer { kind: "alpha-beta".into(), level: 3 };
        let minute = 60_000;
        let all: HashMap<String, Summary> = [
            with("early", 10 * minute, anna()),
            with("late", 12 * minute, anna()),
            with("computers", 13 * minute, computer()),
        ]
        .into();
        let origins = HashMap::new();
        let at = |minutes| ids(&fair(&all, &origins, |_| false, Millis(minutes * minute)));
        assert_eq!(at(13), ["late", "early", "computers"]);
        assert_eq!(at(16), ["late", "early"]);
        assert_eq!(at(21), ["late"]);
        assert_eq!(at(30), [""; 0]);
    }

    #[test]
    fn what_is_shown_stays() {
        let game = |i: u64| game(&format!("{i:02}"), &format!("host {i}"), Phase::Playing, i);
        let games: HashMap<String, Summary> =
            (0..30).map(game).map(|game| (game.id.clone(), game)).collect();
        let origins = HashMap::new();
        let first = ids(&list(&games, &origins));
        assert_eq!(first.first().map(String::as_str), Some("29"));
        let shown = |id: &str| id < "05";
        let then = ids(&fair(&games, &origins, shown, Millis(5_000)));
        assert_eq!(then.len(), MOST_RUNNING);
        assert!(["00", "04", "29"].iter().all(|id| then.iter().any(|there| there == id)));
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
        lobby.update(game("a", "anna", Phase::Open, 1));
        assert!(changes.try_recv().unwrap().contains("listed"));
        // ... the others together: one is gone before anybody heard of it.
        for i in 2..50 {
            lobby.update(game("a", "anna", Phase::Open, i));
        }
        lobby.update(game("b", "bob", Phase::Open, 3));
        lobby.update(game("b", "bob", Phase::Closed, 4));
        assert!(changes.try_recv().is_err());
        pause().await;
        assert!(changes.try_recv().unwrap().contains(r#""updated":49"#));
        assert!(changes.try_recv().is_err());
        // Very many come as a whole list.
        pause().await;
        lobby.update(game("c", "carl", Phase::Open, 5));
        for i in 0..100 {
            lobby.update(game(&format!("d{i}"), &format!("host {i}"), Phase::Open, 6));
        }
        changes.try_recv().unwrap();
        pause().await;
        assert!(changes.try_recv().unwrap().starts_with(r#"{"type":"lobby","games":["#));
        assert!(changes.try_recv().is_err());
    }
}
