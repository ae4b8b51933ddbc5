//! How long a person would have thought about a move. A computer that answers at once is no
//! pleasant company; one that always takes the same time is hardly better.

use std::time::Duration;

use agon_core::Rng;

/// Somebody who has no choice.
const AT_ONCE: f64 = 0.5;
/// Nobody thinks longer over a friendly game.
const LONGEST: f64 = 6.0;

/// A time that fits the situation: `moves` are legal, `played` were made before, and the move
/// seemed so `clear`: 0 when another one is just as good, 1 when it towers above all others.
/// Whoever plays on a clock must not take more than a fair share of it.
#[must_use]
pub fn human_time(moves: usize, played: usize, clear: f64, rng: &mut Rng) -> Duration {
    let share = (rng.next_u64() >> 40) as f64 / (1_u64 << 24) as f64;
    let seconds = if moves <= 1 {
        AT_ONCE
    } else {
        // The first moves come from habit, later ones need the more thought the more there
        // is to choose from.
        let familiar = 1.0 - 0.6 / (1.0 + played as f64 / 6.0);
        let choice = 0.6 + 0.45 * (moves as f64).sqrt() * (1.0 - 0.7 * clear.clamp(0.0, 1.0));
        (choice * familiar).min(LONGEST / 2.0)
    };
    // Sometimes half as long, now and then twice.
    let mood = 2_f64.powf(2.0 * share - 1.0);
    Duration::from_secs_f64((seconds * mood).min(LONGEST))
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
    fn who_has_no_choice_answers_soon_and_a_hard_choice_takes_longest() {
        let (forced, clear, hard) = (mean(1, 30, 0.0), mean(40, 30, 1.0), mean(40, 30, 0.0));
        assert!(forced < clear && clear < hard, "{forced} {clear} {hard}");
        assert!(mean(40, 0, 0.0) < hard, "habit is quick");
        assert!(hard < LONGEST);
    }
}
