//! Which quiet moves look promising before there is any history of them.
//!
//! Fitted to some eight thousand moves of self-play: the logarithm of how much more often a
//! move was played than others in the same position. What counts most is to bring marbles
//! together, to push, to come nearer to the centre and to leave the edge where an enemy is near.
//! With this the move played is on average the eighth of sixty.

use agon_core::{Cell, Position};

use crate::board::{AROUND, HOLES, RING, Set, ahead, bit, next};
use crate::{Abalone, Move};

/// A factor of e, by the measure of history.
const UNIT: i32 = 2_500;

/// What is to be multiplied by [`UNIT`], in hundredths.
const fn part(hundredths: i32) -> i32 {
    hundredths * UNIT / 100
}

/// A marble that comes to a hole or leaves it, by the distance from the centre.
const PLACE: [i32; 5] = [part(87), part(110), part(53), part(-4), part(-88)];
/// It leaves an enemy's side there. At the edge it is in danger.
const LEAVES: [i32; 5] = [part(-65), part(10), part(29), part(52), part(186)];
/// It comes to an enemy's side there.
const COMES: [i32; 5] = [part(77), part(27), part(36), part(49), part(-14)];
/// Each neighbour of the same side more or less.
const NEIGHBOUR: i32 = part(50);
/// One, two and three marbles in a line, and broadside.
const IN_LINE: [i32; 3] = [0, part(16), part(27)];
const BROADSIDE: [i32; 3] = [0, part(-31), part(3)];
/// A push, and what changes when it moves two marbles or brings one to the edge.
const PUSH: i32 = part(113);
const PUSH_TWO: i32 = part(-68);
const TO_EDGE: i32 = part(142);
/// Each step away from the centre by the marble that was pushed.
const OUTWARDS: i32 = part(55);

/// What to leave a hole and to come to it is worth, without and with an enemy beside it.
static FROM: [[i32; 2]; HOLES] = by_hole(-1, LEAVES);
static TO: [[i32; 2]; HOLES] = by_hole(1, COMES);

const fn by_hole(sign: i32, beside: [i32; 5]) -> [[i32; 2]; HOLES] {
    let mut worth = [[0; 2]; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let ring = RING[hole] as usize;
        let alone = sign * PLACE[ring];
        worth[hole] = [alone, alone + beside[ring]];
        hole += 1;
    }
    worth
}

/// How promising the quiet move is.
#[inline]
pub(crate) fn of(position: &Abalone, m: Move) -> i32 {
    let [own, enemy] = [position.turn(), position.turn().other()].map(|p| position.marbles(p));
    let step = |from: Cell, to: Cell, after: Set| {
        let [before, then] = [from, to].map(|cell| AROUND[cell.index()]);
        let joined = (then & after).count_ones() as i32 - (before & own).count_ones() as i32;
        FROM[from.index()][usize::from(before & enemy != 0)]
            + TO[to.index()][usize::from(then & enemy != 0)]
            + NEIGHBOUR * joined
    };
    let count = usize::from(m.count);
    if !m.is_in_line() {
        let moved = |from: Cell| ahead(from, m.direction, 1);
        let after = m.marbles().fold(own, |set, from| set ^ bit(from) ^ bit(moved(from)));
        let steps = m.marbles().map(|from| step(from, moved(from), after));
        return BROADSIDE[count - 1] + steps.sum::<i32>();
    }
    let front = ahead(m.first, m.direction, count);
    let promise = IN_LINE[count - 1] + step(m.first, front, own ^ bit(m.first) ^ bit(front));
    if enemy & bit(front) == 0 {
        return promise;
    }
    // A quiet push ends on the board.
    let behind = ahead(front, m.direction, 1);
    let two = enemy & bit(behind) != 0;
    let end = if two { next(behind, m.direction).unwrap_or(behind) } else { behind };
    let outwards = i32::from(RING[end.index()]) - i32::from(RING[front.index()]);
    let edge = if RING[end.index()] == 4 { TO_EDGE } else { 0 };
    promise + PUSH + if two { PUSH_TWO } else { 0 } + edge + OUTWARDS * outwards
}
