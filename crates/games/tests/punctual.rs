//! Computer players respect their time limits, for all games and kinds. These tests measure time,
//! so they run alone (`.config/nextest.toml`). Beside each search they measure an idle loop, to
//! subtract delays of the machine.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_core::Rng;
use agon_games::{AnyGame, AnyMatch, GAMES, Order, Searcher};
use agon_search::{Limits, Time};

fn position(game: &dyn AnyGame, rules: &str, plies: usize, rng: &mut Rng) -> Box<dyn AnyMatch> {
    let mut position = game.open(rules, None).unwrap();
    for _ in 0..plies {
        let moves = position.moves();
        let mut next = position.fork();
        next.play(&moves[rng.below(moves.len())]).unwrap();
        if next.ending().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Returns all games, also with the largest board or the most players if these are not the default.
fn settings() -> Vec<(&'static dyn AnyGame, &'static str)> {
    let mut all: Vec<(&'static dyn AnyGame, &str)> = GAMES.iter().map(|&game| (game, "")).collect();
    all.push((agon_games::find("morris").unwrap(), "layers=9"));
    all.push((agon_games::find("chinese-checkers").unwrap(), "colors=gyorpb"));
    all
}

/// Returns the delay of a loop that only reads the clock.
fn idle_lateness(time: Duration) -> Duration {
    let begin = Instant::now();
    while begin.elapsed() < time {
        std::hint::spin_loop();
    }
    begin.elapsed().saturating_sub(time)
}

fn percentile(sorted: &[(Duration, String)], share: usize) -> &(Duration, String) {
    &sorted[(sorted.len() * share).div_ceil(100) - 1]
}

#[test]
fn stopped_search_returns_a_legal_move_within_20_ms() {
    let mut rng = Rng::new(5);
    let (mut waits, mut idle) = (Vec::new(), Duration::ZERO);
    for (game, rules) in settings() {
        for kind in game.kinds() {
            let order = Order { kind: kind.name.into(), ..Order::default() };
            let mut searcher = Searcher::new(16, 1);
            for _ in 0..8 {
                let plies = rng.below(40);
                let position = position(game, rules, plies, &mut rng);
                let moment = Duration::from_micros(rng.below(30_000) as u64);
                let stop = AtomicBool::new(false);
                let (best, stopped) = thread::scope(|scope| {
                    let stopped = scope.spawn(|| {
                        thread::sleep(moment);
                        stop.store(true, Ordering::Relaxed);
                        Instant::now()
                    });
                    let thought =
                        position.think(&mut searcher, &order, &stop, &mut |_| {}).unwrap();
                    let ended = Instant::now();
                    (
                        thought.best.unwrap(),
                        ended.saturating_duration_since(stopped.join().unwrap()),
                    )
                });
                assert!(position.moves().contains(&best), "{best} in {}", position.position());
                idle = idle.max(idle_lateness(moment));
                waits.push((stopped, format!("{} {rules} {}", game.id(), kind.name)));
            }
        }
    }
    waits.sort();
    let longest = waits.last().unwrap();
    println!("{} searches, the longest wait {longest:?}, of an idle loop {idle:?}", waits.len());
    assert!(longest.0 <= idle + Duration::from_millis(20), "{longest:?}, idle {idle:?}");
}

#[test]
fn movetime_of_50_ms_is_kept_within_10_ms() {
    let time = Duration::from_millis(50);
    let mut rng = Rng::new(6);
    let (mut late, mut idle) = (Vec::new(), Vec::new());
    for (game, rules) in settings() {
        for kind in game.kinds() {
            let limits = Limits { time: Some(Time::Exactly(time)), ..Limits::default() };
            let order = Order { kind: kind.name.into(), limits, ..Order::default() };
            let mut searcher = Searcher::new(16, 1);
            for _ in 0..4 {
                let plies = rng.below(30);
                let position = position(game, rules, plies, &mut rng);
                let begin = Instant::now();
                position
                    .think(&mut searcher, &order, &AtomicBool::new(false), &mut |_| {})
                    .unwrap();
                let name = format!("{} {rules} {}", game.id(), kind.name);
                late.push((begin.elapsed().saturating_sub(time), name));
                idle.push((idle_lateness(time), String::new()));
            }
        }
    }
    late.sort();
    idle.sort();
    let (late, idle) = (percentile(&late, 99), percentile(&idle, 99).0);
    println!("99 of 100 moves are late by no more than {late:?}, idle loops {idle:?}");
    assert!(late.0 <= idle + Duration::from_millis(10), "{late:?}, idle {idle:?}");
}
