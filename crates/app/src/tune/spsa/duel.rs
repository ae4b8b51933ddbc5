//! Two games between two sets of margins.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Player, Rng};
use agon_games::{AnyGame, AnyMatch, Order, Searcher};
use agon_search::{Limits, Score};
use agon_tactics::Margins;
use agon_tuner::Agreement;
use anyhow::{Context, Result};

use crate::contest::Opening;

/// How games between margins are played.
pub(in crate::tune) struct Duel {
    game: &'static dyn AnyGame,
    rules: String,
    opening: Opening,
    limits: Limits,
}

/// Megabytes of what a search remembers.
const HASH: usize = 2;
/// Who is ahead by so many winning scales has won, when both sides say so for some plies.
const AHEAD: f64 = 5.0;

impl Duel {
    pub(in crate::tune) fn new(
        game: &'static dyn AnyGame,
        rules: String,
        plies: u32,
        limits: Limits,
    ) -> Duel {
        // Nobody is clearly ahead at the beginning.
        let opening = Opening { plies, even: Some(game.winning_scale() as i32) };
        Duel { game, rules, opening, limits }
    }

    /// Two games from one opening, each side having the first move once: the points of the first margins less
    /// those of the second ones.
    pub(in crate::tune) fn play_pair(&self, margins: [Margins; 2], seed: u64) -> Result<f64> {
        let mut rng = Rng::new(seed);
        let start = self.opening.draw(self.game, &self.rules, &mut rng)?;
        let [first, second] = margins.map(Arc::new);
        let forth = self.play(&*start, [&first, &second], seed)?;
        let back = self.play(&*start, [&second, &first], seed)?;
        Ok(forth - back)
    }

    /// One game: 1 if the player with the first move wins, -1 if the other one does.
    fn play(&self, start: &dyn AnyMatch, margins: [&Arc<Margins>; 2], seed: u64) -> Result<f64> {
        let mut game = start.fork();
        let mut searchers = [Searcher::new(HASH, seed), Searcher::new(HASH, seed)];
        let mut agreement = Agreement::default();
        let far = (AHEAD * self.game.winning_scale()) as i32;
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

    /// The best move and what it is worth to whoever makes it.
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
        Ok((thought.best.context("found no move")?, score))
    }
}

fn points(winner: Player) -> f64 {
    if winner == Player::FIRST { 1.0 } else { -1.0 }
}
