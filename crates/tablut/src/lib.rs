//! Tablut, after Linnaeus' diary of 1732 in Ashton's reading.
//!
//! Sixteen `attackers` start in four camps at the edges and try to capture the king. Eight
//! `defenders` and the king start in the middle and try to bring the king to the edge.
//!
//! ```text
//! 9  . . . t t t . . .
//! 8  . . . . t . . . .       castle: e5
//! 7  . . . . T . . . .       camps: the cells where the attackers start
//! 6  t . . . T . . . t       escape cells: the other edge cells except the corners
//! 5  t t T T K T T t t
//! 4  t . . . T . . . t
//! 3  . . . . T . . . .
//! 2  . . . . t . . . .
//! 1  . . . t t t . . .
//!    a b c d e f g h i
//! ```
//!
//! - All pieces move like rooks. No piece enters or crosses the castle. Camp cells may be entered
//!   or crossed only by an attacker that starts its move on a cell of the same camp.
//! - A piece that arrives next to an enemy captures it if the cell on the opposite side of the
//!   enemy holds another piece of the mover's side, or is the castle or a camp cell. Several pieces
//!   can be captured at once. An attacker inside a camp is not captured against a cell of that
//!   camp.
//! - The king is captured by attackers on all four sides if it is on the castle, and on the other
//!   three sides if it is next to the castle. Elsewhere it is captured like any other piece,
//!   between two attackers or between an attacker and a camp cell.
//! - The defenders win when the king reaches an edge cell, the attackers when they capture it. A
//!   side without a legal move loses. A game of 100 plies is a draw (option `max_plies`), and so is a
//!   repeated position if the option `repetition` is set.
//!
//! Decisions where the sources are silent:
//! - The text of a finished game has no `K` if the king was captured. A king on a corner is
//!   rejected: it would have won on the edge before.
//! - A win on the ply that reaches the limit counts as a win.
//! - The ply counter stops at 1,000,000, so that every text can be parsed again.

mod board;
mod eval;
mod inputs;
mod notation;
mod position;
mod rules;
mod sweep;
mod tactics;
mod view;
mod weights;

pub use position::{Move, Tablut};
pub use rules::{First, TablutRules};
