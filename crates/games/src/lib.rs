//! All games behind one face, for programs that learn only at run time which game is played.
//!
//! - [`GAMES`], [`find`]: the registry, one line a game;
//! - [`AnyGame`]: a game to choose; [`AnyMatch`]: a game being played;
//! - [`record`]: games as files; [`canonical`]: positions that are the same on a turned or mirrored board;
//! - [`report`]: what a game that was played looks like to a strong player;
//! - [`solved`]: games that can be solved, a facet of their entries;
//! - [`Searcher`], [`Order`], [`Thought`]: a computer player at work;
//! - [`signature`]: fixed positions, to see whether it searches as before, and how fast.
//!
//! With the feature `tuning` every game can also have its evaluation tuned.

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
