//! Simultaneous perturbation (SPSA): all numbers are changed at once, each a step up or down by lot, and the
//! opposite way; two games between these two tell which way all of them are moved a little.

mod picture;
mod state;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use agon_core::Rng;

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// What it is called; without spaces.
    pub name: String,
    /// Where it begins.
    pub begin: i32,
    /// The least that it may become.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// By how much it is changed for the last games; at the beginning it is more.
    pub step: i32,
}

/// How far tuning has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// How the games are played, in one line: whoever goes on must play them alike.
    pub about: String,
    /// How many pairs of games will be played; steps become smaller on the way.
    pub pairs: u64,
    /// By which share of its step a number is moved for each point, at the end.
    pub rate: f64,
    /// Decides all chances.
    pub seed: u64,
    /// What is tuned.
    pub tuned: Vec<Tuned>,
    /// Pairs played.
    done: u64,
    /// The numbers as they are now.
    values: Vec<f64>,
    /// The numbers after so many pairs, for the picture.
    track: Vec<(u64, Vec<f64>)>,
}

/// Two sets of numbers that play a pair of games against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Its number, from 0.
    pub pair: u64,
    /// Decides all chances of the two games.
    pub seed: u64,
    /// The numbers of the first player.
    pub first: Vec<i32>,
    /// Those of the second one.
    pub second: Vec<i32>,
    /// Which way each number was changed for the first player: 1 or -1.
    signs: Vec<f64>,
}

/// How fast steps become smaller, and how fast what is learned from them: the usual powers.
const STEP_POWER: f64 = 0.101;
const RATE_POWER: f64 = 0.602;
/// A share of all pairs by which the beginning is slowed down.
const SLOW_START: f64 = 0.1;
/// How many moments the picture shows.
const MOMENTS: u64 = 200;

impl Spsa {
    /// Nothing is played yet.
    #[must_use]
    pub fn new(about: String, pairs: u64, rate: f64, seed: u64, tuned: Vec<Tuned>) -> Spsa {
        let values: Vec<f64> = tuned.iter().map(|tuned| f64::from(tuned.begin)).collect();
        let track = vec![(0, values.clone())];
        Spsa { about, pairs: pairs.max(1), rate, seed, tuned, done: 0, values, track }
    }

    /// How many pairs were played.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The numbers as they are now.
    #[must_use]
    pub fn values(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// Is it the same that is tuned, in the same way?
    #[must_use]
    pub fn is_like(&self, other: &Spsa) -> bool {
        let begun = |spsa: &Spsa| {
            Spsa::new(spsa.about.clone(), spsa.pairs, spsa.rate, spsa.seed, spsa.tuned.clone())
        };
        begun(self) == begun(other)
    }

    /// Who plays in this pair of games, as things stand.
    #[must_use]
    pub fn trial(&self, pair: u64) -> Trial {
        let mut rng = Rng::new(Rng::new(self.seed).next_u64().wrapping_add(pair));
        let signs: Vec<f64> =
            self.tuned.iter().map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 }).collect();
        let wider = (self.pairs as f64 / (pair + 1) as f64).powf(STEP_POWER);
        let changed = |way: f64| -> Vec<i32> {
            let numbers = self.tuned.iter().zip(&self.values).zip(&signs);
            numbers
                .map(|((tuned, value), sign)| {
                    let step = way * sign * wider * f64::from(tuned.step);
                    ((value + step).round() as i32).clamp(tuned.least, tuned.most)
                })
                .collect()
        };
        Trial { pair, seed: rng.next_u64(), first: changed(1.0), second: changed(-1.0), signs }
    }

    /// Moves the numbers by what a pair of games says: the points of the first player less those of the
    /// second one.
    pub fn learn(&mut self, trial: &Trial, points: f64) {
        let (all, pair) = (self.pairs as f64, (trial.pair + 1) as f64);
        let slow = SLOW_START * all;
        let rate = self.rate
            * ((slow + all) / (slow + pair)).powf(RATE_POWER)
            * (pair / all).powf(STEP_POWER);
        for ((value, tuned), sign) in self.values.iter_mut().zip(&self.tuned).zip(&trial.signs) {
            *value += rate * points * sign * f64::from(tuned.step);
            *value = value.clamp(f64::from(tuned.least), f64::from(tuned.most));
        }
        self.done += 1;
        if self.done.is_multiple_of(self.pairs.div_ceil(MOMENTS)) || self.done == self.pairs {
            self.track.push((self.done, self.values.clone()));
        }
    }
}

