//! A live game as a pure machine: [`Table::decide`] makes events of what people do, or refuses;
//! [`Table::apply`] makes the state of events. Nothing here waits, stores, sends, asks for the time or
//! throws dice: all of that is handed in.
//!
//! - [`table`]: a game as its events make it; `standing`: how it stands; `people`: who plays it;
//! - [`decide`] and `offers`: what an action means; [`changes`]: how often somebody may do it;
//! - `hints`: those that are counted;
//! - [`clock`] and [`downtimes`]: time; [`deadline`]: what happens by itself;
//! - [`views`]: what it looks like; [`telling`]: what those who look at it are told; [`replay`], [`files`]: step by
//!   step, and as a file; [`reports`]: what is thought of it when it is over;
//! - [`opening`], [`creation`]: positions and games as they are asked for; [`editor`]: set up by somebody;
//!   [`studies`]: with side lines; [`names`]: what people call themselves; [`catalog`]: which games there are;
//!   [`texts`]: what somebody has pasted;
//! - [`thinking`], [`draws`]: the computer's part; [`analysis`]: what it finds out for others; [`data`]: jobs for
//!   whoever thinks elsewhere;
//! - [`puzzles`], [`glicko`]: how well somebody solves them.

pub mod analysis;
pub mod catalog;
pub mod changes;
pub mod clock;
pub mod creation;
pub mod data;
pub mod deadline;
pub mod decide;
pub mod downtimes;
pub mod draws;
pub mod editor;
pub mod explorer;
pub mod files;
pub mod glicko;
mod hints;
#[cfg(test)]
mod manners;
pub mod names;
mod offers;
pub mod opening;
mod people;
#[cfg(test)]
mod properties;
pub mod puzzles;
pub mod replay;
pub mod reports;
mod standing;
pub mod studies;
pub mod table;
pub mod telling;
pub mod texts;
pub mod thinking;
pub mod views;

pub use clock::Clocks;
pub use deadline::{Deadline, Patience};
pub use decide::Decision;
pub use downtimes::Downtimes;
pub use table::{Inconsistent, Table};
