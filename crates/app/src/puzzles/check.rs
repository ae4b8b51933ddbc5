//! Verification of puzzles: a deeper search must still find the solution to be the only one.

use std::collections::HashSet;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use agon_core::Rng;
use agon_games::{AnyGame, Searcher};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use crate::count::counted;

use super::judge::{Judge, STILL};
use super::puzzle::Puzzle;

/// A random sample of puzzles.
pub(super) struct Sample {
    pub(super) puzzles: Vec<Puzzle>,
    pub(super) size: usize,
    pub(super) seed: u64,
}

/// Prints the doubtful puzzles and returns their ids.
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
    writeln!(out, "{good} of {} confirmed", counted(puzzles.len(), "puzzle"))?;
    Ok(doubtful.into_iter().map(|(id, _)| id).collect())
}

/// Returns what is wrong with a puzzle, if anything.
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
            let only = judge.one_way(&*board, searcher, STILL, &never)?;
            match only {
                None => return Ok(Some(format!("several solutions at move {}", i / 2 + 1))),
                Some(only) if only.text != *text => {
                    return Ok(Some(format!("best move {} instead of {text}", only.text)));
                }
                Some(_) => {}
            }
        }
        board.play(text)?;
    }
    Ok(None)
}
