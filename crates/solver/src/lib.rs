//! Retrograde analysis: the value of every position of a game whose positions can be numbered
//! ([`agon_core::Indexed`]).
//! No game is named here.
//!
//! In reading order:
//!
//! - [`Value`], [`Wdl`], [`Kept`], [`Tally`]: what is found out;
//! - [`solve()`], [`finished`], [`memory`], [`Means`], [`Progress`]: solving unit after unit;
//! - [`to_do`], [`tidy`], [`bytes`]: what is left, what is no longer needed, and how large it is;
//! - [`verify()`]: checking that every value follows from others;
//! - [`SpaceFile`], [`FileError`], [`Problem`]: a finished space on disk;
//! - [`Tablebase`]: questions to the finished ones.

mod cells;
mod compression;
mod file;
mod packed;
mod plan;
mod solve;
mod sweep;
mod tablebase;
mod value;
mod verify;
mod work;

pub use file::{FileError, Problem, SpaceFile};
pub use plan::{bytes, tidy, to_do};
pub use solve::{Means, SolveError, finished, memory, solve};
pub use tablebase::Tablebase;
pub use value::{Kept, Tally, Value, Wdl};
pub use verify::{VerifyError, verify};
pub use work::{Progress, Stopped};
