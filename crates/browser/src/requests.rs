//! What a page asks as it would over HTTP.

use std::collections::HashMap;

use agon_games::GAMES;
use agon_protocol::action::{Command, Done};
use agon_protocol::archive::{ArchiveQuery, Explored};
use agon_protocol::catalog::CatalogEntry;
use agon_protocol::error::{Code, Fault};
use agon_protocol::file::{GameFile, ReadText};
use agon_protocol::host::SiteDefaults;
use agon_protocol::lists::{Hidden, KeyQuery, ListQuery};
use agon_protocol::people::{Introduction, Me};
use agon_protocol::position::PositionRequest;
use agon_protocol::puzzle::PuzzleAttempt;
use agon_protocol::reach::Reach;
use agon_protocol::setup::{Made, NewGame, Occupant, Setup};
use agon_table::creation::{import, prepare};
use agon_table::explorer::{PLIES, Place};
use agon_table::opening::{find, look, open};
use agon_table::puzzles::Standing;
use agon_table::thinking::check_kind;
use agon_table::{Table, catalog, editor, explorer, files, names, replay, reports, studies, texts};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::lists;
use crate::live::Live;
use crate::site::{Answer, Site, Stop};
use crate::wire::{EventRow, Need, PuzzleRow};

/// The largest body of a request.
const LARGEST: usize = 256 << 10;

/// A status and a body.
type Said = (u16, String);

fn json<T: Serialize>(status: u16, value: &T) -> Answer<Said> {
    let failed = |_| Fault::new(Code::Busy, "the answer cannot be written");
    Ok((status, serde_json::to_string(value).map_err(failed)?))
}

fn query<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    serde_urlencoded::from_str(text).map_err(|error| {
        let message = format!("Failed to deserialize query string: {error}");
        Fault::new(Code::BadRequest, message)
    })
}

fn body<T: DeserializeOwned>(text: Option<&str>) -> Result<T, Fault> {
    let text = text.unwrap_or_default();
    if text.len() > LARGEST {
        return Err(Fault::new(Code::TooLarge, "length limit exceeded"));
    }
    serde_json::from_str(text).map_err(|error| {
        let message = format!("Failed to deserialize the JSON body into the target type: {error}");
        Fault::new(Code::BadRequest, message)
    })
}

/// An id in the address.
fn checked(id: &str) -> Result<&str, Fault> {
    if id.len() <= 32 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Ok(id);
    }
    Err(Fault::new(Code::NotFound, "there is nothing with this id"))
}

