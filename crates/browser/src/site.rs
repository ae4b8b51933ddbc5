//! Site of one person and their games. Every input comes with the time; all effects are in the
//! output.

use std::collections::{BTreeMap, HashMap, HashSet};

use agon_core::Rng;
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::{Cause, Event};
use agon_protocol::message::{Tagged, ToClient};
use agon_protocol::people::{Me, Person};
use agon_protocol::state::Phase;
use agon_protocol::units::Millis;
use agon_table::explorer::Known;
use agon_table::{Downtimes, Table};

use crate::live::Live;
use crate::thoughts::Thoughts;
use crate::wire::{
    EventRow, HttpAnswer, Input, Kept, Need, Output, PuzzleRow, Row, StudyRow, Write,
};

/// Prefix of local game ids; ids of a server cannot have it, because their alphabet lacks `l`.
pub const PREFIX: &str = "local";
/// Letters and digits that are not easily confused.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Maximum number of idle games in memory.
const MOST_IDLE: usize = 8;
/// Delay before a failed write of an automatic action is retried.
const AGAIN: Millis = Millis(1_000);
/// Maximum number of stored intervals without an open window.
const MOST_DOWNTIMES: usize = 500;

/// Reason why a request or message was not carried out.
#[derive(Debug)]
pub enum Stop {
    /// Refusal.
    Refused(Box<Fault>),
    /// Data that must be loaded first.
    Needs(Need),
}

impl<F: Into<Fault>> From<F> for Stop {
    fn from(fault: F) -> Stop {
        Stop::Refused(Box::new(fault.into()))
    }
}

pub(crate) type Answer<T> = Result<T, Stop>;

/// Site of one person.
pub struct Site {
    pub(crate) me: Option<Me>,
    pub(crate) rows: BTreeMap<String, Row>,
    pub(crate) live: HashMap<String, Live>,
    pub(crate) puzzles: BTreeMap<String, PuzzleRow>,
    /// Puzzle ratings by game and puzzle id; empty for games without puzzles.
    pub(crate) exercises: HashMap<String, HashMap<String, u32>>,
    pub(crate) thoughts: Thoughts,
    /// Stored studies by id.
    pub(crate) studies: BTreeMap<String, StudyRow>,
    /// Bundled games by catalogue id, loaded on first use.
    pub(crate) openings: HashMap<String, Known>,
    pub(crate) rng: Rng,
    pub(crate) now: Millis,
    /// Whether a page is connected; `lobby`: whether it follows the list of games.
    pub(crate) connected: bool,
    pub(crate) lobby: bool,
    pub(crate) out: Output,
    pub(crate) downtimes: Downtimes,
    last_job: u32,
    /// Origin of the last input, which is notified if its writes fail.
    asked: Asked,
    /// State before the last input, for rollback.
    before: Before,
    /// Games watched by the page.
    pub(crate) watching: HashSet<String>,
    /// Earliest time of automatic actions, by game.
    resume_at: HashMap<String, Millis>,
}

/// State before an input, for rollback if its writes fail.
#[derive(Default)]
struct Before {
    rows: Vec<(String, Option<Row>)>,
    me: Option<Option<Me>>,
    puzzles: Option<(String, Option<PuzzleRow>)>,
    study: Option<(String, Option<StudyRow>)>,
}

/// Origin of an input.
#[derive(Clone, Copy, Default)]
enum Asked {
    #[default]
    Nobody,
    Request(u32),
    Message(Option<u32>),
}

impl Default for Site {
    fn default() -> Site {
        Site {
            me: None,
            rows: BTreeMap::new(),
            live: HashMap::new(),
            puzzles: BTreeMap::new(),
            exercises: HashMap::new(),
            thoughts: Thoughts::default(),
            studies: BTreeMap::new(),
            openings: HashMap::new(),
            rng: Rng::new(1),
            now: Millis::ZERO,
            connected: false,
            lobby: false,
            out: Output::default(),
            downtimes: Downtimes::default(),
            last_job: 0,
            asked: Asked::Nobody,
            before: Before::default(),
            watching: HashSet::new(),
            resume_at: HashMap::new(),
        }
    }
}

impl Site {
    /// Handles an input at this time and returns its effects. Time never decreases.
    pub fn hear(&mut self, now: Millis, input: Input) -> Output {
        self.now = self.now.max(now);
        self.out = Output::default();
        match input {
            Input::Refused { overtaken } => self.be_refused(overtaken),
            other => {
                self.asked = Asked::Nobody;
                self.before = Before::default();
                if let Err(Stop::Needs(need)) = self.handle(other) {
                    return Output { need: Some(need), ..Output::default() };
                }
            }
        }
        self.go_on();
        self.forget_idle();
        self.out.wake = self.wake_at();
        std::mem::take(&mut self.out)
    }

