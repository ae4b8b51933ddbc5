//! Thinking time of a human player, imitated so that the computer does not reply instantly.

use std::time::Duration;

use agon_core::Rng;

/// Seconds for a forced move.
const FORCED_SECONDS: f64 = 0.5;
/// Maximum in seconds.
const MAX_SECONDS: f64 = 6.0;

/// Returns a thinking time for a position with `moves` legal moves after `played` plies. `clear` is
/// 0 if several moves are equally good and 1 if one is far better than the others. The caller
/// limits the result to a fair share of the clock.
#[must_use]
pub fn human_time(moves: usize, played: usize, clear: f64, rng: &mut Rng) -> Duration {
    let share = (rng.next_u64() >> 40) as f64 / (1_u64 << 24) as f64;
    let seconds = if moves <= 1 {
        FORCED_SECONDS
    } else {
        // Opening moves are quick; later ones take longer with the number of choices.
        let familiar = 1.0 - 0.6 / (1.0 + played as f64 / 6.0);
        let choice = 0.6 + 0.45 * (moves as f64).sqrt() * (1.0 - 0.7 * clear.clamp(0.0, 1.0));
        (choice * familiar).min(MAX_SECONDS / 2.0)
    };
    // Vary by a factor of 0.5 to 2.
    let mood = 2_f64.powf(2.0 * share - 1.0);
    Duration::from_secs_f64((seconds * mood).min(MAX_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(moves: usize, played: usize, clear: f64) -> f64 {
        let mut rng = Rng::new(1);
        let times = (0..1_000).map(|_| human_time(moves, played, clear, &mut rng));
        times.map(|time| time.as_secs_f64()).sum::<f64>() / 1_000.0
    }

    #[test]
    fn hard_choices_take_longer_than_forced_moves() {
        let (forced, clear, hard) = (mean(1, 30, 0.0), mean(40, 30, 1.0), mean(40, 30, 0.0));
        assert!(forced < clear && clear < hard, "{forced} {clear} {hard}");
        assert!(mean(40, 0, 0.0) < hard, "habit is quick");
        assert!(hard < MAX_SECONDS);
    }
}
