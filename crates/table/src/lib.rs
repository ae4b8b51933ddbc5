//! Live games as a pure state machine: [`Table::decide`] turns actions into events or errors, and
//! [`Table::apply`] turns events into state. The crate does no waiting, storage or network access;
//! time and random numbers are parameters.
//!
//! - [`table`]: state derived from events; `standing`: its wire form; `people`: players and access;
//! - [`decide`] and `offers`: effects of actions; [`changes`]: limits on actions;
//! - `hints`: hint budgets;
//! - [`clock`] and [`downtimes`]: time; [`deadline`]: events due without an action;
//! - [`views`]: positions as drawn; [`telling`]: messages for viewers; [`replay`], [`files`]:
//!   positions by ply, and game files; [`reports`]: analysis of finished games;
//! - [`opening`], [`creation`]: requested positions and new games; [`editor`]: board editor;
//!   [`studies`]: variations; [`names`]: names of people and lobbies; [`catalog`]: available games;
//!   [`texts`]: pasted texts;
//! - [`thinking`], [`draws`]: computer players; [`analysis`]: analysis for people; [`data`]:
//!   serialisable jobs for remote workers;
//! - [`puzzles`], [`glicko`]: puzzle and game ratings.

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
