//! Chains of hops.

use agon_core::Cell;

use crate::holes::Holes;

/// Marbles that can be hopped over.
pub(crate) struct Hops {
    empty: Holes,
    /// For each of the first three directions, the holes with a marble next to them.
    over: [Holes; 3],
}

impl Hops {
    #[inline]
    pub(crate) fn new(men: Holes) -> Hops {
        Hops { empty: !men, over: [men.facing::<0>(), men.facing::<1>(), men.facing::<2>()] }
    }

    /// Returns the holes one hop away from the set, empty or not.
    #[inline]
    pub(crate) fn across(&self, from: Holes) -> Holes {
        let [a, b, c] = self.over;
        from.hop::<0>(a) | from.hop::<1>(b) | from.hop::<2>(c)
    }

    /// Returns the empty holes that chains of hops reach from the set. The moving marble may stay
    /// on the board: it cannot hop over its own hole, which is on its own quarter, and passing
    /// through it reaches nothing new.
    #[inline]
    pub(crate) fn chains(&self, from: Holes) -> Holes {
        let mut reached = self.across(from) & self.empty;
        loop {
            let once = reached | self.across(reached) & self.empty;
            let twice = once | self.across(once) & self.empty;
            if (twice & !once).is_empty() {
                return once;
            }
            reached = twice;
        }
    }

    /// Returns a shortest chain of hops from a marble to a reachable empty hole, with both ends.
    pub(crate) fn shortest(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let mut ring = Holes::of(to);
        let mut rings = vec![ring];
        let mut fresh = self.empty & !ring;
        while !ring.is_empty() && !self.across(ring).has(from) {
            ring = self.across(ring) & fresh;
            fresh = fresh & !ring;
            rings.push(ring);
        }
        let mut chain = vec![from];
        let mut at = Some(from);
        for ring in rings.into_iter().rev() {
            at = at.and_then(|hole| (self.across(Holes::of(hole)) & ring).cells().next());
            chain.extend(at);
        }
        chain
    }
}
