//! One simulation: selection, expansion, evaluation or playout, and backpropagation.

use agon_core::{Ending, History, Player, Rng};
use agon_tactics::Tactics;

use super::Growth;
use super::arena::{Arena, Node, ROOT};
use super::proof::Proof;
use super::rewards::{Rewards, chance_of_score};
use crate::Question;
use crate::limits::Control;
use crate::movepick::considered;
use crate::nodes::NodeCounter;

/// UCT exploration constant.
const UCT_EXPLORATION: f32 = std::f32::consts::SQRT_2;
/// PUCT exploration constant.
const PUCT_EXPLORATION: f32 = 0.7;
/// Temperature of the softmax over the priors, in hundredths of a piece, to which a share of the
/// standard deviation of the evaluations is added.
const TEMPERATURE: f32 = 15.0;
const SHARE_OF_SPREAD: f32 = 0.5;
/// Weight of the minimax value against the mean, with two players.
const MINIMAX_WEIGHT: f32 = 0.4;
/// Maximum plies of a playout; longer ones are evaluated statically.
const MAX_PLAYOUT: usize = 1_000;

/// A search that extends a tree.
pub(super) struct Simulation<'a, P: Tactics> {
    pub(super) arena: &'a mut Arena<P::Move>,
    pub(super) growth: Growth,
    pub(super) rng: &'a mut Rng,
    pub(super) question: &'a Question<'a, P>,
    pub(super) control: &'a Control<'a>,
    pub(super) nodes: NodeCounter,
    history: History,
    /// Number of positions before the root.
    played: usize,
    /// Nodes from the root on, each with the player who moved there.
    path: Vec<(usize, Player)>,
    children: Vec<Node<P::Move>>,
    moves: Vec<P::Move>,
    /// Whether a noisy move has been seen.
    noisy: bool,
    pub(super) deepest: usize,
}

