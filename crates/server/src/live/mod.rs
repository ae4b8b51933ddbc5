//! Live games. Each one that somebody looks at, or in which something is due soon, is a task of
//! its own that owns the game; all others lie in the store.
//!
//! - the game itself, what people may do in it and what follows is a table (`agon_table`);
//! - `actor`: the task: one message after the other; `commit`: events are stored, then told;
//!   `viewers`: those who look; `filing`: the row in the store; `removal`: the host removes it;
//! - `audience`: who listens to a game and who is there;
//! - `create`: from what was asked for to a game;
//! - `thinking`: the computer's part; `draws`: how it answers the offer of one;
//! - `following`: what other servers do in the game; `feed`: how they tell;
//! - [`Hub`]: finds the task of a game, or starts it; [`sweep`] wakes games that are due.

mod actor;
mod audience;
mod commit;
mod create;
mod draws;
mod error;
mod feed;
mod filing;
mod following;
mod hub;
mod removal;
mod sweep;
mod thinking;
mod viewers;

pub(crate) use actor::{Ask, Fork};
pub(crate) use audience::{
    LARGEST as LARGEST_MESSAGE, Listener, Messages, Viewer, text as audience_text,
};
pub(crate) use create::{NewTable, Quota};
pub(crate) use error::{CommitError, GameError};
pub(crate) use filing::{Filed, row_of};
pub(crate) use hub::Hub;
pub(crate) use sweep::sweep;
pub(crate) use thinking::Advice;
