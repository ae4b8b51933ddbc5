//! The game server of Agon: [`router`] over an [`App`].
//!
//! - [`protocol`]: what goes over the wire; docs/protocol.md describes it;
//! - `live`: games being played; `lobby`: the list of them; [`pool`]: the computers;
//! - `databases`: solved games, and solving them in the background;
//! - `identity`, `credentials`, [`names`], [`secrets`]: who asks; [`limits`], `offload`: how much;
//! - `listen`, `connections`, `stream`, `frames`: who gets in, and for how long;
//! - `http`, `socket`: what they ask for; [`error`]: what is refused.
//!
//! What differs between games comes as data from `agon-games`; there is no SQL here.

mod analysis;
mod config;
mod connections;
mod credentials;
mod databases;
pub mod error;
mod frames;
mod http;
mod identity;
pub mod limits;
mod listen;
mod live;
mod lobby;
mod metrics;
pub mod names;
mod offload;
pub mod pool;
pub mod protocol;
mod pulse;
mod router;
pub mod secrets;
mod socket;
mod state;
mod stream;
pub mod time;

pub use config::{Config, origin_of};
pub use listen::serve;
pub use router::router;
pub use state::App;
