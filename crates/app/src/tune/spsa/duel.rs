//! Pairs of games between two sets of margins.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Player, Rng};
use agon_games::{AnyGame, AnyMatch, Order, Searcher};
use agon_search::{Limits, Score};
use agon_tactics::Margins;
use agon_tuner::Agreement;
use anyhow::{Context, Result};

use crate::contest::Opening;

/// Conditions of the games.
pub(in crate::tune) struct Duel {
    game: &'static dyn AnyGame,
    rules: String,
    opening: Opening,
    limits: Limits,
}

/// Transposition table size in megabytes.
const HASH: usize = 2;
/// Games are adjudicated when both sides see a lead of this many winning scales for some plies.
const DECISIVE_LEAD: f64 = 5.0;

impl Duel {
    pub(in crate::tune) fn new(
        game: &'static dyn AnyGame,
        rules: String,
        plies: u32,
        limits: Limits,
    ) -> Duel {
        // Openings without a clear advantage.
        let opening = Opening { plies, even: Some(game.winning_scale() as i32) };
        Duel { game, rules, opening, limits }
    }

    /// Plays an opening with both colour assignments and returns the points of the first margins
    /// minus those of the second.
    pub(in crate::tune) fn play_pair(&self, margins: [Margins; 2], seed: u64) -> Result<f64> {
        let mut rng = Rng::new(seed);
        let start = self.opening.draw(self.game, &self.rules, &mut rng)?;
        let [first, second] = margins.map(Arc::new);
        let forth = self.play(&*start, [&first, &second], seed)?;
        let back = self.play(&*start, [&second, &first], seed)?;
        Ok(forth - back)
    }

    /// Plays a game: 1 for a win of the first player to move, -1 for a loss.
    fn play(&self, start: &dyn AnyMatch, margins: [&Arc<Margins>; 2], seed: u64) -> Result<f64> {
        let mut game = start.fork();
        let mut searchers = [Searcher::new(HASH, seed), Searcher::new(HASH, seed)];
        let mut agreement = Agreement::default();
        let far = (DECISIVE_LEAD * self.game.winning_scale()) as i32;
        loop {
            if let Some(ending) = game.ending() {
                return Ok(ending.winner().map_or(0.0, points));
            }
            let mover = game.turn();
            let side = mover.index();
            let (best, score) =
                self.think(&*game, &mut searchers[side], Some(margins[side].clone()))?;
            let for_first = if mover == Player::FIRST { score } else { -score };
            if let Some(winner) = agreement.note(for_first.value(), far) {
                return Ok(winner.map_or(0.0, points));
            }
            game.play(&best)?;
        }
    }

    /// Returns the best move and its score for the mover.
    fn think(
        &self,
        game: &dyn AnyMatch,
        searcher: &mut Searcher,
        margins: Option<Arc<Margins>>,
    ) -> Result<(String, Score)> {
        let order = Order { limits: self.limits, margins, ..Order::default() };
        let stop = AtomicBool::new(false);
        let thought = game.think(searcher, &order, &stop, &mut |_| {})?;
        let score = thought.lines.first().map_or(Score::DRAW, |line| line.score);
        Ok((thought.best.context("no move found")?, score))
    }
}

fn points(winner: Player) -> f64 {
    if winner == Player::FIRST { 1.0 } else { -1.0 }
}
