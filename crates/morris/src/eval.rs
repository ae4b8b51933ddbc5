//! Static evaluation.
//!
//! A weighted sum of [`features`] for each side, with weights that depend on the board size and the
//! [`stage`] of the game ([`crate::weights`]). The evaluations of the original program are in
//! [`originals`].

mod features;
mod lines;
mod originals;
mod stage;

use agon_core::Player;
use agon_tactics::{Evaluation, Term, Tunable};

use crate::Morris;
use crate::position::RED;
use crate::weights::WEIGHTS;
use features::{Feature, NAMES, Sink, count_features};
pub(crate) use originals::{MATERIAL, PAPER};
use stage::{CLASS, CLASSES, ROWS, Row, SHARES, Stage, class, interpolated};

pub(crate) const EVALUATIONS: &[Evaluation<Morris>] = &[
    Evaluation {
        name: "agon",
        about: "pieces, mills, threats of mills and mobility, by the stage of the game",
        evaluate,
        terms,
        tunable: Some(Tunable { weights: &WEIGHTS, trace }),
    },
    MATERIAL,
    PAPER,
];

static INTERPOLATED: [[Row; ROWS]; CLASSES] = interpolated(&WEIGHTS);

/// The evaluation times [`SHARES`], from the view of the side counted last.
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
        count_features(position, &mut counts);
        counts
    }
}

fn evaluate(position: &Morris, player: Player) -> i32 {
    let rows = &INTERPOLATED[class(position.board())];
    let mut as_blue = Sum { rows, row: &rows[0], sum: 0 };
    count_features(position, &mut as_blue);
    let value = as_blue.sum / SHARES as i32;
    if player == RED { -value } else { value }
}

fn trace(position: &Morris) -> Vec<(usize, f32)> {
    let mut trace = Vec::new();
    let begin = class(position.board()) * CLASS;
    for ((stage, counts), sign) in Counts::of(position).0.into_iter().zip([1.0, -1.0]) {
        for (stage, share) in stage.shares() {
            let times = |count: i32| sign * (count * share as i32) as f32 / SHARES as f32;
            let present = counts.iter().enumerate().filter(|&(_, &count)| count != 0);
            trace
                .extend(present.map(|(i, &count)| (begin + stage * NAMES.len() + i, times(count))));
        }
    }
    trace
}

fn terms(position: &Morris) -> Vec<Term> {
    let sides = Counts::of(position).0;
    let rows = &INTERPOLATED[class(position.board())];
    let term = |(i, &name): (usize, &'static &'static str)| {
        let value =
            |(stage, counts): &(Stage, Row)| rows[stage.row()][i] * counts[i] / SHARES as i32;
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
    fn evaluation_is_antisymmetric() {
        with_random_positions(|position| {
            assert_eq!(evaluate(position, RED), -evaluate(position, BLUE), "{position:?}");
        });
    }

    #[test]
    fn trace_and_terms_add_up_to_the_evaluation() {
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
