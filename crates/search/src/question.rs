//! What a search is asked, and what it answers.

use std::time::Duration;

use agon_core::{History, Player};
use agon_tactics::{Considers, Network, Racing, Tactics};

use crate::limits::Control;
use crate::nodes::NodeCounter;
use crate::{Features, Limits, Oracle, Score};

/// What is to be found out.
pub struct Question<'a, P: Tactics> {
    /// The position.
    pub position: &'a P,
    /// The positions before it.
    pub history: &'a History,
    /// How positions are evaluated.
    pub evaluate: fn(&P, Player) -> i32,
    /// What evaluates those positions that it knows instead. Only [`crate::search`] asks.
    pub network: Option<&'a Network>,
    /// Which moves are worth a thought; all of them where nothing is said.
    pub considers: Option<Considers<P>>,
    /// Where a player races for the goal. Only [`crate::race`] asks.
    pub race: Option<Racing<P>>,
    /// Who knows how some positions end. Only [`crate::search`] asks.
    pub oracle: Option<&'a Oracle<'a, P>>,
    /// What may be spent.
    pub limits: Limits,
    /// What the search may do.
    pub features: Features,
    /// How many different best moves are wanted, each with its line (MultiPV).
    pub lines: usize,
    /// How many threads may search.
    pub threads: usize,
}

/// The best moves so far.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The best lines, best first; empty when there is no legal move.
    pub lines: Vec<Line<M>>,
    /// Plies of the last complete iteration.
    pub depth: usize,
    /// Plies of the longest line that was looked at.
    pub deepest: usize,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// How full the transposition table is with what this search has found out, in thousandths.
    pub fullness: usize,
}

impl<M> Answer<M> {
    /// What was found out until now.
    pub(crate) fn now(
        lines: Vec<Line<M>>,
        depth: usize,
        deepest: usize,
        nodes: &NodeCounter,
        control: &Control<'_>,
    ) -> Answer<M> {
        let (nodes, time) = (nodes.total(control), control.elapsed());
        Answer { lines, depth, deepest, nodes, time, fullness: 0 }
    }

    /// A move made without thinking.
    #[must_use]
    pub fn at_once(m: M) -> Answer<M> {
        let line = Line { score: Score::from_eval(0), moves: vec![m] };
        let time = Duration::ZERO;
        Answer { lines: vec![line], depth: 0, deepest: 0, nodes: 0, time, fullness: 0 }
    }
}

/// A principal variation: a move with what is expected to follow.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// How good it is for the player to move.
    pub score: Score,
    /// The moves, never empty.
    pub moves: Vec<M>,
}
