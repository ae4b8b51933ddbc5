//! What a game that was played looks like to a strong player: each move judged by what it cost in
//! chances to win.
//!
//! - [`chance`]: what a score is worth, by the scale of the game;
//! - [`Review`]: goes through a game and says what is to be thought about next; whoever has a
//!   computer hands the thoughts in, in the order in which they were asked for;
//! - [`Report`], [`Judgement`], [`judge`]: what comes of it. No search and no game there.
//!
//! Where two play, chances are those of a game that both go on with as well as they can: 1 is won, 0
//! is lost, a draw is worth a half. With more than two a player's score is told against the mean of the
//! others, and the same scale makes a chance against them of it; moves are judged by that. The curve
//! shows shares then: everybody's chance, divided by the sum of all.

mod chance;
mod judge;
mod review;

pub use chance::chance;
pub use judge::{Judged, Judgement, Moment, Report, judge};
pub use review::{Effort, Review, Task};
