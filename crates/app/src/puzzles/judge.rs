//! Detection of positions with a single good move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_games::report::chance;
use agon_games::solved::Oracle;
use agon_games::{AnyMatch, Order, Searcher, Thought};
use agon_search::Limits;
use anyhow::Result;

use super::puzzle::Goal;

/// Minimum number of legal moves.
const CHOICES: usize = 3;
/// Transposition table size in megabytes.
const MEMORY: usize = 16;

/// Thresholds on winning chances: lead of the best move over all others, minimum after it for an
/// advantage, maximum after all others for a lost game.
#[derive(Clone, Copy)]
pub(super) struct Bar {
    gap: f64,
    ahead: f64,
    lost: f64,
}

/// Thresholds for a second check.
pub(super) const WORTH_A_LOOK: Bar = Bar { gap: 0.18, ahead: 0.66, lost: 0.18 };
/// Thresholds for the full check.
pub(super) const LIKELY: Bar = Bar { gap: 0.23, ahead: 0.69, lost: 0.14 };
/// Thresholds for a puzzle.
pub(super) const CERTAIN: Bar = Bar { gap: 0.28, ahead: 0.72, lost: 0.10 };
/// Thresholds for keeping a puzzle in later checks.
pub(super) const STILL: Bar = Bar { gap: 0.12, ahead: 0.62, lost: 0.25 };
/// Chance that counts as a win.
const WON: f64 = 0.94;
/// Chance, for either side, above which a game is decided.
const DECIDED: f64 = 0.985;
/// If other moves have a higher chance, the position is won anyway.
const WON_ANYWAY: f64 = 0.62;

/// Judges positions with this number of nodes each.
#[derive(Clone)]
pub(super) struct Judge {
    pub(super) nodes: u64,
    /// Score in hundredths of a piece at which the odds of winning are e to 1.
    pub(super) scale: f64,
    pub(super) oracle: Option<Arc<dyn Oracle>>,
}

/// The only good move and its effect.
pub(super) struct OneWay {
    pub(super) text: String,
    pub(super) goal: Goal,
}

impl Judge {
    pub(super) fn searcher() -> Searcher {
        Searcher::new(MEMORY, 1)
    }

    /// Searches with an empty table, so that the result depends on the position alone.
    pub(super) fn think(
        &self,
        game: &dyn AnyMatch,
        searcher: &mut Searcher,
        lines: usize,
        stop: &AtomicBool,
    ) -> Result<Thought> {
        searcher.clear();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let order = Order { limits, lines, oracle: self.oracle.clone(), ..Order::default() };
        Ok(game.think(searcher, &order, stop, &mut |_| {})?)
    }

    /// Returns the only good move, if there is one.
    pub(super) fn one_way(
        &self,
        game: &dyn AnyMatch,
        searcher: &mut Searcher,
        bar: Bar,
        stop: &AtomicBool,
    ) -> Result<Option<OneWay>> {
        if game.ending().is_some() || game.moves().len() < CHOICES {
            return Ok(None);
        }
        Ok(self.read(&self.think(game, searcher, 2, stop)?, bar))
    }

    /// Evaluates a search with two lines.
    pub(super) fn read(&self, thought: &Thought, bar: Bar) -> Option<OneWay> {
        let [best, second, ..] = &thought.lines[..] else { return None };
        let (first, other) = (chance(best.score, self.scale), chance(second.score, self.scale));
        let goal = match () {
            () if first - other < bar.gap => return None,
            () if first >= bar.ahead && other <= WON_ANYWAY => {
                if first >= WON {
                    Goal::Win
                } else {
                    Goal::Gain
                }
            }
            () if other <= bar.lost => Goal::Save,
            () => return None,
        };
        Some(OneWay { text: best.moves.first()?.clone(), goal })
    }

    /// Whether the game is decided.
    pub(super) fn is_decided(&self, thought: &Thought) -> bool {
        let best = thought.lines.first().map(|line| chance(line.score, self.scale));
        best.is_some_and(|best| best >= DECIDED || best <= 1.0 - DECIDED)
    }
}
