//! A live game as a pure machine: [`Table::decide`] makes events of what people do, or refuses;
//! [`Table::apply`] makes the state of events. Nothing here waits, stores, sends, asks for the time or
//! throws dice: all of that is handed in.
//!
//! - [`table`]: a game as its events make it; `standing`: how it stands; `people`: who plays it;
//! - [`decide`] and `offers`: what an action means; [`changes`]: how often somebody may do it;
//! - `hints`: those that are counted;
//! - [`clock`] and [`downtimes`]: time; [`deadline`]: what happens by itself;
//! - [`views`]: what it looks like; [`reports`]: what is thought of it when it is over; [`opening`]: games and
//!   positions as they are asked for; [`studies`]: with side lines;
//!   [`editor`]: set up by somebody.

pub mod changes;
pub mod clock;
pub mod deadline;
pub mod decide;
pub mod downtimes;
pub mod editor;
mod hints;
#[cfg(test)]
mod manners;
mod offers;
pub mod opening;
mod people;
#[cfg(test)]
mod properties;
pub mod reports;
mod standing;
pub mod studies;
pub mod table;
pub mod views;

pub use clock::Clocks;
pub use deadline::{Deadline, Patience};
pub use decide::Decision;
pub use downtimes::Downtimes;
pub use table::{Inconsistent, Table};
