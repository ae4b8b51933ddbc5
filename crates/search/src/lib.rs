//! Computer players for any game of the vocabulary; no game is named here.
//!
//! - [`Question`], [`Answer`]: what a search is asked, and what it answers;
//! - [`Score`], [`Forced`]: how good a position is;
//! - [`TranspositionTable`]: what was found out, shared by threads; [`Limits`]: when to stop; [`Instant`]: what time it is;
//! - [`Level`]: how strong a player is; [`human_time`]: how long a person would think;
//! - [`Features`]: what the search may do besides plain alpha-beta;
//! - [`Oracle`], [`Verdict`]: who knows how some positions end;
//! - [`search`]: iterative deepening for two players;
//! - [`search_by`]: the same by margins that are tried out;
//! - [`search_many`], [`Opponents`]: the same for more;
//! - [`race`]: a short way to win once nobody is in the way;
//! - [`Tree`], [`Growth`]: Monte Carlo tree search, for any number of players.

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
