//! State, input and output of computer players.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use agon_core::{Game, Rng};
use agon_search::{Features, Growth, Level, Limits, Score, TranspositionTable, Tree};
use agon_tactics::{Margins, Network, STRONGEST, Tactics};

use crate::solved::{Oracle, Probe};

/// State that a computer player keeps from move to move.
pub struct Searcher {
    megabytes: usize,
    table: TranspositionTable,
    /// Tree of the current game, of any position type.
    tree: Option<(Growth, Box<dyn Any + Send>)>,
    rng: Rng,
    /// Game and evaluation of the scores in the table.
    evaluation: Option<(&'static str, &'static str)>,
}

impl Searcher {
    /// Creates the state with `megabytes` of memory; the seed decides between equal moves.
    #[must_use]
    pub fn new(megabytes: usize, seed: u64) -> Searcher {
        Searcher {
            megabytes,
            table: TranspositionTable::new(megabytes),
            tree: None,
            rng: Rng::new(seed),
            evaluation: None,
        }
    }

    /// Replaces the seed.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    /// Clears the table and the tree.
    pub fn clear(&mut self) {
        self.table.clear();
        self.tree = None;
    }

    /// Sets the evaluation; clears the table if it changes, because its scores are no longer valid.
    pub(crate) fn evaluate_by<G: Game>(&mut self, evaluation: &'static str) {
        let evaluation = Some((G::ID, evaluation));
        if self.evaluation.is_some() && self.evaluation != evaluation {
            self.clear();
        }
        self.evaluation = evaluation;
    }

    pub(crate) fn table(&self) -> &TranspositionTable {
        &self.table
    }

    pub(crate) fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Returns the tree for this game type, reused from move to move.
    pub(crate) fn tree<G: Tactics>(&mut self, growth: Growth) -> &mut Tree<G> {
        let fits =
            |tree: &(Growth, Box<dyn Any + Send>)| tree.0 == growth && tree.1.is::<Tree<G>>();
        if !self.tree.as_ref().is_some_and(fits) {
            let tree = Tree::<G>::new(self.megabytes, growth, self.rng.next_u64());
            self.tree = Some((growth, Box::new(tree)));
        }
        let tree = self.tree.as_mut().and_then(|(_, tree)| tree.downcast_mut());
        tree.expect("the tree was just made for this type")
    }
}

/// A search request to a computer player.
#[derive(Clone, Debug)]
pub struct Order {
    /// Kind of computer player, by name.
    pub kind: String,
    /// Evaluation, by name; `None` for the kind's default.
    pub evaluation: Option<String>,
    /// A network to test instead.
    pub network: Option<Arc<Network>>,
    /// Margins to test instead of those of the game.
    pub margins: Option<Arc<Margins>>,
    /// Playing strength.
    pub level: Level,
    /// Limits of the search.
    pub limits: Limits,
    /// Whether the strongest level varies its openings among equal moves.
    pub variety: bool,
    /// Number of lines to return.
    pub lines: usize,
    /// Number of threads.
    pub threads: usize,
    /// Enabled features of the full search.
    pub features: Features,
    /// Source of known position values.
    pub oracle: Option<Arc<dyn Oracle>>,
    /// Whether to return the known values of the position and its moves.
    pub verdicts: bool,
}

impl Default for Order {
    fn default() -> Order {
        Order {
            kind: STRONGEST.into(),
            evaluation: None,
            network: None,
            margins: None,
            level: Level::FULL,
            limits: Limits::default(),
            variety: false,
            lines: 1,
            threads: 1,
            features: Features::ALL,
            oracle: None,
            verdicts: false,
        }
    }
}

/// Result of a computer player.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The chosen move; `None` without legal moves.
    pub best: Option<String>,
    /// The best lines, best first.
    pub lines: Vec<ThoughtLine>,
    /// Depth of the last complete iteration, in plies.
    pub depth: usize,
    /// Length of the longest line searched, in plies.
    pub deepest: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Plausible thinking time of a person.
    pub human_time: Duration,
    /// Table usage in thousandths.
    pub fullness: usize,
    /// Known values of the position and its moves, if requested.
    pub verdicts: Option<Arc<Probe>>,
}

/// A line of moves as texts.
#[derive(Clone, Debug)]
pub struct ThoughtLine {
    /// Score for the player to move.
    pub score: Score,
    /// The moves.
    pub moves: Vec<String>,
}
