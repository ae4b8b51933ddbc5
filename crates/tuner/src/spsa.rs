//! Simultaneous perturbation stochastic approximation (SPSA): each pair of games compares two
//! opposite random perturbations of all parameters, and its result moves all of them.

mod picture;
mod state;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use agon_core::Rng;

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// Name, without spaces.
    pub name: String,
    /// Initial value.
    pub begin: i32,
    /// Minimum value.
    pub least: i32,
    /// Maximum value.
    pub most: i32,
    /// Final perturbation; earlier ones are larger.
    pub step: i32,
}

/// State of a tuning run.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// Description of the match conditions, one line; must not change when a run is resumed.
    pub about: String,
    /// Total number of game pairs; perturbations shrink over the run.
    pub pairs: u64,
    /// Final learning rate: share of a step per point.
    pub rate: f64,
    /// Random seed.
    pub seed: u64,
    /// Parameters.
    pub tuned: Vec<Tuned>,
    /// Pairs played.
    done: u64,
    /// Current values.
    values: Vec<f64>,
    /// Values after a number of pairs, for the chart.
    track: Vec<(u64, Vec<f64>)>,
}

/// Two perturbed sets of values that play a pair of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Number of the pair, from 0.
    pub pair: u64,
    /// Random seed of the games.
    pub seed: u64,
    /// Values of the first player.
    pub first: Vec<i32>,
    /// Values of the second player.
    pub second: Vec<i32>,
    /// Direction of each perturbation for the first player: 1 or -1.
    signs: Vec<f64>,
}

/// Decay exponents of the perturbation and of the learning rate, as recommended by Spall.
const STEP_POWER: f64 = 0.101;
const RATE_POWER: f64 = 0.602;
/// Share of all pairs by which the decay of the learning rate is delayed.
const SLOW_START: f64 = 0.1;
/// Number of points in the chart.
const TRACK_POINTS: u64 = 200;

impl Spsa {
    /// Creates a run without games.
    #[must_use]
    pub fn new(about: String, pairs: u64, rate: f64, seed: u64, tuned: Vec<Tuned>) -> Spsa {
        let values: Vec<f64> = tuned.iter().map(|tuned| f64::from(tuned.begin)).collect();
        let track = vec![(0, values.clone())];
        Spsa { about, pairs: pairs.max(1), rate, seed, tuned, done: 0, values, track }
    }

    /// Returns the number of pairs played.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Returns the current values, rounded.
    #[must_use]
    pub fn values(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// Returns whether the settings equal those of another run.
    #[must_use]
    pub fn is_like(&self, other: &Spsa) -> bool {
        let begun = |spsa: &Spsa| {
            Spsa::new(spsa.about.clone(), spsa.pairs, spsa.rate, spsa.seed, spsa.tuned.clone())
        };
        begun(self) == begun(other)
    }

    /// Returns the perturbations of a pair, based on the current values.
    #[must_use]
    pub fn trial(&self, pair: u64) -> Trial {
        let mut rng = Rng::new(Rng::new(self.seed).next_u64().wrapping_add(pair));
        let signs: Vec<f64> =
            self.tuned.iter().map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 }).collect();
        let scale = (self.pairs as f64 / (pair + 1) as f64).powf(STEP_POWER);
        let changed = |direction: f64| -> Vec<i32> {
            let numbers = self.tuned.iter().zip(&self.values).zip(&signs);
            numbers
                .map(|((tuned, value), sign)| {
                    let step = direction * sign * scale * f64::from(tuned.step);
                    ((value + step).round() as i32).clamp(tuned.least, tuned.most)
                })
                .collect()
        };
        Trial { pair, seed: rng.next_u64(), first: changed(1.0), second: changed(-1.0), signs }
    }

    /// Updates the values. `points` are those of the first player minus those of the second.
    pub fn learn(&mut self, trial: &Trial, points: f64) {
        let (all, pair) = (self.pairs as f64, (trial.pair + 1) as f64);
        let delay = SLOW_START * all;
        let rate = self.rate
            * ((delay + all) / (delay + pair)).powf(RATE_POWER)
            * (pair / all).powf(STEP_POWER);
        for ((value, tuned), sign) in self.values.iter_mut().zip(&self.tuned).zip(&trial.signs) {
            *value += rate * points * sign * f64::from(tuned.step);
            *value = value.clamp(f64::from(tuned.least), f64::from(tuned.most));
        }
        self.done += 1;
        if self.done.is_multiple_of(self.pairs.div_ceil(TRACK_POINTS)) || self.done == self.pairs {
            self.track.push((self.done, self.values.clone()));
        }
    }
}

