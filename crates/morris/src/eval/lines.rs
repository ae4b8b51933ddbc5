//! Steps and lines for whole sets of points.

use crate::board::{Board, Direction};
use crate::set::Set;

/// Bits of the side middles.
pub(super) const MIDDLES: u8 = 0b0101_0101;

/// A set of points and the targets of one step from it, occupied or not.
#[derive(Clone, Copy)]
pub(super) struct Spread<S> {
    pub(super) here: S,
    /// Targets by direction, in the order of [`Direction::ALL`].
    pub(super) by: [S; 4],
}

impl<S: Set> Spread<S> {
    // Arrays are written out here and below: `map` doubles the time of an evaluation.
    #[inline(always)]
    pub(super) fn new(board: &Board, here: S) -> Spread<S> {
        let step = |direction: Direction| board.step(here, direction);
        let [a, b, c, d] = Direction::ALL;
        Spread { here, by: [step(a), step(b), step(c), step(d)] }
    }

    /// Returns the points next to the set.
    #[inline(always)]
    pub(super) fn near(&self) -> S {
        let [a, b, c, d] = self.by;
        a | b | c | d
    }
}

/// Lines along one axis by their contents, each represented by its middle point.
#[derive(Clone, Copy)]
pub(super) struct Lines<S> {
    pub(super) mills: S,
    /// Two own pieces and an empty point: ahead of them, behind them, between them.
    pub(super) pairs: [S; 3],
    /// One own piece and two empty points: the piece in the middle, at one end.
    pub(super) begun: [S; 2],
    /// Two own pieces and an enemy: at one end, in the middle.
    pub(super) held_up: [S; 2],
}

/// Returns the lines along the sides of the squares, and those along the spokes.
#[inline(always)]
pub(super) fn lines<S: Set>(
    own: &Spread<S>,
    enemy: &Spread<S>,
    empty: &Spread<S>,
) -> [Lines<S>; 2] {
    let along = |forth: usize, back: usize, middles: S| {
        let [piece, foe, gap] = [own.here & middles, enemy.here & middles, empty.here & middles];
        let around = own.by[forth] & own.by[back];
        let beside =
            |other: &Spread<S>| own.by[forth] & other.by[back] | other.by[forth] & own.by[back];
        Lines {
            mills: piece & around,
            pairs: [
                piece & own.by[forth] & empty.by[back],
                piece & empty.by[forth] & own.by[back],
                gap & around,
            ],
            begun: [piece & empty.by[forth] & empty.by[back], gap & beside(empty)],
            held_up: [piece & beside(enemy), foe & around],
        }
    };
    // Stepping in both directions leaves the board at the ends of a spoke, so no mask is needed.
    [along(0, 1, S::in_every_layer(MIDDLES)), along(2, 3, !S::EMPTY)]
}

/// Returns the total number of points of the sets.
#[inline(always)]
pub(super) fn total<S: Set, const N: usize>(sets: [S; N]) -> usize {
    let mut total = 0;
    for set in sets {
        total += set.len();
    }
    total
}

/// Returns the number of pairs of lines that share a piece. The arguments hold, for sides and
/// spokes, the lines with a piece in the middle, behind it, and ahead of it.
pub(super) fn shared<S: Set>(board: &Board, [sides, spokes]: [[S; 3]; 2]) -> usize {
    let [side, from, to] = sides;
    let (from, to) =
        (board.step(from, Direction::Counterclockwise), board.step(to, Direction::Clockwise));
    let [spoke, inner, outer] = spokes;
    let (inner, outer) =
        (board.step(inner, Direction::Inwards), board.step(outer, Direction::Outwards));
    total([
        from & to,
        side & spoke,
        side & inner,
        side & outer,
        spoke & inner,
        spoke & outer,
        inner & outer,
    ])
}
