//! Static evaluation.
//!
//! `agon` adds the marbles pushed off and a value for the pattern of marbles in each line of the
//! board and around each hole. The values were tuned by self-play. Patterns are seen from the
//! player to move, so that a threat has another value than a threat to be met.
//!
//! `classic` is the evaluation of the original program.

use std::sync::LazyLock;

use agon_core::{Player, Position};
use agon_tactics::{Evaluation, Term, Tunable};

use crate::Abalone;
use crate::board::{Direction, HOLES, RING, Set, before};
use crate::pattern::{PATTERNS, Patterns, REGION_NAMES};
use crate::position::GOAL;
use crate::weights;

pub(crate) const EVALUATIONS: &[Evaluation<Abalone>] = &[
    Evaluation {
        name: "agon",
        about: "fallen marbles and the patterns of marbles in lines and around holes",
        evaluate: |position, player| PATTERN_VALUES.evaluate(position, player),
        terms: |position| PATTERN_VALUES.terms(position),
        tunable: Some(Tunable {
            weights: &WEIGHTS,
            trace: |position| PATTERN_VALUES.trace(position),
        }),
    },
    CLASSIC,
];

/// The evaluation of the original program.
pub(crate) const CLASSIC: Evaluation<Abalone> = Evaluation {
    name: "classic",
    about: "distance from the centre, neighbours of the same side and fallen marbles",
    evaluate: |position, player| classic(position, player) - classic(position, player.other()),
    terms: |position| {
        let values = Player::all(2).map(|player| classic(position, player)).collect();
        vec![Term { name: "all", values }]
    },
    tunable: None,
};

/// First weights: the value of each further marble pushed off, up to the fifth. The sixth wins.
const FALLEN: usize = 0;
/// Side to move.
const TEMPO: usize = FALLEN + GOAL as usize - 1;
/// Pattern weights are in quarters of the other weights: a single pattern is worth so little that
/// hundredths of a marble are too coarse.
const FIRST_PATTERN: usize = TEMPO + 1;
const QUARTERS: i32 = 4;

static WEIGHTS: [i32; FIRST_PATTERN + PATTERNS] = weights::WEIGHTS;

/// Receiver of the features, from the point of view of the player to move.
trait Sink {
    fn count(&mut self, weight: usize, times: i32);
    fn region(&mut self, region: usize, state: u16);
}

struct PatternValues {
    patterns: Patterns,
    /// By state, in quarters. Large enough for any 16-bit index.
    values: Box<[i16; 1 << 16]>,
}

static PATTERN_VALUES: LazyLock<PatternValues> = LazyLock::new(PatternValues::new);

impl PatternValues {
    fn new() -> PatternValues {
        let patterns = Patterns::new();
        let mut values = Box::new([0; 1 << 16]);
        for (value, &pattern) in values.iter_mut().zip(&patterns.of) {
            *value = WEIGHTS[FIRST_PATTERN + usize::from(pattern)] as i16;
        }
        PatternValues { patterns, values }
    }

    #[inline]
    fn walk(&self, position: &Abalone, sink: &mut impl Sink) {
        let turn = position.turn();
        let [won, lost] = [turn, turn.other()].map(|player| position.pushed_off(player) as usize);
        for nth in 0..TEMPO - FALLEN {
            sink.count(FALLEN + nth, i32::from(won > nth) - i32::from(lost > nth));
        }
        sink.count(TEMPO, 1);
        let states = self.patterns.states(position.marbles(turn), position.marbles(turn.other()));
        for (region, state) in states.into_iter().enumerate() {
            sink.region(region, state);
        }
    }

    fn evaluate(&self, position: &Abalone, player: Player) -> i32 {
        let mut sum = Sum { values: &self.values, total: 0 };
        self.walk(position, &mut sum);
        let value = sum.total / QUARTERS;
        if player == position.turn() { value } else { -value }
    }

