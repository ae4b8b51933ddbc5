//! Positions with known best moves, which an analysis should find within the time that people wait.
//!
//! Each file in `positions/` has a position per line: rules, position and best moves, separated by
//! bars. Chess positions come from a test suite (*Win at Chess*), as far as a search of twenty
//! seconds agrees. The others are drawn from the shipped puzzles, which have a single solution that
//! was verified by deep search. If these are too few, positions from self-play follow, in which a
//! search of twenty seconds finds one move better than all others by more than half a piece, or the
//! only one that wins or does not lose.
//!
//! ```text
//! cargo nextest run --workspace --release --run-ignored only --no-capture -E 'test(found_within)'
//! POSITIONS=GAME cargo nextest run --workspace --release --run-ignored only --no-capture -E 'test(make_positions)'
//! ```

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "prints its results")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use agon_core::Rng;
use agon_games::{AnyGame, AnyMatch, GAMES, Order, Searcher, ThoughtLine, find};
use agon_search::{Forced, Limits, Time};
use serde_json::Value;

/// Positions for each game.
const COUNT: usize = 50;
/// Time that people wait.
const WAIT: Duration = Duration::from_secs(2);
/// Ten times as long.
const DEEP: Duration = Duration::from_secs(20);
/// Lead of a clear best move: half a piece.
const CLEAR: i32 = 60;

struct Known {
    rules: String,
    position: String,
    best: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/positions")
}

fn read(file: &Path) -> Vec<Known> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let known = |line: &str| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [rules, position, best] = parts[..] else { panic!("{}: {line}", file.display()) };
        let best = best.split(' ').map(str::to_owned).collect();
        Known { rules: rules.into(), position: position.into(), best }
    };
    lines.map(known).collect()
}

fn searched(
    game: &dyn AnyMatch,
    searcher: &mut Searcher,
    limits: Limits,
    lines: usize,
) -> Vec<ThoughtLine> {
    let order = Order { lines, limits, ..Order::default() };
    game.think(searcher, &order, &AtomicBool::new(false), &mut |_| {}).unwrap().lines
}

fn for_time(time: Duration) -> Limits {
    Limits { time: Some(Time::Exactly(time)), ..Limits::default() }
}

/// Every position is valid and its best moves are legal.
#[test]
fn every_position_has_legal_best_moves() {
    for game in GAMES {
        let all = read(&folder().join(format!("{}.txt", game.id())));
        assert_eq!(all.len(), COUNT, "{}", game.id());
        let mut different = BTreeSet::new();
        for Known { rules, position, best } in all {
            let opened =
                game.open(&rules, Some(&position)).unwrap_or_else(|e| panic!("{position}: {e}"));
            let legal = opened.moves();
            assert!(best.iter().all(|text| legal.contains(text)), "{position}: {best:?}");
            assert!(best.len() < legal.len(), "{position}: every move is best");
            assert!(different.insert(position), "twice the same");
        }
    }
}

