//! Search for any game that implements the traits of `core` and `tactics`.
//!
//! - [`Question`], [`Answer`]: input and output of a search
//! - [`Score`], [`Forced`]: scores and forced results
//! - [`TranspositionTable`], [`Limits`], [`Instant`]: shared table, limits, clock
//! - [`Level`], [`human_time`]: strength levels and human-like thinking time
//! - [`Features`]: switches for the parts of the search
//! - [`Oracle`], [`Verdict`]: exact results, for example from a tablebase
//! - [`search`], [`search_by`]: iterative deepening for two players
//! - [`search_many`], [`Opponents`]: the same for more players
//! - [`race`]: shortest path to a win without interference
//! - [`Tree`], [`Growth`]: Monte Carlo tree search for any number of players

mod alpha_beta;
mod clock;
mod deepening;
mod features;
mod history;
mod human_time;
mod level;
mod limits;
mod max_n;
mod monte_carlo;
mod movepick;
mod nodes;
mod oracle;
mod question;
mod race;
mod score;
mod sides;
mod transposition;

pub use clock::Instant;
pub use deepening::{search, search_by, search_many};
pub use features::Features;
pub use human_time::human_time;
pub use level::Level;
pub use limits::{Limits, Time};
pub use monte_carlo::{Growth, Tree};
pub use oracle::{Oracle, Verdict};
pub use question::{Answer, Line, Question};
pub use race::race;
pub use score::{Forced, Score};
pub use sides::Opponents;
pub use transposition::TranspositionTable;
