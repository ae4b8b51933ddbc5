//! What the search needs from a game beyond its rules: move classification, evaluation, and
//! computer players.
//!
//! In reading order:
//!
//! - [`Tactics`]: the trait that a game implements;
//! - [`Evaluation`], [`Term`], [`Tunable`]: evaluations, their terms and their weights;
//! - [`Pair`]: packed midgame and endgame weights;
//! - [`Inputs`], [`Network`]: neural network inputs and inference;
//! - [`Margins`], [`Margin`]: search parameters, and their description for tuning;
//! - [`Computer`], [`Method`], [`Race`]: computer players, including models of beginners.

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
