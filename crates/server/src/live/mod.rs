//! Live games. Each one that somebody looks at, or that has a clock or a computer, is a task
//! of its own that owns the game; all others lie in the store.
//!
//! - `table`: a game as its events make it; `standing`: how it stands; `decide`: what an action
//!   means; `clock`;
//! - `actor`: the task: one message after the other, events stored, then told; `answers`;
//! - `audience`: who listens to a game and who is there;
//! - `thinking`: the computer's part; `draws`: how it answers the offer of one;
//! - [`Hub`]: finds the task of a game, or starts it.

mod actor;
mod answers;
mod audience;
mod clock;
mod create;
mod decide;
mod draws;
mod hub;
mod standing;
mod table;
mod thinking;

pub(crate) use actor::{Ask, Fork, event_row};
pub(crate) use audience::{Listener, Viewer, text as audience_text};
pub(crate) use clock::Downtimes;
pub(crate) use create::{import, prepare};
pub(crate) use hub::Hub;
pub(crate) use table::Table;
pub(crate) use thinking::Advice;
