//! Somebody who uses the pages of Agon with a real browser: what the tests in `tests/pages` and
//! the program that takes screenshots share. Needs the Debian packages `chromium` and
//! `chromium-driver`.
//!
//! - [`Site`]: a server within this process, on a free port;
//! - [`Browser`]: Chromium with a person in front of it;
//! - [`hands`]: mouse, finger and keyboard;
//! - [`places`]: whether what can be pressed stays where it is;
//! - [`play`]: games on the page of a game;
//! - [`Adviser`]: a player for those who need one.
//!
//! A step that does not succeed ends the test: nothing here returns an error.
#![allow(clippy::unwrap_used)]

mod adviser;
mod browser;
mod driver;
pub mod hands;
pub mod places;
pub mod play;
mod site;

pub use adviser::Adviser;
pub use browser::Browser;
pub use driver::Look;
pub use site::Site;
