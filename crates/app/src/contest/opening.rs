//! Openings of a match.

use std::sync::atomic::AtomicBool;

use agon_core::Rng;
use agon_games::{AnyGame, AnyMatch, Order, Searcher};
use agon_search::Limits;
use anyhow::{Result, bail};

/// Random plies at the beginning of a game.
pub(crate) struct Opening {
    pub(crate) plies: u32,
    /// Maximum advantage after them, in hundredths of a piece.
    pub(crate) even: Option<i32>,
}

/// Maximum number of attempts.
const TRIES: usize = 1_000;
/// Node limit and table size in megabytes of the search that checks the advantage.
const NODES: u64 = 10_000;
const HASH: usize = 2;

impl Opening {
    /// Draws an opening and returns the game after it.
    pub(crate) fn draw(
        &self,
        game: &'static dyn AnyGame,
        rules: &str,
        rng: &mut Rng,
    ) -> Result<Box<dyn AnyMatch>> {
        for _ in 0..TRIES {
            let mut start = game.open(rules, None)?;
            for _ in 0..self.plies {
                let moves = start.moves();
                if moves.is_empty() {
                    break;
                }
                start.play(&moves[rng.below(moves.len())])?;
            }
            if start.ending().is_none() && self.is_even(&*start)? {
                return Ok(start);
            }
        }
        let even = self.even.map_or(String::new(), |most| format!(" and is even within {most}"));
        bail!("no opening of {} random plies found that does not end the game{even}", self.plies)
    }

    fn is_even(&self, start: &dyn AnyMatch) -> Result<bool> {
        let Some(most) = self.even else { return Ok(true) };
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let order = Order { limits, ..Order::default() };
        let (mut searcher, stop) = (Searcher::new(HASH, 1), AtomicBool::new(false));
        let thought = start.think(&mut searcher, &order, &stop, &mut |_| {})?;
        let score = thought.lines.first().map(|line| line.score);
        Ok(score.is_some_and(|score| !score.is_decided() && score.value().abs() <= most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Advantages after some openings, according to a longer search.
    fn leads(even: Option<i32>) -> Vec<i32> {
        let game = agon_games::GAMES[0];
        let opening = Opening { plies: 6, even };
        let lead = |seed: u64| {
            let start = opening.draw(game, "", &mut Rng::new(seed)).expect("an opening");
            assert_eq!(start.past().len(), 6);
            let limits = Limits { nodes: Some(2 * NODES), ..Limits::default() };
            let order = Order { limits, ..Order::default() };
            let (mut searcher, stop) = (Searcher::new(HASH, 2), AtomicBool::new(false));
            let thought = start.think(&mut searcher, &order, &stop, &mut |_| {});
            thought.expect("a search").lines[0].score.value().abs()
        };
        (1..=12).map(lead).collect()
    }

    #[test]
    fn even_openings_have_no_large_advantage() {
        let (even, any) = (leads(Some(30)), leads(None));
        assert!(even.iter().all(|&lead| lead < 100), "{even:?}");
        assert!(any.iter().any(|&lead| lead > 100), "{any:?}");
    }

    #[test]
    fn reports_that_no_opening_is_even() {
        let game = agon_games::GAMES[0];
        let opening = Opening { plies: 0, even: Some(-1) };
        let error = opening.draw(game, "", &mut Rng::new(1)).err().expect("no opening is even");
        assert!(error.to_string().contains("even within -1"), "{error}");
    }
}
