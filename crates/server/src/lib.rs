//! The game server of Agon: [`router`] over an [`App`].
//!
//! - [`protocol`]: what goes over the wire; docs/protocol.md describes it;
//! - `live`: games being played; `lobby`: the list of them; [`pool`]: the computers;
//! - `databases`: solved games, and solving them in the background;
//! - `identity`, `credentials`, [`names`], [`secrets`]: who asks; [`limits`], `offload`: how much;
//! - `listen`, `http`, `socket`: the ways in; [`error`]: what is refused.
//!
//! What differs between games comes as data from `agon-games`; there is no SQL here.

mod analysis;
mod config;
mod credentials;
mod databases;
pub mod error;
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
pub mod time;

pub use config::{Config, origin_of};
pub use listen::serve;
pub use router::router;
pub use state::App;
