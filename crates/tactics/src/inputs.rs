//! What a network is told of a position.

use crate::Network;

/// No game needs more planes.
pub const MAX_PLANES: usize = 12;
/// No position has more cells in its planes, all of them together.
pub const MAX_INPUTS: usize = 64;

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
    /// The piece by which the board is turned before a network looks at it, so that it need not learn
    /// the same thing once for each symmetry.
    pub anchor: Option<Anchor>,
    /// The network that comes with the game.
    pub network: Option<fn() -> &'static Network>,
}

/// A piece by which the board is turned.
#[derive(Clone, Copy)]
pub struct Anchor {
    /// The plane in which it stands alone; where there are two views, that of the first player.
    pub plane: usize,
    /// How the board is turned when it stands on this cell: 0 for as it is, else the number of
    /// a symmetry, counted from 1.
    pub turn: fn(usize) -> usize,
    /// In which room it is then, counted from 0: a network may have rows of its own for each, since what
    /// other pieces are worth depends on where this one stands. `None`: all cells are one room.
    pub room: Option<fn(usize) -> usize>,
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
            anchor: self.anchor.map(|anchor| Turning {
                plane: anchor.plane,
                turns: [(0..self.cells).collect()].into_iter().chain((self.symmetries)()).collect(),
                by_cell: (0..self.cells).map(anchor.turn).collect(),
                rooms: (0..self.cells)
                    .map(|cell| anchor.room.map_or(0, |room| room(cell)))
                    .collect(),
            }),
        }
    }
}

/// How the board is turned by an [`Anchor`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turning {
    /// The plane of the piece.
    pub plane: usize,
    /// Where the cells come to, for each way to turn the board.
    pub turns: Vec<Vec<usize>>,
    /// Which of them it is when the piece stands on this cell, as its side sees the board.
    pub by_cell: Vec<usize>,
    /// In which room it is then.
    pub rooms: Vec<usize>,
}

impl Turning {
    /// How many rooms there are.
    #[must_use]
    pub fn room_count(&self) -> usize {
        self.rooms.iter().max().map_or(1, |last| last + 1)
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
    /// How the board is turned before it is looked at.
    pub anchor: Option<Turning>,
}

impl Shape {
    /// Which way the board is turned in the view of the first player (0) or the second (1), and in which room its
    /// anchor is: the room times the number of ways, and the way.
    #[must_use]
    #[inline]
    pub fn facing(&self, view: usize, planes: &Planes) -> usize {
        let Some(anchor) = &self.anchor else { return 0 };
        let plane = (anchor.plane + view * self.planes / 2) % self.planes;
        let cell = planes[plane].trailing_zeros() as usize;
        if cell >= self.cells {
            return 0;
        }
        let cell = match &self.swapped {
            Some(swapped) if view == 1 => swapped[cell],
            _ => cell,
        };
        anchor.rooms[cell] * anchor.turns.len() + anchor.by_cell[cell]
    }

    /// How many rooms there are.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.anchor.as_ref().map_or(1, Turning::room_count)
    }

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
