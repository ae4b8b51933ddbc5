//! Inputs of a neural network.

use crate::Network;

/// Maximum number of planes.
pub const MAX_PLANES: usize = 12;
/// Maximum number of active inputs of a position.
pub const MAX_INPUTS: usize = 64;

/// Active inputs of a position: for each kind of piece of each side, the set of its cells.
/// The exclusive-or of two such arrays is the difference between the positions.
pub type Planes = [u128; MAX_PLANES];

/// Conversion of positions to network inputs.
pub struct Inputs<P: 'static> {
    /// Number of planes. With [`Inputs::swapped`] the first half belongs to the first player, the
    /// second half to the second player, in the same order.
    pub planes: usize,
    /// Cells per plane. Cells that are not on the board may encode other facts, such as pieces in
    /// hand.
    pub cells: usize,
    /// Converts a position.
    pub look: fn(&P) -> Planes,
    /// Number of output buckets.
    pub buckets: usize,
    /// Selects the output bucket, so that piece values can depend on the phase of the game.
    /// `None` if networks of this game do not cover the position, for example under other rules.
    pub bucket: fn(&P) -> Option<usize>,
    /// Maps each cell to its image from the second player's side, if a symmetry exchanges the
    /// sides. Otherwise the network has a single perspective, with outputs per side to move.
    pub swapped: Option<fn(usize) -> usize>,
    /// Board symmetries, each as the image of every cell; the identity may be left out.
    pub symmetries: fn() -> Vec<Vec<usize>>,
    /// Piece whose cell selects a symmetry, which normalises the board before inference.
    pub anchor: Option<Anchor>,
    /// Default network of the game.
    pub network: Option<fn() -> &'static Network>,
}

/// A piece whose cell determines the orientation of the board, such as the king.
#[derive(Clone, Copy)]
pub struct Anchor {
    /// Plane that contains only this piece; that of the first player if there are two perspectives.
    pub plane: usize,
    /// Maps the cell of the piece to an orientation: 0 is the identity, `i` is the `i`-th
    /// symmetry of [`Inputs::symmetries`], counted from 1.
    pub turn: fn(usize) -> usize,
    /// Maps the oriented cell of the piece to an input bucket, counted from 0. Networks may have
    /// separate input weights per bucket. `None` if there is one bucket.
    pub room: Option<fn(usize) -> usize>,
}

impl<P> Inputs<P> {
    /// Returns the parts that do not depend on the position type.
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

/// An [`Anchor`] as tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turning {
    /// Plane of the piece.
    pub plane: usize,
    /// Orientations, each as the image of every cell.
    pub turns: Vec<Vec<usize>>,
    /// Orientation by cell of the piece, from the perspective of its side.
    pub by_cell: Vec<usize>,
    /// Input bucket by cell of the piece.
    pub rooms: Vec<usize>,
}

impl Turning {
    /// Returns the number of input buckets.
    #[must_use]
    pub fn bucket_count(&self) -> usize {
        self.rooms.iter().max().map_or(1, |last| last + 1)
    }
}

/// Dimensions of the inputs and outputs of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of planes.
    pub planes: usize,
    /// Cells per plane.
    pub cells: usize,
    /// Image of each cell from the second player's side.
    pub swapped: Option<Vec<usize>>,
    /// Number of output buckets.
    pub buckets: usize,
    /// Anchor that orients the board, if any.
    pub anchor: Option<Turning>,
}

impl Shape {
    /// Returns the index of the input weights for view 0 (first player) or 1 (second player):
    /// input bucket × number of orientations + orientation.
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

    /// Returns the number of input buckets.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.anchor.as_ref().map_or(1, Turning::bucket_count)
    }

    /// Returns the number of perspectives, 1 or 2.
    #[must_use]
    pub fn views(&self) -> usize {
        if self.swapped.is_some() { 2 } else { 1 }
    }

    /// Returns the number of output heads.
    #[must_use]
    pub fn outputs(&self) -> usize {
        if self.swapped.is_some() { self.buckets } else { 2 * self.buckets }
    }
}
