//! Move ordering scores for quiet moves without history.
//!
//! Fitted to about 8,000 moves of self-play, as log-likelihood ratios of a move being played rather
//! than others of its position. Joining marbles, pushing, approaching the centre and leaving an
//! edge next to an enemy score highest. With these scores alone the played move ranks eighth of
//! sixty on average.

use agon_core::{Cell, Position};

use crate::board::{AROUND, HOLES, RING, Set, ahead, bit, next};
use crate::{Abalone, Move};

/// History score of a likelihood ratio of e.
const UNIT: i32 = 2_500;

const fn scaled(hundredths: i32) -> i32 {
    hundredths * UNIT / 100
}

/// Score for entering a hole (negated: for leaving it), by distance from the centre.
const DISTANCE: [i32; 5] = [scaled(87), scaled(110), scaled(53), scaled(-4), scaled(-88)];
/// Bonus for leaving a hole next to an enemy; at the edge the marble is in danger.
const LEAVES: [i32; 5] = [scaled(-65), scaled(10), scaled(29), scaled(52), scaled(186)];
/// Bonus for entering a hole next to an enemy.
const ENTERS: [i32; 5] = [scaled(77), scaled(27), scaled(36), scaled(49), scaled(-14)];
/// Score for each own neighbour gained or lost.
const NEIGHBOUR: i32 = scaled(50);
/// Scores for moving one, two and three marbles.
const IN_LINE: [i32; 3] = [0, scaled(16), scaled(27)];
const BROADSIDE: [i32; 3] = [0, scaled(-31), scaled(3)];
/// Score for a push, and additional scores if it moves two marbles or moves one to the edge.
const PUSH: i32 = scaled(113);
const PUSH_TWO: i32 = scaled(-68);
const TO_EDGE: i32 = scaled(142);
/// Score for each step that the pushed marbles move away from the centre.
const OUTWARDS: i32 = scaled(55);

/// Scores for leaving and entering each hole, without and with an enemy next to it.
static FROM: [[i32; 2]; HOLES] = by_hole(-1, LEAVES);
static TO: [[i32; 2]; HOLES] = by_hole(1, ENTERS);

const fn by_hole(sign: i32, beside: [i32; 5]) -> [[i32; 2]; HOLES] {
    let mut worth = [[0; 2]; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let ring = RING[hole] as usize;
        let alone = sign * DISTANCE[ring];
        worth[hole] = [alone, alone + beside[ring]];
        hole += 1;
    }
    worth
}

/// Returns the ordering score of a quiet move.
#[inline]
pub(crate) fn quiet_score(position: &Abalone, m: Move) -> i32 {
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
    // A quiet push leaves all marbles on the board.
    let behind = ahead(front, m.direction, 1);
    let two = enemy & bit(behind) != 0;
    let end = if two { next(behind, m.direction).unwrap_or(behind) } else { behind };
    let outwards = i32::from(RING[end.index()]) - i32::from(RING[front.index()]);
    let edge = if RING[end.index()] == 4 { TO_EDGE } else { 0 };
    promise + PUSH + if two { PUSH_TWO } else { 0 } + edge + OUTWARDS * outwards
}
