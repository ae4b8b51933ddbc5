//! Live games. Each one that somebody looks at, or in which something is due soon, is a task of
//! its own that owns the game; all others lie in the store.
//!
//! - `table`: a game as its events make it; `standing`: how it stands; `people`: who plays it;
//!   `decide` and `offers`: what an action means; `changes`: how often somebody may do it;
//!   `deadline`: what happens by itself; `clock` and `downtimes`;
//! - `actor`: the task: one message after the other; `commit`: events are stored, then told;
//!   `viewers`: those who look; `filing`: the row in the store;
//! - `audience`: who listens to a game and who is there;
//! - `thinking`: the computer's part; `draws`: how it answers the offer of one;
//! - [`Hub`]: finds the task of a game, or starts it; [`sweep`] wakes games that are due.

mod actor;
mod audience;
mod changes;
mod clock;
mod commit;
mod create;
mod deadline;
mod decide;
mod downtimes;
mod draws;
mod filing;
mod hub;
mod offers;
mod people;
#[cfg(test)]
mod properties;
mod standing;
mod sweep;
mod table;
mod thinking;
mod viewers;
pub(crate) mod views;

pub(crate) use actor::{Ask, Fork};
pub(crate) use audience::{
    LARGEST as LARGEST_MESSAGE, Listener, Messages, Viewer, text as audience_text,
};
pub(crate) use create::{NewTable, import, prepare};
pub(crate) use deadline::Patience;
pub(crate) use downtimes::Downtimes;
pub(crate) use filing::{Filed, row_of};
pub(crate) use hub::Hub;
pub(crate) use sweep::sweep;
pub(crate) use table::Table;
pub(crate) use thinking::Advice;
