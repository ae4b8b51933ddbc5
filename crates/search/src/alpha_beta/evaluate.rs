//! Static evaluation: the network if there is one, otherwise the question's evaluation function.

use agon_core::Player;
use agon_tactics::{Accumulator, Inputs, Network, Tactics};

use super::Worker;
use crate::Score;
use crate::sides::Sides;
use crate::transposition::Entry;

pub(super) struct Evaluator<'a, P: Tactics> {
    evaluate: fn(&P, Player) -> i32,
    network: Option<NetworkState<'a, P>>,
}

/// A network with its accumulators.
struct NetworkState<'a, P: Tactics> {
    inputs: &'static Inputs<P>,
    network: &'a Network,
    /// One per ply, updated lazily from the most similar neighbour when a position is evaluated.
    accumulators: Vec<Accumulator>,
}

impl<'a, P: Tactics> Evaluator<'a, P> {
    pub(super) fn new(
        evaluate: fn(&P, Player) -> i32,
        network: Option<&'a Network>,
    ) -> Evaluator<'a, P> {
        let state = |(inputs, network)| NetworkState { inputs, network, accumulators: Vec::new() };
        Evaluator { evaluate, network: P::INPUTS.zip(network).map(state) }
    }

    /// Returns the static evaluation for the player to move. Evaluation functions may weight the
    /// two sides differently, so they are always called for the root player.
    fn evaluate(&mut self, position: &P, root: Player, ply: usize) -> i32 {
        let handcrafted = || {
            let value = (self.evaluate)(position, root);
            if position.turn() == root { value } else { -value }
        };
        let state = self.network.as_mut();
        let by_network = state.and_then(|state| {
            let value = state.evaluate(position, ply)?;
            Some(state.network.with_words(value, handcrafted))
        });
        by_network.unwrap_or_else(handcrafted)
    }
}

impl<P: Tactics> NetworkState<'_, P> {
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

    /// Evaluates a position for `player` with the question's evaluation function.
    pub(crate) fn evaluate_for(&self, position: &P, player: Player) -> i32 {
        (self.evaluator.evaluate)(position, player)
    }

    /// Returns the static evaluation stored in the transposition table, or computes it.
    pub(super) fn static_eval(&mut self, position: &P, ply: usize, entry: Option<Entry>) -> i32 {
        let known = entry.and_then(|entry| entry.eval);
        known.map_or_else(|| self.evaluate(position, ply).value(), i32::from)
    }
}
