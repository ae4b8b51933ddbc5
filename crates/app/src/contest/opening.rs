//! How the games of a match begin.

use std::sync::atomic::AtomicBool;

use agon_core::Rng;
use agon_games::{AnyGame, AnyMatch, Order, Searcher};
use agon_search::Limits;
use anyhow::{Result, bail};

/// Random moves, none of which ends the game.
pub(crate) struct Opening {
    pub(crate) plies: u32,
    /// Nobody is further ahead after them, in hundredths of a piece.
    pub(crate) even: Option<i32>,
}

/// So many are tried until one will do.
const TRIES: usize = 1_000;
/// Who is ahead is for a search of so many positions to say, with so many megabytes for its memory.
const NODES: u64 = 10_000;
const HASH: usize = 2;

impl Opening {
    /// A game that has begun.
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
        let even =
            self.even.map_or(String::new(), |most| format!(" and leave it even within {most}"));
        bail!("found no {} random plies that do not end the game{even}", self.plies)
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

    /// How far somebody is ahead after each of some openings, as a longer search sees it.
    fn leads(even: Option<i32>) -> Vec<i32> {
        let game = agon_games::GAMES[0];
        let opening = Opening { plies: 6, even };
        let lead = |seed: u64| {
            let start = opening.draw(game, "", &mut Rng::new(seed)).expect("there are some");
            assert_eq!(start.past().len(), 6);
            let limits = Limits { nodes: Some(2 * NODES), ..Limits::default() };
            let order = Order { limits, ..Order::default() };
            let (mut searcher, stop) = (Searcher::new(HASH, 2), AtomicBool::new(false));
            let thought = start.think(&mut searcher, &order, &stop, &mut |_| {});
            thought.expect("it is legal").lines[0].score.value().abs()
        };
        (1..=12).map(lead).collect()
    }

    #[test]
    fn nobody_is_ahead_after_an_even_opening() {
        let (even, any) = (leads(Some(30)), leads(None));
        assert!(even.iter().all(|&lead| lead < 100), "{even:?}");
        assert!(any.iter().any(|&lead| lead > 100), "{any:?}");
    }

    #[test]
    fn where_no_opening_is_even_somebody_says_so() {
        let game = agon_games::GAMES[0];
        let opening = Opening { plies: 0, even: Some(-1) };
        let error = opening.draw(game, "", &mut Rng::new(1)).err().expect("nothing is so even");
        assert!(error.to_string().contains("even within -1"), "{error}");
    }
}
