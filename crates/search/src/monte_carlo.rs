//! Monte Carlo tree search for any number of players.

mod arena;
mod proof;
mod rewards;
mod simulation;

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use agon_core::{Player, Position, Rng};
use agon_tactics::Tactics;

use crate::limits::Control;
use crate::{Answer, Line, Question, Score};

use arena::{Arena, Node, ROOT};
use rewards::score_of_chance;
use simulation::Simulation;

/// Selection and evaluation policy of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// Plain UCT with random playouts.
    RandomGames,
    /// PUCT with static evaluations as leaf values and as priors, and with proven wins and losses
    /// (MCTS solver).
    Guided,
}

/// Iteration `n` ends after `2^n` times this number of simulations.
const FIRST_ITERATION: u64 = 32;
/// Maximum length of a reported line.
const MAX_LINE: usize = 40;

/// A search tree that is kept during a game, so that results below the moves played are reused.
#[derive(Debug)]
pub struct Tree<P: Position> {
    arena: Arena<P::Move>,
    growth: Growth,
    rng: Rng,
}

impl<P: Tactics> Tree<P> {
    /// Creates an empty tree of about `megabytes`. The same seed gives the same search.
    #[must_use]
    pub fn new(megabytes: usize, growth: Growth, seed: u64) -> Tree<P> {
        Tree { arena: Arena::new(megabytes), growth, rng: Rng::new(seed) }
    }

    /// Clears the tree; required when the evaluation function changes.
    pub fn clear(&mut self) {
        self.arena.clear();
    }

    /// Moves the root to a position at most one move of each player away and keeps its subtree. An
    /// unvisited position starts a new tree.
    pub fn advance(&mut self, position: &P) {
        match self.arena.find(position.key(), position.players()) {
            Some(ROOT) => {}
            Some(root) => self.arena.keep(root),
            None => self.arena.clear(),
        }
    }

    /// Number of visits of the root.
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.arena[ROOT].visits
    }

    /// Searches until a limit is reached or `stop` is set, calling `report` after each iteration.
    /// If there is a legal move, the answer has at least one line.
    ///
    /// Each iteration has twice as many simulations as the previous one. Lines are sorted by
    /// visits. Positions of playouts count as nodes. The search is single-threaded and ignores the
    /// question's features.
    pub fn search(
        &mut self,
        question: &Question<'_, P>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Answer<P::Move>),
    ) -> Answer<P::Move> {
        let control = Control::new(question.limits, stop);
        self.advance(question.position);
        let Tree { arena, growth, rng } = self;
        let mut simulation = Simulation::new(arena, *growth, rng, question, &control);
        let mut done = 0;
        let mut simulations = 0;
        while !control.is_over() && !is_settled(&simulation, done) {
            simulation.run();
            simulations += 1;
            let is_round = simulations == FIRST_ITERATION << done;
            if is_round && !control.is_over() {
                done += 1;
                report(&answer(&simulation, done));
            }
            let look = is_round || simulations.is_multiple_of(32);
            if look && !control.has_time_for_more(done, time_factor(&simulation)) {
                break;
            }
        }
        answer(&simulation, done)
    }
}

/// Whether the result is final: at most one legal move, or a proof.
fn is_settled<P: Tactics>(simulation: &Simulation<'_, P>, done: usize) -> bool {
    let root = &simulation.arena[ROOT];
    let timed = simulation.control.limits.time.is_some();
    let forced = root.children().len() == 1 && timed && done > 0;
    root.is_leaf() || root.proof.is_some() || forced
}

/// Factor for the time to use; higher if visits are spread over several moves.
fn time_factor<P: Tactics>(simulation: &Simulation<'_, P>) -> f64 {
    let visits = || simulation.arena.children(ROOT).iter().map(|child| child.visits);
    let total: u32 = visits().sum();
    let share = f64::from(visits().max().unwrap_or(0)) / f64::from(total.max(1));
    1.6 - share
}

fn answer<P: Tactics>(simulation: &Simulation<'_, P>, depth: usize) -> Answer<P::Move> {
    let Simulation { arena, question, control, .. } = simulation;
    let (mover, players) = (question.position.turn(), question.position.players());
    let mut roots: Vec<_> = arena[ROOT].children().collect();
    let visited = arena.children(ROOT).iter().filter(|child| child.visits > 0).count();
    roots.sort_by(|&a, &b| rank(&arena[b], mover).total_cmp(&rank(&arena[a], mover)));
    roots.truncate(question.lines.clamp(1, visited.max(1)));
    let line = |root: usize| {
        let score = score_of(&arena[root], mover, players);
        Line { score, moves: follow(arena, root) }
    };
    let lines = roots.into_iter().map(line).collect();
    Answer::now(lines, depth, simulation.deepest, &simulation.nodes, control)
}

/// Sort key: wins first, shortest first; then by visits; losses last, longest last.
fn rank<M>(node: &Node<M>, mover: Player) -> f64 {
    const FAR: f64 = 1e12;
    match node.proof {
        Some(proof) if proof.is_win_of(mover) => FAR - f64::from(proof.plies),
        Some(proof) if proof.is_loss_of(mover) => f64::from(proof.plies) - FAR,
        _ => f64::from(node.visits) + f64::from(node.prior) / 2.0,
    }
}

fn score_of<M>(node: &Node<M>, mover: Player, players: usize) -> Score {
    match node.proof {
        Some(proof) if proof.is_win_of(mover) => Score::win_in(usize::from(proof.plies) + 1),
        Some(proof) if proof.is_loss_of(mover) => Score::loss_in(usize::from(proof.plies) + 1),
        _ => score_of_chance(node.value, players),
    }
}

/// Returns the line of most visits or, below a proof, the line that proves it.
fn follow<M: Copy>(arena: &Arena<M>, first: usize) -> Vec<M> {
    let mut moves = Vec::new();
    let mut at = Some(first);
    while let Some(node) = at.filter(|_| moves.len() < MAX_LINE) {
        moves.extend(arena[node].m);
        let proves = |child: usize| match (arena[node].proof, arena[child].proof) {
            (Some(proof), Some(step)) => step.plies + 1 == proof.plies,
            _ => false,
        };
        let known = |&child: &usize| arena[child].visits > 0 || proves(child);
        let children = arena[node].children().filter(known);
        at = children.max_by_key(|&child| (proves(child), arena[child].visits, Reverse(child)));
    }
    moves
}