impl Site {
    pub(crate) fn request(&mut self, method: &str, path: &str, text: Option<&str>) -> Answer<Said> {
        let (path, search) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (method, &parts[..]) {
            ("GET", ["api", "catalog"]) => json(200, &self::catalogue()),
            ("GET", ["api", "site"]) => {
                // Ratings are for people who play each other.
                json(200, &SiteDefaults { no_ratings: true, ..SiteDefaults::default() })
            }
            ("GET", ["api", "archive"]) => {
                let query: ArchiveQuery = query(search)?;
                let me = if query.mine == Some(true) { Some(self.known()?.id) } else { None };
                json(200, &lists::archive(self.rows.values(), &query, me.as_deref())?)
            }
            ("GET", ["api", "reach"]) => json(200, &Reach::default()),
            ("GET", ["api", "me"]) => {
                let me = self.me.as_ref().ok_or_else(Fault::no_identity)?;
                json(200, me)
            }
            ("POST", ["api", "me"]) => {
                self.introduce(body(text)?)?;
                json(200, &self.me)
            }
            ("GET", ["api", "games"]) => {
                let query: ListQuery = query(search)?;
                lists::check(&query)?;
                let me = if query.mine == Some(true) { Some(self.known()?.id) } else { None };
                json(200, &lists::find(self.rows.values(), &query, me.as_deref()))
            }
            ("POST", ["api", "games"]) => {
                let made = self.create(body(text)?)?;
                json(201, &made)
            }
            ("GET", ["api", "games", id]) => {
                let KeyQuery { key } = query(search)?;
                let (me, now) = (self.my_id(), self.now);
                let live = self.game(checked(id)?, key.as_deref())?;
                let presence = live.presence(me.as_deref(), now);
                json(200, &live.table.snapshot(me.as_deref(), presence, now))
            }
            ("POST", ["api", "games", id, "actions"]) => {
                self.known()?;
                let KeyQuery { key } = query(search)?;
                let command: Command = body(text)?;
                let version = self.act(checked(id)?, key.as_deref(), &command)?;
                json(200, &Done { version })
            }
            ("POST", ["api", "games", id, "hide"]) => {
                let me = self.known()?.id;
                let id = checked(id)?.to_owned();
                let row = self.rows.get(&id).filter(|row| lists::is_of(&row.summary, &me));
                if row.is_none_or(|row| row.hidden) {
                    let message = "there is no such game on your list";
                    return Err(Fault::new(Code::NotFound, message).into());
                }
                self.hide(&id);
                json(200, &Hidden { id })
            }
            ("GET", ["api", "games", id, "file"]) => {
                let KeyQuery { key } = query(search)?;
                let now = self.now;
                let Table { game, occupants, created, setup, .. } =
                    &self.game(checked(id)?, key.as_deref())?.table;
                let kind = find(&setup.game)?;
                let (game, occupants, created) = (game.fork(), occupants.clone(), *created);
                let state = self.game(id, key.as_deref())?.table.state(now);
                let outcome = state.outcome.as_ref();
                Ok((200, files::record(kind, game, &occupants, outcome, created).to_string()))
            }
            ("GET", ["api", "games", id, "replay"]) => {
                let KeyQuery { key } = query(search)?;
                let table = &self.game(checked(id)?, key.as_deref())?.table;
                json(200, &replay::frames(table.game.fork(), table.ply()))
            }
            ("GET", ["api", "games", id, "report"]) => {
                let KeyQuery { key } = query(search)?;
                let report = self.kept_report(checked(id)?, key.as_deref())?;
                json(200, &report)
            }
            ("GET", ["api", "games", id, "moment"]) => {
                let KeyQuery { key } = query(search)?;
                let now = self.now;
                let state = self.game(checked(id)?, key.as_deref())?.table.state(now);
                let report = self.kept_report(id, key.as_deref()).ok();
                json(200, &reports::moment(&state, report.as_ref()))
            }
            ("POST", ["api", "import"]) => {
                let made = self.import(&body(text)?)?;
                json(201, &made)
            }
            ("POST", ["api", "file"]) => Ok((200, files::write(&body::<PositionRequest>(text)?)?)),
            ("POST", ["api", "read"]) => {
                let ReadText { text, board, pick } = body(text)?;
                json(200, &texts::read(&text, &board, pick)?)
            }
            ("POST", ["api", "studies", "file"]) => {
                Ok((200, studies::read(&body(text)?)?.to_string()))
            }
            ("GET", ["api", "studies"]) => json(200, &self.my_studies()?),
            ("POST", ["api", "studies"]) => {
                let study = self.new_study(&body(text)?)?;
                json(201, &study)
            }
            ("GET", ["api", "studies", id]) => json(200, &self.study(checked(id)?)?),
            ("PUT", ["api", "studies", id]) => {
                let study = self.save_study(checked(id)?, &body(text)?)?;
                json(200, &study)
            }
            ("DELETE", ["api", "studies", id]) => {
                self.remove_study(checked(id)?)?;
                Ok((204, String::new()))
            }
            ("POST", ["api", "explorer"]) => {
                let explored = self.explore(&body(text)?)?;
                json(200, &explored)
            }
            ("POST", ["api", "positions"]) => json(200, &look(&body(text)?)?),
            ("POST", ["api", "setup"]) => json(200, &editor::set_up(&body(text)?)?),
            ("GET", ["api", "puzzles", game]) => {
                let game = agon_games::find(game).map_err(|_| Fault::not_found())?.id();
                self.known()?;
                let row = self.puzzles_of(game);
                json(200, &row.standing.told(row.done))
            }
            ("POST", ["api", "puzzles", game]) => {
                let game = agon_games::find(game).map_err(|_| Fault::not_found())?.id();
                self.known()?;
                let attempt = body(text)?;
                let row = self.attempt(game, attempt)?;
                json(200, &row.standing.told(row.done))
            }
            ("GET", ["api", "games", id, "ratings"]) => {
                checked(id)?;
                Err(Fault::new(Code::NotFound, "there are no ratings here").into())
            }
            // One browser, one person: there are no others to tell apart.
            ("GET", ["api", "sessions" | "tokens"]) => Ok((200, "[]".into())),
            (
                _,
                [
                    "api",
                    "register" | "login" | "logout" | "password" | "devices" | "sessions"
                    | "tokens",
                    ..,
                ],
            )
            | (_, ["api", "games", _, "code"])
            | (_, ["api", "codes" | "host" | "leaders" | "people", ..])
            | (_, ["api", "me", "data"]) => {
                Err(Fault::new(Code::NotAllowed, "this needs a server").into())
            }
            (
                _,
                [
                    "api",
                    "catalog" | "site" | "reach" | "me" | "games" | "import" | "file" | "read"
                    | "positions" | "setup" | "explorer" | "studies",
                ],
            )
            | (_, ["api", "studies", _])
            | (_, ["api", "puzzles", _])
            | (_, ["api", "games", _])
            | (
                _,
                ["api", "games", _, "actions" | "hide" | "file" | "replay" | "report" | "moment"],
            ) => {
                let message = "this address does not take this method";
                Err(Fault::new(Code::BadMethod, message).into())
            }
            _ => Err(Fault::new(Code::NotFound, "there is nothing at this address").into()),
        }
    }

