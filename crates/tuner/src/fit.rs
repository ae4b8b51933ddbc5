//! The weights that explain the results best.

use std::num::NonZero;
use std::{fmt, thread};

use agon_core::Rng;

use crate::adam::Adam;
use crate::pieces::in_pieces;
use crate::scale::{best_scale, chance, surprise};
use crate::{Error, Samples};

/// How weights are sought.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitting {
    /// What is to be foretold: 1 for the results of the games alone, 0 for the scores of the
    /// searches alone, anything between for a mixture.
    pub lambda: f64,
    /// How often all positions are looked at.
    pub epochs: usize,
    /// By how much a weight may change the first time, in hundredths of a piece. It falls evenly
    /// to nothing at the last.
    pub rate: f64,
    /// What holds a weight at where it began: as much as so many balanced positions would in
    /// which it occurs once.
    pub pull: f64,
    /// The evaluation, in hundredths of a piece, at which the chance to win is e to 1. `None`: the
    /// one that makes the most of the weights as they are.
    pub scale: Option<f64>,
    /// Decides which games are held out.
    pub seed: u64,
    /// How many threads work.
    pub threads: usize,
}

impl Default for Fitting {
    fn default() -> Fitting {
        Fitting {
            lambda: 0.7,
            epochs: 1_000,
            rate: 1.0,
            pull: 50.0,
            scale: None,
            seed: 1,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}

impl Fitting {
    fn check(&self) -> Result<(), Error> {
        let usual = |number: f64| number.is_finite() && number >= 0.0;
        let scaled = self.scale.is_none_or(|scale| usual(scale) && scale > 0.0);
        let table = [
            ("lambda", "a number from 0 to 1", (0.0..=1.0).contains(&self.lambda)),
            ("rate", "0 or more", usual(self.rate)),
            ("pull", "0 or more", usual(self.pull)),
            ("scale", "more than 0", scaled),
        ];
        match table.into_iter().find(|(_, _, holds)| !holds) {
            Some((name, expected, _)) => Err(Error::Setting { name, expected }),
            None => Ok(()),
        }
    }
}

/// Weights and how they were found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The new weights. Those that never occurred are as they were.
    pub weights: Vec<i32>,
    /// What they bring.
    pub report: Report,
}

/// What new weights bring.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The scale that was used.
    pub scale: f64,
    /// The positions that were learned from.
    pub training: Part,
    /// Those of other games, a tenth of all: what shows there is not learned by heart.
    pub held_out: Part,
    /// In how many positions that were learned from each weight occurred.
    pub occurrences: Vec<usize>,
}

/// Some of the positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// How many there are.
    pub positions: usize,
    /// With the weights as they were.
    pub before: Misfit,
    /// With the new ones, whole numbers as they are.
    pub after: Misfit,
}

/// How badly evaluations foretell, on average over positions.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Misfit {
    /// What is made as small as possible.
    pub cross_entropy: f64,
    /// The other usual measure.
    pub mean_square: f64,
}

/// Fewer games are not worth the trouble: a tenth is held out.
const FEWEST_GAMES: usize = 10;

/// Fits weights, from those in use. `progress` hears after each epoch how many there have
/// been, and the misfit (cross-entropy) of what is learned from.
pub fn fit(
    samples: &Samples,
    start: &[i32],
    fitting: &Fitting,
    progress: &mut dyn FnMut(usize, f64),
) -> Result<Fitted, Error> {
    fitting.check()?;
    if start.len() != samples.weights() {
        return Err(Error::Count { found: start.len(), wanted: samples.weights() });
    }
    if samples.games() < FEWEST_GAMES {
        return Err(Error::FewGames(samples.games()));
    }
    let threads = fitting.threads;
    let (training, held_out) = split(samples, fitting.seed);
    let begin: Vec<f64> = start.iter().copied().map(f64::from).collect();
    let scale = match fitting.scale {
        Some(scale) => scale,
        None => fit_scale(samples, &training, &begin, threads)?,
    };
    let lesson = |rows| Lesson::new(samples, rows, scale, fitting.lambda, threads);
    let (training, held_out) = (lesson(training), lesson(held_out));

    let mut found = begin.clone();
    let mut adam = Adam::new(found.len());
    // A balanced position in which a weight occurs once bends the misfit by so much.
    let bend = 0.25 / (scale * scale) / training.rows.len() as f64;
    for epoch in 0..fitting.epochs {
        let (misfit, mut slopes) = training.slopes(&found);
        for ((slope, now), was) in slopes.iter_mut().zip(&found).zip(&begin) {
            *slope += fitting.pull * bend * (now - was);
        }
        let rate = fitting.rate * (1.0 - epoch as f64 / fitting.epochs as f64);
        adam.step(&mut found, &slopes, rate);
        progress(epoch + 1, misfit);
    }

    let weights: Vec<i32> = found.iter().map(|weight| weight.round() as i32).collect();
    let after: Vec<f64> = weights.iter().copied().map(f64::from).collect();
    let part = |lesson: &Lesson<'_>| Part {
        positions: lesson.rows.len(),
        before: lesson.misfit(&begin),
        after: lesson.misfit(&after),
    };
    let report = Report {
        scale,
        training: part(&training),
        held_out: part(&held_out),
        occurrences: training.occurrences(),
    };
    Ok(Fitted { weights, report })
}

