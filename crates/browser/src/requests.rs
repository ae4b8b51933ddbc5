//! HTTP requests of the page: the route table of `agon-requests` over the browser's store.

use std::collections::HashMap;
use std::pin::pin;
use std::task::{self, Poll, Waker};

use agon_games::GAMES;
use agon_protocol::action::Command;
use agon_protocol::archive::{ArchivePage, ArchiveQuery};
use agon_protocol::error::{Code, Fault};
use agon_protocol::event::Recorded;
use agon_protocol::host::SiteDefaults;
use agon_protocol::lists::{KeyQuery, ListQuery};
use agon_protocol::people::{Introduction, Me};
use agon_protocol::puzzle::PuzzleAttempt;
use agon_protocol::reach::Reach;
use agon_protocol::report::GameReport;
use agon_protocol::setup::{Made, Setup};
use agon_protocol::state::{Snapshot, Summary};
use agon_protocol::study::KeptStudy;
use agon_protocol::units::{Millis, Version};
use agon_requests::{Allowance, Backend, Found, Input, Played, StoredStudy, find};
use agon_table::explorer::Way;
use agon_table::puzzles::Standing;
use agon_table::studies::{self, MOST, Written};
use agon_table::{Table, explorer, names};
use serde::Deserialize;

use crate::lists;
use crate::live::Live;
use crate::site::{Answer, Site, Stop};
use crate::wire::{EventRow, Need, PuzzleRow, StudyRow};

/// Returns the result of a future that never waits.
fn run_ready<T>(future: impl Future<Output = Answer<T>>) -> Answer<T> {
    match pin!(future).poll(&mut task::Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(Fault::new(Code::Busy, "the request waits for something").into()),
    }
}

impl Site {
    /// Returns status and body of the response.
    pub(crate) fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> Answer<(u16, String)> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        match find(&agon_requests::routes::<Site>(), method, path.trim_end_matches('/')) {
            Found::Route(route, parameter) => {
                let body = body.unwrap_or_default().as_bytes();
                let reply = run_ready(route.run(self, Input { parameter, query, body }))?;
                Ok((reply.status, reply.body))
            }
            Found::OtherMethod => {
                let message = "this address does not take this method";
                Err(Fault::new(Code::BadMethod, message).into())
            }
            Found::Nothing => only_on_a_server(method, path),
        }
    }

    /// Starts a game and returns its id.
    pub(crate) fn begin_game(&mut self, setup: Setup) -> Result<String, Fault> {
        let (id, secret) = self.new_id();
        let (table, happened) =
            Table::begin(id.clone(), secret, setup, self.now, self.downtimes.clone())?;
        self.store_game(table, happened);
        Ok(id)
    }

    fn store_game(&mut self, table: Table, happened: Vec<Recorded>) {
        let id = table.id.clone();
        let events: Vec<EventRow> =
            happened.into_iter().map(|recorded| EventRow { recorded, cause: None }).collect();
        self.live.insert(id.clone(), Live::new(table, events.clone(), self.now));
        self.file(&id, events);
    }

    fn store_study(&mut self, id: &str, study: Written, version: u32) -> KeptStudy {
        let Written { title, game, content } = study;
        let row = StudyRow { title, game, version, updated: self.now, content };
        let head = self.study_head(id, &row);
        self.keep_study(id, Some(row));
        head
    }

    fn study_head(&self, id: &str, row: &StudyRow) -> KeptStudy {
        KeptStudy {
            id: id.to_owned(),
            title: row.title.clone(),
            game: row.game.clone(),
            owner: self.me.as_ref().map(|me| me.name.clone()).unwrap_or_default(),
            mine: true,
            version: row.version,
            updated: row.updated.0,
            study: None,
        }
    }

    /// Stores a static file that a request needed.
    pub(crate) fn read(&mut self, path: &str, text: Option<&str>) {
        #[derive(Deserialize)]
        struct Known {
            id: String,
            rating: u32,
        }
        let text = text.unwrap_or_default();
        for game in GAMES.iter().filter(|game| exercises(game.id()) == path) {
            let known = text.lines().filter_map(|line| serde_json::from_str::<Known>(line).ok());
            let ratings: HashMap<String, u32> =
                known.map(|Known { id, rating }| (id, rating)).collect();
            self.exercises.insert(game.id().to_owned(), ratings);
        }
        for game in GAMES.iter().filter(|game| openings(game.id()) == path) {
            self.openings.insert(game.id().to_owned(), explorer::read(game.id(), text));
        }
    }
}

