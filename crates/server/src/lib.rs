//! The game server of Agon: [`router`] over an [`App`].
//!
//! - `live`: games being played; `lobby`: the list of them, `own_games`: one's own; `computers`: who thinks;
//!   [`pool`]: the threads here; `workers`: other processes, [`worker`]: one of them;
//! - `site`, `backups`: what the host chooses and keeps; `host_key`: the host's key;
//! - `cluster`: other servers of the same site; [`nats`]: the connection to them;
//! - `tablebases`: solved games, and solving them in the background;
//! - `identity`, `credentials`, [`names`], [`secrets`]: who asks; [`limits`], `offload`: how much;
//! - `listen`, `connections`, `stream`, `frames`: who gets in, and for how long; `hosts`: accepted host names;
//! - `http`, `socket`: what they ask for; `reach`, `codes`: how others find the site and its games;
//! - `analysis`: positions for whoever asks; `reports`: what is thought of
//!   games that are over; `archiving`: how they are filed, `ratings`: what they change, `explorer`: what was
//!   played where.
//!
//! What goes over the wire is `agon-protocol`; docs/protocol.md describes it. What differs between games comes as data from `agon-games`; there is no SQL here.

mod archiving;
mod backoff;
mod backups;
mod cluster;
mod codes;
mod computers;
mod config;
mod connections;
mod credentials;
mod frames;
mod host_key;
mod hosts;
mod http;
mod identity;
pub mod limits;
mod listen;
mod live;
mod loading;
mod lobby;
mod metrics;
pub mod names;
pub mod nats;
mod offload;
mod own_games;
pub mod pool;
mod pulse;
mod ratings;
mod reach;
mod reports;
mod router;
pub mod secrets;
mod security;
mod site;
mod socket;
mod state;
mod stream;
mod tablebases;
pub mod time;
pub mod worker;
mod workers;

use agon_table::{catalog, glicko};

pub use config::{Config, InvalidHostName, InvalidPublicUrl, check_public_url, host_name};
pub use host_key::{HostKey, load_host_key, rotate_host_key};
pub use http::pages::alone as site_alone;
pub use listen::serve;
pub use reach::addresses;
pub use router::router;
pub use state::{App, StartError};