impl<'a, P: Tactics> Simulation<'a, P> {
    /// Creates a simulation and expands the root, so that there is always an answer.
    pub(super) fn new(
        arena: &'a mut Arena<P::Move>,
        growth: Growth,
        rng: &'a mut Rng,
        question: &'a Question<'a, P>,
        control: &'a Control<'a>,
    ) -> Simulation<'a, P> {
        let mut simulation = Simulation {
            arena,
            growth,
            rng,
            question,
            control,
            nodes: NodeCounter::new(control),
            history: question.history.clone(),
            played: question.history.positions(),
            path: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            noisy: false,
            deepest: 0,
        };
        if simulation.arena[ROOT].is_leaf() {
            simulation.arena[ROOT].key = question.position.key();
            simulation.expand(ROOT, question.position);
        }
        simulation
    }

    /// Runs one simulation. If the search is stopped during it, the tree stays unchanged.
    pub(super) fn run(&mut self) {
        if self.arena.is_nearly_full() {
            self.arena.keep(ROOT);
        }
        self.path.clear();
        let rewards = self.descend();
        while self.history.positions() > self.played {
            self.history.pop();
        }
        self.deepest = self.deepest.max(self.path.len());
        if !self.control.is_over() {
            self.back_up(rewards);
        }
    }

    fn descend(&mut self) -> Rewards {
        let mut position = self.question.position.clone();
        let mut at = ROOT;
        loop {
            self.nodes.add(1, self.control);
            if at != ROOT {
                if let Some(proof) = self.arena[at].proof {
                    return Rewards::among(proof.first);
                }
                // A repetition depends on the path, so it is not stored as proof. One repetition
                // within the search is enough.
                if self.history.is_repetition_within(&position, self.played) {
                    return Rewards::draw(position.players());
                }
                if self.arena[at].visits == 0 {
                    self.arena[at].key = position.key();
                    return self.visit_first(at, position);
                }
            }
            if self.arena[at].is_leaf() {
                self.expand(at, &position);
                if let Some(proof) = self.arena[at].proof {
                    return Rewards::among(proof.first);
                }
                if self.arena[at].is_leaf() {
                    return self.estimate(position);
                }
            }
            let mover = position.turn();
            let next = self.select(at, mover);
            let Some(m) = self.arena[next].m else { return self.estimate(position) };
            self.history.push(&position);
            position.play(m);
            self.path.push((next, mover));
            at = next;
        }
    }

    fn visit_first(&mut self, at: usize, position: P) -> Rewards {
        match ending_of(&position) {
            Some(ending) => {
                let proof = Proof::over(&ending);
                self.arena[at].proof = Some(proof);
                Rewards::among(proof.first)
            }
            None => self.estimate(position),
        }
    }

    /// Estimates the rewards of a leaf.
    fn estimate(&mut self, position: P) -> Rewards {
        match self.growth {
            Growth::RandomGames => self.playout(position),
            Growth::Guided => self.evaluate(&position),
        }
    }

    fn playout(&mut self, mut position: P) -> Rewards {
        for _ in 0..MAX_PLAYOUT {
            let Some(m) = self.random_move(&position) else { break };
            let drawn = position.limit().is_some() || self.history.is_repetition(&position);
            if drawn || self.control.is_over() {
                return Rewards::draw(position.players());
            }
            self.history.push(&position);
            position.play(m);
            self.nodes.add(1, self.control);
        }
        match position.ending() {
            Some(ending) => Rewards::among(Proof::over(&ending).first),
            None => self.evaluate(&position),
        }
    }

    fn random_move(&mut self, position: &P) -> Option<P::Move> {
        if self.question.considers.is_none() {
            return position.random_move(self.rng);
        }
        self.moves.clear();
        considered(position, self.question.considers, &mut |m| self.moves.push(m));
        (!self.moves.is_empty()).then(|| self.moves[self.rng.below(self.moves.len())])
    }

    /// Evaluates a position, with the best noisy exchange of the player to move added.
    fn evaluate(&self, position: &P) -> Rewards {
        let mut won = 0;
        if self.noisy {
            position.noisy_moves(&mut |m| won = won.max(position.exchange(m)));
        }
        let turn = position.turn();
        Rewards::evaluated(position, |player| {
            let eval = (self.question.evaluate)(position, player);
            if player == turn { eval + won } else { eval }
        })
    }

    /// Expands a node, or marks it as ended.
    fn expand(&mut self, at: usize, position: &P) {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        match self.growth {
            Growth::RandomGames => considered(position, self.question.considers, &mut |m| {
                children.push(Node::new(Some(m)));
            }),
            Growth::Guided => self.list_guided(position, &mut children),
        }
        self.arena.expand(at, &children);
        let proof = match position.ending() {
            Some(ending) if children.is_empty() => Some(Proof::over(&ending)),
            _ if self.growth == Growth::Guided => Proof::of_moves(position.turn(), &children),
            _ => None,
        };
        self.arena[at].proof = proof;
        self.children = children;
    }

    /// Lists the moves with their evaluations as values and priors.
    fn list_guided(&mut self, position: &P, children: &mut Vec<Node<P::Move>>) {
        let mover = position.turn();
        let mut noisy = false;
        considered(position, self.question.considers, &mut |m| {
            let mut next = position.clone();
            next.play(m);
            let mut child = Node::new(Some(m));
            child.proof = ending_of(&next).map(|ending| Proof::over(&ending));
            let eval = match child.proof {
                Some(proof) => {
                    child.value = Rewards::among(proof.first).of(mover);
                    (child.value - 0.5) * 2_000.0
                }
                None => {
                    let gain = position.gain(m);
                    noisy |= gain.is_some();
                    // Subtract what the opponent recaptures.
                    let lost = gain.map_or(0, |gain| (gain - position.exchange(m)).max(0));
                    let eval = (self.question.evaluate)(&next, mover) - lost;
                    child.value = chance_of_score(eval, position.players());
                    eval as f32
                }
            };
            child.minimax = child.value;
            child.prior = eval;
            children.push(child);
        });
        self.noisy |= noisy;
        self.nodes.add(children.len() as u64, self.control);
        softmax(children);
    }

    /// Returns the child to visit next.
    fn select(&mut self, at: usize, mover: Player) -> usize {
        let parent = self.arena[at];
        let children = self.arena.children(at);
        let chosen = match self.growth {
            Growth::RandomGames => select_uct(children, parent.visits, self.rng),
            Growth::Guided => {
                let two = self.question.position.players() == 2;
                let minimax = if two { MINIMAX_WEIGHT } else { 0.0 };
                select_puct(children, parent.visits, mover, minimax)
            }
        };
        parent.children().start + chosen
    }

    fn back_up(&mut self, rewards: Rewards) {
        for &(at, mover) in &self.path {
            self.arena[at].add(rewards.of(mover));
        }
        self.arena[ROOT].add(rewards.of(self.question.position.turn()));
        if self.growth == Growth::RandomGames {
            return;
        }
        if self.question.position.players() == 2 {
            self.back_up_minimax(rewards);
        }
        self.back_up_proof();
    }

    /// Propagates the minimax value of the leaf.
    fn back_up_minimax(&mut self, rewards: Rewards) {
        for nth in (0..self.path.len()).rev() {
            let (at, mover) = self.path[nth];
            let moves = self.arena.children(at).iter();
            let best = moves.map(|node| node.minimax).reduce(f32::max);
            self.arena[at].minimax = match best {
                Some(best) => 1.0 - best,
                None => rewards.of(mover),
            };
        }
    }

    /// Propagates the proof of the leaf.
    fn back_up_proof(&mut self) {
        for nth in (0..self.path.len()).rev() {
            let (at, mover) = self.path[nth];
            if self.arena[at].proof.is_none() {
                break;
            }
            let above = nth.checked_sub(1).map(|above| self.path[above]);
            let parent = above.map_or(ROOT, |(parent, _)| parent);
            let Some(proof) = Proof::of_moves(mover, self.arena.children(parent)) else { break };
            self.arena[parent].proof = Some(proof);
            if let Some((_, chooser)) = above {
                let value = Rewards::among(proof.first).of(chooser);
                self.arena[parent].value = value;
                self.arena[parent].minimax = value;
            }
        }
    }
}

