//! Search for puzzles in games.

use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::Rng;
use agon_games::record::Record;
use agon_games::{AnyGame, AnyMatch, Played, Searcher};
use anyhow::Result;

use super::judge::{CERTAIN, Judge, LIKELY, OneWay, WORTH_A_LOOK};
use super::puzzle::{Goal, Puzzle, id};
use super::{grade, picture};

/// Nodes per move of self-play games, which is also the first check of a position, and of the
/// second check.
const QUICK: u64 = 3_000;
const CLOSER: u64 = 20_000;
/// Table size in megabytes of these searches: the table is cleared for each, which takes time.
const LITTLE_MEMORY: usize = 1;
/// Maximum plies of a game, and of its random opening.
const LONGEST: usize = 300;
const RANDOM: usize = 10;
/// A game ends after this many decided plies.
const DECIDED: usize = 12;
/// Percentages of second-best and of random moves.
const SECOND: usize = 18;
const ANYTHING: usize = 8;
/// Maximum number of the solver's moves.
const MOST_MOVES: usize = 5;
/// Maximum number of puzzles per game, each with a different first move.
const PER_GAME: usize = 3;
/// Minimum rating, and that of a single capture.
const EASIEST: u32 = 700;
const EASIEST_CAPTURE: u32 = 1_200;
/// Last ply of the opening and of the middle game.
const OPENING: usize = 16;
const MIDDLE: usize = 60;

pub(super) struct Finder {
    game: &'static dyn AnyGame,
    rules: String,
    seed: u64,
    quick: Judge,
    closer: Judge,
    judge: Judge,
    quick_searcher: Searcher,
    searcher: Searcher,
    looks: Vec<String>,
}

impl Finder {
    pub(super) fn new(game: &'static dyn AnyGame, rules: &str, seed: u64, judge: Judge) -> Finder {
        Finder {
            game,
            rules: rules.into(),
            seed,
            quick: Judge { nodes: QUICK, ..judge.clone() },
            closer: Judge { nodes: CLOSER.min(judge.nodes), ..judge.clone() },
            judge,
            quick_searcher: Searcher::new(LITTLE_MEMORY, 1),
            searcher: Judge::searcher(),
            looks: Vec::new(),
        }
    }

    /// Plays the self-play game of this number, with mistakes, and returns its puzzles.
    pub(super) fn in_own_game(&mut self, number: u64, stop: &AtomicBool) -> Result<Vec<Puzzle>> {
        let mut rng = Rng::new(self.seed.wrapping_mul(0x9e37_79b9) ^ number);
        let mut board = self.game.open(&self.rules, None)?;
        let random = rng.below(RANDOM + 1);
        let mut found = Vec::new();
        let mut decided = 0;
        self.looks.clear();
        for ply in 0..LONGEST {
            let moves = board.moves();
            let enough = found.len() >= PER_GAME || decided >= DECIDED;
            if moves.is_empty() || enough || stop.load(Ordering::Relaxed) {
                break;
            }
            if ply < random {
                board.play(&moves[rng.below(moves.len())])?;
                continue;
            }
            let thought = self.quick.think(&*board, &mut self.quick_searcher, 2, stop)?;
            decided = if self.quick.is_decided(&thought) { decided + 1 } else { 0 };
            let looks_good = self.quick.read(&thought, WORTH_A_LOOK).is_some();
            if looks_good && let Some(puzzle) = self.puzzle(&*board, number, ply, stop)? {
                add(&mut found, puzzle);
            }
            let second = thought.lines.get(1).and_then(|line| line.moves.first());
            let text = match rng.below(100) {
                chance if chance < ANYTHING => Some(&moves[rng.below(moves.len())]),
                chance if chance < ANYTHING + SECOND => second.or(thought.best.as_ref()),
                _ => thought.best.as_ref(),
            };
            board.play(text.unwrap_or(&moves[0]))?;
        }
        Ok(found)
    }

