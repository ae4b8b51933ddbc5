//! __Title__.
//!
//! Two players place stones on a board of three by three cells in turn. Whoever has three in a row,
//! across, down or aslant, wins; a full board without such a row is a draw.
//!
//! Decisions where the sources are silent: none yet.

mod board;
mod eval;
mod notation;
mod position;
mod rules;
mod tactics;
mod view;

pub use position::__Type__;
pub use rules::__Type__Rules;
