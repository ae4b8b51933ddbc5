//! Static evaluation: a player's marbles minus the mean of the opponents'.
//!
//! - `agon`: every hole has a value. The loss grows with the square of the distance from the tip of
//!   the target, ahead and sideways, so the rearmost marbles gain most from moving, and armies stay
//!   together and build ladders. Available hops count extra. An army of several interchangeable
//!   sets is divided into ten marbles for each target ([`parts`]); distinct sets are separate
//!   armies.
//! - `classic` and `hard` are the evaluations of the original program.

mod ladders;
mod originals;
pub(crate) mod parts;

use agon_core::{Player, Position};
use agon_tactics::{Evaluation, Term, Tunable};

use crate::ChineseCheckers;
use crate::board::{HOLES, POINTS};
use crate::holes::{Holes, quarter_and_bit};
use crate::turned::{CLASS, CLASSES, TURNED};
use crate::weights::WEIGHTS;
use ladders::{Climb, Ladders};
pub(crate) use originals::{CLASSIC, HARD};

pub(crate) const EVALUATIONS: &[Evaluation<ChineseCheckers>] = &[
    Evaluation {
        name: "agon",
        about: "progress of each marble, above all of the last ones, and closeness to the middle line",
        evaluate,
        terms,
        tunable: Some(Tunable { weights: &WEIGHTS, trace }),
    },
    CLASSIC,
    HARD,
];

/// Weights after those of the holes.
const HOPS: usize = CLASSES;
const BEST_TO_MOVE: usize = HOPS + 1;
const BEST_WAITING: usize = HOPS + 2;
const TEMPO: usize = HOPS + 3;

/// Displayed terms of the evaluation, each with its first weight.
const TERMS: [(&str, usize); 3] = [("holes", 0), ("hops ahead", HOPS), ("to move", TEMPO)];

/// Sums are in sixths of a weight, to reduce the rounding of means.
const SIXTHS: i32 = 6;

/// Value of a marble by quarter of the board and bit.
type Worths = [[i32; 64]; 4];

/// The values for marbles that start from each point.
static WORTHS: [Worths; POINTS] = {
    let mut worths = [[[0; 64]; 4]; POINTS];
    let mut i = 0;
    while i < POINTS * HOLES {
        let (point, hole) = (i % POINTS, i / POINTS);
        let (quarter, bit) = quarter_and_bit(hole);
        worths[point][quarter][bit] = WEIGHTS[class_seen(hole, point)] * SIXTHS;
        i += 1;
    }
    worths
};

/// Returns the class of a hole for marbles that start from `point`.
const fn class_seen(hole: usize, point: usize) -> usize {
    CLASS[TURNED[point][hole] as usize] as usize
}

/// Returns the value of the player's marbles minus the mean of the opponents still in the game.
#[inline(always)]
fn relative_value(
    position: &ChineseCheckers,
    player: Player,
    worth: impl Fn(Player) -> i32,
) -> i32 {
    let own = worth(player);
    if position.players() == 2 {
        return own - worth(player.other());
    }
    let (sum, count) = others(position, player).fold((0, 0), |(s, n), p| (s + worth(p), n + 1));
    own - sum / count.max(1)
}

/// Returns the opponents still in the game.
fn others(position: &ChineseCheckers, player: Player) -> impl Iterator<Item = Player> + use<> {
    let gone = position.gone();
    Player::all(position.players()).filter(move |&other| other != player && !gone.has(other))
}

fn marbles(position: &ChineseCheckers, ladders: &Ladders, player: Player) -> i32 {
    let rules = position.rules();
    let (own, colour) = (position.marbles(player), rules.colour(player));
    let sum = if rules.has_two_opposite_points() {
        let armies = position.armies(player);
        armies.map(|army| worth(army.marbles, army.colour)).sum()
    } else if rules.sets == 1 {
        worth(own, colour)
    } else {
        parts::of(position, player).map(|marble| marble.worth).sum()
    };
    let climb = climb(position, ladders, player);
    let rest = climb.all * WEIGHTS[HOPS]
        + if position.turn() == player {
            climb.best * WEIGHTS[BEST_TO_MOVE] + WEIGHTS[TEMPO]
        } else {
            climb.best * WEIGHTS[BEST_WAITING]
        };
    sum + rest * SIXTHS
}

/// Returns the total value of marbles that start from `point`.
#[inline]
fn worth(marbles: Holes, point: usize) -> i32 {
    let mut sum = 0;
    for (worths, word) in WORTHS[point].iter().zip(marbles.words()) {
        let mut left = word;
        while left != 0 {
            sum += worths[left.trailing_zeros() as usize];
            left &= left - 1;
        }
    }
    sum
}

/// Returns the player's hops over ladders.
#[inline]
fn climb(position: &ChineseCheckers, ladders: &Ladders, player: Player) -> Climb {
    let rules = position.rules();
    let open = rules.open_to(player);
    if !rules.has_two_opposite_points() {
        return ladders.climb(position.marbles(player), rules.colour(player), open);
    }
    let armies = position.armies(player);
    let climbs = armies.map(|army| ladders.climb(army.marbles, army.colour, open));
    climbs.fold(Climb::NONE, Climb::with)
}

fn evaluate(position: &ChineseCheckers, player: Player) -> i32 {
    let ladders = Ladders::new(position.men());
    relative_value(position, player, |player| marbles(position, &ladders, player)) / SIXTHS
}

/// Returns the features of the player's marbles, by weight.
fn features(position: &ChineseCheckers, player: Player) -> [f32; WEIGHTS.len()] {
    let mut counts = [0.0; WEIGHTS.len()];
    for marble in parts::of(position, player) {
        counts[class_seen(marble.hole.index(), marble.point)] += 1.0;
    }
    let climb = climb(position, &Ladders::new(position.men()), player);
    counts[HOPS] = climb.all as f32;
    if position.turn() == player {
        (counts[BEST_TO_MOVE], counts[TEMPO]) = (climb.best as f32, 1.0);
    } else {
        counts[BEST_WAITING] = climb.best as f32;
    }
    counts
}

fn trace(position: &ChineseCheckers) -> Vec<(usize, f32)> {
    let mut counts = features(position, Player::FIRST);
    let against = others(position, Player::FIRST).count() as f32;
    for other in others(position, Player::FIRST) {
        let theirs = features(position, other);
        counts.iter_mut().zip(theirs).for_each(|(count, theirs)| *count -= theirs / against);
    }
    counts.into_iter().enumerate().filter(|&(_, count)| count != 0.0).collect()
}

fn terms(position: &ChineseCheckers) -> Vec<Term> {
    let ends = TERMS.iter().skip(1).map(|&(_, first)| first).chain([WEIGHTS.len()]);
    let term = |(&(name, first), end): (&(&'static str, usize), usize)| {
        let value = |player| {
            let counts = features(position, player);
            let worth = (first..end).map(|i| counts[i] * WEIGHTS[i] as f32);
            worth.sum::<f32>().round() as i32
        };
        Term { name, values: Player::all(position.players()).map(value).collect() }
    };
    TERMS.iter().zip(ends).map(term).collect()
}
