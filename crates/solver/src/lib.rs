//! Retrograde analysis: the value of every position of a game whose positions can be numbered.
//! No game is named here.
//!
//! In reading order:
//!
//! - [`Indexed`], [`Space`], [`Exit`]: what a game must tell to be solved;
//! - [`Value`], [`Outcome`], [`Kept`], [`Tally`]: what is found out;
//! - [`solve()`], [`finished`], [`memory`], [`Means`], [`Progress`]: solving unit after unit;
//! - [`to_do`], [`tidy`], [`bytes`]: what is left, what is no longer needed, and how large it is;
//! - [`verify()`]: checking that every value follows from others;
//! - [`Table`], [`FileError`], [`Problem`]: a finished space on disk;
//! - [`Database`]: questions to the finished ones.

mod cells;
mod database;
mod file;
mod indexed;
mod outcomes;
mod plan;
mod solve;
mod sweep;
mod value;
mod verify;
mod work;

pub use database::Database;
pub use file::{FileError, Problem, Table};
pub use indexed::{Exit, Indexed, MOST_MOVES, Space};
pub use plan::{bytes, tidy, to_do};
pub use solve::{Means, SolveError, finished, memory, solve};
pub use value::{Kept, Outcome, Tally, Value};
pub use verify::{VerifyError, verify};
pub use work::{Progress, Stopped};
