//! Which quiet moves look promising before there is any experience with them.
//!
//! Fitted to some eight thousand moves of self-play: the logarithm of how much more often a
//! move was played than others in the same position. What counts most is to bring marbles
//! together, then to push, then to come nearer to the centre. With this the move played is on
//! average the eighth of sixty.

use agon_core::{Cell, Position};

use crate::board::{AROUND, HOLES, RING, Set, ahead, bit, next};
use crate::{Abalone, Move};

/// A factor of e, by the measure of experience.
const UNIT: i32 = 2_500;

/// What is to be multiplied by [`UNIT`], in hundredths.
const fn part(hundredths: i32) -> i32 {
    hundredths * UNIT / 100
}

/// A marble that comes to a hole or leaves it, by the distance from the centre.
const PLACE: [i32; 5] = [part(141), part(107), part(52), 0, part(-88)];
/// Each neighbour of the same side more or less.
const NEIGHBOUR: i32 = part(53);
/// One, two and three marbles in a line, and broadside.
const IN_LINE: [i32; 3] = [0, part(15), part(29)];
const BROADSIDE: [i32; 3] = [0, part(-23), part(24)];
/// A push, and what changes when it moves two marbles or brings one to the edge.
const PUSH: i32 = part(113);
const PUSH_TWO: i32 = part(-91);
const TO_EDGE: i32 = part(134);
/// Each step away from the centre by the marble that was pushed.
const OUTWARDS: i32 = part(44);

/// What a hole is worth to a marble in it.
const WORTH: [i32; HOLES] = {
    let mut worth = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        worth[hole] = PLACE[RING[hole] as usize];
        hole += 1;
    }
    worth
};

/// How promising the quiet move is.
#[inline]
pub(crate) fn of(position: &Abalone, m: Move) -> i32 {
    let own = position.marbles(position.turn());
    let step = |from: Cell, to: Cell, after: Set| {
        let neighbours = |cell: Cell, set: Set| (AROUND[cell.index()] & set).count_ones() as i32;
        let nearer = WORTH[to.index()] - WORTH[from.index()];
        nearer + NEIGHBOUR * (neighbours(to, after) - neighbours(from, own))
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
    let enemy = position.marbles(position.turn().other());
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