/// Which positions to learn from, and which to hold out: whole games, because positions of
/// one game share its result.
fn split(samples: &Samples, seed: u64) -> (Vec<usize>, Vec<usize>) {
    let mut rng = Rng::new(seed);
    let mut games: Vec<usize> = (0..samples.games()).collect();
    for last in (1..games.len()).rev() {
        games.swap(last, rng.below(last + 1));
    }
    let (out, rest) = games.split_at(samples.games() / 10);
    let rows = |games: &[usize]| {
        let mut rows: Vec<usize> = games.iter().flat_map(|&game| samples.game(game)).collect();
        rows.sort_unstable();
        rows
    };
    (rows(rest), rows(out))
}

/// The scale at which evaluations foretell results best. Scores play no part: they would fit
/// perfectly at a scale at which nothing matters.
fn fit_scale(
    samples: &Samples,
    rows: &[usize],
    weights: &[f64],
    threads: usize,
) -> Result<f64, Error> {
    let evaluated: Vec<(f64, f64)> = rows
        .iter()
        .map(|&row| (samples.evaluate(row, weights), samples.result_and_score(row).0))
        .collect();
    best_scale(|scale| {
        let sums = in_pieces(evaluated.len(), threads, |piece| {
            let each = evaluated[piece]
                .iter()
                .map(|&(evaluated, result)| surprise(evaluated / scale, result));
            each.sum::<f64>()
        });
        sums.iter().sum::<f64>() / evaluated.len() as f64
    })
}

/// Positions with what should be foretold of each.
struct Lesson<'a> {
    samples: &'a Samples,
    rows: Vec<usize>,
    targets: Vec<f64>,
    scale: f64,
    threads: usize,
}

impl<'a> Lesson<'a> {
    fn new(
        samples: &'a Samples,
        rows: Vec<usize>,
        scale: f64,
        lambda: f64,
        threads: usize,
    ) -> Lesson<'a> {
        let target = |&row: &usize| {
            let (result, score) = samples.result_and_score(row);
            lambda * result + (1.0 - lambda) * chance(score / scale)
        };
        let targets = rows.iter().map(target).collect();
        Lesson { samples, rows, targets, scale, threads }
    }

    fn misfit(&self, weights: &[f64]) -> Misfit {
        let sums = in_pieces(self.rows.len(), self.threads, |piece| {
            let mut sum = Misfit::default();
            for i in piece {
                let evaluated = self.samples.evaluate(self.rows[i], weights) / self.scale;
                sum.cross_entropy += surprise(evaluated, self.targets[i]);
                sum.mean_square += (chance(evaluated) - self.targets[i]).powi(2);
            }
            sum
        });
        let mean = |value: fn(&Misfit) -> f64| {
            sums.iter().map(value).sum::<f64>() / self.rows.len() as f64
        };
        Misfit { cross_entropy: mean(|m| m.cross_entropy), mean_square: mean(|m| m.mean_square) }
    }

    /// The misfit (cross-entropy), and how it changes with each weight.
    fn slopes(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let sums = in_pieces(self.rows.len(), self.threads, |piece| {
            let mut slopes = vec![0.0; weights.len()];
            let mut misfit = 0.0;
            for i in piece {
                let row = self.rows[i];
                let evaluated = self.samples.evaluate(row, weights) / self.scale;
                misfit += surprise(evaluated, self.targets[i]);
                let error = (chance(evaluated) - self.targets[i]) / self.scale;
                for &(weight, times) in self.samples.parts(row) {
                    slopes[weight as usize] += error * f64::from(times);
                }
            }
            (misfit, slopes)
        });
        let count = self.rows.len() as f64;
        let mut slopes = vec![0.0; weights.len()];
        let mut misfit = 0.0;
        for (piece_misfit, piece_slopes) in sums {
            misfit += piece_misfit / count;
            for (slope, more) in slopes.iter_mut().zip(piece_slopes) {
                *slope += more / count;
            }
        }
        (misfit, slopes)
    }

    fn occurrences(&self) -> Vec<usize> {
        let mut counts = vec![0; self.samples.weights()];
        for &row in &self.rows {
            for &(weight, _) in self.samples.parts(row) {
                counts[weight as usize] += 1;
            }
        }
        counts
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unseen = self.occurrences.iter().filter(|&&count| count == 0).count();
        let all = self.occurrences.len();
        writeln!(f, "scale {:.1}; {unseen} of {all} weights never occurred", self.scale)?;
        writeln!(f, "learned from {}", self.training)?;
        write!(f, "held out     {}", self.held_out)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Part { positions, before, after } = self;
        write!(f, "{positions} positions: {before} before, {after} after")
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6} (square {:.6})", self.cross_entropy, self.mean_square)
    }
}