    fn handle(&mut self, input: Input) -> Answer<()> {
        match input {
            Input::Start { kept, seed } => self.start(*kept, &seed),
            Input::Request { number, method, path, body } => {
                self.asked = Asked::Request(number);
                let (status, body) = match self.request(&method, &path, body.as_deref()) {
                    Ok(answer) => answer,
                    Err(Stop::Refused(fault)) => {
                        (fault.code.status(), serde_json::to_string(&fault).unwrap_or_default())
                    }
                    Err(needs) => return Err(needs),
                };
                self.out.answers.push(HttpAnswer { number, status, body });
            }
            Input::Adopt { me } => {
                let same = |known: &Me| {
                    known.id == me.id && known.name == me.name && known.picture == me.picture
                };
                if !self.me.as_ref().is_some_and(same) {
                    self.become_person(me);
                }
            }
            Input::Open => {
                self.close();
                self.connected = true;
                let person = self.person();
                self.tell(None, &ToClient::Welcome { person, time: self.now });
            }
            Input::Close => self.close(),
            Input::Message { text } => {
                let (tag, refusal) = match self.message(&text) {
                    Ok(()) => return Ok(()),
                    Err((tag, id, Stop::Refused(fault))) => (tag, ToClient::refusal(*fault, id)),
                    Err((_, _, needs)) => return Err(needs),
                };
                self.tell(tag, &refusal);
            }
            Input::Progress { job, thought } => self.hear_progress(job, thought),
            Input::Thought { job, thought } => self.hear_thought(job, thought),
            Input::Loaded { id, events, row, report } => {
                self.load(&id, events, row.map(|row| *row), report);
            }
            Input::Studies { studies } => self.studies = studies,
            Input::Read { path, text } => self.read(&path, text.as_deref()),
            Input::Tick => {}
            Input::Refused { .. } => {}
        }
        Ok(())
    }

    /// Records the origin to notify if writes fail.
    pub(crate) fn asks(&mut self, tag: Option<u32>) {
        self.asked = Asked::Message(tag);
    }

    fn start(&mut self, kept: Kept, seed: &str) {
        self.rng = Rng::new(seed.parse().unwrap_or(self.now.0));
        self.me = kept.me;
        self.rows = kept.games.into_iter().map(|row| (row.summary.id.clone(), row)).collect();
        self.puzzles = kept.puzzles;
        self.studies = kept.studies;
        let mut times = kept.downtimes;
        if let Some(alive) = kept.alive.filter(|&alive| alive < self.now) {
            times.push((alive, self.now));
            times.drain(..times.len().saturating_sub(MOST_DOWNTIMES));
            self.out.writes.push(Write::Downtimes { times: times.clone() });
        }
        self.downtimes = Downtimes::new(times, self.now);
    }

    fn close(&mut self) {
        self.connected = false;
        self.lobby = false;
        self.stop_analysis();
        self.watching.clear();
        for live in self.live.values_mut() {
            live.watched = false;
        }
    }

    /// Replaces the identity, or its name and picture.
    pub(crate) fn become_person(&mut self, me: Me) {
        self.before.me = Some(self.me.replace(me.clone()));
        self.out.writes.push(Write::Me { me });
        let Some(person) = self.person() else { return };
        let mut messages = Vec::new();
        for live in self.live.values_mut() {
            if live.table.know(&person) && live.watched {
                let (id, seats) = (live.table.id.clone(), live.table.seat_states());
                messages.push(ToClient::Seats { id, seats });
            }
        }
        for row in self.rows.values_mut() {
            row.summary.know(&person);
        }
        if self.connected {
            messages.push(ToClient::You { person });
        }
        for message in &messages {
            self.tell(None, message);
        }
    }

    /// Stores a changed puzzle rating.
    pub(crate) fn keep_puzzles(&mut self, game: &str, row: PuzzleRow) {
        let before = self.puzzles.insert(game.to_owned(), row.clone());
        self.before.puzzles = Some((game.to_owned(), before));
        self.out.writes.push(Write::Puzzles { game: game.to_owned(), row });
    }

    /// Stores or deletes a study.
    pub(crate) fn keep_study(&mut self, id: &str, row: Option<StudyRow>) {
        let before = match row.clone() {
            Some(row) => self.studies.insert(id.to_owned(), row),
            None => self.studies.remove(id),
        };
        self.before.study = Some((id.to_owned(), before));
        self.out.writes.push(Write::Study { id: id.to_owned(), row });
    }

