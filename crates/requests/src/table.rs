//! The route table.

use agon_protocol::action::{Command, Done};
use agon_protocol::archive::{ArchivePage, ArchiveQuery, Explored};
use agon_protocol::catalog::CatalogEntry;
use agon_protocol::editor::{PositionSetup, SetupRequest};
use agon_protocol::file::{GameFile, ReadText, TextFound};
use agon_protocol::host::SiteDefaults;
use agon_protocol::lists::{Hidden, KeyQuery, ListQuery};
use agon_protocol::people::{Introduction, Me, Scope};
use agon_protocol::position::{Frame, PositionReport, PositionRequest};
use agon_protocol::puzzle::{PuzzleAttempt, PuzzleStanding};
use agon_protocol::reach::Reach;
use agon_protocol::report::{GameReport, Moment};
use agon_protocol::setup::{Made, NewGame};
use agon_protocol::state::{Snapshot, Summary};
use agon_protocol::study::{KeptStudy, NewStudy, Study};
use utoipa::openapi::HttpMethod;

use crate::backend::Backend;
use crate::reply::Reply;
use crate::route::Route;
use crate::{explorer, files, games, positions, puzzles, studies};

/// Writes rows of the table: method, path, handler with what is read from the request, response, scope of a
/// token, group, operation id, and what the route does. The names of what is read are methods of `Input` and
/// of `Description`, the names of responses are functions of `Reply` and methods of `Description`.
macro_rules! routes {
    ($(
        $method:ident $path:literal $handler:path => ($($part:ident $(: $type:ty)?),*) -> $reply:ident $(: $out:ty)?,
        $scope:expr, $tag:literal $name:literal $summary:literal;
    )*) => {
        vec![$(Route {
            method: HttpMethod::$method,
            path: $path,
            scope: $scope,
            reads_body: [$(stringify!($part)),*].contains(&"body"),
            #[cfg(feature = "openapi")]
            describe: |description| {
                description.about($tag, $name, $summary);
                $(description.$part$(::<$type>)?();)*
                description.$reply$(::<$out>)?();
            },
            run: |site, _input| Box::pin(async move {
                let value = $handler(site $(, _input.$part$(::<$type>)?()?)*).await?;
                Ok(Reply::$reply$(::<$out>)?(value)?)
            }),
        }),*]
    };
}

/// Returns all routes.
#[must_use]
pub fn routes<B: Backend>() -> Vec<Route<B>> {
    use Scope::{Play, Read};
    routes! {
        Get "/api/catalog" games::catalog => () -> list: CatalogEntry, Some(Read),
            "games" "catalog" "The games that can be played, with their options and computers.";
        Get "/api/games" games::list => (query: ListQuery) -> list: Summary, Some(Read),
            "games" "list" "Games: lobbies, running ones, the archive.";
        Post "/api/games" games::create => (body: NewGame) -> created: Made, Some(Play),
            "games" "create" "Begins a game, or opens a lobby if seats are open.";
        Get "/api/games/{id}" B::snapshot => (id, query: KeyQuery) -> json: Snapshot, Some(Read),
            "games" "show" "Everything about a game.";
        Post "/api/games/{id}/actions" games::act => (id, query: KeyQuery, body: Command) -> json: Done, Some(Play),
            "games" "act" "Does something in a game: what is answered will not be lost.";
        Post "/api/games/{id}/hide" games::hide => (id) -> json: Hidden, Some(Play),
            "games" "hide" "Removes a game that I made or play in from my lists; the game itself does not change.";
        Get "/api/games/{id}/report" games::report => (id, query: KeyQuery) -> json: GameReport, Some(Read),
            "games" "report" "The judgement of every move of a game that is over, if it was asked for before: over the \
             WebSocket, with `report`.";
        Get "/api/games/{id}/moment" games::moment => (id, query: KeyQuery) -> json: Moment, Some(Read),
            "games" "moment" "The ply at which an analysis of the game begins.";
        Get "/api/games/{id}/file" files::export => (id, query: KeyQuery) -> file, Some(Read),
            "files" "export" "The game as a file: tags in brackets, then the moves.";
        Get "/api/games/{id}/replay" files::replay => (id, query: KeyQuery) -> encoded_list: Frame, Some(Read),
            "files" "replay" "Every position of a game from the first to the present one.";
        Post "/api/import" files::import_file => (body: GameFile) -> created: Made, Some(Play),
            "files" "import_file" "Adds the game of a file to my archive.";
        Post "/api/file" files::write_file => (body: PositionRequest) -> text, Some(Read),
            "files" "write_file" "A position with the moves that led to it, as a game file.";
        Post "/api/studies/file" files::write_study => (body: Study) -> text, Some(Read),
            "files" "write_study" "Writes a study as a file: the moves with side lines, comments and marks.";
        Post "/api/read" files::read_text => (body: ReadText) -> json: TextFound, Some(Read),
            "files" "read_text" "Returns what a pasted text is: a game file, a position, or moves and where they begin.";
        Post "/api/positions" positions::check => (body: PositionRequest) -> json: PositionReport, Some(Read),
            "positions" "check" "Checks a position and moves, and returns all that is needed to show it.";
        Post "/api/setup" positions::set_up => (body: SetupRequest) -> json: PositionSetup, Some(Read),
            "positions" "set_up" "A position that is being set up, and why it is not possible, if so.";
        Get "/api/studies" studies::list => () -> list: KeptStudy, Some(Read),
            "studies" "list" "My studies, the latest first.";
        Post "/api/studies" studies::keep => (body: NewStudy) -> created: KeptStudy, Some(Scope::Study),
            "studies" "keep" "Stores a study.";
        Get "/api/studies/{id}" studies::show => (id) -> json: KeptStudy, Some(Read),
            "studies" "show" "A study of anyone, by its id.";
        Put "/api/studies/{id}" studies::save => (id, body: NewStudy) -> json: KeptStudy, Some(Scope::Study),
            "studies" "save" "Replaces a study of mine.";
        Delete "/api/studies/{id}" studies::remove => (id) -> nothing, Some(Scope::Study),
            "studies" "remove" "Deletes a study of mine.";
        Get "/api/puzzles/{game}" puzzles::standing => (game) -> json: PuzzleStanding, Some(Read),
            "puzzles" "standing" "My standing in the puzzles of a game.";
        Post "/api/puzzles/{game}"
            puzzles::attempt => (game, body: PuzzleAttempt) -> json: PuzzleStanding, Some(Play),
            "puzzles" "attempt" "Reports an attempt at a puzzle and returns my standing. Only the first attempt counts.";
        Get "/api/archive" games::search => (query: ArchiveQuery) -> json: ArchivePage, Some(Read),
            "archive" "search" "Games that are over, by whatever was in them, the latest first.";
        Post "/api/explorer" explorer::explore => (body: PositionRequest) -> json: Explored, Some(Read),
            "archive" "explore" "What was played in a position, and how it ended.";
        Get "/api/reach" B::reach => () -> json: Reach, Some(Read),
            "invitations" "addresses" "Where others reach this site.";
        Get "/api/site" B::defaults => () -> json: SiteDefaults, Some(Read),
            "people" "show" "The defaults of this site, which a person can override.";
        Get "/api/me" games::me => () -> json: Me, Some(Read),
            "people" "me" "Who am I?";
        Post "/api/me" B::introduce => (body: Introduction) -> json: Me, None,
            "people" "introduce" "Says who I am: makes a guest of a stranger, and changes the name or picture of a known \
             person.";
    }
}
