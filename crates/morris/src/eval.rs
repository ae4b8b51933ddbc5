//! How good a position is.
//!
//! Our own evaluation is a weighted sum of what [`features`] counts for each side; the weights
//! depend on the size of the board and on the [`stage`] of the game and stand in
//! [`crate::weights`]. The evaluations that the game came with are in [`originals`].

mod features;
mod lines;
mod originals;
mod stage;

use agon_core::Player;
use agon_tactics::{Evaluation, Term, Tunable};

use crate::Morris;
use crate::position::RED;
use crate::weights::WEIGHTS;
use features::{Feature, NAMES, Sink, look};
pub(crate) use originals::{MATERIAL, PAPER};
use stage::{CLASS, CLASSES, ROWS, Row, Stage, WHOLE, class, mixed};

pub(crate) const EVALUATIONS: &[Evaluation<Morris>] = &[
    Evaluation {
        name: "agon",
        about: "men, mills and threats of mills, room to move, by the stage of the game",
        evaluate,
        terms,
        tunable: Some(Tunable { weights: &WEIGHTS, trace }),
    },
    MATERIAL,
    PAPER,
];

static MIXED: [[Row; ROWS]; CLASSES] = mixed(&WEIGHTS);

/// The evaluation times [`WHOLE`], as that side sees it whose counts came last.
struct Sum {
    rows: &'static [Row; ROWS],
    row: &'static Row,
    sum: i32,
}

impl Sink for Sum {
    #[inline(always)]
    fn begin(&mut self, stage: Stage) {
        self.row = &self.rows[stage.row()];
        self.sum = -self.sum;
    }

    #[inline(always)]
    fn count(&mut self, feature: Feature, count: usize) {
        self.sum += self.row[feature as usize] * count as i32;
    }
}

/// The counts of both sides.
struct Counts(Vec<(Stage, Row)>);

impl Sink for Counts {
    fn begin(&mut self, stage: Stage) {
        self.0.push((stage, Row::default()));
    }

    fn count(&mut self, feature: Feature, count: usize) {
        if let Some((_, counts)) = self.0.last_mut() {
            counts[feature as usize] = count as i32;
        }
    }
}

impl Counts {
    fn of(position: &Morris) -> Counts {
        let mut counts = Counts(Vec::new());
        look(position, &mut counts);
        counts
    }
}

fn evaluate(position: &Morris, player: Player) -> i32 {
    let rows = &MIXED[class(position.board())];
    let mut as_blue = Sum { rows, row: &rows[0], sum: 0 };
    look(position, &mut as_blue);
    let value = as_blue.sum / WHOLE as i32;
    if player == RED { -value } else { value }
}

fn trace(position: &Morris) -> Vec<(usize, f32)> {
    let mut trace = Vec::new();
    let begin = class(position.board()) * CLASS;
    for ((stage, counts), sign) in Counts::of(position).0.into_iter().zip([1.0, -1.0]) {
        for (stage, share) in stage.shares() {
            let times = |count: i32| sign * (count * share as i32) as f32 / WHOLE as f32;
            let present = counts.iter().enumerate().filter(|&(_, &count)| count != 0);
            trace
                .extend(present.map(|(i, &count)| (begin + stage * NAMES.len() + i, times(count))));
        }
    }
    trace
}

fn terms(position: &Morris) -> Vec<Term> {
    let sides = Counts::of(position).0;
    let rows = &MIXED[class(position.board())];
    let term = |(i, &name): (usize, &'static &'static str)| {
        let value =
            |(stage, counts): &(Stage, Row)| rows[stage.row()][i] * counts[i] / WHOLE as i32;
        Term { name, values: sides.iter().map(value).collect() }
    };
    NAMES.iter().enumerate().map(term).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::BLUE;
    use crate::tactics::tests::with_random_positions;

    #[test]
    fn what_is_good_for_one_is_bad_for_the_other() {
        with_random_positions(|position| {
            assert_eq!(evaluate(position, RED), -evaluate(position, BLUE), "{position:?}");
        });
    }

    #[test]
    fn the_trace_and_the_terms_add_up_to_the_evaluation() {
        with_random_positions(|position| {
            let value = evaluate(position, RED);
            let trace: f32 = trace(position).iter().map(|&(i, c)| WEIGHTS[i] as f32 * c).sum();
            assert!((trace - value as f32).abs() <= 1.01, "{trace} {value} {position:?}");
            let terms: i32 = terms(position).iter().map(|t| t.values[0] - t.values[1]).sum();
            let rounding = 2 * NAMES.len() as i32;
            assert!((terms - value).abs() <= rounding, "{terms} {value} {position:?}");
        });
    }
}