    /// Returns a new job number.
    pub(crate) fn next_job(&mut self) -> u32 {
        self.last_job += 1;
        self.last_job
    }

    pub(crate) fn letters(&mut self, count: usize) -> String {
        let letter = |_| char::from(LETTERS[self.rng.below(LETTERS.len())]);
        (0..count).map(letter).collect()
    }

    /// Returns the id and secret of a new game.
    pub(crate) fn new_id(&mut self) -> (String, String) {
        loop {
            let id = format!("{PREFIX}{}", self.letters(12));
            if !self.rows.contains_key(&id) {
                return (id, self.letters(16));
            }
        }
    }

    /// Sends a message to the page.
    pub(crate) fn tell(&mut self, tag: Option<u32>, message: &ToClient) {
        if let Ok(text) = serde_json::to_string(&Tagged { tag, message }) {
            self.out.messages.push(text);
        }
    }

    pub(crate) fn known(&self) -> Result<Person, Fault> {
        self.person().ok_or_else(Fault::no_identity)
    }

    pub(crate) fn person(&self) -> Option<Person> {
        let Me { id, name, picture, .. } = self.me.clone()?;
        Some(Person { id, name, picture })
    }

    pub(crate) fn my_id(&self) -> Option<String> {
        self.me.as_ref().map(|me| me.id.clone())
    }

    /// Returns a game that the caller may see.
    pub(crate) fn game(&mut self, id: &str, key: Option<&str>) -> Answer<&mut Live> {
        let me = self.my_id();
        let Some(row) = self.rows.get(id) else { return Err(Fault::not_found().into()) };
        let invited = key == Some(row.secret.as_str());
        let Some(live) = self.live.get_mut(id) else {
            return Err(Stop::Needs(Need::Game(id.to_owned())));
        };
        if live.table.may_see(me.as_deref(), invited) {
            return Ok(live);
        }
        let message = "this game is private; ask its players for the link";
        Err(Fault::new(Code::Private, message).into())
    }

    /// Loads a stored game into memory, or reloads it.
    fn load(
        &mut self,
        id: &str,
        events: Vec<EventRow>,
        row: Option<Row>,
        report: Option<agon_protocol::report::GameReport>,
    ) {
        if let Some(row) = row {
            self.rows.insert(id.to_owned(), row);
        }
        let (now, me) = (self.now, self.person());
        let Some(row) = self.rows.get(id) else { return };
        if let Some(live) = self.live.get_mut(id) {
            let mut messages = Vec::new();
            for event in events {
                if event.recorded.version != live.table.version.next() {
                    continue;
                }
                match live.table.follow(event.recorded.clone(), event.cause.clone(), now) {
                    Ok(message) => messages.push(message),
                    Err(_) => break,
                }
                live.events.push(event);
            }
            let watched = live.watched;
            for message in messages.iter().filter(|_| watched) {
                self.tell(None, message);
            }
            return;
        }
        let read = events.iter().map(|event| (event.recorded.clone(), event.cause.clone()));
        let table = Table::load(id.to_owned(), row.secret.clone(), read, self.downtimes.clone());
        // An unreadable game leaves the lists, and requests for it fail; its stored data is kept.
        let Ok(mut table) = table else {
            self.rows.remove(id);
            return;
        };
        if let Some(me) = &me {
            table.know(me);
        }
        let watched = self.watching.contains(id);
        let resume_at = self.resume_at.remove(id).unwrap_or_default();
        let mut live = Live::new(table, events, now);
        (live.report, live.watched, live.resume_at) = (report, watched, resume_at);
        self.live.insert(id.to_owned(), live);
        let ahead = self.live.get(id).and_then(|live| live.table.clocks.as_ref());
        if ahead.is_some_and(|clocks| clocks.is_ahead(now)) {
            // The turn started at a future time by the clock of then: restart it now.
            let _ = self.commit(id, vec![Event::Resumed], None);
        }
    }

    /// Applies events and their consequences, and queues writes and messages.
    pub(crate) fn commit(
        &mut self,
        id: &str,
        events: Vec<Event>,
        cause: Option<Cause>,
    ) -> Result<(), Fault> {
        let now = self.now;
        let Some(live) = self.live.get_mut(id) else { return Err(Fault::not_found()) };
        let (happened, messages) = match live.table.happen(events, now) {
            Ok(done) => done,
            Err(error) => {
                self.live.remove(id);
                return Err(error.into());
            }
        };
        let last = happened.len().saturating_sub(1);
        let rows: Vec<EventRow> = happened
            .into_iter()
            .enumerate()
            .map(|(i, recorded)| EventRow { recorded, cause: cause.clone().filter(|_| i == last) })
            .collect();
        if let Some(cause) = cause {
            live.table.remember(cause);
        }
        if rows.is_empty() {
            return Ok(());
        }
        live.events.extend(rows.iter().cloned());
        let watched = live.watched;
        for message in messages.iter().filter(|_| watched) {
            self.tell(None, message);
        }
        self.file(id, rows);
        Ok(())
    }

