//! Where people, games and events are kept: SQLite in one file, or PostgreSQL for many servers.
//!
//! [`Store::write`] returns after the change is safely stored. Both databases answer the same
//! questions with statements made for each (`sqlite`, `postgres`); the same tests run on both.
//! There is no game logic here: events and summaries are texts; what they say is written and read
//! in `convert.rs` alone.

mod allowance;
mod archive;
mod backup;
mod condition;
mod convert;
mod counts;
mod damaged;
mod error;
mod filter;
mod health;
mod host;
mod names;
mod outage;
mod postgres;
mod rows;
mod shape;
mod sqlite;
mod store;
#[doc(hidden)]
pub mod trial;
mod write;

pub use allowance::Bucket;
pub use archive::{
    ArchiveFilter, ArchivePage, Archived, ArchivedRow, ExploredRow, PlayedRow, RatingChangeRow,
    RatingRow,
};
pub use backup::BackupFile;
pub use condition::{Condition, GamePhase};
pub use convert::{column, millis, scopes, scopes_column};
pub use counts::{COMMIT_BOUNDS, Counts};
pub use damaged::DamagedRow;
pub use error::{OpenError, StoreError};
pub use filter::GameFilter;
pub use health::{Health, Soundness};
pub use host::{HostAct, PersonFilter, PersonSeen};
pub use rows::{
    EventRow, GameRow, PersonRow, SeatRow, SessionRow, StandingRow, StudyHead, StudyRow, TokenRow,
};
pub use shape::{DERIVED, SHAPES, Shape};
#[doc(hidden)]
pub use store::Faults;
pub use store::Store;
pub use write::Write;
