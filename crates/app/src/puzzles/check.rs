//! Puzzles that were found are put to the test: with more effort each must still have its one way.

use std::collections::HashSet;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use agon_core::Rng;
use agon_games::{AnyGame, Searcher};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use super::judge::{Judge, STILL};
use super::puzzle::Puzzle;

/// Puzzles, of which so many are drawn by lot.
pub(super) struct Sample {
    pub(super) puzzles: Vec<Puzzle>,
    pub(super) size: usize,
    pub(super) seed: u64,
}

/// Writes what is doubtful, and tells the ids.
pub(super) fn run(
    game: &'static dyn AnyGame,
    judge: &Judge,
    Sample { mut puzzles, size, seed }: Sample,
    threads: usize,
    out: &mut impl Write,
) -> Result<HashSet<String>> {
    let mut rng = Rng::new(seed);
    for i in (1..puzzles.len()).rev() {
        puzzles.swap(i, rng.below(i + 1));
    }
    puzzles.truncate(size);
    let bar = ProgressBar::new(puzzles.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} checked, {eta} left")?);
    let next = AtomicUsize::new(0);
    let mut doubtful = Vec::new();
    std::thread::scope(|scope| -> Result<()> {
        let (send, receive) = mpsc::channel();
        for _ in 0..threads {
            let (send, next, puzzles) = (send.clone(), &next, &puzzles);
            scope.spawn(move || {
                let mut searcher = Judge::searcher();
                while let Some(puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let problem = problem(game, judge, puzzle, &mut searcher);
                    if send.send((puzzle, problem)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (puzzle, problem) in receive {
            bar.inc(1);
            doubtful.extend(problem?.map(|problem| (puzzle.id.clone(), problem)));
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    doubtful.sort();
    for (id, problem) in &doubtful {
        writeln!(out, "{id}: {problem}")?;
    }
    let good = puzzles.len() - doubtful.len();
    writeln!(out, "{good} of {} have the one way that is claimed", puzzles.len())?;
    Ok(doubtful.into_iter().map(|(id, _)| id).collect())
}

/// What is wrong with a puzzle, if something is.
fn problem(
    game: &'static dyn AnyGame,
    judge: &Judge,
    puzzle: &Puzzle,
    searcher: &mut Searcher,
) -> Result<Option<String>> {
    let never = AtomicBool::new(false);
    let mut board = game.open(&puzzle.rules, Some(&puzzle.position))?;
    for (i, text) in puzzle.moves.iter().enumerate() {
        if i % 2 == 0 {
            let way = judge.one_way(&*board, searcher, STILL, &never)?;
            match way {
                None => return Ok(Some(format!("several ways at move {}", i / 2 + 1))),
                Some(way) if way.text != *text => {
                    return Ok(Some(format!("{} instead of {text}", way.text)));
                }
                Some(_) => {}
            }
        }
        board.play(text)?;
    }
    Ok(None)
}