    /// Queues writes for events and the summary of a game, and notifies lists.
    pub(crate) fn file(&mut self, id: &str, events: Vec<EventRow>) {
        let Some(live) = self.live.get(id) else { return };
        let hidden = self.rows.get(id).is_some_and(|row| row.hidden);
        let row = live.row(hidden);
        let before = self.rows.insert(id.to_owned(), row.clone());
        self.before.rows.push((id.to_owned(), before));
        if self.lobby {
            let game = Box::new(row.summary.clone());
            self.tell(None, &ToClient::Listed { game });
        }
        self.out.writes.push(Write::Events { id: id.to_owned(), events, row: Box::new(row) });
    }

    /// Removes a game from the lists.
    pub(crate) fn hide(&mut self, id: &str) {
        let Some(row) = self.rows.get_mut(id) else { return };
        self.before.rows.push((id.to_owned(), Some(row.clone())));
        row.hidden = true;
        let row = Box::new(row.clone());
        self.out.writes.push(Write::Row { id: id.to_owned(), row });
    }

    /// Rolls back after a failed write; games are loaded again.
    fn be_refused(&mut self, overtaken: bool) {
        let Before { rows, me, puzzles, study } = std::mem::take(&mut self.before);
        if let Some(me) = me {
            self.me = me;
        }
        if let Some((game, before)) = puzzles {
            match before {
                Some(row) => self.puzzles.insert(game, row),
                None => self.puzzles.remove(&game),
            };
        }
        if let Some((id, before)) = study {
            match before {
                Some(row) => self.studies.insert(id, row),
                None => self.studies.remove(&id),
            };
        }
        for (id, before) in rows.into_iter().rev() {
            if let Some(live) = self.live.remove(&id) {
                let draw = live.considering.and_then(|considering| considering.job);
                self.out.stops.extend(live.thinking.map(|thinking| thinking.job).or(draw));
            }
            match before {
                Some(row) => {
                    self.rows.insert(id.clone(), row);
                    self.resume_at.insert(id.clone(), self.now + AGAIN);
                    if self.watching.contains(&id) && !self.out.reload.contains(&id) {
                        self.out.reload.push(id);
                    }
                }
                None => {
                    self.rows.remove(&id);
                }
            }
        }
        if overtaken {
            return;
        }
        let fault = Fault::new(Code::Storage, "the browser does not keep it; nothing was changed");
        match std::mem::take(&mut self.asked) {
            Asked::Nobody => self.tell(None, &ToClient::refusal(fault, None)),
            Asked::Request(number) => {
                let body = serde_json::to_string(&fault).unwrap_or_default();
                let status = fault.code.status();
                self.out.answers.push(HttpAnswer { number, status, body });
            }
            Asked::Message(tag) => self.tell(tag, &ToClient::refusal(fault, None)),
        }
    }

    fn forget_idle(&mut self) {
        let mut idle: Vec<(Millis, String)> = self
            .live
            .iter()
            .filter(|(id, live)| live.is_idle() && !self.thoughts.needs(id))
            .map(|(id, live)| (live.attended.max(live.table.updated), id.clone()))
            .collect();
        idle.sort();
        for (_, id) in idle.iter().take(idle.len().saturating_sub(MOST_IDLE)) {
            self.live.remove(id);
        }
    }

    fn wake_at(&self) -> Option<Millis> {
        self.live.values().filter_map(|live| live.wake_at(self.now)).min()
    }

    /// Returns the games for subscribers of the list.
    pub(crate) fn listed(&self) -> Vec<agon_protocol::state::Summary> {
        let mut games: Vec<_> = self
            .rows
            .values()
            .filter(|row| row.summary.listed && !row.hidden)
            .filter(|row| matches!(row.summary.phase, Phase::Open | Phase::Playing))
            .map(|row| row.summary.clone())
            .collect();
        games.sort_by_key(|game| {
            let lone = game.people().next().is_none();
            (game.phase != Phase::Open, lone, std::cmp::Reverse(game.updated))
        });
        games
    }
}
