//! Positions with numbers: what a game tells a solver.

use std::ops::ControlFlow;

/// A set of positions with numbered slots, by its number in the game's own list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Space(pub usize);

/// Where a move leads that cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// To the end: whoever made the move has won.
    Won,
    /// To a position of another space, which was solved before.
    To(Space, u64),
}

/// The largest number of quiet moves that a position may have.
pub const MOST_MOVES: u32 = 62;

/// A game for two whose positions have slots in spaces.
///
/// Moves are of two kinds. Quiet ones can come back to where they began: from a space they
/// lead to its partner, and from there to the space again. All others leave the two for spaces
/// that come earlier in [`Indexed::units`]. Whoever cannot move has lost.
///
/// Slots are given and taken below [`Indexed::slots`]; some may be empty.
pub trait Indexed: Sync {
    /// The game and its rules: a tablebase is for just one.
    fn title(&self) -> String;

    /// What is solved together, a space and its partner, after all that its moves can lead to.
    fn units(&self) -> Vec<Vec<Space>>;

    /// The name of a space, fit for the name of a file.
    fn name(&self, space: Space) -> String;

    /// How many slots the space has.
    fn slots(&self, space: Space) -> u64;

    /// The space where quiet moves lead; possibly the same.
    fn partner(&self, space: Space) -> Space;

    /// The spaces where the other moves lead.
    fn beyond(&self, space: Space) -> Vec<Space>;

    /// Is the space only a step on the way, not worth keeping when nothing more builds on it?
    fn is_passing(&self, _space: Space) -> bool {
        false
    }

    /// Counts the quiet moves, at most [`MOST_MOVES`], and gives the others to `out`, until
    /// that has heard enough; then the count does not matter. `None` for an empty slot.
    fn leave(
        &self,
        space: Space,
        slot: u64,
        out: &mut impl FnMut(Exit) -> ControlFlow<()>,
    ) -> Option<u32>;

    /// Gives the slots of the partner where the quiet moves lead, once for each move.
    fn quiet(&self, space: Space, slot: u64, out: &mut impl FnMut(u64));

    /// Gives the slots of the partner from which quiet moves lead here, with the number of
    /// moves that do; in one piece or in several.
    fn before(&self, space: Space, slot: u64, out: &mut impl FnMut(u64, u32));
}