    fn trace(&self, position: &Abalone) -> Vec<(usize, f32)> {
        let mut trace = Trace { evaluation: self, parts: Vec::new() };
        self.walk(position, &mut trace);
        let sign = if position.turn() == Player::FIRST { 1.0 } else { -1.0 };
        trace.parts.sort_unstable();
        let same = trace.parts.chunk_by(|one, other| one.0 == other.0);
        let sum = |parts: &[(usize, i32)]| parts.iter().map(|part| part.1).sum::<i32>() as f32;
        same.map(|parts| (parts[0].0, sign * sum(parts) / QUARTERS as f32)).collect()
    }

    /// Marbles pushed off count for the player who pushed them, everything else for the player to
    /// move.
    fn terms(&self, position: &Abalone) -> Vec<Term> {
        let turn = position.turn();
        let fallen = Player::all(2)
            .map(|player| {
                let off = position.pushed_off(player).min(GOAL - 1) as usize;
                WEIGHTS[FALLEN..FALLEN + off].iter().sum()
            })
            .collect();
        let mut sums = Sums { evaluation: self, tempo: 0, totals: [0; REGION_NAMES.len()] };
        self.walk(position, &mut sums);
        let term = |name, value| {
            let values = Player::all(2).map(|player| if player == turn { value } else { 0 });
            Term { name, values: values.collect() }
        };
        let patterns = REGION_NAMES.into_iter().zip(sums.totals);
        [Term { name: "fallen marbles", values: fallen }, term("to move", sums.tempo)]
            .into_iter()
            .chain(patterns.map(|(name, total)| term(name, total / QUARTERS)))
            .collect()
    }
}

struct Sum<'a> {
    values: &'a [i16; 1 << 16],
    /// In quarters.
    total: i32,
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn count(&mut self, weight: usize, times: i32) {
        self.total += QUARTERS * WEIGHTS[weight] * times;
    }

    #[inline(always)]
    fn region(&mut self, _region: usize, state: u16) {
        self.total += i32::from(self.values[usize::from(state)]);
    }
}

/// Records how often each weight counts, in quarters.
struct Trace<'a> {
    evaluation: &'a PatternValues,
    parts: Vec<(usize, i32)>,
}

impl Sink for Trace<'_> {
    fn count(&mut self, weight: usize, times: i32) {
        if times != 0 {
            self.parts.push((weight, QUARTERS * times));
        }
    }

    fn region(&mut self, _region: usize, state: u16) {
        let pattern = self.evaluation.patterns.of[usize::from(state)];
        self.parts.push((FIRST_PATTERN + usize::from(pattern), 1));
    }
}

/// Sums the values by kind of region.
struct Sums<'a> {
    evaluation: &'a PatternValues,
    tempo: i32,
    totals: [i32; REGION_NAMES.len()],
}

impl Sink for Sums<'_> {
    fn count(&mut self, weight: usize, times: i32) {
        if weight == TEMPO {
            self.tempo += WEIGHTS[weight] * times;
        }
    }

    fn region(&mut self, region: usize, state: u16) {
        let kind = self.evaluation.patterns.kinds[region];
        self.totals[kind] += i32::from(self.evaluation.values[usize::from(state)]);
    }
}

/// The holes at each distance from the centre.
const RINGS: [Set; 5] = {
    let mut rings = [0; 5];
    let mut hole = 0;
    while hole < HOLES {
        rings[RING[hole] as usize] |= 1 << hole;
        hole += 1;
    }
    rings
};

/// Returns the original evaluation of a player's marbles: -10 for each unit of distance from the
/// centre, 7 for each neighbour of each marble, 1,000 for each marble pushed off.
fn classic(position: &Abalone, player: Player) -> i32 {
    const DISTANCE: [i32; 5] = [0, 10, 28, 40, 50];
    const NEIGHBOUR: i32 = 7;
    const FALLEN: i32 = 1_000;
    let own = position.marbles(player);
    let count = |set: Set| set.count_ones() as i32;
    let distance: i32 = RINGS.into_iter().zip(DISTANCE).map(|(r, d)| d * count(own & r)).sum();
    let pairs: i32 = Direction::AXES.into_iter().map(|axis| count(own & before(own, axis))).sum();
    FALLEN * position.pushed_off(player) as i32 + 2 * NEIGHBOUR * pairs - distance
}