/// Answers requests for routes that only a server has.
fn only_on_a_server(method: &str, path: &str) -> Answer<(u16, String)> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let (code, message) = match parts[..] {
        // A browser has one session and no tokens.
        ["api", "sessions" | "tokens"] if method == "GET" => return Ok((200, "[]".into())),
        ["api", "games", _, "ratings"] => (Code::NotFound, "there are no ratings here"),
        [
            "api",
            "register" | "login" | "logout" | "password" | "devices" | "sessions" | "tokens"
            | "codes" | "host" | "leaders" | "people",
            ..,
        ]
        | ["api", "games", _, "code"]
        | ["api", "me", "data"] => (Code::NotAllowed, "this needs a server"),
        _ => (Code::NotFound, "there is nothing at this address"),
    };
    Err(Fault::new(code, message).into())
}

impl Backend for Site {
    type Error = Stop;

    fn me(&self) -> Result<Me, Fault> {
        self.me.clone().ok_or_else(Fault::no_identity)
    }

    fn now(&self) -> Millis {
        self.now
    }

    fn new_id(&mut self) -> (String, String) {
        Site::new_id(self)
    }

    fn random(&mut self) -> u64 {
        self.rng.next_u64()
    }

    async fn spend(&mut self, _: Allowance) -> Answer<()> {
        Ok(())
    }

    async fn run<T: Send + 'static>(
        &mut self,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Answer<T> {
        Ok(work()?)
    }

    fn has_tablebase(&self, _: &str, _: Option<&str>) -> bool {
        false
    }

    async fn defaults(&mut self) -> Answer<SiteDefaults> {
        // Ratings are for people who play each other.
        Ok(SiteDefaults { no_ratings: true, ..SiteDefaults::default() })
    }

    async fn reach(&mut self) -> Answer<Reach> {
        Ok(Reach::default())
    }

    async fn introduce(&mut self, introduction: Introduction) -> Answer<Me> {
        let name = introduction.name.as_deref().and_then(names::person);
        let picture = introduction.picture.map(names::picture).transpose()?;
        let me = match self.me.clone() {
            Some(me) => Me {
                name: name.unwrap_or_else(|| me.name.clone()),
                picture: picture.unwrap_or_else(|| me.picture.clone()),
                ..me
            },
            None => {
                let id = Site::new_id(self).0;
                let name = name.unwrap_or_else(|| names::of_guest(&id));
                let picture = picture.unwrap_or_else(|| id.clone());
                Me { id, name, picture, login: None }
            }
        };
        let is_same = |old: &Me| old.name == me.name && old.picture == me.picture;
        if !self.me.as_ref().is_some_and(is_same) {
            self.become_person(me.clone());
        }
        Ok(me)
    }

    async fn games(&mut self, query: ListQuery) -> Answer<Vec<Summary>> {
        let me = self.my_id().filter(|_| query.mine == Some(true));
        Ok(lists::find(self.rows.values(), &query, me.as_deref()))
    }

    async fn archive(&mut self, query: ArchiveQuery) -> Answer<ArchivePage> {
        let me = self.my_id().filter(|_| query.mine == Some(true));
        Ok(lists::archive(self.rows.values(), &query, me.as_deref())?)
    }

    async fn may_begin(&mut self) -> Answer<()> {
        Ok(())
    }

    async fn begin(&mut self, setup: Setup) -> Answer<Made> {
        if setup.rated {
            let message = "only people with a password have ratings";
            return Err(Fault::new(Code::RegisteredOnly, message).into());
        }
        let id = self.begin_game(setup)?;
        let key = self.rows.get(&id).map(|row| row.secret.clone()).unwrap_or_default();
        Ok(made(id, key))
    }

    async fn import(&mut self, table: Table, events: Vec<Recorded>) -> Answer<Made> {
        let made = made(table.id.clone(), table.secret.clone());
        self.store_game(table, events);
        Ok(made)
    }

    async fn snapshot(&mut self, id: String, KeyQuery { key }: KeyQuery) -> Answer<Snapshot> {
        let (me, now) = (self.my_id(), self.now);
        let live = Site::game(self, &id, key.as_deref())?;
        let presence = live.presence(me.as_deref(), now);
        Ok(live.table.snapshot(me.as_deref(), presence, now))
    }

