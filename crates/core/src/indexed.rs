//! Positions with indices: the interface between a game and the solver.

use std::ops::ControlFlow;

/// A set of positions with numbered slots, identified by its index in the game's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Space(pub usize);

/// Target of an irreversible move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The game is over and the mover has won.
    Won,
    /// A slot of another space, which is already solved.
    To(Space, u64),
}

/// Maximum number of quiet moves of a position.
pub const MOST_MOVES: u32 = 62;

/// A two-player game whose positions have slots in spaces.
///
/// Moves are of two kinds. Quiet moves are reversible: they lead from a space to its partner
/// and from there back to the space. All others lead to spaces earlier in [`Indexed::units`].
/// A player without moves has lost.
///
/// Slots are numbers below [`Indexed::slots`]; some may be empty.
pub trait Indexed: Sync {
    /// Returns the name of the game and its rules, which identifies the tablebase.
    fn title(&self) -> String;

    /// Returns the spaces that are solved together (a space and its partner), in dependency order.
    fn units(&self) -> Vec<Vec<Space>>;

    /// Returns the name of a space, valid as a file name.
    fn name(&self, space: Space) -> String;

    /// Returns the number of slots of a space.
    fn slots(&self, space: Space) -> u64;

    /// Returns the space that quiet moves lead to, possibly the same.
    fn partner(&self, space: Space) -> Space;

    /// Returns the spaces that irreversible moves lead to.
    fn beyond(&self, space: Space) -> Vec<Space>;

    /// Returns whether the space is intermediate, solved only if another space needs it.
    fn is_passing(&self, _space: Space) -> bool {
        false
    }

    /// Counts the quiet moves, at most [`MOST_MOVES`], and passes the others to `out` until it
    /// breaks; the count is unspecified then. `None` for an empty slot.
    fn leave(
        &self,
        space: Space,
        slot: u64,
        out: &mut impl FnMut(Exit) -> ControlFlow<()>,
    ) -> Option<u32>;

    /// Passes the partner's slot after each quiet move to `out`, once per move.
    fn quiet(&self, space: Space, slot: u64, out: &mut impl FnMut(u64));

    /// Passes each slot of the partner with quiet moves to this slot to `out`, with their number.
    /// A slot may be passed several times; its numbers add up.
    fn before(&self, space: Space, slot: u64, out: &mut impl FnMut(u64, u32));
}
