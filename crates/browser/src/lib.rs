//! Agon in a browser: a single-person site without a server, with the rules, table, search and
//! protocol of the server.
//!
//! - [`Site`]: one person and their games, answering requests and messages as a server does;
//!   `live`: a game in memory, `messages`, `requests`, `lists`: handlers; `thoughts`: everything that
//!   needs a search;
//! - [`Thinker`]: search, in a worker of its own;
//! - [`wire`]: messages between these and the workers of the page.
//!
//! The crate does no waiting, storage or network access: the time is a parameter, and writes and
//! messages are part of the output. The functions for workers (`exports`) exist only in browser
//! builds; everything else is tested natively.

mod lists;
mod live;
mod messages;
mod requests;
mod site;
mod thinker;
mod thoughts;
pub mod wire;

#[cfg(target_arch = "wasm32")]
mod exports;

pub use site::{PREFIX, Site};
pub use thinker::Thinker;
