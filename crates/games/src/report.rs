//! Game reports: every move judged by the winning chances it cost.
//!
//! - [`chance`]: converts scores to chances;
//! - [`Review`]: yields the positions to search and takes the results in the same order;
//! - [`Report`], [`Judgement`], [`judge`]: the result, computed from chances alone.
//!
//! With two players a chance is the expected result: 1 for a win, 0.5 for a draw, 0 for a loss.
//! With more, a player's score is relative to the mean of the others and is converted with the same
//! scale; moves are judged by that. The curve then shows shares: each player's chance divided by
//! the sum of all.

mod chance;
mod judge;
mod review;

pub use chance::chance;
pub use judge::{Judged, Judgement, Moment, Report, judge};
pub use review::{Effort, Review, Task};
