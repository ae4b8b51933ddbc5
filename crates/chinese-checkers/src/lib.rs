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
//!   last hole make the move.
//! - A point is foreign to a player if it is neither a start nor a target of the player. With
//!   `guests=stay` marbles go everywhere; with `guests=pass` they may hop through a foreign point,
//!   but no move ends there. Usual is `stay` with two players, `pass` with more, where marbles of
//!   others would keep targets occupied for ever.
//! - The turn goes clockwise from green over the colours in the game; a round is over when it
//!   has come back to the first of those who still play. Who cannot move passes.
//! - Who has all marbles in the opposite point wins at once. From round 25 on it is enough
//!   when marbles of the point's owner, who stayed at home, fill the holes that are missing,
//!   as long as one own marble is there (option `anti_block`).
//! - The game is drawn when nobody can move, after 300 rounds, and when a position occurs for
//!   the third time. Who leaves is skipped, and the marbles stay as obstacles.
//! - With 2 or 3 `sets` of marbles, two opposite colours own as many neighbouring points each:
//!   the next one clockwise, too, then the next one the other way. All marbles of a player have
//!   the player's colour then, and any of them may fill any target.
//! - Three colours at every second point may have 2 sets, in the own point and in the one opposite
//!   to it. These sets keep the colours of their points, and each has to fill the point opposite to
//!   its own. The owner of a target is the player's own other set, so `anti_block` has no effect.
//!
//! Decisions where the sources are silent:
//! - [`agon_core::Player`] `i` is the `i`-th colour of those in the game, clockwise from green.
//! - While a marble hops its own hole counts as empty. That changes nothing, see `holes.rs`:
//!   no chain comes next to it, so that none hops over it or ends where a step would.
//! - A marble that stands in a foreign point, as a position text may have it, need not leave it;
//!   with `guests=pass` it cannot come back.
//! - Six colours on the board and three in the game, such as `gop`, are three players with two
//!   sets. Their turns, the game and who left are named by the first colour of each.
//! - The aim is judged for everybody after every move. Where several reach it at once, the
//!   one who has just moved wins, otherwise the first of them to move next.
//! - With several sets an owner who stays at home is ignored only when each of the target
//!   points has an own marble in it. Where the target belongs to nobody in the game, only own
//!   marbles count; the marbles of an owner who left are still the owner's.
//! - The others are ranked by the steps that their marbles still had on an empty board, each
//!   to the nearest hole of its target. Those who left come last.
//! - Colours that left follow after a minus in the position text: `gop-o`. Where only one
//!   still plays, that player has won.
//! - A player without a move has the one move `pass`, unless nobody who still plays can move.
//!   Where a win and the round limit come together, the win counts. A withdrawal that hands
//!   the turn on past the last player ends the round as a move does.

mod army;
mod board;
mod eval;
mod holes;
mod hops;
mod inputs;
mod notation;
mod originals;
mod position;
mod race;
mod rules;
mod tactics;
mod turned;
mod view;
mod weights;

pub use position::{ChineseCheckers, Move};
pub use rules::{ChineseCheckersRules, Guests};
