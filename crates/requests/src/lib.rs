//! Requests that the server and the site in a browser answer alike, without I/O.
//!
//! - [`routes`]: the route table; [`find`]: its row for a request;
//! - [`Backend`]: what handlers need from the site that runs them;
//! - [`Input`], [`extract`]: what is read from a request, and the errors of requests that cannot be read;
//! - [`Reply`]: a response;
//! - `positions`, `files`, `games`, `explorer`, `puzzles`, `studies`: the handlers;
//! - `openapi`: descriptions of the routes (feature `openapi`).

mod backend;
mod explorer;
pub mod extract;
mod files;
mod games;
#[cfg(feature = "openapi")]
mod openapi;
mod positions;
mod puzzles;
mod reply;
mod route;
mod studies;
mod table;

pub use backend::{Allowance, Backend, Played, StoredStudy};
pub use extract::Input;
#[cfg(feature = "openapi")]
pub use openapi::Description;
pub use reply::Reply;
pub use route::{Found, Route, find};
pub use table::routes;
