//! All games behind one face, for programs that learn only at run time which game is played.
//!
//! - [`GAMES`], [`find`]: the registry, one line a game;
//! - [`AnyGame`]: a game to choose; [`AnyMatch`]: a game being played;
//! - [`record`]: games as files;
//! - [`solved`]: games that can be solved;
//! - [`Mind`], [`Order`], [`Thought`]: a computer player.

mod computers;
mod erased;
mod mind;
mod perfect;
pub mod probe;
pub mod record;
mod registry;
pub mod solved;
mod think;
mod tuning;

pub use computers::Kind;
pub use erased::{AnyGame, AnyMatch, Entry, MoveError, Played};
pub use mind::{Mind, Order, Thought, ThoughtLine};
pub use registry::{GAMES, UnknownGame, find};
pub use tuning::TuningError;
