//! Finds better evaluations from games of self-play; no game is named here.
//!
//! A game's present evaluation plays against itself; then the weights of a weighted sum are moved until
//! they foretell the results of those games as well as they can, or a network learns to.
//!
//! - [`generate`]: games of self-play, as told by [`SelfPlay`], written down as [`Header`] says;
//! - [`write_samples`]: their quiet positions as lines of text;
//! - [`Samples`]: those positions read back, as numbers to be multiplied by weights;
//! - [`fit`]: the weights that explain the results best, as told by [`Fitting`];
//! - [`fit_scale`]: how scores and chances to win belong together;
//! - [`write_weights`]: puts them into the game's source file;
//! - [`write_records`], [`Record`]: the quiet positions as a network is told of them;
//! - [`write_visited`]: positions as searches meet them, in the same way, as told by [`Visits`];
//! - [`Spsa`], [`climb`]: other numbers than weights, tuned by games between two sets of them; [`Agreement`]: when such games
//!   are as good as over.
//!
//! The file of lines is plain text. A line `rules KEY=VALUE,...` says by which rules the positions after
//! it are played; each of these is a line `RESULT SCORE TEXT`, both numbers as the first player sees
//! them; an empty line ends a game:
//!
//! ```text
//! rules size=3,flying=on
//! 1 35 xo./.x./..o x
//! 1 80 xo./xx./.oo x
//!
//! 0.5 -12 ..o/.x./... x
//! ```
//!
//! Everything is repeatable: the same seed gives the same file and the same weights, however
//! many threads work on it.

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
pub use fit::{Fitted, Fitting, Misfit, Part, Report, fit};
pub use games::{Header, count_games};
pub use generate::{Tally, generate};
pub use samples::Samples;
pub use scale::{Bin, Scale, fit_scale};
pub use self_play::{Judge, Quick, SelfPlay};
pub use source::{replace_weights, write_weights};
pub use spsa::{Spsa, Trial, Tuned, climb};
pub use visited::{Visits, write_visited};
