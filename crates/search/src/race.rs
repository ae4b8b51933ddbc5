//! Race search: when the opponents can no longer interfere, only the number of the player's own
//! moves counts. All others pass.
//!
//! A beam search keeps the best positions after each move, up to the width of the beam, until one
//! of them has won; then it starts again with a wider beam to find a shorter path. A lower bound of
//! the moves still needed prunes positions that cannot improve on the best path, and ends the
//! search when none can.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use agon_core::Player;
use agon_tactics::{Race, Tactics};

use crate::limits::Control;
use crate::nodes::NodeCounter;
use crate::transposition::{Bound, Entry};
use crate::{Answer, Line, Question, Score, TranspositionTable};

/// Initial width, growth factor and maximum width of the beam.
const FIRST_WIDTH: usize = 8;
const WIDER: usize = 4;
const GREATEST_WIDTH: usize = 2_048;
/// Maximum length of a path, in moves.
const MAX_PATH: usize = 80;
/// Number of moves without a better position after which a path is given up.
const PATIENCE: usize = 8;
/// Separates stored paths from the entries of other searches.
const SALT: u64 = 0x7ace_7ace_7ace_7ace;

/// Searches for a short path to a win. Returns `None` if the position is no race or no path is
/// found while the others stand still. If a limit or `stop` ends the search, the best answer so far
/// is returned.
pub fn race<P: Tactics>(
    question: &Question<'_, P>,
    table: &TranspositionTable,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Option<Answer<P::Move>> {
    let player = question.position.turn();
    let least = question.race?(question.position, player)?.least as usize;
    let control = Control::new(question.limits, stop);
    table.next_age();
    let nodes = NodeCounter::new(&control);
    let mut beam = BeamSearch { question, player, table, control: &control, nodes, best: None };
    let mut answer = beam.answer(beam.first_guess()?);
    beam.best = beam.probe();
    let mut width = FIRST_WIDTH;
    loop {
        let before = beam.best.as_ref().map(Vec::len);
        let guess = beam.search(width);
        if let Some(path) = beam.best.clone() {
            if before != Some(path.len()) {
                beam.store(&path);
            }
            answer = beam.answer(path);
            report(&answer);
        } else if !control.is_over() {
            return None;
        } else if let Some(path) = guess.path {
            answer = beam.answer(path);
        }
        let done = guess.is_complete || beam.best.as_ref().is_some_and(|w| w.len() <= least);
        if done || width >= GREATEST_WIDTH || !control.has_time_for_more(answer.depth, 1.0) {
            break;
        }
        width *= WIDER;
    }
    Some(Answer::now(answer.lines, answer.depth, answer.deepest, &beam.nodes, &control))
}

struct BeamSearch<'a, P: Tactics> {
    question: &'a Question<'a, P>,
    player: Player,
    table: &'a TranspositionTable,
    control: &'a Control<'a>,
    nodes: NodeCounter,
    /// Shortest winning path found so far.
    best: Option<Vec<P::Move>>,
}

struct Candidate<P> {
    position: P,
    /// Step that led here, an index into [`Steps`].
    step: usize,
    eval: i32,
}

/// State of one beam search.
struct Beam<P: Tactics> {
    /// Number of moves made.
    moves: usize,
    /// Positions after one more move.
    next: Vec<Candidate<P>>,
    steps: Steps<P::Move>,
    seen: HashSet<u64>,
}

/// All steps of a search, each with the index of the previous one.
type Steps<M> = Vec<(Option<usize>, M)>;

/// Result of one beam search apart from a shorter path.
struct BeamResult<M> {
    /// Path to the best position at the greatest distance.
    path: Option<Vec<M>>,
    /// Whether no position was dropped.
    is_complete: bool,
}

