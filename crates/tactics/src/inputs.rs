//! What a network is told of a position.

use crate::Network;

/// No game needs more planes.
pub const MAX_PLANES: usize = 12;

/// A position as a network sees it: for each kind of piece of each side the set of cells where
/// such pieces stand. What a move changes is the exclusive-or of the planes before and after it.
pub type Planes = [u128; MAX_PLANES];

/// How the positions of a game become the inputs of a network.
pub struct Inputs<P: 'static> {
    /// How many planes there are. Where [`Inputs::swapped`] says how the sides change places, the
    /// first half belongs to the first player and the other half to the second, in the same order.
    pub planes: usize,
    /// Cells of a plane. Those that are not on the board may say something else, one by one,
    /// such as that there are pieces in hand.
    pub cells: usize,
    /// The planes of a position.
    pub look: fn(&P) -> Planes,
    /// How many buckets there are.
    pub buckets: usize,
    /// In which bucket a position is: each has outputs of its own, so that what pieces are worth
    /// may depend on the phase of the game. `None` for positions that no network of this game
    /// knows, such as those by other rules.
    pub bucket: fn(&P) -> Option<usize>,
    /// Where each cell lies as the second player sees the board, if there is a symmetry that makes
    /// one side the other. Without, the network has one view of the board, and outputs for each
    /// side to move.
    pub swapped: Option<fn(usize) -> usize>,
    /// Where the cells come to by the symmetries of the board that change nothing else; the identity
    /// need not be among them.
    pub symmetries: fn() -> Vec<Vec<usize>>,
    /// The network that comes with the game.
    pub network: Option<fn() -> &'static Network>,
}

impl<P> Inputs<P> {
    /// Nothing that depends on the type of positions.
    #[must_use]
    pub fn shape(&self) -> Shape {
        let cells = 0..self.cells;
        Shape {
            planes: self.planes,
            cells: self.cells,
            swapped: self.swapped.map(|swapped| cells.map(swapped).collect()),
            buckets: self.buckets,
        }
    }
}

/// What the inputs of all positions of a game have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many planes there are.
    pub planes: usize,
    /// Cells of a plane.
    pub cells: usize,
    /// Where each cell lies as the second player sees the board.
    pub swapped: Option<Vec<usize>>,
    /// How many buckets there are.
    pub buckets: usize,
}

impl Shape {
    /// From how many sides the board is looked at.
    #[must_use]
    pub fn views(&self) -> usize {
        if self.swapped.is_some() { 2 } else { 1 }
    }

    /// How many sets of outputs there are.
    #[must_use]
    pub fn outputs(&self) -> usize {
        if self.swapped.is_some() { self.buckets } else { 2 * self.buckets }
    }
}
