//! Abalone, by Michel Lalet and Laurent Lévi, 1987.
//!
//! Two players, `blue` (who moves first) and `red`, with 14 marbles each on a hexagon of 61 holes.
//! The first to push six of the opponent's marbles off the board wins.
//!
//! ```text
//!         I   s s s s s             A hole is named by its row, A to I, and the number of
//!        H   s s s s s s            its diagonal, 1 to 9, shown at the ends of the
//!       G   . . s s s . .           diagonals.
//!      F   . . . . . . . .
//!     E   . . . . . . . . .         S: marbles of the first player, blue
//!      D   . . . . . . . .  9       s: marbles of the second player, red
//!       C   . . S S S . .  8
//!        B   S S S S S S  7
//!         A   S S S S S  6
//!              1 2 3 4 5
//! ```
//!
//! - A move shifts one, two or three own marbles in an unbroken line by one hole in one of six
//!   directions.
//! - In line: the marbles move along their line. The rear marble and the direction determine the
//!   move: all own marbles up to the first gap or enemy move, so four or more in a row cannot move
//!   from the rear. The hole in front must be empty, or two marbles push one enemy, or three push
//!   one or two. The hole behind the pushed marbles must be empty or off the board, where the last
//!   one falls; any other marble there blocks the push.
//! - Broadside: two or three marbles move sideways together into empty holes. They never push.
//! - A player may not push an own marble off the board.
//! - Six enemy marbles off the board win at once; a side without a legal move loses. The third
//!   occurrence of a position and 200 plies in a row without a marble pushed off are draws (options
//!   `repetition` and `quiet_plies`).
//!
//! Decisions where the sources are silent:
//! - The text of a position must account for all marbles: the marbles of a side on the board and
//!   those pushed off by the other are 14, at most six are off, and a side that has lost six is to
//!   move. The counters are free otherwise. The move number starts at 1 and grows after the second
//!   player's move.
//! - The option `layout` applies only to the start of a game; a position text overrides it.
//! - The occurrence that draws can be 2 to 9; 1 would draw at once and is rejected.
//! - Repetition compares marbles and side to move, since the last marble was pushed off.
//! - On the board a move is selected by its marbles and one target: in line the hole in front,
//!   broadside the target of the leading end, to which the direction leans. Two moves of a group
//!   never share a target.
//! - Move lists show an in-line move as `a1-b2`, a broadside as `c3c5-d3`, and a move that pushes a
//!   marble off as `a1xb2`.
//! - Nacre game files name two holes for each move: the origin of the rear marble and the target of
//!   the leading one (`a1d4` for three marbles, `c3d5` for c3 and c4 moving north-east). Import
//!   accepts this notation; for in-line moves the second hole may be the target of any moved
//!   marble, since some files name that of the pushed one. Import also accepts Agon's own texts and
//!   capital letters, and ignores the marks `- x , * ! ?`.

mod board;
mod eval;
mod inputs;
mod moves;
mod notation;
mod pattern;
mod position;
mod prior;
mod rules;
mod tactics;
mod view;
mod weights;

pub use moves::Move;
pub use position::Abalone;
pub use rules::{AbaloneRules, Layout};
