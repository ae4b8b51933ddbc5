//! Nine Men's Morris, on boards of two to nine layers.
//!
//! `red` (who moves first) and `blue` each have three pieces for every layer. A layer is a square
//! with eight points. The standard board has three layers:
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
//! - Placing: the players take turns placing a piece on any empty point.
//! - Moving: when both hands are empty, the players move a piece to an adjacent empty point. A
//!   player with exactly three pieces left may fly: move a piece to any empty point (option
//!   `flying`).
//! - A placed or moved piece that completes a line of three own pieces closes a mill, and the
//!   player removes one enemy piece, even if two mills are closed at once. Pieces in a mill may be
//!   removed only if all enemy pieces on the board are in mills. If the enemy has no piece on the
//!   board, nothing is removed.
//! - A player with fewer than three pieces, on the board and in hand together, loses, and so does a
//!   player who has no legal move. The third occurrence of a position is a draw, and so are 100 plies
//!   in a row without a placement or removal (option `quiet_plies`).
//!
//! Decisions where the sources are silent:
//! - A piece that leaves a mill and returns closes it again, and so does a piece that moves
//!   directly from one mill into another.
//! - A player with pieces in hand must place one. The hands stay in step, so no piece moves before
//!   both are empty. Every board has more points than pieces, so placing is always possible.
//! - Pieces in hand do not protect pieces in mills: if all enemy pieces on the board are in mills,
//!   they may be removed.
//! - A win on the ply that completes the 100 quiet plies counts as a win.
//! - The groups of a position text determine the number of layers, whatever the rules say. The
//!   pieces need not be reachable in play, but their numbers must be possible: at most three for
//!   each layer, hands in step, and fewer than three only for the side to move. The counter of
//!   quiet plies is 0 during placement.

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
pub use moves::Move;
pub use position::Morris;
pub use rules::MorrisRules;
pub use spaces::MorrisSpaces;
