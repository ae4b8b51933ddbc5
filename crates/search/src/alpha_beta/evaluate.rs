//! Static evaluations: by a network where there is one, else by the evaluation of the question.

use agon_core::Player;
use agon_tactics::{Accumulator, Inputs, Network, Tactics};

use super::Worker;
use crate::Score;
use crate::sides::Sides;
use crate::transposition::Entry;

/// How a worker evaluates positions.
pub(super) struct Evaluator<'a, P: Tactics> {
    evaluate: fn(&P, Player) -> i32,
    network: Option<Sight<'a, P>>,
}

/// A network with what it has seen on the line being searched.
struct Sight<'a, P: Tactics> {
    inputs: &'static Inputs<P>,
    network: &'a Network,
    /// One for each ply. They are brought up to date when a position is evaluated, from whichever
    /// neighbour is most like it, so that nobody has to keep them in step with the line.
    accumulators: Vec<Accumulator>,
}

impl<'a, P: Tactics> Evaluator<'a, P> {
    pub(super) fn new(
        evaluate: fn(&P, Player) -> i32,
        network: Option<&'a Network>,
    ) -> Evaluator<'a, P> {
        let sight = |(inputs, network)| Sight { inputs, network, accumulators: Vec::new() };
        Evaluator { evaluate, network: P::INPUTS.zip(network).map(sight) }
    }

    /// How well the player to move stands. An evaluation may have different weights for the two
    /// sides: it is asked as the player at the root sees the position.
    fn evaluate(&mut self, position: &P, root: Player, ply: usize) -> i32 {
        let in_words = || {
            let value = (self.evaluate)(position, root);
            if position.turn() == root { value } else { -value }
        };
        let sight = self.network.as_mut();
        let seen = sight.and_then(|sight| {
            let value = sight.evaluate(position, ply)?;
            Some(sight.network.with_words(value, in_words))
        });
        seen.unwrap_or_else(in_words)
    }
}

impl<P: Tactics> Sight<'_, P> {
    fn evaluate(&mut self, position: &P, ply: usize) -> Option<i32> {
        let bucket = (self.inputs.bucket)(position)?;
        if ply >= self.accumulators.len() {
            self.accumulators.resize_with(ply + 1, || self.network.empty());
        }
        self.network.update(&mut self.accumulators, ply, &(self.inputs.look)(position));
        Some(self.network.evaluate(&self.accumulators[ply], bucket, position.turn()))
    }
}

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    pub(crate) fn evaluate(&mut self, position: &P, ply: usize) -> Score {
        if S::TWO_PLAYERS {
            return Score::from_eval(self.evaluator.evaluate(position, self.root, ply));
        }
        self.for_mover(position, Score::from_eval((self.evaluator.evaluate)(position, self.root)))
    }

    /// What a player thinks of a position by the evaluation of the question.
    pub(crate) fn evaluate_for(&self, position: &P, player: Player) -> i32 {
        (self.evaluator.evaluate)(position, player)
    }

    /// The static evaluation that the transposition table knows, or a new one.
    pub(super) fn static_eval(&mut self, position: &P, ply: usize, entry: Option<Entry>) -> i32 {
        let known = entry.and_then(|entry| entry.eval);
        known.map_or_else(|| self.evaluate(position, ply).value(), i32::from)
    }
}
