//! The HTTP part of the protocol.
//!
//! - [`people`]: who I am, tokens; [`accounts`]: registration, signing in; [`sessions`]; [`devices`]: the same
//!   person on another one;
//! - [`games`]: lobby and games; [`invitations`]: how others find them; [`archive`]: those that are over;
//! - [`ratings`], [`profiles`]: how well people play;
//! - [`positions`]: any position, checked; [`files`]: games as files, replay; [`puzzles`]: how people solve
//!   them;
//! - [`host`]: for the host of the site alone;
//! - [`operations`]: health and numbers; [`pages`]: what browsers load;
//! - [`headers`], [`log`]: for every answer;
//! - [`extract`]: requests that are not understood get the same errors as all others; [`fault`]: what
//!   is refused.

pub(crate) mod accounts;
pub(crate) mod archive;
pub(crate) mod devices;
pub(crate) mod explorer;
pub(crate) mod extract;
pub(crate) mod fault;
pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod invitations;
pub(crate) mod log;
pub(crate) mod operations;
pub(crate) mod pages;
pub(crate) mod people;
pub(crate) mod positions;
pub(crate) mod profiles;
pub(crate) mod program;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod sessions;
pub(crate) mod studies;
