//! What goes over the wire, and what is stored of games: everything that docs/protocol.md describes,
//! stated once. The types of the pages are made of these ([`typescript`], by `cargo xtask bless`).
//!
//! - [`units`]: seats, versions, milliseconds; [`people`]: who somebody is;
//! - [`catalog`]: which games there are;
//! - [`position`]: any position, as it is asked for and what there is to tell of it;
//! - [`setup`]: how a game is set up: seats, clock, options;
//! - [`action`]: what a person does in a game;
//! - [`event`]: what happened in a game, and what is stored of it;
//! - [`board`]: what a page draws: board, pieces, moves;
//! - [`state`]: how a game stands now; [`lists`]: many games;
//! - [`editor`]: positions that somebody sets up;
//! - [`file`]: games as files; [`study`]: with side lines and comments; [`puzzle`]: how well somebody solves puzzles;
//! - [`analysis`]: thinking about a position; [`verdict`]: what a tablebase knows of it;
//! - [`report`]: what is thought of a game that is over; [`archive`]: how such games are found;
//! - [`rating`], [`profile`]: how well people play;
//! - [`message`]: what is said over the WebSocket; [`tag`]: of messages that are not understood;
//! - [`reach`]: how others find the site and its lobbies;
//! - [`error`]: what is refused;
//! - [`host`], [`tablebase`], [`storage`]: for the host of the site.
//!
//! No runtime, no sockets and no SQL here: whoever talks to a server, or is one, can use it.

pub mod action;
pub mod analysis;
pub mod archive;
pub mod board;
pub mod catalog;
pub mod editor;
pub mod error;
pub mod event;
pub mod file;
pub mod host;
pub mod lists;
pub mod message;
pub mod people;
pub mod position;
pub mod profile;
pub mod puzzle;
pub mod rating;
pub mod reach;
pub mod report;
pub mod setup;
pub mod state;
pub mod storage;
pub mod study;
pub mod tablebase;
pub mod tag;
#[cfg(test)]
mod typescript;
pub mod units;
pub mod verdict;

/// Need a field not be written, because leaving it out says the same?
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
