//! Computer players for any game of the vocabulary; no game is named here.
//!
//! - [`Score`], [`Outcome`]: how good a position is;
//! - [`Table`]: what was found out, shared by threads; [`Limits`]: when to stop;
//! - [`Level`]: how strong a player is; [`leisure`]: how long a person would think;
//! - [`Features`]: what the search may do besides plain alpha-beta;
//! - [`Oracle`], [`Verdict`]: who knows how some positions end;
//! - [`search`]: iterative deepening for two players;
//! - [`search_many`], [`Opponents`]: the same for more;
//! - [`race`]: a short way to win once nobody is in the way;
//! - [`Tree`], [`Growth`]: Monte Carlo tree search, for any number of players.

mod alpha_beta;
mod crew;
mod deepening;
mod experience;
mod features;
mod leisure;
mod level;
mod limits;
mod many;
mod monte_carlo;
mod pace;
mod picker;
mod race;
mod score;
mod table;
mod verdict;

pub use deepening::{Answer, Line, Question, search};
pub use features::Features;
pub use leisure::leisure;
pub use level::Level;
pub use limits::{Limits, Time};
pub use many::{Opponents, search_many};
pub use monte_carlo::{Growth, Tree};
pub use race::race;
pub use score::{Outcome, Score};
pub use table::Table;
pub use verdict::{Oracle, Verdict};