/// Measures how many best moves an analysis on one thread finds within two seconds.
#[test]
#[ignore = "thinks for minutes, on a machine that does nothing else"]
fn known_moves_are_found_within_two_seconds() {
    let lines = 3;
    let mut failed = Vec::new();
    let only = std::env::var("POSITIONS").ok();
    for game in GAMES.iter().filter(|game| only.as_deref().is_none_or(|only| only == game.id())) {
        let all = read(&folder().join(format!("{}.txt", game.id())));
        let next = AtomicUsize::new(0);
        let found = AtomicUsize::new(0);
        let threads = threads();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(known) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let opened = game.open(&known.rules, Some(&known.position)).unwrap();
                        let mut searcher = Searcher::new(64, 1);
                        let thought = searched(&*opened, &mut searcher, for_time(WAIT), lines);
                        let best = &thought[0].moves[0];
                        if known.best.contains(best) {
                            found.fetch_add(1, Ordering::Relaxed);
                        } else {
                            println!(
                                "{}: {} not {best}: {}",
                                game.id(),
                                known.best.join(" "),
                                known.position
                            );
                        }
                    }
                });
            }
        });
        let found = found.into_inner();
        // The chess positions come from a suite that people found hard.
        let bar = if game.id() == GAMES[0].id() { 85 } else { 95 };
        println!("{}: {found} of {} within {WAIT:?}", game.id(), all.len());
        if 100 * found < bar * all.len() {
            failed.push(format!("{}: {found} of {}, at least {bar} of 100", game.id(), all.len()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("; "));
}

/// Returns the number of parallel searches: half of the machine's cores.
fn threads() -> usize {
    let wanted = std::env::var("POSITIONS_THREADS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get() / 2).max(1))
}

/// Returns whether the first line is clearly better than the others.
fn is_clear(lines: &[ThoughtLine]) -> bool {
    let [best, second, ..] = lines else { return false };
    match (best.score.forced(), second.score.forced()) {
        (Some(Forced::Win(_)), Some(Forced::Win(_))) | (Some(Forced::Loss(_)), _) => false,
        (Some(Forced::Win(_)), _) | (_, Some(Forced::Loss(_))) => true,
        _ => best.score.value() - second.score.value() >= CLEAR,
    }
}

/// Writes the file of the game named in the environment.
#[test]
#[ignore = "makes the files, on a machine that does nothing else"]
fn make_positions() {
    let Ok(id) = std::env::var("POSITIONS") else { return };
    let game = find(&id).unwrap();
    let drawn = puzzles(&id);
    let made = Mutex::new(Vec::new());
    let seeds = AtomicUsize::new(1);
    std::thread::scope(|scope| {
        for _ in 0..threads() {
            scope.spawn(|| {
                let mut searcher = Searcher::new(64, 1);
                while made.lock().unwrap().len() + drawn.len() < COUNT {
                    let seed = seeds.fetch_add(1, Ordering::Relaxed);
                    if let Some(line) = position_of(game, seed as u64, &mut searcher) {
                        println!("{line}");
                        made.lock().unwrap().push((seed, line));
                    }
                }
            });
        }
    });
    let mut made = made.into_inner().unwrap();
    made.sort();
    let lines: Vec<String> =
        drawn.into_iter().chain(made.into_iter().map(|(_, line)| line)).collect();
    let head = "# Made by the test make_positions: rules | position | best moves.\n";
    let out = std::env::var("POSITIONS_OUT").map_or_else(|_| folder(), PathBuf::from);
    let text = format!("{head}{}\n", lines[..COUNT].join("\n"));
    fs::write(out.join(format!("{id}.txt")), text).unwrap();
}

/// Returns randomly drawn shipped puzzles.
fn puzzles(id: &str) -> Vec<String> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../web/exercises/{id}.jsonl"));
    let text = fs::read_to_string(file).unwrap();
    let mut all: Vec<&str> = text.lines().collect();
    let mut rng = Rng::new(50);
    let mut drawn = Vec::new();
    while drawn.len() < COUNT && !all.is_empty() {
        let puzzle: Value = serde_json::from_str(all.swap_remove(rng.below(all.len()))).unwrap();
        let part = |name: &str| puzzle[name].as_str().unwrap_or_default();
        let mut board = find(id).unwrap().open(part("rules"), Some(part("position"))).unwrap();
        // Every other move is the solver's and the only solution.
        for (i, text) in puzzle["moves"].as_array().unwrap().iter().enumerate() {
            let text = text.as_str().unwrap();
            if i % 2 == 0 {
                let line = format!("{} | {} | {text}", part("rules"), board.position());
                let line = line.trim_start().to_owned();
                if !drawn.contains(&line) {
                    drawn.push(line);
                }
            }
            board.play(text).unwrap();
        }
    }
    drawn.truncate(COUNT);
    drawn
}

/// Returns a position from self-play with a clear best move, if there is one.
fn position_of(game: &'static dyn AnyGame, seed: u64, searcher: &mut Searcher) -> Option<String> {
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let mut rng = Rng::new(seed);
    let mut board = game.open("", None).unwrap();
    let opening = 4 + rng.below(10);
    let wanted = opening + 4 + rng.below(30);
    for ply in 0..wanted + 40 {
        let moves = board.moves();
        if moves.len() < 2 {
            return None;
        }
        if ply < opening {
            board.play(&moves[rng.below(moves.len())]).unwrap();
            continue;
        }
        searcher.clear();
        let lines = searched(&*board, searcher, nodes(10_000), 2);
        let best = lines[0].moves[0].clone();
        if ply >= wanted
            && is_clear(&lines)
            && is_clear(&searched(&*board, searcher, nodes(200_000), 2))
        {
            searcher.clear();
            let lines = searched(&*board, searcher, for_time(DEEP), 2);
            let best = &lines[0].moves[0];
            let line = format!("{} | {} | {best}", "", board.position());
            return is_clear(&lines).then(|| line.trim_start().to_owned());
        }
        // Weak enough for mistakes.
        let played = if rng.below(5) == 0 { &moves[rng.below(moves.len())] } else { &best };
        let played = played.clone();
        board.play(&played).unwrap();
    }
    None
}

/// Prints the lines of a test suite that a long search agrees with.
#[test]
#[ignore = "thinks for minutes, on a machine that does nothing else"]
fn check_facts() {
    let Ok(file) = std::env::var("POSITIONS_FACTS") else { return };
    let game = GAMES[0];
    let text = fs::read_to_string(file).unwrap();
    let all: Vec<&str> = text.lines().filter(|line| line.contains(" bm ")).collect();
    let next = AtomicUsize::new(0);
    let kept = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads() {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(line) = all.get(at) else { break };
                    let (position, moves) = line.split_once(" bm ").unwrap();
                    let position = format!("{position} 0 1");
                    let opened = game.open("", Some(&position)).unwrap();
                    let names = moves.split(';').next().unwrap().split(' ');
                    let best: Vec<String> = names
                        .map(|name| {
                            let mut after = opened.fork();
                            after.import(name).unwrap_or_else(|e| panic!("{line}: {e}"));
                            let Some(agon_games::Played::Move { view, .. }) = after.last() else {
                                panic!("{line}")
                            };
                            view.text
                        })
                        .collect();
                    let mut searcher = Searcher::new(64, 1);
                    let lines = searched(&*opened, &mut searcher, for_time(DEEP), 1);
                    if best.contains(&lines[0].moves[0]) {
                        kept.lock()
                            .unwrap()
                            .push((at, format!("| {position} | {}", best.join(" "))));
                    } else {
                        println!("not sound for us: {line}: {}", lines[0].moves[0]);
                    }
                }
            });
        }
    });
    let mut kept = kept.into_inner().unwrap();
    kept.sort();
    kept.truncate(COUNT);
    for (_, line) in kept {
        println!("{line}");
    }
}
