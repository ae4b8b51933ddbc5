//! The outside of a server, for whoever measures, kills or attacks it:
//!
//! - [`Server`]: the real program as a process of its own, with its memory and its processor time;
//! - [`Site`]: where a server is, and from which address it is talked to;
//! - [`Person`]: a guest with a cookie, who asks over HTTP ([`Answer`]);
//! - [`Socket`]: the WebSocket of a person;
//! - [`Delays`]: times that were taken, and what half of them or nearly all of them stay below.
//!
//! Nothing here knows a type of the server: what is said is what docs/protocol.md says.

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

/// What every call here gives back.
pub type Result<T> = std::result::Result<T, ClientError>;
