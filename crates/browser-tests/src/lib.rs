//! Drives the pages of Agon in Chromium, for the tests in `tests/pages` and for screenshots.
//! Requires the Debian packages `chromium` and `chromium-driver`.
//!
//! - [`Site`]: a server in this process on a free port
//! - [`Browser`]: a browser session
//! - [`input`]: mouse, touch and keyboard input
//! - [`layout_shift`]: detection of controls that move
//! - [`play`]: actions on game pages
//! - [`MoveChooser`]: a computer player
//!
//! All functions panic on failure.
#![allow(clippy::unwrap_used)]

mod browser;
mod driver;
pub mod input;
pub mod layout_shift;
mod move_chooser;
pub mod play;
mod site;

pub use browser::Browser;
pub use driver::Look;
pub use move_chooser::MoveChooser;
pub use site::Site;
