//! Self-play, training data and tuning. Names no game.
//!
//! - [`generate`], [`SelfPlay`], [`Header`]: self-play games in a compact file;
//! - [`write_samples`], [`Samples`]: quiet positions as text, and as coefficients of weights;
//! - [`fit`], [`Fitting`]: weights that predict the results best;
//! - [`fit_scale`]: scale of the win probability;
//! - [`write_weights`]: writes weights to the source file of a game;
//! - [`write_records`], [`Record`]: quiet positions as network inputs;
//! - [`write_visited`], [`Visits`]: positions that occur inside searches, in the same format;
//! - [`Spsa`], [`climb`], [`Agreement`]: tuning of search parameters by matches, and adjudication.
//!
//! Samples are plain text. A line `rules KEY=VALUE,...` sets the rules of the positions that
//! follow, each a line `RESULT SCORE TEXT` from the first player's perspective; an empty line ends
//! a game:
//!
//! ```text
//! rules size=3,flying=on
//! 1 35 xo./.x./..o x
//! 1 80 xo./xx./.oo x
//!
//! 0.5 -12 ..o/.x./... x
//! ```
//!
//! Results are reproducible: a seed determines the file and the weights, independently of the
//! number of threads.

mod adam;
mod agreement;
mod error;
mod extract;
mod fit;
mod games;
mod generate;
mod pieces;
mod sample;
mod samples;
mod scale;
mod self_play;
mod source;
mod spsa;
mod visited;

pub use agreement::Agreement;
pub use error::Error;
pub use extract::{Exact, Record, write_records, write_samples};
pub use fit::{Fitted, Fitting, Loss, Part, Report, fit};
pub use games::{Header, count_games};
pub use generate::{Tally, generate};
pub use samples::Samples;
pub use scale::{Bin, Scale, fit_scale};
pub use self_play::{Judge, Quick, SelfPlay};
pub use source::{replace_weights, write_weights};
pub use spsa::{Spsa, Trial, Tuned, climb};
pub use visited::{Visits, write_visited};
