//! One store, whichever database it is: a question that one of them answers the other must, too.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::outage::Outages;
use crate::postgres::Postgres;
use crate::shape::Shape;
use crate::sqlite::Sqlite;
use crate::{
    ArchiveFilter, ArchivePage, BackupFile, Bucket, Counts, DamagedRow, EventRow, ExploredRow,
    GameFilter, GameRow, Health, HostAct, OpenError, PersonFilter, PersonRow, PersonSeen,
    PlayedRow, RatingChangeRow, RatingRow, SessionRow, StandingRow, StoreError, StudyHead,
    StudyRow, TokenRow, Write,
};

type Result<T> = std::result::Result<T, StoreError>;

/// One database.
#[derive(Clone)]
pub struct Store {
    database: Database,
    outages: Outages,
    faults: Option<Faults>,
}

/// Decides by the name of an operation whether it fails: for tests.
#[doc(hidden)]
pub type Faults = Arc<dyn Fn(&'static str) -> Option<StoreError> + Send + Sync>;

#[derive(Clone)]
enum Database {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// Runs an operation of the database that is in use.
macro_rules! ask {
    ($store:expr, $method:ident($($argument:expr),*)) => {{
        let operation = async {
            match &$store.database {
                Database::Sqlite(sqlite) => sqlite.$method($($argument),*).await,
                Database::Postgres(postgres) => postgres.$method($($argument),*).await,
            }
        };
        $store.run(stringify!($method), operation).await
    }};
}

impl Store {
    fn new(database: Database) -> Store {
        Store { database, outages: Outages::default(), faults: None }
    }

    /// The same store, in which operations fail as `faults` says: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn with_faults(self, faults: Faults) -> Store {
        Store { faults: Some(faults), ..self }
    }

    /// Runs an operation and records whether the database works.
    async fn run<T>(
        &self,
        name: &'static str,
        operation: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let fault = self.faults.as_ref().and_then(|faults| faults(name));
        let result = match fault {
            Some(error) => Err(error),
            None => operation.await,
        };
        self.outages.record(&result);
        result
    }

    /// Opens the SQLite file, makes it if it is not there, and brings its tables up to date.
    /// Only one process at a time can have it open.
    pub async fn open(file: &Path) -> std::result::Result<Store, OpenError> {
        Ok(Store::new(Database::Sqlite(Sqlite::open(file).await?)))
    }

    /// Opens an existing SQLite file with current tables, also while a server has it open: for commands
    /// that change single values of a running site.
    pub async fn attach(file: &Path) -> std::result::Result<Store, OpenError> {
        Ok(Store::new(Database::Sqlite(Sqlite::attach(file).await?)))
    }

    /// Goes to a database of PostgreSQL, such as `postgres://agon@host/agon`, and brings its tables
    /// up to date. Any number of processes may use it.
    pub async fn connect(url: &str) -> std::result::Result<Store, OpenError> {
        Ok(Store::new(Database::Postgres(Postgres::connect(url).await?)))
    }

    /// May other servers write to it at the same time?
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.database, Database::Postgres(_))
    }

    /// Makes a change; returns after it is safely stored. Changes that many callers make at the
    /// same time share one commit where they can.
    pub async fn write(&self, write: Write) -> Result<()> {
        ask!(self, write(write))
    }

    /// How the database is doing.
    #[must_use]
    pub fn health(&self) -> Health {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.health(),
            Database::Postgres(postgres) => postgres.health(),
        }
    }

    /// Waits for pending changes and closes the database.
    pub async fn close(&self) {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.close().await,
            Database::Postgres(postgres) => postgres.close().await,
        }
    }

    /// How much it has done.
    #[must_use]
    pub fn counts(&self) -> Counts {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.counts(),
            Database::Postgres(postgres) => postgres.counts(),
        }
    }

    /// Runs code on the connection that writes to SQLite, between two commits: for tests that make
    /// it fail in ways that a disk can.
    #[doc(hidden)]
    pub async fn on_writer(&self, code: impl FnOnce(&mut rusqlite::Connection) + Send + 'static) {
        if let Database::Sqlite(sqlite) = &self.database {
            sqlite.on_writer(code).await;
        }
    }

    /// Runs statements: for tests.
    #[doc(hidden)]
    pub async fn run_sql(&self, sql: &str) -> Result<()> {
        ask!(self, run_sql(sql))
    }

    /// Games in a list.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>> {
        ask!(self, games(filter))
    }

    /// The person with this id.
    pub async fn person(&self, id: &str) -> Result<Option<PersonRow>> {
        ask!(self, person(id))
    }

    /// The person who signs in with this name.
    pub async fn person_by_login(&self, login: &str) -> Result<Option<PersonRow>> {
        ask!(self, person_by_login(login))
    }

    /// The person to whom the token with this hash belongs, and its scopes.
    pub async fn person_by_token(&self, hash: &str) -> Result<Option<(PersonRow, String)>> {
        ask!(self, person_by_token(hash))
    }

    /// The person who is signed in there.
    pub async fn person_by_session(&self, session: &str) -> Result<Option<PersonRow>> {
        ask!(self, person_by_session(session))
    }

    /// Which of these, ids of sessions and hashes of tokens, still let somebody in.
    pub async fn valid_credentials(&self, shown: &[String]) -> Result<Vec<String>> {
        ask!(self, valid_credentials(shown))
    }

    /// The person whose code for another device this is, if it is still valid then.
    pub async fn person_by_device_code(&self, hash: &str, at: i64) -> Result<Option<PersonRow>> {
        ask!(self, person_by_device_code(hash, at))
    }

    /// The people with these ids, each with whether a guest's name belongs to somebody else who has
    /// registered it.
    pub async fn people(&self, ids: &[String]) -> Result<Vec<(PersonRow, bool)>> {
        ask!(self, people(ids))
    }

    /// The games that a person made or plays in, the newest first.
    pub async fn games_of(&self, person: &str, limit: i64) -> Result<Vec<String>> {
        ask!(self, games_of(person, limit))
    }

    /// People in a list, for the host.
    pub async fn site_people(&self, filter: &PersonFilter) -> Result<Vec<PersonSeen>> {
        ask!(self, site_people(filter))
    }

    /// Was there a game with this id that the host has removed?
    pub async fn is_removed(&self, game: &str) -> Result<bool> {
        ask!(self, is_removed(game))
    }

    /// What the host has done, the latest first.
    pub async fn host_acts(&self, limit: i64) -> Result<Vec<HostAct>> {
        ask!(self, host_acts(limit))
    }

    /// The copy of this name, if there is one.
    #[must_use]
    pub fn backup_path(&self, name: &str) -> Option<PathBuf> {
        self.file().ok()?.backup_path(name)
    }

    /// The copies, the latest first.
    pub async fn backups(&self) -> Result<Vec<BackupFile>> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.backups().await,
            Database::Postgres(_) => Ok(Vec::new()),
        }
    }

    /// Copies the database into a file of this name, to which a suffix is added; what it is called.
    pub async fn back_up(&self, name: &str) -> Result<String> {
        self.file()?.back_up(name).await
    }

    /// Removes a copy; `false` if there is none of this name.
    pub async fn drop_backup(&self, name: &str) -> Result<bool> {
        self.file()?.drop_backup(name).await
    }

    /// What only a file can do.
    fn file(&self) -> Result<&Sqlite> {
        match &self.database {
            Database::Sqlite(sqlite) => Ok(sqlite),
            Database::Postgres(_) => {
                let reason = "PostgreSQL is copied with its own tools (pg_dump)";
                Err(StoreError::Failed(reason.into()))
            }
        }
    }

    /// Does another registered person have a name with this key?
    pub async fn name_key_taken(&self, name_key: &str, person: &str) -> Result<bool> {
        ask!(self, name_key_taken(name_key, person))
    }

    /// Registered people whose name has no key yet.
    pub async fn people_without_key(&self) -> Result<Vec<PersonRow>> {
        ask!(self, people_without_key())
    }

    /// Where a person is signed in, the latest use first.
    pub async fn sessions(&self, person: &str) -> Result<Vec<SessionRow>> {
        ask!(self, sessions(person))
    }

    /// The tokens of a person.
    pub async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>> {
        ask!(self, tokens(person))
    }

    /// How well a person solves the puzzles of a game.
    pub async fn puzzle_standing(&self, person: &str, game: &str) -> Result<Option<StandingRow>> {
        ask!(self, puzzle_standing(person, game))
    }

    /// The puzzles of a game that a person has tried.
    pub async fn puzzles_tried(&self, person: &str, game: &str) -> Result<Vec<String>> {
        ask!(self, puzzles_tried(person, game))
    }

    /// A study with its content.
    pub async fn study(&self, id: &str) -> Result<Option<StudyRow>> {
        ask!(self, study(id))
    }

    /// The studies of a person, the latest first.
    pub async fn studies_of(&self, person: &str) -> Result<Vec<StudyHead>> {
        ask!(self, studies_of(person))
    }

    /// Games that are over and are not filed yet, those that ended first before others; only those that
    /// ended by then.
    pub async fn unarchived(&self, until: i64, limit: i64) -> Result<Vec<String>> {
        ask!(self, unarchived(until, limit))
    }

    /// Games that have ended since then and are not filed yet, the latest first.
    pub async fn just_ended(&self, since: i64, limit: i64) -> Result<Vec<String>> {
        ask!(self, just_ended(since, limit))
    }

    /// Does this game wait to be filed?
    pub async fn is_unarchived(&self, id: &str) -> Result<bool> {
        ask!(self, is_unarchived(id))
    }

    /// Games whose stored data is invalid, those found last first.
    pub async fn damaged_games(&self, limit: i64) -> Result<Vec<DamagedRow>> {
        ask!(self, damaged_games(limit))
    }

    /// Games that are over, the latest first.
    pub async fn archive(&self, filter: &ArchiveFilter) -> Result<ArchivePage> {
        ask!(self, archive(filter))
    }

    /// What was played in a position, by its key.
    pub async fn explored(&self, position: i64) -> Result<Vec<ExploredRow>> {
        ask!(self, explored(position))
    }

    /// What a person played, the latest first.
    pub async fn played(&self, person: &str, limit: i64) -> Result<Vec<PlayedRow>> {
        ask!(self, played(person, limit))
    }

    /// How well a person plays a game at a pace.
    pub async fn rating(&self, person: &str, game: &str, pace: &str) -> Result<Option<RatingRow>> {
        ask!(self, rating(person, game, pace))
    }

    /// How well a person plays.
    pub async fn ratings_of(&self, person: &str) -> Result<Vec<RatingRow>> {
        ask!(self, ratings_of(person))
    }

    /// How a person's ratings changed, the latest first.
    pub async fn rating_changes(&self, person: &str, limit: i64) -> Result<Vec<RatingChangeRow>> {
        ask!(self, rating_changes(person, limit))
    }

    /// What a game has changed in ratings.
    pub async fn changed_by(&self, id: &str) -> Result<Vec<RatingChangeRow>> {
        ask!(self, changed_by(id))
    }

    /// The registered people with the best ratings, of those whose deviation is `surest` at most.
    pub async fn leaders(
        &self,
        game: &str,
        pace: &str,
        surest: i64,
        limit: i64,
        offset: i64,
    ) -> Result<Vec<(RatingRow, PersonRow)>> {
        ask!(self, leaders(game, pace, surest, limit, offset))
    }

    /// The row of a game.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>> {
        ask!(self, game(id))
    }

    /// What is thought of a game, as the server wrote it.
    pub async fn report(&self, game: &str) -> Result<Option<String>> {
        ask!(self, report(game))
    }

    /// What happened in a game after a version, in order.
    pub async fn events(&self, game: &str, after: i64) -> Result<Vec<EventRow>> {
        ask!(self, events(game, after))
    }

    /// Games in which the server has something to do by then, the earliest first.
    pub async fn due_games(&self, until: i64, limit: i64) -> Result<Vec<String>> {
        ask!(self, due_games(until, limit))
    }

    /// The same for a server that will see to them. Where others look as well they hear of these
    /// games again only after `lease`, if nobody has seen to them by then.
    pub async fn take_due(&self, until: i64, lease: i64, limit: i64) -> Result<Vec<String>> {
        let operation = async {
            match &self.database {
                Database::Sqlite(sqlite) => sqlite.due_games(until, limit).await,
                Database::Postgres(postgres) => postgres.take_due(until, lease, limit).await,
            }
        };
        self.run("take_due", operation).await
    }

    /// When the server has something to do next.
    pub async fn next_due(&self) -> Result<Option<i64>> {
        ask!(self, next_due())
    }

    /// Unfinished games in which nothing has happened since then.
    pub async fn idle_games(&self, before: i64, limit: i64) -> Result<Vec<String>> {
        ask!(self, idle_games(before, limit))
    }

    /// A single value.
    pub async fn fact(&self, name: &str) -> Result<Option<String>> {
        ask!(self, fact(name))
    }

    /// When no server was running, in order: from when until when.
    pub async fn downtimes(&self) -> Result<Vec<(i64, i64)>> {
        ask!(self, downtimes())
    }

    /// Notes that a server runs now, and tells when none did, in order: from when until when. Where
    /// none was noted for longer than `silence` none ran.
    pub async fn note_alive(&self, now: i64, silence: i64) -> Result<Vec<(i64, i64)>> {
        ask!(self, note_alive(now, silence))
    }

    /// Takes `count` out of a bucket that all servers share, or returns how long to wait until there
    /// are `retry` more than that. A count above the size of the bucket needs a full one. With one
    /// server, which keeps its buckets in memory, it always succeeds.
    pub async fn take_allowance(
        &self,
        name: &str,
        bucket: Bucket,
        count: u32,
        retry: u32,
    ) -> Result<Option<Duration>> {
        match &self.database {
            Database::Sqlite(_) => Ok(None),
            Database::Postgres(postgres) => {
                postgres.take_allowance(name, bucket, count, retry).await
            }
        }
    }

    /// Puts back what was taken for nothing.
    pub async fn give_allowance_back(&self, name: &str, bucket: Bucket, count: u32) -> Result<()> {
        match &self.database {
            Database::Sqlite(_) => Ok(()),
            Database::Postgres(postgres) => postgres.give_allowance_back(name, bucket, count).await,
        }
    }

    /// Forgets buckets that are full again.
    pub async fn forget_full_allowances(&self) -> Result<()> {
        match &self.database {
            Database::Sqlite(_) => Ok(()),
            Database::Postgres(postgres) => postgres.forget_full_allowances().await,
        }
    }

    /// The rows of a table after the one with this key, in order.
    pub async fn table_page(
        &self,
        shape: &'static Shape,
        after: Option<&[Value]>,
        limit: usize,
    ) -> Result<Vec<Vec<Value>>> {
        ask!(self, table_page(shape, after, limit))
    }

    /// Adds rows to a table, all of them or none; [`Shape::fits`] holds for each.
    pub async fn add_rows(&self, shape: &'static Shape, rows: Vec<Vec<Value>>) -> Result<()> {
        ask!(self, add_rows(shape, rows))
    }

    /// Makes what is made from other tables, after all rows were added.
    pub async fn index_all(&self) -> Result<()> {
        ask!(self, index_all())
    }

    /// The names of all tables: for tests.
    #[doc(hidden)]
    pub async fn table_names(&self) -> Result<Vec<String>> {
        ask!(self, table_names())
    }
}