    async fn game(&mut self, id: &str, KeyQuery { key }: KeyQuery) -> Answer<Played> {
        let now = self.now;
        let table = &mut Site::game(self, id, key.as_deref())?.table;
        Ok(Played {
            game: table.game.fork(),
            occupants: table.occupants.clone(),
            created: table.created,
            state: table.state(now),
        })
    }

    async fn act(
        &mut self,
        id: &str,
        KeyQuery { key }: KeyQuery,
        command: Command,
    ) -> Answer<Version> {
        Site::act(self, id, key.as_deref(), &command)
    }

    async fn hide(&mut self, id: &str) -> Answer<bool> {
        let me = self.known()?.id;
        let row = self.rows.get(id).filter(|row| lists::is_of(&row.summary, &me));
        let is_listed = row.is_some_and(|row| !row.hidden);
        if is_listed {
            Site::hide(self, id);
        }
        Ok(is_listed)
    }

    async fn report(&mut self, id: &str) -> Answer<Option<GameReport>> {
        Ok(self.stored_report(id))
    }

    async fn engine_games(&mut self, game: &'static str, key: i64) -> Answer<Vec<Way>> {
        let known =
            self.openings.get(game).ok_or_else(|| Stop::Needs(Need::File(openings(game))))?;
        Ok(known.get(&key).cloned().unwrap_or_default())
    }

    async fn site_games(&mut self, _: i64) -> Answer<(Vec<Way>, Vec<Summary>)> {
        Ok((Vec::new(), Vec::new()))
    }

    async fn puzzle_rating(&mut self, game: &'static str, puzzle: &str) -> Answer<Option<u32>> {
        let missing = || Stop::Needs(Need::File(exercises(game)));
        Ok(self.exercises.get(game).ok_or_else(missing)?.get(puzzle).copied())
    }

    async fn standing(&mut self, game: &'static str) -> Answer<(Standing, Vec<String>)> {
        let row = self.puzzles.get(game).cloned();
        Ok(row.map_or_else(|| (Standing::newcomer(), Vec::new()), |row| (row.standing, row.done)))
    }

    async fn store_attempt(
        &mut self,
        game: &'static str,
        attempt: &PuzzleAttempt,
        _: Standing,
        after: Standing,
    ) -> Answer<bool> {
        let mut done = self.puzzles.get(game).map(|row| row.done.clone()).unwrap_or_default();
        done.push(attempt.puzzle.clone());
        self.keep_puzzles(game, PuzzleRow { standing: after, done });
        Ok(true)
    }

    async fn studies(&mut self) -> Answer<Vec<KeptStudy>> {
        let heads = self.studies.iter().map(|(id, row)| self.study_head(id, row));
        let mut all: Vec<KeptStudy> = heads.collect();
        all.sort_by(|a, b| b.updated.cmp(&a.updated).then_with(|| a.id.cmp(&b.id)));
        Ok(all)
    }

    async fn study(&mut self, id: &str) -> Answer<Option<StoredStudy>> {
        let row = self.studies.get(id);
        Ok(row.map(|row| StoredStudy {
            head: self.study_head(id, row),
            content: row.content.clone(),
        }))
    }

    async fn add_study(&mut self, study: Written) -> Answer<KeptStudy> {
        if self.studies.len() >= MOST {
            return Err(studies::too_many().into());
        }
        let id = Site::new_id(self).0;
        Ok(self.store_study(&id, study, 1))
    }

    async fn replace_study(
        &mut self,
        id: String,
        version: u32,
        study: Written,
    ) -> Answer<KeptStudy> {
        if self.studies.get(&id).is_some_and(|row| row.version != version) {
            return Err(studies::overtaken().into());
        }
        Ok(self.store_study(&id, study, version + 1))
    }

    async fn remove_study(&mut self, id: String) -> Answer<()> {
        self.keep_study(&id, None);
        Ok(())
    }
}

fn openings(game: &str) -> String {
    format!("/openings/{game}.txt")
}

fn exercises(game: &str) -> String {
    format!("/exercises/{game}.jsonl")
}

fn made(id: String, key: String) -> Made {
    let link = format!("/game/{id}?key={key}");
    Made { id, key, link }
}
