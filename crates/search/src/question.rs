//! Input and output of a search.

use std::time::Duration;

use agon_core::{History, Player};
use agon_tactics::{Considers, Network, Racing, Tactics};

use crate::limits::Control;
use crate::nodes::NodeCounter;
use crate::{Features, Limits, Oracle, Score};

/// Input of a search.
pub struct Question<'a, P: Tactics> {
    /// Position to search.
    pub position: &'a P,
    /// Positions before it.
    pub history: &'a History,
    /// Evaluation function, in hundredths of a piece for the given player.
    pub evaluate: fn(&P, Player) -> i32,
    /// Network that replaces the evaluation function where it applies. Used by [`crate::search`]
    /// only.
    pub network: Option<&'a Network>,
    /// Filter of the moves to search; `None` searches all of them.
    pub considers: Option<Considers<P>>,
    /// Race detection of the game. Used by [`crate::race`] only.
    pub race: Option<Racing<P>>,
    /// Source of exact results, such as a tablebase. Used by [`crate::search`] only.
    pub oracle: Option<&'a Oracle<'a, P>>,
    /// Time, depth and node limits.
    pub limits: Limits,
    /// Enabled parts of the search.
    pub features: Features,
    /// Number of principal variations (MultiPV).
    pub lines: usize,
    /// Number of search threads.
    pub threads: usize,
}

/// Result of a search, or of its last complete iteration.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// Principal variations, best first; empty if there is no legal move.
    pub lines: Vec<Line<M>>,
    /// Depth of the last complete iteration, in plies.
    pub depth: usize,
    /// Maximum ply reached (selective depth).
    pub deepest: usize,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Duration,
    /// Share of the transposition table filled by this search, in thousandths.
    pub fullness: usize,
}

impl<M> Answer<M> {
    /// Builds the answer from the current counters.
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

    /// An answer for a move that was chosen without a search.
    #[must_use]
    pub fn at_once(m: M) -> Answer<M> {
        let line = Line { score: Score::from_eval(0), moves: vec![m] };
        let time = Duration::ZERO;
        Answer { lines: vec![line], depth: 0, deepest: 0, nodes: 0, time, fullness: 0 }
    }
}

/// A principal variation with its score.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// Score for the player to move.
    pub score: Score,
    /// Moves; never empty.
    pub moves: Vec<M>,
}
