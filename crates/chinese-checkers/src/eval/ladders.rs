//! Ladders: marbles that others can hop over, one after the other, on the way ahead.

use crate::holes::Holes;

/// What the marbles of all players make of the board.
pub(super) struct Ladders {
    empty: Holes,
    /// For each of the first three directions, the holes whose neighbour there is a marble.
    over: [Holes; 3],
}

/// What an army can do with the ladders in a move.
#[derive(Clone, Copy)]
pub(super) struct Climb {
    /// Hops ahead in one chain, summed up over all marbles.
    pub(super) all: i32,
    /// Those of the marble that gets farthest.
    pub(super) best: i32,
}

impl Climb {
    pub(super) const NONE: Climb = Climb { all: 0, best: 0 };

    /// What both can do.
    pub(super) fn with(self, other: Climb) -> Climb {
        Climb { all: self.all + other.all, best: self.best.max(other.best) }
    }
}

/// Longer chains are not looked for.
const MOST_HOPS: i32 = 7;

impl Ladders {
    #[inline]
    pub(super) fn new(men: Holes) -> Ladders {
        Ladders { empty: !men, over: [men.facing::<0>(), men.facing::<1>(), men.facing::<2>()] }
    }

    /// How far the marbles of an army of this colour can hop ahead, to an end in the open holes.
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

    /// With the two directions ahead, and the axis of those to the sides.
    #[inline(always)]
    fn climb_towards<const SIDE: usize, const LEFT: usize, const RIGHT: usize>(
        &self,
        own: Holes,
        open: Holes,
    ) -> Climb {
        let mut climb = Climb::NONE;
        let mut to = self.empty & open;
        // Whoever cannot hop once cannot hop twice, unless it is only the end that is forbidden.
        let ends_anywhere = to == self.empty;
        for hops in 1..=MOST_HOPS {
            // A hop ahead, at once or after one to the side.
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
