//! What handlers need from the site that runs them.

use std::future::Future;

use agon_games::AnyMatch;
use agon_protocol::action::Command;
use agon_protocol::archive::{ArchivePage, ArchiveQuery};
use agon_protocol::error::Fault;
use agon_protocol::event::Recorded;
use agon_protocol::host::SiteDefaults;
use agon_protocol::lists::{KeyQuery, ListQuery};
use agon_protocol::people::{Introduction, Me, Person};
use agon_protocol::puzzle::PuzzleAttempt;
use agon_protocol::reach::Reach;
use agon_protocol::report::GameReport;
use agon_protocol::setup::{Made, Occupant, Setup};
use agon_protocol::state::{GameState, Snapshot, Summary};
use agon_protocol::study::KeptStudy;
use agon_protocol::units::{Millis, Version};
use agon_table::Table;
use agon_table::explorer::Way;
use agon_table::puzzles::Standing;
use agon_table::studies::Written;

/// What a request takes from the caller's rate limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// One message.
    Message,
    /// One new game or study.
    NewGame,
    /// This many more new games, for a large file.
    MoreGames(usize),
}

/// Copy of a game.
pub struct Played {
    /// Moves so far.
    pub game: Box<dyn AnyMatch>,
    /// Occupants by seat.
    pub occupants: Vec<Option<Occupant>>,
    /// Creation time.
    pub created: Millis,
    /// Current state.
    pub state: GameState,
}

/// Study in the store.
pub struct StoredStudy {
    /// Everything but the content, which is `None`.
    pub head: KeptStudy,
    /// Game file with the content.
    pub content: String,
}

/// Result of a handler.
pub(crate) type Answer<T, B> = Result<T, <B as Backend>::Error>;

/// Declares [`Backend`]: its futures are `Send`.
macro_rules! backend {
    ($($(#[$doc:meta])* async fn $name:ident(&mut self $(, $arg:ident: $type:ty)*) -> $out:ty;)*) => {
        /// The site that runs a handler, together with the person who sent the request.
        ///
        /// On the server the methods wait for the store and for other tasks. In a browser they return at
        /// once; a method that needs data which is not loaded yet fails, and the request is run again with
        /// the data.
        pub trait Backend: Send {
            /// Error of the site.
            type Error: From<Fault> + Send;

            /// Returns the person who sent the request, or an error for a stranger.
            fn me(&self) -> Result<Me, Fault>;

            /// Returns the person as others see them, or an error for a stranger.
            fn known(&self) -> Result<Person, Fault> {
                self.me().map(|Me { id, name, picture, .. }| Person { id, name, picture })
            }

            /// Returns the time.
            fn now(&self) -> Millis;

            /// Returns an id and a secret for a new game.
            fn new_id(&mut self) -> (String, String);

            /// Returns a random number.
            fn random(&mut self) -> u64;

            /// Whether there are tablebases of a game, by these rules if given.
            fn has_tablebase(&self, game: &str, rules: Option<&str>) -> bool;

            /// Runs work whose duration grows with the request.
            fn run<T: Send + 'static>(
                &mut self,
                work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
            ) -> impl Future<Output = Answer<T, Self>> + Send;

            $($(#[$doc])* fn $name(&mut self $(, $arg: $type)*)
                -> impl Future<Output = Answer<$out, Self>> + Send;)*
        }
    };
}

backend! {
    /// Takes from the caller's rate limits.
    async fn spend(&mut self, allowance: Allowance) -> ();
    /// Returns the defaults that the host has chosen.
    async fn defaults(&mut self) -> SiteDefaults;
    /// Returns the addresses of the site.
    async fn reach(&mut self) -> Reach;
    /// Creates a guest for a stranger; changes name or picture of a known person.
    async fn introduce(&mut self, introduction: Introduction) -> Me;
    /// Returns a page of games; `query.limit` is set.
    async fn games(&mut self, query: ListQuery) -> Vec<Summary>;
    /// Returns a page of ended games; `query.limit` is set.
    async fn archive(&mut self, query: ArchiveQuery) -> ArchivePage;
    /// Takes a new game from the rate limits, and fails if the host does not let the person begin games.
    async fn may_begin(&mut self) -> ();
    /// Begins a game and stores it.
    async fn begin(&mut self, setup: Setup) -> Made;
    /// Stores an ended game with its events.
    async fn import(&mut self, table: Table, events: Vec<Recorded>) -> Made;
    /// Returns everything about a game.
    async fn snapshot(&mut self, id: String, query: KeyQuery) -> Snapshot;
    /// Returns a copy of a game.
    async fn game(&mut self, id: &str, query: KeyQuery) -> Played;
    /// Carries out a command and returns the version of its last event.
    async fn act(&mut self, id: &str, query: KeyQuery, command: Command) -> Version;
    /// Removes a game from the person's lists; `false` if it is on none.
    async fn hide(&mut self, id: &str) -> bool;
    /// Returns the stored report of a game, if it has the current format.
    async fn report(&mut self, id: &str) -> Option<GameReport>;
    /// Returns what the games that come with the program played in a position, by its key.
    async fn engine_games(&mut self, game: &'static str, key: i64) -> Vec<Way>;
    /// Returns what the games of the site played in a position, and the latest of these games.
    async fn site_games(&mut self, key: i64) -> (Vec<Way>, Vec<Summary>);
    /// Returns the rating of a puzzle.
    async fn puzzle_rating(&mut self, game: &'static str, puzzle: &str) -> Option<u32>;
    /// Returns the person's standing in the puzzles of a game, and the puzzles that they tried, in order.
    async fn standing(&mut self, game: &'static str) -> (Standing, Vec<String>);
    /// Stores a first attempt at a puzzle that changes the standing from `before` to `after`; `false` if
    /// another attempt of the person was stored meanwhile.
    async fn store_attempt(
        &mut self, game: &'static str, attempt: &PuzzleAttempt, before: Standing, after: Standing
    ) -> bool;
    /// Returns the person's studies without their content, the latest first.
    async fn studies(&mut self) -> Vec<KeptStudy>;
    /// Returns a study of anyone.
    async fn study(&mut self, id: &str) -> Option<StoredStudy>;
    /// Stores a new study of the person.
    async fn add_study(&mut self, study: Written) -> KeptStudy;
    /// Replaces this version of a study of the person; fails if it has another one.
    async fn replace_study(&mut self, id: String, version: u32, study: Written) -> KeptStudy;
    /// Deletes a study of the person.
    async fn remove_study(&mut self, id: String) -> ();
}
