//! Chinese Checkers: two to six players race across a star of 121 holes.
//!
//! ```text
//! a              g
//! b             g g                green, then clockwise
//! c            g g g               yellow, orange, red, purple, blue
//! d           g g g g
//! e  b b b b . . . . . y y y y
//! f   b b b . . . . . . y y y      opposites: green and red,
//! g    b b . . . . . . . y y       yellow and purple, orange and blue
//! h     b . . . . . . . . y
//! i      . . . . . . . . .         holes are named by the letter of the
//! j     p . . . . . . . . o        row and the number from the left:
//! k    p p . . . . . . . o o       d1 to d4, e1 to e13
//! l   p p p . . . . . . o o o
//! m  p p p p . . . . . o o o o
//! n           r r r r
//! o            r r r
//! p             r r
//! q              r
//! ```
//!
//! - In a turn one marble steps to a neighbouring empty hole, or makes a chain of hops. A hop
//!   goes over a single marble of any colour, which stays, into the empty hole right behind
//!   it. A chain turns and stops where it likes, but not where it began; only its first and
//!   last hole make the move. All points are open to all marbles.
//! - The turn goes clockwise from green over the colours in the game; a round is over when it
//!   has come back to the first of those who still play. Who cannot move passes.
//! - Who has all marbles in the opposite point wins at once. From round 25 on it is enough
//!   when marbles of the point's owner, who stayed at home, fill the holes that are missing,
//!   as long as one own marble is there (option `anti_block`).
//! - The game is drawn when nobody can move, after 300 rounds, and when a position occurs for
//!   the third time. Who leaves is skipped, and the marbles stay as obstacles.
//! - With 2 or 3 `sets` of marbles, two opposite colours own as many neighbouring points each:
//!   the next one clockwise, too, then the next one the other way. Three colours at every
//!   second point may have 2 sets, in the own point and in the one opposite to it.
//!
//! Decisions where the sources are silent:
//! - [`agon_core::Player`] `i` is the `i`-th colour of those in the game, clockwise from green.
//! - While a marble hops its own hole counts as empty. That changes nothing, see `holes.rs`:
//!   no chain comes next to it, so that none hops over it or ends where a step would.
//! - Three players with 2 sets swap two opposite points. Their marbles are interchangeable,
//!   so by the letter everybody has arrived before the first move. Here nobody wins that way
//!   in round 0, and from round 1 on whoever fills both points does. A longer game would need
//!   marbles that know where they came from.
//! - The aim is judged for everybody after every move. Where several reach it at once, the
//!   one who has just moved wins, otherwise the first of them to move next.
//! - With several sets an owner who stays at home is ignored only when each of the target
//!   points has an own marble in it. Where the target belongs to nobody in the game, only own
//!   marbles count; the marbles of an owner who left are still the owner's.
//! - The others are ranked by the steps that their marbles still had on an empty board, each
//!   to the nearest hole of the target. Those who left come last.
//! - Colours that left follow after a minus in the position text: `gop-o`. Where only one
//!   still plays, that player has won.
//! - A player without a move has the one move `pass`, unless nobody who still plays can move.
//!   Where a win and the round limit come together, the win counts. A withdrawal that hands
//!   the turn on past the last player ends the round as a move does.

mod board;
mod eval;
mod holes;
mod hops;
mod notation;
mod originals;
mod position;
mod rules;
mod tactics;
mod turned;
mod view;
mod weights;

pub use position::{ChineseCheckers, Move};
pub use rules::ChineseCheckersRules;
