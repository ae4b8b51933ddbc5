//! Small games that can be searched to the end, and naive reference searches.

#![allow(dead_code, reason = "each test file uses some of it")]

pub(crate) mod naive;
pub(crate) mod nim;
pub(crate) mod runners;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_core::{History, Player, Position, Rng};
use agon_search::{Answer, Features, Limits, Question, TranspositionTable, search};
use agon_tactics::Tactics;

/// A pseudo-random evaluation with a wide range of values, antisymmetric for two players, to expose
/// errors in the search.
pub(crate) fn noise<P: Position>(position: &P, player: Player) -> i32 {
    let mut rng = Rng::new(position.key());
    let values: Vec<i32> = (0..position.players()).map(|_| rng.below(401) as i32 - 200).collect();
    let others = values.iter().sum::<i32>() - values[player.index()];
    values[player.index()] - others / (position.players() as i32 - 1)
}

/// Returns an unfinished position after up to `plies` random moves, with its history.
pub(crate) fn wander<P: Position>(start: &P, plies: usize, rng: &mut Rng) -> (P, History) {
    let mut position = start.clone();
    let mut history = History::default();
    for _ in 0..plies {
        let Some(m) = position.random_move(rng) else { break };
        let mut next = position.clone();
        next.play(m);
        if next.ending().is_some() || next.limit().is_some() {
            break;
        }
        history.push(&position);
        position = next;
    }
    (position, history)
}

pub(crate) fn question<'a, P: Tactics>(
    position: &'a P,
    history: &'a History,
    limits: Limits,
) -> Question<'a, P> {
    Question {
        position,
        history,
        evaluate: P::EVALUATIONS[0].evaluate,
        network: None,
        considers: None,
        race: None,
        oracle: None,
        limits,
        features: Features::ALL,
        lines: 1,
        threads: 1,
    }
}

pub(crate) fn to_depth(depth: usize) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub(crate) fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Runs the two-player search with a new table.
pub(crate) fn alpha_beta<P: Tactics>(question: &Question<'_, P>) -> Answer<P::Move> {
    search(question, &TranspositionTable::new(1), &AtomicBool::new(false), &mut |_| {})
}

pub(crate) fn is_legal<P: Position>(position: &P, m: P::Move) -> bool {
    let mut found = false;
    position.moves(&mut |legal| found |= legal == m);
    found
}

/// Whether the moves can be played in sequence.
pub(crate) fn is_playable<P: Position>(position: &P, moves: &[P::Move]) -> bool {
    let mut position = position.clone();
    moves.iter().all(|&m| {
        let legal = is_legal(&position, m);
        if legal {
            position.play(m);
        }
        legal
    })
}

/// Set by [`stopping`] after the requested number of evaluations.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

thread_local! {
    static LEFT: Cell<u32> = const { Cell::new(0) };
    static AFTERWARDS: Cell<u32> = const { Cell::new(0) };
}

/// Sets [`STOP`] after `evaluations` evaluations. For one test per file, on its own thread.
pub(crate) fn stop_after(evaluations: u32) {
    STOP.store(evaluations == 0, Ordering::Relaxed);
    LEFT.set(evaluations);
    AFTERWARDS.set(0);
}

/// Number of evaluations after [`STOP`] was set.
pub(crate) fn evaluated_afterwards() -> u32 {
    AFTERWARDS.get()
}

/// Evaluation function that sets [`STOP`].
pub(crate) fn stopping<P: Tactics>(position: &P, player: Player) -> i32 {
    match LEFT.get() {
        0 => AFTERWARDS.set(AFTERWARDS.get() + 1),
        left => LEFT.set(left - 1),
    }
    if LEFT.get() == 0 {
        STOP.store(true, Ordering::Relaxed);
    }
    (P::EVALUATIONS[0].evaluate)(position, player)
}

/// Whether `act` takes about `time` in one of several tries, because other tests run concurrently.
pub(crate) fn takes(time: Duration, mut act: impl FnMut()) -> bool {
    (0..8).any(|_| {
        let begin = Instant::now();
        act();
        let slack = Duration::from_millis(10);
        begin.elapsed() < time + slack && begin.elapsed() + slack > time
    })
}
