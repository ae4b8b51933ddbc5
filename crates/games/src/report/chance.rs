//! Conversion of scores to chances.

use agon_search::Score;

use crate::solved::Value;

/// Converts a score to a winning chance. `scale` is the score at which the odds are e to 1; decided
/// scores give 0 or 1.
#[must_use]
pub fn chance(score: Score, scale: f64) -> f64 {
    if score.is_decided() {
        return if score > Score::DRAW { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score.value()) / scale).exp())
}

pub(super) fn chance_of_value(value: Value) -> f64 {
    match value {
        Value::Won(_) => 1.0,
        Value::Drawn => 0.5,
        Value::Lost(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_of_one_scale_has_odds_of_e_to_one() {
        let e = std::f64::consts::E;
        assert!((chance(Score::from_eval(150), 150.0) - e / (1.0 + e)).abs() < 1e-12);
        assert_eq!(chance(Score::DRAW, 150.0), 0.5);
        let (up, down) = (Score::from_eval(70), Score::from_eval(-70));
        assert!((chance(up, 90.0) + chance(down, 90.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn decided_scores_are_certain_at_any_distance() {
        for plies in [1, 30] {
            assert_eq!(chance(Score::win_in(plies), 100.0), 1.0);
            assert_eq!(chance(Score::known_loss(plies), 100.0), 0.0);
        }
    }
}
