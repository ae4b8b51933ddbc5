//! The HTTP part of the protocol.
//!
//! - [`routes`], [`context`]: the route table of `agon-requests`, and what its handlers need from the server:
//!   [`games`], [`archive`], [`explorer`], [`puzzles`];
//! - [`people`]: names, tokens; [`accounts`]: registration, signing in; [`sessions`]; [`devices`]: the same
//!   person on another one;
//! - [`invitations`]: codes that lead to a game; [`ratings`], [`profiles`]: how well people play;
//! - [`host`]: for the host of the site alone;
//! - [`operations`]: health and numbers; [`pages`]: what browsers load;
//! - [`headers`], [`log`]: for every response;
//! - [`extract`]: what handlers read from a request; [`fault`]: errors.

pub(crate) mod accounts;
pub(crate) mod archive;
pub(crate) mod context;
pub(crate) mod devices;
pub(crate) mod explorer;
pub(crate) mod extract;
pub(crate) mod fault;
pub(crate) mod games;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod invitations;
pub(crate) mod log;
pub(crate) mod operations;
pub(crate) mod pages;
pub(crate) mod people;
pub(crate) mod profiles;
pub(crate) mod program;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod routes;
pub(crate) mod sessions;
