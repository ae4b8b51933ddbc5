//! People, games and events, stored in SQLite (one file, one server) or PostgreSQL (many servers).
//!
//! [`Store::write`] returns after the change is safely stored. There is no game logic here: events and
//! summaries are JSON texts, which `convert.rs` alone reads and writes.
//!
//! Each subject has a module (`people`, `sessions`, `games`, `archive`, ...) with its rows, changes and queries.
//! Changes run their statements on an `Executor`, which `sqlite` and `postgres` implement, and queries on a
//! `Query`. Only events, lists and the search in the archive have statements for each database.
//!
//! # Adding a table
//!
//! 1. `migrations/NNNN_name.sql`: the table, with keys as `TEXT COLLATE "C"` and numbers as `BIGINT`.
//! 2. `schema.rs`: the migration in both lists, the columns in `SHAPES` (or the name in `DERIVED`), and an
//!    entry in `OF_PEOPLE` or `OF_GAMES` if rows are deleted with an account or a game.
//! 3. A module with the row (`record!`), the changes, the queries, and their tests.
//! 4. `write.rs`: the changes as variants of `Write`.
//! 5. `lib.rs`: the module and its public types.

mod executor;
#[macro_use]
mod store;
mod allowance;
mod archive;
mod backup;
mod condition;
mod convert;
mod counts;
mod damaged;
mod error;
mod facts;
mod failure;
mod filter;
mod games;
mod health;
mod host;
mod moving;
mod names;
mod outage;
mod people;
mod postgres;
mod puzzles;
mod rows;
mod schema;
mod sessions;
mod sqlite;
mod studies;
#[doc(hidden)]
pub mod trial;
mod write;

pub use allowance::Bucket;
pub use archive::{
    ArchiveFilter, ArchivePage, Archived, ArchivedRow, ExploredRow, PlayedRow, RatingChangeRow,
    RatingRow,
};
pub use backup::BackupFile;
pub use condition::Condition;
pub use convert::{column, millis, result_of, scopes, scopes_column};
pub use counts::{COMMIT_BOUNDS, Counts};
pub use damaged::DamagedRow;
pub use error::{OpenError, StoreError};
pub use filter::GameFilter;
pub use games::{EventRow, GameRow, SeatRow};
pub use health::{Health, Soundness};
pub use host::{HostAct, PersonFilter, PersonSeen};
pub use people::PersonRow;
pub use puzzles::StandingRow;
pub use schema::{DERIVED, SHAPES, Shape};
pub use sessions::{SessionRow, TokenRow};
#[doc(hidden)]
pub use store::Faults;
pub use store::Store;
pub use studies::{StudyHead, StudyRow};
pub use write::Write;
