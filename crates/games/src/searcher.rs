//! What a computer player keeps from move to move, is asked and answers.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use agon_core::{Game, Rng};
use agon_search::{Features, Growth, Level, Limits, Score, TranspositionTable, Tree};
use agon_tactics::{Margins, Network, STRONGEST, Tactics};

use crate::solved::{Oracle, Probe};

/// What a computer player keeps from move to move.
pub struct Searcher {
    megabytes: usize,
    table: TranspositionTable,
    /// The tree of the game being played, of whichever type of position.
    tree: Option<(Growth, Box<dyn Any + Send>)>,
    rng: Rng,
    /// Of which game, and by which evaluation, the table knows.
    evaluation: Option<(&'static str, &'static str)>,
}

impl Searcher {
    /// A fresh one with so many megabytes of memory; the seed decides between equals.
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

    /// From now on another seed decides between equals.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        self.table.clear();
        self.tree = None;
    }

    /// From now on positions are evaluated this way; what is known by another evaluation is no
    /// use.
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

    /// The tree for games of this type, which grows from move to move.
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

/// What a computer player is asked to do.
#[derive(Clone, Debug)]
pub struct Order {
    /// The kind of player, by name.
    pub kind: String,
    /// How positions are evaluated, by name; `None` for what the kind prefers.
    pub evaluation: Option<String>,
    /// A network to try out instead.
    pub network: Option<Arc<Network>>,
    /// Margins of the full search to try out instead of those of the game.
    pub margins: Option<Arc<Margins>>,
    /// How strong it is.
    pub level: Level,
    /// What may be spent.
    pub limits: Limits,
    /// Do openings vary? The strongest level then takes any of the moves that are as good.
    pub variety: bool,
    /// How many lines are wanted.
    pub lines: usize,
    /// How many threads may be used.
    pub threads: usize,
    /// What the full search may do.
    pub features: Features,
    /// Who knows how some positions end.
    pub oracle: Option<Arc<dyn Oracle>>,
    /// Shall the thought tell what is known of the position and of every move?
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

/// What a computer player thinks.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move it makes; `None` when there is none.
    pub best: Option<String>,
    /// The best lines, best first.
    pub lines: Vec<ThoughtLine>,
    /// Plies of the last complete iteration.
    pub depth: usize,
    /// Plies of the longest line looked at.
    pub deepest: usize,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// How long a person might have thought.
    pub human_time: Duration,
    /// How full the memory is, in thousandths.
    pub fullness: usize,
    /// What is known of the position and of every move, if that was asked for.
    pub verdicts: Option<Arc<Probe>>,
}

/// A line of moves as texts.
#[derive(Clone, Debug)]
pub struct ThoughtLine {
    /// How good it is for the player to move.
    pub score: Score,
    /// The moves.
    pub moves: Vec<String>,
}
