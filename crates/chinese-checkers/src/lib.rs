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
//! - In a turn one marble steps to an adjacent empty hole or makes a chain of hops. A hop passes
//!   over a single adjacent marble of any colour, which stays, into the empty hole directly behind
//!   it. A chain may change direction and stop after any hop, but not where it began. Only the
//!   first and last hole identify the move.
//! - A point is foreign to a player if it is neither a start nor a target of the player. With
//!   `guests=stay` moves may end in any point; with `guests=pass` marbles may hop through a foreign
//!   point, but no move may end there. The default is `stay` with two players and `pass` with more,
//!   where marbles of other players could block a target forever.
//! - Turns go clockwise from green through the colours in the game. A round ends when the turn
//!   returns to the first player still in the game. A player without a move passes.
//! - A player with all marbles in the opposite point wins at once. From round 25 on (option
//!   `anti_block`) it is enough that every hole of the point holds a marble of the player or of the
//!   owner of the point, at least one of them the player's.
//! - The game is drawn when no player can move, after 300 rounds, and at the third occurrence of a
//!   position. Players who leave are skipped; their marbles stay as obstacles.
//! - With 2 or 3 `sets`, two opposite colours own that many neighbouring points each: their own,
//!   the next one clockwise and, with 3, the next one counterclockwise. All marbles of a player
//!   have the player's colour and may fill any target.
//! - Three colours at alternate points may have 2 sets each, in their own point and the opposite
//!   one. These sets keep the colours of their points, and each has to fill the point opposite to
//!   its own. The owner of a target is the player's own other set, so `anti_block` has no effect.
//!
//! Decisions where the sources are silent:
//! - [`agon_core::Player`] `i` is the `i`-th colour in the game, clockwise from green.
//! - While a marble hops, its own hole counts as empty. This makes no difference, see `holes.rs`:
//!   no chain of hops comes next to its origin.
//! - A marble in a foreign point, possible after a position text, need not leave it. With
//!   `guests=pass` it cannot return.
//! - A position text with six colours on the board and three in the game, such as `gop`, has three
//!   players with two sets. Each player is identified by the first of the two
//!   colours: in the turn, the colours in the game and those that left.
//! - Wins are checked for all players after every move. If several players win at once, the one who
//!   has just moved wins, otherwise the first of them to move next.
//! - With several sets, `anti_block` requires an own marble in each of the target points. If no
//!   player in the game owns the target, only own marbles count. Marbles of an owner who left still
//!   count as the owner's.
//! - The other players are ranked by the total distance of their marbles to the nearest target hole
//!   on an empty board. Players who left come last.
//! - Colours that left follow a minus in the position text: `gop-o`. The last player left wins.
//! - A player without a move has the single move `pass`, unless no player in the game can move. A
//!   win takes precedence over the round limit. A withdrawal that passes the turn beyond the last
//!   player ends the round, as a move does.

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
