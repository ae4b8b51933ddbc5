//! What a search wants to know of a game beyond its rules: how to tell moves apart, which of
//! them are noisy, how good a position is, and which computer players there are.
//!
//! In reading order:
//!
//! - [`Tactics`]: what a game implements;
//! - [`Evaluation`], [`Term`], [`Tunable`]: how good a position is, why, and by which weights;
//! - [`Pair`]: two weights in one number, for the beginning and for the end of a game;
//! - [`Inputs`], [`Network`]: what a network is told of a position, and how it evaluates it;
//! - [`Margins`]: by which numbers a search cuts short, and [`Margin`] as something to tune;
//! - [`Computer`], [`Method`], [`Race`]: computer players as values, among them models of beginners.

mod computer;
mod evaluation;
mod inputs;
mod margins;
mod models;
mod network;
mod pair;
mod tactics;

pub use computer::{Computer, Considers, Method, Opening, Race, Racing, STRONGEST};
pub use evaluation::{Evaluation, Term, Tunable};
pub use inputs::{Anchor, Inputs, MAX_INPUTS, MAX_PLANES, Planes, Shape, Turning};
pub use margins::{Margin, Margins};
pub use network::{Accumulator, Network, NetworkError};
pub use pair::Pair;
pub use tactics::{LEVELS, Structures, Tactics, hash_of_set};