    /// Returns the puzzles of a recorded game.
    pub(super) fn in_record(
        &mut self,
        number: u64,
        record: &Record,
        stop: &AtomicBool,
    ) -> Result<Vec<Puzzle>> {
        let whole = &record.game;
        let mut board = self.game.reopen(&whole.rules(), whole.unusual_start().as_deref())?;
        let mut found = Vec::new();
        self.looks.clear();
        for (ply, played) in whole.past().into_iter().enumerate() {
            let Played::Move { view, .. } = played else { break };
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let thought = self.quick.think(&*board, &mut self.quick_searcher, 2, stop)?;
            let looks_good = self.quick.read(&thought, WORTH_A_LOOK).is_some();
            if looks_good && let Some(puzzle) = self.puzzle(&*board, number, ply, stop)? {
                add(&mut found, puzzle);
            }
            board.play(&view.text)?;
        }
        Ok(found)
    }

    /// Returns the puzzle that starts in this position, if it has a single solution and is not too
    /// easy.
    fn puzzle(
        &mut self,
        board: &dyn AnyMatch,
        number: u64,
        ply: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Puzzle>> {
        // The solver does not see the earlier moves, so repetition must not matter.
        let (rules, position) = (board.rules(), board.position());
        let Ok(start) = self.game.open(&rules, Some(&position)) else { return Ok(None) };
        let look = picture::of(&*start);
        if self.looks.contains(&look) {
            return Ok(None);
        }
        self.looks.push(look);
        if self.closer.one_way(&*start, &mut self.quick_searcher, LIKELY, stop)?.is_none() {
            return Ok(None);
        }
        let Some((goal, moves, ended)) = self.line(&*start, stop)? else { return Ok(None) };
        // The results of a stopped search are unreliable.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let rating = grade::rating(self.game, &rules, &position, &moves, &mut self.searcher)?;
        let takes = takes(&*start, &moves[0]);
        // Skip obvious captures.
        if rating < EASIEST || takes && moves.len() == 1 && rating < EASIEST_CAPTURE {
            return Ok(None);
        }
        let themes = themes(&moves, takes, goal, ended, ply);
        let rules = if self.rules.is_empty() { String::new() } else { rules };
        let id = id(&rules, &position);
        Ok(Some(Puzzle { id, rules, position, moves, goal, themes, rating, source: number }))
    }

    /// Returns the goal, the solver's forced moves with the best replies, and whether the game ends
    /// with them.
    fn line(
        &mut self,
        start: &dyn AnyMatch,
        stop: &AtomicBool,
    ) -> Result<Option<(Goal, Vec<String>, bool)>> {
        let Some(OneWay { text, goal }) =
            self.judge.one_way(start, &mut self.searcher, CERTAIN, stop)?
        else {
            return Ok(None);
        };
        let mut board = start.fork();
        let mut moves = vec![text.clone()];
        board.play(&text)?;
        for _ in 1..MOST_MOVES {
            if board.ending().is_some() {
                break;
            }
            let answer = self.judge.think(&*board, &mut self.searcher, 1, stop)?;
            let Some(answer) = answer.best else { break };
            board.play(&answer)?;
            let way = self.judge.one_way(&*board, &mut self.searcher, CERTAIN, stop)?;
            // A saving line may turn into a win, but a winning line must not end in less.
            let Some(way) = way.filter(|way| goal != Goal::Win || way.goal == Goal::Win) else {
                return Ok(Some((goal, moves, false)));
            };
            board.play(&way.text)?;
            moves.extend([answer, way.text]);
        }
        let ended = board.ending().is_some();
        Ok(Some((goal, moves, ended)))
    }
}

fn add(found: &mut Vec<Puzzle>, puzzle: Puzzle) {
    if found.iter().all(|other| other.moves[0] != puzzle.moves[0]) {
        found.push(puzzle);
    }
}

/// Whether the move captures.
fn takes(start: &dyn AnyMatch, text: &str) -> bool {
    let mut views = start.move_views().into_iter().filter(|view| view.text == text);
    views.any(|view| !view.captures.is_empty())
}

/// Theme keys of a puzzle.
fn themes(moves: &[String], takes: bool, goal: Goal, ended: bool, ply: usize) -> Vec<String> {
    let length = match moves.len().div_ceil(2) {
        1 => "one",
        2 => "two",
        _ => "long",
    };
    let phase = match ply {
        ply if ply < OPENING => "opening",
        ply if ply < MIDDLE => "middle",
        _ => "end",
    };
    let aim = match goal {
        Goal::Win if ended => "finish",
        Goal::Win => "win",
        Goal::Gain => "gain",
        Goal::Save => "save",
    };
    let kind = if takes { "capture" } else { "calm" };
    [aim, kind, length, phase].map(str::to_owned).to_vec()
}
