//! All games behind one face, for programs that learn only at run time which game is played.
//!
//! - [`GAMES`], [`find`]: the registry, one line a game;
//! - [`AnyGame`]: a game to choose; [`AnyMatch`]: a game being played.

mod erased;
pub mod probe;
mod registry;

pub use erased::{AnyGame, AnyMatch, Entry, MoveError, Played};
pub use registry::{GAMES, UnknownGame, find};
