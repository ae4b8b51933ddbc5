//! How evaluations and results belong together.

use std::fmt;
use std::io::BufRead;

use agon_tactics::Tactics;

use crate::Error;
use crate::games::replay;

/// The chance of the first player, for an evaluation in units of the scale.
pub(crate) fn chance(evaluation: f64) -> f64 {
    1.0 / (1.0 + (-evaluation).exp())
}

/// How badly a chance, given as an evaluation in units of the scale, foretells a result.
pub(crate) fn surprise(evaluation: f64, result: f64) -> f64 {
    // ln(1 + e^x) - result * x, such that no exponential overflows.
    evaluation.max(0.0) + (-evaluation.abs()).exp().ln_1p() - result * evaluation
}

/// Scales lie between these, in hundredths of a piece.
const SMALLEST: f64 = 1.0;
const LARGEST: f64 = 100_000.0;
/// Halvings, or nearly so, of that range.
const STEPS: usize = 60;

/// The scale at which `misfit` is least. It falls and then rises, so that the golden section
/// finds it; a minimum at either end means that there is none.
pub(crate) fn best_scale(misfit: impl Fn(f64) -> f64) -> Result<f64, Error> {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let at = |log: f64| misfit(log.exp());
    let (mut low, mut high) = (SMALLEST.ln(), LARGEST.ln());
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (at(left), at(right));
    for _ in 0..STEPS {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = at(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = at(right);
        }
    }
    let scale = low.midpoint(high).exp();
    if scale > SMALLEST * 1.01 && scale < LARGEST / 1.01 { Ok(scale) } else { Err(Error::NoScale) }
}

/// How scores of searches and results of games belong together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// The score, in hundredths of a piece, at which the chance to win is e to 1.
    pub scale: f64,
    /// The positions it comes from.
    pub positions: usize,
    /// How badly scores foretell results by it, as cross-entropy; 0.693 is what a coin does.
    pub misfit: f64,
    /// For scores up to each of these in units of the scale: how many positions there are, which
    /// part of the points they brought, and which part the scale expects.
    pub table: [Bin; BINS],
}

/// Positions whose scores are much the same.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Bin {
    /// How many there are.
    pub positions: usize,
    /// The part of the points that the player to move got.
    pub found: f64,
    /// The part that the scale expects.
    pub expected: f64,
}

/// As many as can be read at a glance.
const BINS: usize = 6;
/// The last bin holds everything from here on, in units of the scale.
const LAST_BIN: f64 = 2.5;

/// Scores beyond this say less about the scale than about whether a won game was won: positions with
/// them are left out.
const FARTHEST: i32 = 500;

/// Finds the scale at which the scores of searches foretell the results of their games best. All
/// positions count that are still open.
pub fn fit_scale<P: Tactics>(input: &mut dyn BufRead) -> Result<Scale, Error> {
    let mut seen: Vec<(f64, f64)> = Vec::new();
    replay::<P>(input, &mut |moment| {
        let turn = moment.line.position.turn();
        let result = moment.winner.map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
        let open = moment.score.filter(|score| score.abs() <= FARTHEST);
        seen.extend(open.map(|score| (f64::from(score), result)));
        Ok(())
    })?;
    fit(&seen)
}

/// The scale of scores with the results that they led to, as the player to move sees both.
fn fit(seen: &[(f64, f64)]) -> Result<Scale, Error> {
    let misfit = |scale: f64| {
        let sum: f64 = seen.iter().map(|&(score, result)| surprise(score / scale, result)).sum();
        sum / seen.len().max(1) as f64
    };
    let scale = best_scale(misfit)?;
    Ok(Scale { scale, positions: seen.len(), misfit: misfit(scale), table: table(seen, scale) })
}

/// Both sides of a score are the same to it: each position stands there as its better side sees it.
fn table(seen: &[(f64, f64)], scale: f64) -> [Bin; BINS] {
    let mut bins = [Bin::default(); BINS];
    for &(score, result) in seen {
        let (units, result) = if score < 0.0 { (-score, 1.0 - result) } else { (score, result) };
        let units = units / scale;
        let bin = (units / LAST_BIN * (BINS - 1) as f64) as usize;
        let bin = &mut bins[bin.min(BINS - 1)];
        bin.positions += 1;
        bin.found += result;
        bin.expected += chance(units);
    }
    for bin in &mut bins {
        let count = bin.positions.max(1) as f64;
        bin.found /= count;
        bin.expected /= count;
    }
    bins
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scale { scale, positions, misfit, table } = self;
        writeln!(f, "scale {scale:.1}: {positions} positions, cross-entropy {misfit:.4}")?;
        for (number, bin) in table.iter().enumerate() {
            let from = number as f64 * LAST_BIN / (BINS - 1) as f64 * scale;
            let Bin { positions, found, expected } = bin;
            let (found, expected) = (100.0 * found, 100.0 * expected);
            writeln!(
                f,
                "from {from:6.0}: {positions:8} positions, {found:5.1} % of the points, \
                 {expected:5.1} % expected"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_misfit_is_found() {
        let scale = best_scale(|scale| (scale.ln() - 217_f64.ln()).powi(2)).unwrap();
        assert!((scale - 217.0).abs() < 0.01, "{scale}");
    }

    #[test]
    fn no_scale_is_better_than_a_senseless_one() {
        assert!(best_scale(|scale| scale).is_err());
        assert!(best_scale(|scale| -scale).is_err());
        assert!(best_scale(|_| 0.7).is_err());
    }

    #[test]
    fn surprise_is_the_cross_entropy() {
        for (evaluation, result) in [(0.0, 0.5), (1.5, 1.0), (-2.0, 0.25), (3.0, 0.0)] {
            let p = chance(evaluation);
            let plain = -result * p.ln() - (1.0 - result) * (1.0 - p).ln();
            assert!((surprise(evaluation, result) - plain).abs() < 1e-12);
        }
        assert_eq!(surprise(1e6, 0.0), 1e6);
    }

    #[test]
    fn the_scale_of_scores_comes_out_of_results() {
        let mut rng = agon_core::Rng::new(3);
        let seen: Vec<(f64, f64)> = (0..20_000)
            .map(|_| {
                let score = rng.below(901) as f64 - 450.0;
                let won = (rng.below(1_000_000) as f64) < 1e6 * chance(score / 150.0);
                (score, if won { 1.0 } else { 0.0 })
            })
            .collect();
        let found = fit(&seen).unwrap();
        assert!((140.0..160.0).contains(&found.scale), "{found}");
        assert_eq!(found.table.iter().map(|bin| bin.positions).sum::<usize>(), 20_000);
        for bin in &found.table {
            assert!((bin.found - bin.expected).abs() < 0.03, "{found}");
        }
    }
}
