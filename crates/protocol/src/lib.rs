//! Wire types and stored forms of games: every message and field of docs/protocol.md, defined once.
//! [`typescript`] generates the declarations of the pages from them (`cargo xtask bless`).
//!
//! - [`units`]: seats, versions, milliseconds; [`people`]: identity, sessions, tokens;
//! - [`catalog`]: available games;
//! - [`position`]: requests and reports of arbitrary positions;
//! - [`setup`]: seats, clock and options of a game;
//! - [`action`]: actions of people in a game;
//! - [`event`]: events of a game, as stored;
//! - [`board`]: board, pieces and moves as drawn;
//! - [`state`]: current state of a game; [`lists`]: lists of games;
//! - [`editor`]: board editor;
//! - [`file`]: game files; [`study`]: variations and comments; [`puzzle`]: puzzle ratings;
//! - [`analysis`]: analysis of positions; [`verdict`]: tablebase results;
//! - [`report`]: analysis of finished games; [`archive`]: search in finished games;
//! - [`rating`], [`profile`]: ratings and personal statistics;
//! - [`message`]: WebSocket messages; [`tag`]: tags of malformed messages;
//! - [`reach`]: addresses of the site and codes of lobbies;
//! - [`error`]: error codes;
//! - [`host`], [`tablebase`], [`storage`]: administration.
//!
//! The crate contains no runtime, sockets or SQL, so that clients and servers can both use it.

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

/// Returns whether a field can be omitted because it has its default value.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
