//! Relation between scores and win probability.

use std::fmt;
use std::io::BufRead;

use agon_tactics::Tactics;

use crate::Error;
use crate::games::replay;

/// Returns the win probability, given an evaluation in units of the scale.
pub(crate) fn chance(evaluation: f64) -> f64 {
    1.0 / (1.0 + (-evaluation).exp())
}

/// Returns the cross-entropy of a result, given an evaluation in units of the scale.
pub(crate) fn cross_entropy(evaluation: f64, result: f64) -> f64 {
    // ln(1 + e^x) - result * x, such that no exponential overflows.
    evaluation.max(0.0) + (-evaluation.abs()).exp().ln_1p() - result * evaluation
}

/// Search range of the scale, in hundredths of a piece.
const MIN_SCALE: f64 = 1.0;
const MAX_SCALE: f64 = 100_000.0;
/// Iterations of the golden-section search.
const STEPS: usize = 60;

/// Minimises `misfit`, which must be unimodal, by golden-section search. A minimum at either end
/// of the range is an error.
pub(crate) fn best_scale(misfit: impl Fn(f64) -> f64) -> Result<f64, Error> {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let at = |log: f64| misfit(log.exp());
    let (mut low, mut high) = (MIN_SCALE.ln(), MAX_SCALE.ln());
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
    if scale > MIN_SCALE * 1.01 && scale < MAX_SCALE / 1.01 {
        Ok(scale)
    } else {
        Err(Error::NoScale)
    }
}

/// Fitted relation between search scores and game results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// Scale of the logistic function, in hundredths of a piece.
    pub scale: f64,
    /// Number of positions used.
    pub positions: usize,
    /// Cross-entropy of the results; 0.693 without information.
    pub misfit: f64,
    /// Observed and expected points by score.
    pub table: [Bin; BINS],
}

/// Positions with similar scores.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Bin {
    /// Number of positions.
    pub positions: usize,
    /// Average points of the side that is ahead.
    pub found: f64,
    /// Average win probability according to the scale.
    pub expected: f64,
}

/// Number of bins.
const BINS: usize = 6;
/// Lower bound of the last bin, in units of the scale.
const LAST_BIN: f64 = 2.5;

/// Maximum absolute score used. Larger scores show how reliably won games are won rather than the
/// scale.
const MAX_SCORE: i32 = 500;

/// Fits the scale to the scores and results of recorded games, using all undecided positions.
pub fn fit_scale<P: Tactics>(input: &mut dyn BufRead) -> Result<Scale, Error> {
    let mut seen: Vec<(f64, f64)> = Vec::new();
    replay::<P>(input, &mut |moment| {
        let turn = moment.line.position.turn();
        let result = moment.winner.map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
        let open = moment.score.filter(|score| score.abs() <= MAX_SCORE);
        seen.extend(open.map(|score| (f64::from(score), result)));
        Ok(())
    })?;
    fit(&seen)
}

/// Fits the scale to pairs of score and result, both for the player to move.
fn fit(seen: &[(f64, f64)]) -> Result<Scale, Error> {
    let misfit = |scale: f64| {
        let sum: f64 =
            seen.iter().map(|&(score, result)| cross_entropy(score / scale, result)).sum();
        sum / seen.len().max(1) as f64
    };
    let scale = best_scale(misfit)?;
    Ok(Scale { scale, positions: seen.len(), misfit: misfit(scale), table: table(seen, scale) })
}

/// Groups positions by absolute score, from the perspective of the side that is ahead.
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
    fn finds_the_minimum() {
        let scale = best_scale(|scale| (scale.ln() - 217_f64.ln()).powi(2)).unwrap();
        assert!((scale - 217.0).abs() < 0.01, "{scale}");
    }

    #[test]
    fn rejects_minima_at_the_ends() {
        assert!(best_scale(|scale| scale).is_err());
        assert!(best_scale(|scale| -scale).is_err());
        assert!(best_scale(|_| 0.7).is_err());
    }

    #[test]
    fn cross_entropy_matches_its_definition() {
        for (evaluation, result) in [(0.0, 0.5), (1.5, 1.0), (-2.0, 0.25), (3.0, 0.0)] {
            let p = chance(evaluation);
            let plain = -result * p.ln() - (1.0 - result) * (1.0 - p).ln();
            assert!((cross_entropy(evaluation, result) - plain).abs() < 1e-12);
        }
        assert_eq!(cross_entropy(1e6, 0.0), 1e6);
    }

    #[test]
    fn recovers_the_scale_from_results() {
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