/// Plays pairs of games on several threads until all are played or `is_enough` returns true.
/// `play` returns the points of the first player minus those of the second; `progress` is called
/// after every pair.
///
/// With one thread, interrupting and resuming does not change the result; with several, it depends
/// on the order in which games finish.
pub fn climb<E: Send>(
    spsa: &mut Spsa,
    threads: usize,
    play: impl Fn(&Trial) -> Result<f64, E> + Sync,
    is_enough: impl Fn() -> bool + Sync,
    progress: &mut dyn FnMut(&Spsa) -> Result<(), E>,
) -> Result<(), E> {
    let next = spsa.done;
    let shared = Mutex::new((&mut *spsa, next));
    let failed = AtomicBool::new(false);
    let begin = || {
        let (spsa, next) = &mut *lock(&shared);
        let has_more = *next < spsa.pairs && !failed.load(Ordering::Relaxed) && !is_enough();
        has_more.then(|| {
            *next += 1;
            spsa.trial(*next - 1)
        })
    };
    thread::scope(|scope| {
        let (send, receive) = channel();
        for _ in 0..threads.max(1) {
            let (send, shared, play, begin) = (send.clone(), &shared, &play, &begin);
            scope.spawn(move || {
                while let Some(trial) = begin() {
                    let points = play(&trial);
                    let learned = points.map(|points| lock(shared).0.learn(&trial, points));
                    let is_over = learned.is_err();
                    // The channel closes when another thread failed.
                    if send.send(learned).is_err() || is_over {
                        break;
                    }
                }
            });
        }
        drop(send);
        receive.into_iter().try_for_each(|learned| {
            let result = learned.and_then(|()| progress(lock(&shared).0));
            failed.store(result.is_err(), Ordering::Relaxed);
            result
        })
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    /// Creates a run with two parameters, optimal at 30 and -200.
    fn begun(pairs: u64) -> Spsa {
        let tuned = |name: &str, begin, step| Tuned {
            name: name.into(),
            begin,
            least: -1_000,
            most: 1_000,
            step,
        };
        let tuned = vec![tuned("small", 60, 5), tuned("large", 100, 40)];
        Spsa::new("a parabola".into(), pairs, 0.05, 7, tuned)
    }

    /// Returns the strength of the values: a parabola.
    fn strength(numbers: &[i32]) -> f64 {
        let small = f64::from(numbers[0] - 30) / 30.0;
        let large = f64::from(numbers[1] + 200) / 300.0;
        -small * small - large * large
    }

    /// Plays two random games, won more often by the stronger side.
    fn play(trial: &Trial) -> Result<f64, ()> {
        let mut rng = Rng::new(trial.seed);
        let chance = 1.0 / (1.0 + (strength(&trial.second) - strength(&trial.first)).exp());
        let mut game = || if rng.below(1_000) as f64 > 1_000.0 * chance { -1.0 } else { 1.0 };
        Ok(game() + game())
    }

    /// Plays until this many pairs were started.
    fn run(spsa: &mut Spsa, threads: usize, until: u64) {
        let begun = AtomicU64::new(spsa.done());
        let play = |trial: &Trial| {
            begun.fetch_add(1, Ordering::Relaxed);
            play(trial)
        };
        let is_enough = || begun.load(Ordering::Relaxed) >= until;
        climb(spsa, threads, play, is_enough, &mut |_| Ok(())).expect("play never fails");
    }

    #[test]
    fn finds_the_maximum_of_a_noisy_parabola() {
        for threads in [1, 3] {
            let mut spsa = begun(6_000);
            run(&mut spsa, threads, u64::MAX);
            let (before, after) = (strength(&[60, 100]), strength(&spsa.values()));
            assert_eq!(spsa.done(), 6_000);
            assert!(after > before / 10.0, "{before} {after} {:?}", spsa.values());
        }
    }

    #[test]
    fn resuming_does_not_change_the_result() {
        let mut whole = begun(500);
        run(&mut whole, 1, u64::MAX);
        let mut broken_off = begun(500);
        for until in [1, 130, 131, 400] {
            run(&mut broken_off, 1, until);
            assert_eq!(broken_off.done(), until);
            broken_off = Spsa::read(&broken_off.to_string()).expect("round trip");
        }
        run(&mut broken_off, 1, u64::MAX);
        assert_eq!(broken_off, whole);
    }

    #[test]
    fn values_stay_in_range() {
        let mut spsa = begun(200);
        spsa.tuned[1].least = 90;
        let lowest = Mutex::new(i32::MAX);
        let play = |trial: &Trial| -> Result<f64, ()> {
            let least = trial.first[1].min(trial.second[1]);
            let mut lowest = lock(&lowest);
            *lowest = least.min(*lowest);
            // The smaller value wins.
            Ok(if trial.first[1] < trial.second[1] { 2.0 } else { -2.0 })
        };
        climb(&mut spsa, 1, play, || false, &mut |_| Ok(())).expect("play never fails");
        assert_eq!((spsa.values()[1], *lock(&lowest)), (90, 90));
    }

    #[test]
    fn failing_game_ends_the_run() {
        let mut spsa = begun(100);
        let play = |trial: &Trial| if trial.pair == 5 { Err("failed") } else { Ok(0.0) };
        assert_eq!(climb(&mut spsa, 2, play, || false, &mut |_| Ok(())), Err("failed"));
        assert!(spsa.done() < 100);
    }
}
