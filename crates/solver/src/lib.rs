//! Retrograde analysis of games with indexed positions ([`agon_core::Indexed`]), and tablebases.
//! Names no game.
//!
//! In reading order:
//!
//! - [`Value`], [`Wdl`], [`Kept`], [`Tally`]: results;
//! - [`solve()`], [`finished`], [`memory`], [`Means`], [`Progress`]: solving one unit after another;
//! - [`to_do`], [`tidy`], [`bytes`]: remaining work, cleanup, disk usage;
//! - [`verify()`]: consistency checks of solved units;
//! - [`SpaceFile`], [`FileError`], [`Problem`]: table files;
//! - [`Tablebase`]: position lookup.

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
