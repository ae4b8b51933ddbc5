//! A race: once nobody can get in the way of anybody else, all that counts is to need few
//! moves, and so it does for who is too far ahead to mind the others. The player to move is
//! looked at alone, while all others pass.
//!
//! The moves of such a way are many and mostly harmless, so that nothing short of the whole
//! tree proves one to be the shortest. This is a beam search instead: the best positions after
//! one move, two moves and so on are kept, as many as the beam is wide, until one of them has
//! won; then again with a wider beam, for a shorter way. What is known of the moves needed at
//! least leaves out positions that cannot be on a shorter way, and ends the search when there is
//! none.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use agon_core::Player;
use agon_tactics::{Race, Tactics};

use crate::limits::Control;
use crate::nodes::NodeCounter;
use crate::transposition::{Bound, Entry};
use crate::{Answer, Line, Question, Score, TranspositionTable};

/// The first width of the beam, by how much it grows, and where it ends.
const FIRST_WIDTH: usize = 8;
const WIDER: usize = 4;
const GREATEST_WIDTH: usize = 2_048;
/// No way is longer than this.
const LONGEST: usize = 80;
/// After so many moves without a better position there is no way.
const PATIENCE: usize = 8;
/// Ways are stored beside what other searches store of the same positions.
const SALT: u64 = 0x7ace_7ace_7ace_7ace;

/// Looks for a short way to win; `None` where it is no race, or where there seems to be no way as
/// long as the others stay where they are. Stops as other searches do, and then has an answer,
/// whatever happens.
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
        if let Some(way) = beam.best.clone() {
            if before != Some(way.len()) {
                beam.store(&way);
            }
            answer = beam.answer(way);
            report(&answer);
        } else if !control.is_over() {
            return None;
        } else if let Some(way) = guess.way {
            answer = beam.answer(way);
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
    /// The shortest way to win found so far.
    best: Option<Vec<P::Move>>,
}

/// A position in the beam.
struct Candidate<P> {
    position: P,
    /// Which step led here, see [`Steps`].
    step: usize,
    eval: i32,
}

/// How far a search has come.
struct Beam<P: Tactics> {
    /// So many moves have been made.
    moves: usize,
    /// The positions that one more move leads to.
    next: Vec<Candidate<P>>,
    steps: Steps<P::Move>,
    seen: HashSet<u64>,
}

/// All steps of a search, each with the number of the one before it.
type Steps<M> = Vec<(Option<usize>, M)>;

/// What a search brought besides a shorter way.
struct Guess<M> {
    /// The way to the best position of those farthest ahead.
    way: Option<Vec<M>>,
    /// Was nothing left out?
    is_complete: bool,
}

impl<P: Tactics> BeamSearch<'_, P> {
    /// Keeps `width` positions after each move, until a way shorter than the best is found or
    /// there can be none.
    fn search(&mut self, width: usize) -> Guess<P::Move> {
        let seen = HashSet::from([self.question.position.key()]);
        let mut beam = Beam { moves: 0, next: Vec::new(), steps: Vec::new(), seen };
        self.expand(self.question.position, None, &mut beam);
        let mut is_complete = true;
        let mut way = None;
        let mut best_eval = (i32::MIN, 0);
        for moves in 1..LONGEST {
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
            way = best.map(|candidate| way_to(&beam.steps, candidate.step));
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
        Guess { way, is_complete: is_complete && !self.control.is_over() }
    }

    /// Tries all moves in a position of the beam, which the step `from` led to.
    fn expand(&mut self, position: &P, from: Option<usize>, beam: &mut Beam<P>) {
        let Beam { moves, next: out, steps, seen } = beam;
        // A win after one more move must be shorter than what is known.
        let most = self.best.as_ref().map_or(LONGEST, Vec::len) - 1;
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
                // Whoever stands in the way there would do so again.
            } else if let Some(next) = self.our_turn(next)
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
            let mut way = from.map_or_else(Vec::new, |step| way_to(steps, step));
            way.push(m);
            self.best = Some(way);
        }
    }

    /// What the player still has to do, where it is a race.
    fn race(&self, position: &P, player: Player) -> Option<Race> {
        self.question.race?(position, player)
    }

    /// Lets the others pass.
    fn our_turn(&self, mut position: P) -> Option<P> {
        for _ in 0..position.players() {
            if position.turn() == self.player {
                return Some(position);
            }
            position = position.pass()?;
        }
        None
    }

    /// What looks best after one move.
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

    /// Stores a way, so that the search at the next move begins with the rest of it.
    fn store(&self, way: &[P::Move]) {
        let mut position = self.question.position.clone();
        for (i, &m) in way.iter().enumerate() {
            let Some(race) = self.race(&position, self.player) else { return };
            let depth = (way.len() - i).min(LONGEST) as u8;
            let entry =
                Entry { best: Some(P::id(m)), score: 0, depth, bound: Bound::Lower, eval: None };
            self.table.store(race.key ^ SALT, entry);
            position.play(m);
            let Some(next) = self.our_turn(position) else { return };
            position = next;
        }
    }

    /// The way that was stored, if it still leads to the end, whatever the others have done
    /// since.
    fn probe(&self) -> Option<Vec<P::Move>> {
        let mut position = self.question.position.clone();
        let mut way = Vec::new();
        while way.len() < LONGEST {
            let id = self.table.probe(self.race(&position, self.player)?.key ^ SALT)?.best?;
            let mut found = None;
            position.moves(&mut |m| found = found.or((P::id(m) == id).then_some(m)));
            let m = found?;
            way.push(m);
            position.play(m);
            if position.decided().is_some_and(|ending| ending.winner() == Some(self.player)) {
                return Some(way);
            }
            if self.question.history.occurrences(&position) > 0 {
                return None;
            }
            position = self.our_turn(position)?;
        }
        None
    }

    fn answer(&self, way: Vec<P::Move>) -> Answer<P::Move> {
        let position = self.question.position;
        let seats = position.players();
        let is_slower =
            |other| self.race(position, other).is_some_and(|race| race.least as usize >= way.len());
        let wins = self.best.as_ref() == Some(&way)
            && Player::all(seats).filter(|&other| other != self.player).all(is_slower);
        let score = if wins {
            Score::win_in(seats * (way.len() - 1) + 1)
        } else {
            Score::from_eval((self.question.evaluate)(position, self.player))
        };
        // What the others do in between is not known.
        let depth = way.len();
        let line = Line { score, moves: way.into_iter().take(1).collect() };
        Answer::now(vec![line], depth, depth, &self.nodes, self.control)
    }
}

/// The moves from the root up to a step.
fn way_to<M: Copy>(steps: &Steps<M>, last: usize) -> Vec<M> {
    let mut way = Vec::new();
    let mut at = Some(last);
    while let Some((before, m)) = at.and_then(|step| steps.get(step)).copied() {
        way.push(m);
        at = before;
    }
    way.reverse();
    way
}
