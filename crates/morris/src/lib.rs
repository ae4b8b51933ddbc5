//! Nine Men's Morris, on boards of two to nine layers.
//!
//! `red`, who begins, and `blue` each have three men for every layer, a square with eight
//! points. The standard board has three layers:
//!
//! ```text
//! 7  .-----------.-----------.
//!    |           |           |
//! 6  |   .-------.-------.   |
//!    |   |       |       |   |
//! 5  |   |   .---.---.   |   |      layers: the three squares
//!    |   |   |       |   |   |      spokes: a4-c4, d5-d7, e4-g4, d1-d3
//! 4  .---.---.       .---.---.      lines of a mill: the sides of the squares and any
//!    |   |   |       |   |   |      three points in a row on a spoke
//! 3  |   |   .---.---.   |   |
//!    |   |       |       |   |
//! 2  |   .-------.-------.   |
//!    |           |           |
//! 1  .-----------.-----------.
//!    a   b   c   d   e   f   g
//! ```
//!
//! - In turn the players place a man on any empty point; when the hands are empty they move a
//!   man to an empty neighbouring point. Who has just three men on the board and none in hand
//!   may fly: move one of them to any empty point.
//! - A man that is placed or moved so that it stands in a line of three own men closes a mill
//!   and removes one enemy, also when it closes two at once. Men in a mill may be removed only
//!   when all enemies on the board stand in mills. Without an enemy on the board nothing is
//!   removed.
//! - Who has fewer than three men, on the board and in hand together, loses; so does who is
//!   to move and cannot. The third occurrence of a position draws, and so do 100 plies in a
//!   row without a placement or a removal.
//!
//! Decisions where the sources are silent:
//! - A man that leaves a mill and comes back closes it again, and so does one that moves
//!   from one mill straight into another.
//! - Who has men in hand must place one. The hands of the two stay in step, so nobody moves
//!   before both are empty; and as all men together leave points free on every board, there
//!   is always room to place.
//! - Men in hand do not count as enemies outside mills: when all men on the board stand in
//!   mills, they may be removed.
//! - The move that makes a win counts, also when it would complete the 100 quiet plies.
//! - A position text says by its groups how many layers there are, whatever the rules say.
//!   It may show men that no game would leave there, but their number must be possible: at
//!   most three for each layer, hands in step, and only the side to move can have lost. The
//!   quiet plies are 0 as long as men are being placed.

mod board;
mod eval;
mod index;
mod inputs;
mod moves;
mod notation;
mod orbits;
mod position;
mod rank;
mod rules;
mod set;
mod spaces;
mod symmetry;
mod tactics;
mod view;
mod weights;

pub use index::{Census, Index, Leaving};
pub use moves::Ply;
pub use position::Morris;
pub use rules::MorrisRules;
pub use spaces::MorrisSpaces;