/// Plays pairs of games by `play`, several at once, until all are played or `is_enough`. `play` answers with
/// the points of the first player less those of the second one. `progress` hears of every pair.
///
/// One thread gives the same numbers however often it is broken off; several learn in the order in which games
/// happen to end.
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
        let goes_on = *next < spsa.pairs && !failed.load(Ordering::Relaxed) && !is_enough();
        goes_on.then(|| {
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
                    // Nobody listens any more when something failed.
                    if send.send(learned).is_err() || is_over {
                        break;
                    }
                }
            });
        }
        drop(send);
        receive.into_iter().try_for_each(|learned| {
            let heard = learned.and_then(|()| progress(lock(&shared).0));
            failed.store(heard.is_err(), Ordering::Relaxed);
            heard
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

    /// Two numbers, of which 30 and -200 are the best.
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

    /// How good the numbers are: a parabola.
    fn strength(numbers: &[i32]) -> f64 {
        let small = f64::from(numbers[0] - 30) / 30.0;
        let large = f64::from(numbers[1] + 200) / 300.0;
        -small * small - large * large
    }

    /// Two games, each won, drawn or lost by lot; whoever is better wins more often.
    fn play(trial: &Trial) -> Result<f64, ()> {
        let mut rng = Rng::new(trial.seed);
        let chance = 1.0 / (1.0 + (strength(&trial.second) - strength(&trial.first)).exp());
        let mut game = || if rng.below(1_000) as f64 > 1_000.0 * chance { -1.0 } else { 1.0 };
        Ok(game() + game())
    }

    /// Plays until so many pairs were begun.
    fn run(spsa: &mut Spsa, threads: usize, until: u64) {
        let begun = AtomicU64::new(spsa.done());
        let play = |trial: &Trial| {
            begun.fetch_add(1, Ordering::Relaxed);
            play(trial)
        };
        let is_enough = || begun.load(Ordering::Relaxed) >= until;
        climb(spsa, threads, play, is_enough, &mut |_| Ok(())).expect("games are always played");
    }

    #[test]
    fn the_top_of_a_noisy_parabola_is_found() {
        for threads in [1, 3] {
            let mut spsa = begun(6_000);
            run(&mut spsa, threads, u64::MAX);
            let (before, after) = (strength(&[60, 100]), strength(&spsa.values()));
            assert_eq!(spsa.done(), 6_000);
            assert!(after > before / 10.0, "{before} {after} {:?}", spsa.values());
        }
    }

    #[test]
    fn who_goes_on_gets_what_was_due() {
        let mut whole = begun(500);
        run(&mut whole, 1, u64::MAX);
        let mut broken_off = begun(500);
        for until in [1, 130, 131, 400] {
            run(&mut broken_off, 1, until);
            assert_eq!(broken_off.done(), until);
            broken_off = Spsa::read(&broken_off.to_string()).expect("our own text");
        }
        run(&mut broken_off, 1, u64::MAX);
        assert_eq!(broken_off, whole);
    }

    #[test]
    fn numbers_stay_where_they_make_sense() {
        let mut spsa = begun(200);
        spsa.tuned[1].least = 90;
        let lowest = Mutex::new(i32::MAX);
        let play = |trial: &Trial| -> Result<f64, ()> {
            let least = trial.first[1].min(trial.second[1]);
            let mut lowest = lock(&lowest);
            *lowest = least.min(*lowest);
            // Whoever has less wins.
            Ok(if trial.first[1] < trial.second[1] { 2.0 } else { -2.0 })
        };
        climb(&mut spsa, 1, play, || false, &mut |_| Ok(())).expect("games are always played");
        assert_eq!((spsa.values()[1], *lock(&lowest)), (90, 90));
    }

    #[test]
    fn a_game_that_fails_ends_it() {
        let mut spsa = begun(100);
        let play = |trial: &Trial| if trial.pair == 5 { Err("failed") } else { Ok(0.0) };
        assert_eq!(climb(&mut spsa, 2, play, || false, &mut |_| Ok(())), Err("failed"));
        assert!(spsa.done() < 100);
    }
}
