//! Agon in a browser: a small site for one person, without a server. The rules, the table and the search are
//! those of the server, and so is the protocol.
//!
//! - [`Site`]: one person and their games: answers requests and messages as a server does; `live`: a game in
//!   memory, `messages`, `requests`, `lists`: what is asked; `thoughts`: whatever needs a
//!   search;
//! - [`Thinker`]: who thinks, in a worker of its own;
//! - [`wire`]: what they and the workers of the page tell each other.
//!
//! Nothing here waits, stores or sends: time is handed in, and what is to be kept or said is in the answer. The
//! functions that a worker calls (`exports`) are only there where this is compiled for browsers; all else is
//! tested without one.

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
