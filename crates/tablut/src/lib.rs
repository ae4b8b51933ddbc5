//! Tablut, after Linnaeus' diary of 1732 in Ashton's reading.
//!
//! Sixteen `attackers` begin in four camps at the edges and want to catch the king; eight
//! `defenders` and the king begin in the middle and want to bring him to the edge.
//!
//! ```text
//! 9  . . . t t t . . .
//! 8  . . . . t . . . .       castle: e5
//! 7  . . . . T . . . .       camps: the cells where the attackers start
//! 6  t . . . T . . . t       escape cells: the other edge cells, corners aside
//! 5  t t T T K T T t t
//! 4  t . . . T . . . t
//! 3  . . . . T . . . .
//! 2  . . . . t . . . .
//! 1  . . . t t t . . .
//!    a b c d e f g h i
//! ```
//!
//! - All men move like rooks. Nobody enters or crosses the castle. Camp cells are entered or
//!   crossed only by an attacker that starts its move on a cell of that same camp.
//! - The man that arrives captures every enemy next to it that it holds against another man
//!   of its side, the castle or a camp cell; an attacker inside a camp is not held against
//!   cells of that camp.
//! - The king is held like any man, but on the castle he needs attackers on four sides, next
//!   to it on the other three. Camp cells hold him too, the castle does not.
//! - The king on an edge cell wins for the defenders, the captured king for the attackers; a
//!   side without a legal move loses. A ply limit and, on request, repetition draw.
//!
//! Decisions where the sources are silent:
//! - The text of a finished game has no `K` when the king was captured. A king on a corner
//!   is refused: he would have won on the edge before.
//! - Where a win and the ply limit come with the same move, the win counts.
//! - The counter of plies stops at a million, so that every text can be read again.

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

pub use position::{Step, Tablut};
pub use rules::{First, TablutRules};
