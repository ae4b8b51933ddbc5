//! What goes over the wire, as types: everything that docs/protocol.md describes.
//!
//! - [`setup`]: how a game is set up: seats, clock, options;
//! - [`event`]: what happened in a game, and what is stored of it;
//! - [`state`]: how a game stands now;
//! - [`board`]: what a page draws: board, men, moves;
//! - [`catalog`]: which games there are;
//! - [`database`]: what the host hears of solved games;
//! - [`action`]: what a person does in a game;
//! - [`storage`]: what the host hears of the database of the site;
//! - [`verdict`]: what a database knows of a position;
//! - [`message`]: what is said over the WebSocket.

pub mod action;
pub mod board;
pub mod catalog;
pub mod database;
pub mod event;
pub mod message;
pub mod setup;
pub mod state;
pub mod storage;
pub mod tag;
pub mod verdict;

pub use action::{Action, Done};
pub use board::{BoardDto, MoveDto, View};
pub use catalog::CatalogEntry;
pub use event::{Departure, Event, Outcome, Recorded};
pub use message::{FromClient, Line, ToClient};
pub use setup::{Clock, NewGame, Occupant, SeatPlan, Setup};
pub use state::{Phase, Presence, SeatState, Snapshot, State, Summary};