impl<P: Tactics> BeamSearch<'_, P> {
    /// Runs a beam search of this width until a path shorter than the best is found or excluded.
    /// there can be none.
    fn search(&mut self, width: usize) -> BeamResult<P::Move> {
        let seen = HashSet::from([self.question.position.key()]);
        let mut beam = Beam { moves: 0, next: Vec::new(), steps: Vec::new(), seen };
        self.expand(self.question.position, None, &mut beam);
        let mut is_complete = true;
        let mut path = None;
        let mut best_eval = (i32::MIN, 0);
        for moves in 1..MAX_PATH {
            let mut here = std::mem::take(&mut beam.next);
            self.control.report(0);
            if self.control.is_over() || here.is_empty() {
                break;
            }
            if here.len() > width {
                here.select_nth_unstable_by_key(width, |candidate| {
                    Reverse((candidate.eval, candidate.step))
                });
                here.truncate(width);
                is_complete = false;
            }
            let best = here.iter().max_by_key(|candidate| (candidate.eval, candidate.step));
            path = best.map(|candidate| path_to(&beam.steps, candidate.step));
            let eval = best.map_or(i32::MIN, |candidate| candidate.eval);
            if eval > best_eval.0 {
                best_eval = (eval, moves);
            } else if moves > best_eval.1 + PATIENCE {
                is_complete = false;
                break;
            }
            beam.moves = moves;
            for Candidate { position, step, .. } in here {
                self.expand(&position, Some(step), &mut beam);
            }
        }
        BeamResult { path, is_complete: is_complete && !self.control.is_over() }
    }

    /// Expands a position of the beam that was reached by the step `from`.
    fn expand(&mut self, position: &P, from: Option<usize>, beam: &mut Beam<P>) {
        let Beam { moves, next: out, steps, seen } = beam;
        // A win after one more move must be shorter than the best path.
        let most = self.best.as_ref().map_or(MAX_PATH, Vec::len) - 1;
        if *moves >= most || self.control.is_over() {
            return;
        }
        let mut found = None;
        let mut looked_at = 0;
        position.moves(&mut |m| {
            if found.is_some() {
                return;
            }
            looked_at += 1;
            let mut next = position.clone();
            next.play(m);
            if next.decided().is_some_and(|ending| ending.winner() == Some(self.player)) {
                found = Some(m);
            } else if from.is_none() && self.question.history.occurrences(&next) > 0 {
                // An opponent who blocks here would do so again.
            } else if let Some(next) = self.pass_others(next)
                && self
                    .race(&next, self.player)
                    .is_some_and(|race| *moves + 1 + race.least as usize <= most)
                && seen.insert(next.key())
            {
                let eval = (self.question.evaluate)(&next, self.player);
                out.push(Candidate { position: next, step: steps.len(), eval });
                steps.push((from, m));
            }
        });
        self.nodes.add(looked_at, self.control);
        if let Some(m) = found {
            let mut path = from.map_or_else(Vec::new, |step| path_to(steps, step));
            path.push(m);
            self.best = Some(path);
        }
    }

    /// Returns the race state of `player`, if the position is a race.
    fn race(&self, position: &P, player: Player) -> Option<Race> {
        self.question.race?(position, player)
    }

    /// Passes for the others until it is the player's turn.
    fn pass_others(&self, mut position: P) -> Option<P> {
        for _ in 0..position.players() {
            if position.turn() == self.player {
                return Some(position);
            }
            position = position.pass()?;
        }
        None
    }

    /// Returns the move with the best evaluation after one ply.
    fn first_guess(&self) -> Option<Vec<P::Move>> {
        let position = self.question.position;
        let mut best = None;
        position.moves(&mut |m| {
            let mut next = position.clone();
            next.play(m);
            let eval = (self.question.evaluate)(&next, self.player);
            if best.is_none_or(|(most, _)| eval > most) {
                best = Some((eval, m));
            }
        });
        best.map(|(_, m)| vec![m])
    }

    /// Stores a path in the transposition table for the search of the next move.
    fn store(&self, path: &[P::Move]) {
        let mut position = self.question.position.clone();
        for (i, &m) in path.iter().enumerate() {
            let Some(race) = self.race(&position, self.player) else { return };
            let depth = (path.len() - i).min(MAX_PATH) as u8;
            let entry =
                Entry { best: Some(P::id(m)), score: 0, depth, bound: Bound::Lower, eval: None };
            self.table.store(race.key ^ SALT, entry);
            position.play(m);
            let Some(next) = self.pass_others(position) else { return };
            position = next;
        }
    }

    /// Returns the stored path, if it still wins after the moves that the others have made since.
    fn probe(&self) -> Option<Vec<P::Move>> {
        let mut position = self.question.position.clone();
        let mut path = Vec::new();
        while path.len() < MAX_PATH {
            let id = self.table.probe(self.race(&position, self.player)?.key ^ SALT)?.best?;
            let mut found = None;
            position.moves(&mut |m| found = found.or((P::id(m) == id).then_some(m)));
            let m = found?;
            path.push(m);
            position.play(m);
            if position.decided().is_some_and(|ending| ending.winner() == Some(self.player)) {
                return Some(path);
            }
            if self.question.history.occurrences(&position) > 0 {
                return None;
            }
            position = self.pass_others(position)?;
        }
        None
    }

    fn answer(&self, path: Vec<P::Move>) -> Answer<P::Move> {
        let position = self.question.position;
        let seats = position.players();
        let is_slower = |other| {
            self.race(position, other).is_some_and(|race| race.least as usize >= path.len())
        };
        let wins = self.best.as_ref() == Some(&path)
            && Player::all(seats).filter(|&other| other != self.player).all(is_slower);
        let score = if wins {
            Score::win_in(seats * (path.len() - 1) + 1)
        } else {
            Score::from_eval((self.question.evaluate)(position, self.player))
        };
        // The replies of the others are unknown.
        let depth = path.len();
        let line = Line { score, moves: path.into_iter().take(1).collect() };
        Answer::now(vec![line], depth, depth, &self.nodes, self.control)
    }
}

/// Returns the moves from the root up to a step.
fn path_to<M: Copy>(steps: &Steps<M>, last: usize) -> Vec<M> {
    let mut path = Vec::new();
    let mut at = Some(last);
    while let Some((before, m)) = at.and_then(|step| steps.get(step)).copied() {
        path.push(m);
        at = before;
    }
    path.reverse();
    path
}
