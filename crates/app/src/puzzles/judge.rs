//! Is there one way, and which?

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_games::report::chance;
use agon_games::solved::Oracle;
use agon_games::{AnyMatch, Order, Searcher, Thought};
use agon_search::Limits;
use anyhow::Result;

use super::puzzle::Goal;

/// Fewer moves to choose from are no question.
const CHOICES: usize = 3;
/// Megabytes for a search.
const MEMORY: usize = 16;

/// How sure one has to be: how much better than all others the one move is in chances to win, and the
/// worst chances after it that are an advantage, or the best after all others that are a lost game.
#[derive(Clone, Copy)]
pub(super) struct Bar {
    gap: f64,
    ahead: f64,
    lost: f64,
}

/// To look closer.
pub(super) const WORTH_A_LOOK: Bar = Bar { gap: 0.18, ahead: 0.66, lost: 0.18 };
/// To spend more on it.
pub(super) const LIKELY: Bar = Bar { gap: 0.23, ahead: 0.69, lost: 0.14 };
/// To believe it.
pub(super) const CERTAIN: Bar = Bar { gap: 0.28, ahead: 0.72, lost: 0.10 };
/// Not to doubt it afterwards.
pub(super) const STILL: Bar = Bar { gap: 0.12, ahead: 0.62, lost: 0.25 };
/// Chances that are as good as a win.
const WON: f64 = 0.94;
/// Chances, of either side, that even a mistake hardly changes.
const DECIDED: f64 = 0.985;
/// Whoever has more after any other move needs no puzzle.
const WON_ANYWAY: f64 = 0.62;

/// Whoever judges positions, with so many positions searched for each.
#[derive(Clone)]
pub(super) struct Judge {
    pub(super) nodes: u64,
    /// The score, in hundredths of a piece, at which the chances to win are e to 1.
    pub(super) scale: f64,
    pub(super) oracle: Option<Arc<dyn Oracle>>,
}

/// The one move, and what it is for.
pub(super) struct OneWay {
    pub(super) text: String,
    pub(super) goal: Goal,
}

impl Judge {
    pub(super) fn searcher() -> Searcher {
        Searcher::new(MEMORY, 1)
    }

    /// Thinks with nothing in mind of other positions: whoever checks a position alone later thinks the
    /// same.
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

    /// The one way there is, if there is one.
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

    /// What a thought of two lines says.
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

    /// Is the game as good as over?
    pub(super) fn is_decided(&self, thought: &Thought) -> bool {
        let best = thought.lines.first().map(|line| chance(line.score, self.scale));
        best.is_some_and(|best| best >= DECIDED || best <= 1.0 - DECIDED)
    }
}
