//! Logistic regression of weights.

use std::num::NonZero;
use std::{fmt, thread};

use agon_core::Rng;

use crate::adam::Adam;
use crate::pieces::in_pieces;
use crate::scale::{best_scale, chance, cross_entropy};
use crate::{Error, Samples};

/// Settings of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitting {
    /// Target mixture: 1 for game results only, 0 for search scores only.
    pub lambda: f64,
    /// Number of passes over the positions.
    pub epochs: usize,
    /// Initial learning rate, in hundredths of a piece per step; decreases linearly to 0.
    pub rate: f64,
    /// Regularisation towards the initial weights, equivalent to this many balanced positions in
    /// which the weight occurs once.
    pub pull: f64,
    /// Scale of the logistic function, in hundredths of a piece; `None` for the one that fits
    /// the initial weights best.
    pub scale: Option<f64>,
    /// Selects the held-out games.
    pub seed: u64,
    /// Number of threads.
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

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// New weights. Weights that never occur are unchanged.
    pub weights: Vec<i32>,
    /// Quality of the fit.
    pub report: Report,
}

/// Quality of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Scale of the logistic function.
    pub scale: f64,
    /// Loss on the training positions.
    pub training: Part,
    /// Loss on the positions of held-out games, a tenth of all.
    pub held_out: Part,
    /// Number of training positions in which each weight occurs.
    pub occurrences: Vec<usize>,
}

/// Loss on a subset of the positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// Number of positions.
    pub positions: usize,
    /// Loss with the initial weights.
    pub before: Loss,
    /// Loss with the new, rounded weights.
    pub after: Loss,
}

/// Average loss over positions.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Loss {
    /// Cross-entropy, which is minimised.
    pub cross_entropy: f64,
    /// Mean squared error, for comparison.
    pub mean_square: f64,
}

/// Minimum number of games, of which a tenth is held out.
const MIN_GAMES: usize = 10;

/// Fits weights, starting from `start`. `progress` receives the number of each epoch and its
/// training loss (cross-entropy).
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
    if samples.games() < MIN_GAMES {
        return Err(Error::FewGames(samples.games()));
    }
    let threads = fitting.threads;
    let (training, held_out) = split(samples, fitting.seed);
    let begin: Vec<f64> = start.iter().copied().map(f64::from).collect();
    let scale = match fitting.scale {
        Some(scale) => scale,
        None => fit_scale(samples, &training, &begin, threads)?,
    };
    let data_set = |rows| DataSet::new(samples, rows, scale, fitting.lambda, threads);
    let (training, held_out) = (data_set(training), data_set(held_out));

    let mut current = begin.clone();
    let mut adam = Adam::new(current.len());
    // Curvature of the loss due to one balanced position in which the weight occurs once.
    let curvature = 0.25 / (scale * scale) / training.rows.len() as f64;
    for epoch in 0..fitting.epochs {
        let (loss, mut gradients) = training.gradients(&current);
        for ((gradient, now), was) in gradients.iter_mut().zip(&current).zip(&begin) {
            *gradient += fitting.pull * curvature * (now - was);
        }
        let rate = fitting.rate * (1.0 - epoch as f64 / fitting.epochs as f64);
        adam.step(&mut current, &gradients, rate);
        progress(epoch + 1, loss);
    }

    let weights: Vec<i32> = current.iter().map(|weight| weight.round() as i32).collect();
    let after: Vec<f64> = weights.iter().copied().map(f64::from).collect();
    let part = |data_set: &DataSet<'_>| Part {
        positions: data_set.rows.len(),
        before: data_set.loss(&begin),
        after: data_set.loss(&after),
    };
    let report = Report {
        scale,
        training: part(&training),
        held_out: part(&held_out),
        occurrences: training.occurrences(),
    };
    Ok(Fitted { weights, report })
}

/// Splits the positions into training and held-out sets, by game, because the positions of
/// a game share its result.
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

/// Finds the scale at which evaluations predict results best. Scores are not used: they would
/// fit best at an infinite scale.
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
                .map(|&(evaluated, result)| cross_entropy(evaluated / scale, result));
            each.sum::<f64>()
        });
        sums.iter().sum::<f64>() / evaluated.len() as f64
    })
}

/// Positions with their target probabilities.
struct DataSet<'a> {
    samples: &'a Samples,
    rows: Vec<usize>,
    targets: Vec<f64>,
    scale: f64,
    threads: usize,
}

impl<'a> DataSet<'a> {
    fn new(
        samples: &'a Samples,
        rows: Vec<usize>,
        scale: f64,
        lambda: f64,
        threads: usize,
    ) -> DataSet<'a> {
        let target = |&row: &usize| {
            let (result, score) = samples.result_and_score(row);
            lambda * result + (1.0 - lambda) * chance(score / scale)
        };
        let targets = rows.iter().map(target).collect();
        DataSet { samples, rows, targets, scale, threads }
    }

    fn loss(&self, weights: &[f64]) -> Loss {
        let sums = in_pieces(self.rows.len(), self.threads, |piece| {
            let mut sum = Loss::default();
            for i in piece {
                let evaluated = self.samples.evaluate(self.rows[i], weights) / self.scale;
                sum.cross_entropy += cross_entropy(evaluated, self.targets[i]);
                sum.mean_square += (chance(evaluated) - self.targets[i]).powi(2);
            }
            sum
        });
        let mean =
            |value: fn(&Loss) -> f64| sums.iter().map(value).sum::<f64>() / self.rows.len() as f64;
        Loss { cross_entropy: mean(|m| m.cross_entropy), mean_square: mean(|m| m.mean_square) }
    }

    /// Loss (cross-entropy) and its gradient.
    fn gradients(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let sums = in_pieces(self.rows.len(), self.threads, |piece| {
            let mut gradients = vec![0.0; weights.len()];
            let mut loss = 0.0;
            for i in piece {
                let row = self.rows[i];
                let evaluated = self.samples.evaluate(row, weights) / self.scale;
                loss += cross_entropy(evaluated, self.targets[i]);
                let error = (chance(evaluated) - self.targets[i]) / self.scale;
                for &(weight, times) in self.samples.parts(row) {
                    gradients[weight as usize] += error * f64::from(times);
                }
            }
            (loss, gradients)
        });
        let count = self.rows.len() as f64;
        let mut gradients = vec![0.0; weights.len()];
        let mut loss = 0.0;
        for (piece_loss, piece_gradients) in sums {
            loss += piece_loss / count;
            for (gradient, more) in gradients.iter_mut().zip(piece_gradients) {
                *gradient += more / count;
            }
        }
        (loss, gradients)
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

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6} (square {:.6})", self.cross_entropy, self.mean_square)
    }
}