/// Returns the ending if it can be detected without generating moves.
fn ending_of<P: Tactics>(position: &P) -> Option<Ending> {
    position.decided().or_else(|| position.limit().map(|limit| position.ending().unwrap_or(limit)))
}

/// Converts evaluations, stored as priors, to probabilities (softmax).
fn softmax<M>(children: &mut [Node<M>]) {
    let open = || children.iter().filter(|c| c.proof.is_none()).map(|c| c.prior);
    let count = open().count().max(1) as f32;
    let mean = open().sum::<f32>() / count;
    let spread = (open().map(|worth| (worth - mean).powi(2)).sum::<f32>() / count).sqrt();
    let temperature = TEMPERATURE + SHARE_OF_SPREAD * spread;
    let best = children.iter().map(|child| child.prior).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for child in children.iter_mut() {
        child.prior = ((child.prior - best) / temperature).exp();
        sum += child.prior;
    }
    for child in children {
        child.prior /= sum;
    }
}

/// UCT: a random unvisited child first, then by value and exploration.
fn select_uct<M>(children: &[Node<M>], visits: u32, rng: &mut Rng) -> usize {
    let fresh = children.iter().filter(|child| child.visits == 0).count();
    if fresh > 0 {
        let nth = rng.below(fresh);
        let mut unvisited = children.iter().enumerate().filter(|(_, child)| child.visits == 0);
        return unvisited.nth(nth).map_or(0, |(i, _)| i);
    }
    let tried = (visits.max(1) as f32).ln();
    best_by(children, |child| child.value + UCT_EXPLORATION * (tried / child.visits as f32).sqrt())
}

/// PUCT: by value, prior and visits. Proven losses come last.
fn select_puct<M>(children: &[Node<M>], visits: u32, mover: Player, minimax: f32) -> usize {
    let tried = (visits.max(1) as f32).sqrt() * PUCT_EXPLORATION;
    best_by(children, |child| match child.proof {
        Some(proof) if proof.is_loss_of(mover) => f32::from(proof.plies) - 100_000.0,
        _ => {
            let value = child.value + minimax * (child.minimax - child.value);
            value + tried * child.prior / (1.0 + child.visits as f32)
        }
    })
}

fn best_by<M>(children: &[Node<M>], worth: impl Fn(&Node<M>) -> f32) -> usize {
    let mut best = (0, f32::MIN);
    for (i, child) in children.iter().enumerate() {
        let worth = worth(child);
        if worth > best.1 {
            best = (i, worth);
        }
    }
    best.0
}
