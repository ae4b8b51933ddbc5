//! Test client for an Agon server, used by load, fault and attack tests.
//!
//! - [`Server`]: a server process, with its memory and CPU time
//! - [`Site`]: the address of a server, and the local address that connects to it
//! - [`Person`]: a guest or account that sends HTTP requests and gets an [`Answer`]
//! - [`Socket`]: the WebSocket of a person
//! - [`Delays`]: latency statistics
//!
//! It uses no type of the server; messages are written as docs/protocol.md defines them.

mod delays;
mod error;
mod person;
mod server;
mod site;
mod socket;

pub use delays::Delays;
pub use error::ClientError;
pub use person::{Made, Person};
pub use server::{Launch, Server, StartError, Usage};
pub use site::{Answer, Site};
pub use socket::{Refusal, Socket};

/// Result of all calls of this crate.
pub type Result<T> = std::result::Result<T, ClientError>;
