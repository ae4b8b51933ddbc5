//! How evaluations and results belong together.

use crate::Error;

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
}
