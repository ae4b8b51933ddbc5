//! All games behind type-erased interfaces, for programs that select the game at run time.
//!
//! - [`GAMES`], [`find`]: the registry;
//! - [`AnyGame`]: a game in the registry; [`AnyMatch`]: a game being played;
//! - [`record`]: game files; [`canonical`]: position keys up to symmetry;
//! - [`report`]: analysis of a finished game;
//! - [`solved`]: solvable games and tablebases;
//! - [`Searcher`], [`Order`], [`Thought`]: running a computer player;
//! - [`signature`]: a fixed benchmark of the search.
//!
//! The feature `tuning` adds the tuning of evaluations.

pub mod canonical;
mod computers;
mod erased;
pub mod fuzzing;
mod perfect;
pub mod record;
mod registry;
pub mod report;
mod searcher;
pub mod signature;
pub mod solved;
mod think;
#[cfg(feature = "tuning")]
mod tuning;

pub use computers::Kind;
pub use erased::{AnyGame, AnyMatch, Entry, MoveError, Played};
pub use registry::{GAMES, UnknownGame, find};
pub use searcher::{Order, Searcher, Thought, ThoughtLine};
#[cfg(feature = "tuning")]
pub use tuning::{Layout, Player, Tuning, TuningError, Visits};
