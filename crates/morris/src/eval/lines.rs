//! Steps and lines of whole sets of points, as evaluations count them.

use crate::board::{Board, Way};
use crate::set::Set;

/// The middles of the sides.
pub(super) const MIDDLES: u8 = 0b0101_0101;

/// Points, and where one step from each of them leads, occupied or not.
#[derive(Clone, Copy)]
pub(super) struct Spread<S> {
    pub(super) here: S,
    /// In the order of [`Way::ALL`].
    pub(super) by: [S; 4],
}

impl<S: Set> Spread<S> {
    // Arrays are written out here and below: mapping them makes an evaluation take twice the time.
    #[inline(always)]
    pub(super) fn new(board: &Board, here: S) -> Spread<S> {
        let step = |way: Way| board.step(here, way);
        let [a, b, c, d] = Way::ALL;
        Spread { here, by: [step(a), step(b), step(c), step(d)] }
    }

    /// The points next to these.
    #[inline(always)]
    pub(super) fn near(&self) -> S {
        let [a, b, c, d] = self.by;
        a | b | c | d
    }
}

/// The lines of one direction by what stands on them, each told by the point in its middle.
#[derive(Clone, Copy)]
pub(super) struct Lines<S> {
    pub(super) mills: S,
    /// Two own men and a gap: ahead of them, behind them, between them.
    pub(super) pairs: [S; 3],
    /// One own man and two gaps: around him, on one side of him.
    pub(super) begun: [S; 2],
    /// Two own men and an enemy: at one end, in the middle.
    pub(super) held_up: [S; 2],
}

/// The lines along the sides of the squares and those along the spokes.
#[inline(always)]
pub(super) fn lines<S: Set>(
    own: &Spread<S>,
    enemy: &Spread<S>,
    empty: &Spread<S>,
) -> [Lines<S>; 2] {
    let along = |forth: usize, back: usize, middles: S| {
        let [man, foe, gap] = [own.here & middles, enemy.here & middles, empty.here & middles];
        let around = own.by[forth] & own.by[back];
        let beside =
            |other: &Spread<S>| own.by[forth] & other.by[back] | other.by[forth] & own.by[back];
        Lines {
            mills: man & around,
            pairs: [
                man & own.by[forth] & empty.by[back],
                man & empty.by[forth] & own.by[back],
                gap & around,
            ],
            begun: [man & empty.by[forth] & empty.by[back], gap & beside(empty)],
            held_up: [man & beside(enemy), foe & around],
        }
    };
    // A line along a spoke has its middle wherever the spoke goes on both ways.
    [along(0, 1, S::in_every_layer(MIDDLES)), along(2, 3, !S::EMPTY)]
}

/// How many points the sets have together.
#[inline(always)]
pub(super) fn total<S: Set, const N: usize>(sets: [S; N]) -> usize {
    let mut total = 0;
    for set in sets {
        total += set.len();
    }
    total
}

/// How often two lines share a man. Given are, along the sides and along the spokes, the lines
/// with a man in the middle, with one behind it, and with one ahead of it.
pub(super) fn shared<S: Set>(board: &Board, [sides, spokes]: [[S; 3]; 2]) -> usize {
    let [side, from, to] = sides;
    let (from, to) = (board.step(from, Way::Counterclockwise), board.step(to, Way::Clockwise));
    let [spoke, inner, outer] = spokes;
    let (inner, outer) = (board.step(inner, Way::Inwards), board.step(outer, Way::Outwards));
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
