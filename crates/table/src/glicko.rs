//! Glicko-2 ratings (Glickman 2013).

use std::f64::consts::PI;

/// System constant τ: limits the change of the volatility.
const TAU: f64 = 0.5;
/// Rating points per unit of the internal Glicko-2 scale.
const POINTS: f64 = 173.717_8;
const MIDDLE: f64 = 1500.0;
/// Convergence tolerance of the volatility.
const PRECISION: f64 = 0.000_001;
/// Minimum deviation, so that ratings of improving players can still rise.
const SUREST: f64 = 45.0;

/// Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Points.
    pub points: f64,
    /// Rating deviation: the 95% confidence interval is ± 2 deviations.
    pub deviation: f64,
    /// Volatility.
    pub volatility: f64,
}

/// Stored fractions of a point, and of the volatility.
const THOUSAND: f64 = 1e3;
const MILLION: f64 = 1e6;

impl Rating {
    /// Converts from stored integers: points and deviation in thousandths, volatility in
    /// millionths.
    #[must_use]
    pub fn from_stored(points: i64, deviation: i64, volatility: i64) -> Rating {
        Rating {
            points: points as f64 / THOUSAND,
            deviation: deviation as f64 / THOUSAND,
            volatility: volatility as f64 / MILLION,
        }
    }

    /// Converts to stored integers: points, deviation, volatility.
    #[must_use]
    pub fn to_stored(self) -> [i64; 3] {
        let parts = [self.points * THOUSAND, self.deviation * THOUSAND, self.volatility * MILLION];
        parts.map(|part| part.round() as i64)
    }

    /// Rating of a new player.
    pub const NEWCOMER: Rating = Rating { points: 1200.0, deviation: 350.0, volatility: 0.06 };

    /// Returns the rating after results: opponent's points, opponent's deviation, score from 0 to
    /// 1.
    pub fn after(self, results: &[(f64, f64, f64)]) -> Rating {
        let mu = (self.points - MIDDLE) / POINTS;
        let phi = self.deviation / POINTS;
        let (mut information, mut surprise) = (0.0, 0.0);
        for &(points, deviation, score) in results {
            let other = deviation / POINTS;
            let weight = 1.0 / (1.0 + 3.0 * other * other / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-weight * (mu - (points - MIDDLE) / POINTS)).exp());
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        if information <= 0.0 {
            return self;
        }
        let variance = 1.0 / information;
        let volatility = self.next_volatility(phi, variance, variance * surprise);
        let wide = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (wide * wide) + information).sqrt();
        Rating {
            points: (mu + phi * phi * surprise) * POINTS + MIDDLE,
            deviation: (phi * POINTS).max(SUREST),
            volatility,
        }
    }

    /// Finds the root of Glickman's function by the Illinois method.
    fn next_volatility(self, phi: f64, variance: f64, change: f64) -> f64 {
        let a = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let e = x.exp();
            let wide = phi * phi + variance + e;
            e * (change * change - wide) / (2.0 * wide * wide) - (x - a) / (TAU * TAU)
        };
        let mut low = a;
        let mut high = if change * change > phi * phi + variance {
            (change * change - phi * phi - variance).ln()
        } else {
            let mut steps = 1.0;
            while f(a - steps * TAU) < 0.0 && steps < 100.0 {
                steps += 1.0;
            }
            a - steps * TAU
        };
        let (mut at_low, mut at_high) = (f(low), f(high));
        for _ in 0..100 {
            if (high - low).abs() <= PRECISION {
                break;
            }
            let next = low + (low - high) * at_low / (at_high - at_low);
            let at_next = f(next);
            if at_next * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (next, at_next);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Example from Glickman's paper.
    #[test]
    fn the_example_of_the_paper() {
        let before = Rating { points: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after =
            before.after(&[(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]);
        assert!((after.points - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn somebody_comes_to_where_they_belong() {
        let mut rating = Rating::NEWCOMER;
        // Solves every puzzle below 1800 and no other.
        for i in 0..120 {
            let puzzle = rating.points + f64::from(i % 5 - 2) * 60.0;
            rating = rating.after(&[(puzzle, 60.0, if puzzle < 1800.0 { 1.0 } else { 0.0 })]);
        }
        assert!((rating.points - 1800.0).abs() < 120.0, "{rating:?}");
        assert!(rating.deviation < 100.0, "{rating:?}");
    }
}