    /// Says who I am: makes a guest of a newcomer, and gives whoever is known another name or picture.
    fn introduce(&mut self, introduction: Introduction) -> Answer<()> {
        let name = introduction.name.as_deref().and_then(names::person);
        let picture = introduction.picture.map(names::picture).transpose()?;
        let me = match self.me.clone() {
            Some(me) => {
                let name = name.unwrap_or_else(|| me.name.clone());
                let picture = picture.unwrap_or_else(|| me.picture.clone());
                if name == me.name && picture == me.picture {
                    return Ok(());
                }
                Me { name, picture, ..me }
            }
            None => {
                let id = self.new_id().0;
                let name = name.unwrap_or_else(|| names::of_guest(&id));
                let picture = picture.unwrap_or_else(|| id.clone());
                Me { id, name, picture, login: None }
            }
        };
        self.become_person(me);
        Ok(())
    }

    fn create(&mut self, new_game: NewGame) -> Answer<Made> {
        let person = self.known()?;
        let rng = &mut self.rng;
        let setup = prepare(new_game, &person, &mut || rng.next_u64())?;
        if setup.rated {
            let message = "only people with a password have ratings";
            return Err(Fault::new(Code::RegisteredOnly, message).into());
        }
        for occupant in setup.seats.iter().flatten() {
            if let Occupant::Computer { kind, .. } = occupant {
                check_kind(kind, || false)?;
            }
        }
        let id = self.begin(setup)?;
        let key = self.rows.get(&id).map(|row| row.secret.clone()).unwrap_or_default();
        Ok(made(id, key))
    }

    /// A new game, to be kept; its id.
    pub(crate) fn begin(&mut self, setup: Setup) -> Result<String, Fault> {
        let (id, secret) = self.new_id();
        let (table, happened) =
            Table::begin(id.clone(), secret, setup, self.now, self.downtimes.clone())?;
        let events: Vec<EventRow> =
            happened.into_iter().map(|recorded| EventRow { recorded, cause: None }).collect();
        self.live.insert(id.clone(), Live::new(table, events.clone(), self.now));
        self.file(&id, events);
        Ok(id)
    }

    fn import(&mut self, file: &GameFile) -> Answer<Made> {
        let person = self.known()?;
        let record = files::chosen(file)?;
        let ids = self.new_id();
        let (table, happened) = import(&record, &person, ids, self.now)?;
        let (id, secret) = (table.id.clone(), table.secret.clone());
        let events: Vec<EventRow> =
            happened.into_iter().map(|recorded| EventRow { recorded, cause: None }).collect();
        self.live.insert(id.clone(), Live::new(table, events.clone(), self.now));
        self.file(&id, events);
        Ok(made(id, secret))
    }

    /// What was played in a position in the games that come with the program.
    fn explore(&mut self, request: &PositionRequest) -> Answer<Explored> {
        let game = open(request)?;
        let Some(known) = self.openings.get(game.id()) else {
            return Err(Stop::Needs(Need::File(openings(game.id()))));
        };
        let place = Place::of(game);
        let engine = known.get(&place.key).map_or(&[][..], Vec::as_slice);
        Ok(Explored { moves: place.moves(&[], engine), games: Vec::new(), plies: PLIES as u32 })
    }

    fn puzzles_of(&self, game: &str) -> PuzzleRow {
        let newcomer = || PuzzleRow { standing: Standing::newcomer(), done: Vec::new() };
        self.puzzles.get(game).cloned().unwrap_or_else(newcomer)
    }

    /// I have tried a puzzle; the first time counts.
    fn attempt(&mut self, game: &str, attempt: PuzzleAttempt) -> Answer<PuzzleRow> {
        let Some(ratings) = self.exercises.get(game) else {
            return Err(Stop::Needs(Need::File(exercises(game))));
        };
        let missing = || Fault::new(Code::NotFound, "there is no such puzzle");
        let rating = *ratings.get(&attempt.puzzle).ok_or_else(missing)?;
        let mut row = self.puzzles_of(game);
        if !row.done.contains(&attempt.puzzle) {
            row.standing = row.standing.after(rating.into(), attempt.solved);
            row.done.push(attempt.puzzle);
            self.keep_puzzles(game, row.clone());
        }
        Ok(row)
    }

    /// A file that was needed.
    pub(crate) fn read(&mut self, path: &str, text: Option<&str>) {
        #[derive(Deserialize)]
        struct Known {
            id: String,
            rating: u32,
        }
        for game in GAMES.iter().filter(|game| exercises(game.id()) == path) {
            let lines = text.unwrap_or_default().lines();
            let known = lines.filter_map(|line| serde_json::from_str::<Known>(line).ok());
            let ratings: HashMap<String, u32> =
                known.map(|Known { id, rating }| (id, rating)).collect();
            self.exercises.insert(game.id().to_owned(), ratings);
        }
        for game in GAMES.iter().filter(|game| openings(game.id()) == path) {
            let known = explorer::read(game.id(), text.unwrap_or_default());
            self.openings.insert(game.id().to_owned(), known);
        }
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

fn catalogue() -> Vec<CatalogEntry> {
    GAMES.iter().map(|&game| catalog::entry(game, false)).collect()
}
