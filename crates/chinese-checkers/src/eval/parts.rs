//! Division of an army of several interchangeable sets: each target gets ten marbles, with the
//! highest total value.

use agon_core::{Cell, Player, Position};

use super::WORTHS;
use crate::ChineseCheckers;
use crate::board::POINTS;
use crate::holes::{HOLE_AT, Holes};
use crate::rules::{OWNED, SET};

const MAX_SETS: usize = 3;

/// A marble and the point it is evaluated from.
#[derive(Clone, Copy)]
pub(crate) struct Marble {
    pub(crate) hole: Cell,
    pub(crate) point: usize,
    pub(crate) worth: i32,
}

/// A marble with its value for each set.
#[derive(Clone, Copy)]
struct Candidate {
    hole: Cell,
    worths: [i32; MAX_SETS],
    set: usize,
}

/// Returns the marbles of a player, each assigned to a point.
pub(crate) fn of(
    position: &ChineseCheckers,
    player: Player,
) -> impl Iterator<Item = Marble> + use<> {
    let rules = position.rules();
    // Distinct sets are armies of one set each.
    let points = OWNED[if rules.has_two_opposite_points() { 0 } else { rules.plan() }];
    position
        .armies(player)
        .flat_map(move |army| divide_among_points(army.marbles, points, army.colour))
}

/// Assigns the marbles of an army to its points, which are counted clockwise from that of its
/// colour.
fn divide_among_points(
    own: Holes,
    points: &'static [usize],
    colour: usize,
) -> impl Iterator<Item = Marble> {
    let point = move |set: usize| (colour + points[set]) % POINTS;
    let mut candidates =
        [Candidate { hole: Cell::new(0), worths: [0; MAX_SETS], set: 0 }; SET * MAX_SETS];
    let mut sizes = [0; MAX_SETS];
    let mut count = 0;
    for (quarter, word) in own.words().into_iter().enumerate() {
        let mut left = word;
        while left != 0 && count < candidates.len() {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut candidate = Candidate { hole: HOLE_AT[quarter][bit], ..candidates[count] };
            for set in 0..points.len() {
                candidate.worths[set] = WORTHS[point(set)][quarter][bit];
                if candidate.worths[set] > candidate.worths[candidate.set] {
                    candidate.set = set;
                }
            }
            sizes[candidate.set] += 1;
            candidates[count] = candidate;
            count += 1;
        }
    }
    while let Some(large) = sizes.iter().position(|&size| size > SET) {
        let small = |set: &usize| sizes[*set] < SET;
        let ways = (0..count).filter(|&i| candidates[i].set == large).flat_map(|i| {
            let worths = candidates[i].worths;
            let others = (0..points.len()).filter(small);
            others.map(move |set| (worths[large] - worths[set], i, set))
        });
        let Some((_, i, set)) = ways.min() else { break };
        candidates[i].set = set;
        sizes[large] -= 1;
        sizes[set] += 1;
    }
    candidates.into_iter().take(count).map(move |Candidate { hole, worths, set }| Marble {
        hole,
        point: point(set),
        worth: worths[set],
    })
}

#[cfg(test)]
mod tests {
    use agon_core::Rng;

    use super::*;
    use crate::board::HOLES;
    use crate::holes::quarter_and_bit;

    fn any_army(marbles: usize, rng: &mut Rng) -> Holes {
        let mut own = Holes::NONE;
        while (own.count() as usize) < marbles {
            own = own.with(Cell::new(rng.below(HOLES)));
        }
        own
    }

    #[test]
    fn every_target_gets_ten_marbles() {
        let mut rng = Rng::new(1);
        for points in OWNED {
            for colour in 0..POINTS {
                let own = any_army(SET * points.len(), &mut rng);
                let marbles: Vec<Marble> = divide_among_points(own, points, colour).collect();
                assert!(marbles.iter().map(|marble| marble.hole).eq(own.cells()));
                for further in points {
                    let from_here = |m: &&Marble| m.point == (colour + further) % POINTS;
                    assert_eq!(marbles.iter().filter(from_here).count(), SET);
                }
            }
        }
    }

    #[test]
    fn exchanging_two_marbles_never_improves_the_division() {
        let worth = |hole: Cell, point: usize| {
            let (quarter, bit) = quarter_and_bit(hole.index());
            WORTHS[point][quarter][bit]
        };
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let marbles: Vec<Marble> =
                divide_among_points(any_army(2 * SET, &mut rng), OWNED[1], 0).collect();
            for a in &marbles {
                assert_eq!(a.worth, worth(a.hole, a.point));
                for b in &marbles {
                    let changed = worth(a.hole, b.point) + worth(b.hole, a.point);
                    assert!(a.worth + b.worth >= changed);
                }
            }
        }
    }
}
