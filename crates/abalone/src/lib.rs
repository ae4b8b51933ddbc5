//! Abalone, by Michel Lalet and Laurent Lévi, 1987.
//!
//! Two players, `blue` (who begins) and `red`, with 14 marbles each on a hexagon of 61 holes.
//! Who first pushes six marbles of the other off the board wins.
//!
//! ```text
//!         I   s s s s s             A hole is named by its row, A to I, and the number of
//!        H   s s s s s s            its diagonal, 1 to 9, which are written where the
//!       G   . . s s s . .           diagonals end.
//!      F   . . . . . . . .
//!     E   . . . . . . . . .         S: marbles of the first player, blue
//!      D   . . . . . . . .  9       s: marbles of the second player, red
//!       C   . . S S S . .  8
//!        B   S S S S S S  7
//!         A   S S S S S  6
//!              1 2 3 4 5
//! ```
//!
//! - A turn moves one, two or three own marbles that lie in an unbroken line by one hole, in
//!   one of six directions.
//! - In line, the rear marble and the direction say everything: all own marbles up to the
//!   first gap or enemy go along, so from behind four or more nothing moves. The hole in front
//!   is empty, or two push one enemy, or three push one or two. Behind the pushed ones is an
//!   empty hole or the edge, where the last of them falls; any other marble there blocks.
//! - Broadside, two or three marbles step aside together into empty holes.
//! - Nobody moves an own marble off the board.
//! - Six enemy marbles off the board win at once; a side without a legal move loses.
//!   Repetition and a long time without a fallen marble draw.
//!
//! Decisions where the sources are silent:
//! - The text of a position must account for all marbles: those of a side on the board and
//!   those that the other has pushed off are 14, at most six are off, and a side that has lost
//!   six is to move, since it lost them just before. The two counters are free otherwise, so
//!   that any state of the clock can be set up. The move number starts at 1 and grows after
//!   the second player's move.
//! - The option `layout` only says how a game begins: a position text goes before it.
//! - The occurrence that draws can be 2 to 9; 1 would draw at once and is refused.
//! - Repetition looks at marbles and side to move. It cannot reach back beyond a fallen
//!   marble.
//! - A move is picked by its marbles and one target: in line the hole in front, broadside the
//!   target of the end to which the direction leans, the leading one. So no two moves of a
//!   group share a target.
//! - In lists of moves `a1-b2` is an in-line move, `c3c5-d3` a broadside, and `a1xb2` one by
//!   which a marble falls.
//! - Game files in the notation of the program Nacre name two holes a move: where the rear
//!   marble stands and where the leading one arrives (`a1d4` for three marbles, `c3d5` for
//!   the pair c3, c4 that goes north-east). Import reads this; in line the second hole may be
//!   any at which a marble arrives, as some files name where the pushed one goes. It also
//!   reads our own texts, takes letters in capitals, and leaves the marks `- x , * ! ?` aside.

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
