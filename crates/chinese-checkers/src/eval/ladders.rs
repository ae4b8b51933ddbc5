//! Ladders: marbles in a row with gaps that others can hop over.

use crate::holes::Holes;

/// The ladders formed by the marbles of all players.
pub(super) struct Ladders {
    empty: Holes,
    /// For each of the first three directions, the holes with a marble next to them.
    over: [Holes; 3],
}

/// Hops available to an army in one move.
#[derive(Clone, Copy)]
pub(super) struct Climb {
    /// Forward hops of the longest chain, summed over all marbles.
    pub(super) all: i32,
    /// Forward hops of the marble with the longest chain.
    pub(super) best: i32,
}

impl Climb {
    pub(super) const NONE: Climb = Climb { all: 0, best: 0 };

    /// Combines the hops of two armies.
    pub(super) fn with(self, other: Climb) -> Climb {
        Climb { all: self.all + other.all, best: self.best.max(other.best) }
    }
}

/// Maximum length of the chains that are searched.
const MAX_HOPS: i32 = 7;

impl Ladders {
    #[inline]
    pub(super) fn new(men: Holes) -> Ladders {
        Ladders { empty: !men, over: [men.facing::<0>(), men.facing::<1>(), men.facing::<2>()] }
    }

    /// Returns the forward hops of an army of this colour that end in the open holes.
    #[inline]
    pub(super) fn climb(&self, own: Holes, colour: usize, open: Holes) -> Climb {
        match colour {
            0 => self.climb_towards::<0, 1, 2>(own, open),
            1 => self.climb_towards::<1, 2, 3>(own, open),
            2 => self.climb_towards::<2, 3, 4>(own, open),
            3 => self.climb_towards::<0, 4, 5>(own, open),
            4 => self.climb_towards::<1, 5, 0>(own, open),
            _ => self.climb_towards::<2, 0, 1>(own, open),
        }
    }

    /// `LEFT` and `RIGHT` are the directions ahead, `SIDE` the axis across.
    #[inline(always)]
    fn climb_towards<const SIDE: usize, const LEFT: usize, const RIGHT: usize>(
        &self,
        own: Holes,
        open: Holes,
    ) -> Climb {
        let mut climb = Climb::NONE;
        let mut to = self.empty & open;
        // A marble that cannot hop once cannot hop twice, unless only the end of the first hop is
        // closed.
        let ends_anywhere = to == self.empty;
        for hops in 1..=MAX_HOPS {
            // A hop ahead, directly or after one sideways.
            let ahead = to.before_hop::<LEFT>(self.over[LEFT % 3])
                | to.before_hop::<RIGHT>(self.over[RIGHT % 3]);
            let from = ahead | (ahead & self.empty).hop::<SIDE>(self.over[SIDE]);
            let able = own & from;
            if !able.is_empty() {
                climb.all += able.count() as i32;
                climb.best = hops;
            } else if ends_anywhere {
                break;
            }
            to = from & self.empty;
        }
        climb
    }
}
