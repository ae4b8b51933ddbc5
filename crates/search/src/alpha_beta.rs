//! Principal variation search for two sides: two players, or more under a policy of [`Sides`].
//!
//! - [`Worker`]: one search thread
//! - `pruning`, `probcut`: cutoffs before the moves of a node
//! - `movers`, `move_loop`, `singular`, `reductions`: the moves of a node and their depth
//! - `quiescence`, `evaluate`: leaves
//! - `update`: transposition table and history

mod evaluate;
mod move_loop;
mod movers;
mod probcut;
mod pruning;
mod quiescence;
mod reductions;
mod singular;
mod stack;
mod update;
mod window;

use std::sync::Arc;

use agon_core::{Ending, History, Player};
use agon_tactics::{Margins, Tactics};

use crate::history::{CorrectionKeys, HistoryTables, Quiet};
use crate::limits::Control;
use crate::movepick::{Hints, MoveOrder};
use crate::nodes::NodeCounter;
use crate::sides::Sides;
use crate::transposition::{Bound, Entry};
use crate::{Features, Oracle, Question, Score, TranspositionTable, Verdict};

use evaluate::Evaluator;
use move_loop::Expansion;
use reductions::Reductions;
use stack::Frame;
pub(crate) use window::Window;

/// Maximum ply.
pub(crate) const MAX_PLY: usize = 200;
/// With more than two players: maximum depth at which static evaluations prune.
const FRONTIER: i32 = 3;

/// A search thread.
pub(crate) struct Worker<'a, P: Tactics, S> {
    sides: S,
    evaluator: Evaluator<'a, P>,
    /// Player to move at the root. All positions are evaluated for this player, because evaluations
    /// may weight the two sides differently.
    pub(crate) root: Player,
    oracle: Option<&'a Oracle<'a, P>>,
    table: &'a TranspositionTable,
    pub(crate) control: &'a Control<'a>,
    features: Features,
    pub(crate) order: MoveOrder<'a, P>,
    /// Positions before the root and in the current line.
    pub(crate) positions: History,
    /// Number of positions before the root.
    played: usize,
    pub(crate) stack: Vec<Frame<P>>,
    pub(crate) nodes: NodeCounter,
    /// Maximum ply reached.
    pub(crate) deepest: usize,
    pub(crate) margins: Margins,
    reductions: Arc<Reductions>,
}

/// Parameters of a node.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) ply: usize,
    /// Remaining depth in plies.
    pub(crate) depth: i32,
    pub(crate) window: Window,
    /// Whether the node is expected to fail high.
    pub(crate) cut_node: bool,
}

/// A move that was played.
struct Step<P> {
    after: P,
    /// Target of the move, as history index.
    target: usize,
    /// Set for a quiet move.
    quiet: Option<Quiet>,
    /// Whether allies of the mover passed after it.
    passed: bool,
}

/// Data of a node that is computed before its moves are searched.
#[derive(Clone, Copy)]
struct Facts {
    entry: Option<Entry>,
    /// Static evaluation before and after correction; `None` under a threat.
    raw_eval: Option<i32>,
    eval: Option<i32>,
    /// Whether the evaluation is better than at the mover's previous turn.
    improving: bool,
    threatened: bool,
    keys: CorrectionKeys,
    /// Move to skip in a singular search.
    excluded: Option<u32>,
}

impl<'a, P: Tactics, S: Sides<P>> Worker<'a, P, S> {
    pub(crate) fn new(
        question: &Question<'a, P>,
        margins: &Margins,
        sides: S,
        table: &'a TranspositionTable,
        control: &'a Control<'a>,
        history: &'a HistoryTables,
    ) -> Worker<'a, P, S> {
        Worker {
            sides,
            evaluator: Evaluator::new(question.evaluate, question.network),
            root: question.position.turn(),
            oracle: question.oracle,
            table,
            control,
            features: question.features,
            order: MoveOrder {
                considers: question.considers,
                history,
                good_history: margins.good_history,
            },
            positions: question.history.clone(),
            played: question.history.positions(),
            stack: std::iter::repeat_with(Frame::default).take(MAX_PLY + 4).collect(),
            nodes: NodeCounter::new(control),
            deepest: 0,
            margins: *margins,
            reductions: Reductions::of(margins),
        }
    }

    /// Plays a move in `turn`, the position in which its mover moves, and searches the node after
    /// it. The score is that of the mover's side.
    pub(crate) fn descend(&mut self, position: &P, turn: &P, m: P::Move, next: Node) -> Score {
        let quiet = turn.gain(m).is_none().then(|| Quiet::new(turn, m, &turn.threats()));
        let step = self.step(turn, m, quiet);
        self.enter(position, turn, &step, next)
    }

    /// Plays a move and prefetches the transposition-table entry of the position after it.
    #[inline]
    fn step(&self, turn: &P, m: P::Move, quiet: Option<Quiet>) -> Step<P> {
        let mut after = turn.clone();
        after.play(m);
        let passed = self.sides.may_pass(turn) && self.let_pass(&mut after);
        self.table.prefetch(self.sides.key(&after));
        Step { target: turn.target(m), quiet, after, passed }
    }

    /// Searches the node after a move.
    fn enter(&mut self, position: &P, turn: &P, step: &Step<P>, next: Node) -> Score {
        let Step { ref after, passed, target, quiet } = *step;
        let frame = &mut self.stack[next.ply - 1];
        frame.target = Some(target);
        frame.quiet = quiet;
        frame.is_null_move = false;
        self.positions.push(position);
        let score = if self.sides.are_allies(turn.turn(), after.turn()) {
            self.search(after, next)
        } else {
            -self.search(after, Node { window: next.window.flip(), ..next })
        };
        self.positions.pop();
        if passed {
            // The line cannot be played without the pass.
            self.stack[next.ply].line.clear();
        }
        score
    }

    #[inline]
    fn search(&mut self, position: &P, node: Node) -> Score {
        if node.depth <= 0 {
            self.quiesce(position, node.ply, node.window)
        } else {
            self.search_node(position, node)
        }
    }

    fn search_node(&mut self, position: &P, mut node: Node) -> Score {
        let Node { ply, depth, .. } = node;
        self.stack[ply].line.clear();
        self.count(ply);
        if self.is_over() || ply >= MAX_PLY {
            return self.evaluate(position, ply);
        }
        if self.is_drawn(position, ply) {
            return Score::DRAW;
        }
        // Mate distance pruning.
        let window = &mut node.window;
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }

        let excluded = self.stack[ply].excluded;
        let is_null = window.is_null();
        let entry = if excluded.is_none() { self.probe(position) } else { None };
        if let Some(entry) = entry
            && is_null
            && i32::from(entry.depth) >= depth
            && let Some(score) = entry.cutoff(ply, window.alpha, window.beta)
        {
            return score;
        }
        if excluded.is_none()
            && let Some(score) = self.ask_oracle(position, ply)
        {
            return score;
        }

        let threatened = position.is_threatened();
        let is_evaluated = !threatened
            && (S::TWO_PLAYERS
                || self.features().pruning
                    && is_null
                    && depth <= FRONTIER
                    && !node.window.beta.is_decided());
        let raw_eval = is_evaluated.then(|| self.static_eval(position, ply, entry));
        let keys = self.correction_keys(position, ply);
        let eval = raw_eval.map(|raw| self.corrected(raw, position, &keys));
        self.stack[ply].eval = eval;
        let earlier = |plies: usize| ply.checked_sub(plies).and_then(|p| self.stack[p].eval);
        let improving = match (eval, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(before)) => S::TWO_PLAYERS && now > before,
            _ => false,
        };

        if excluded.is_none() {
            self.reward_by_eval(ply);
            node.depth += self.hindsight(ply);
        }
        let depth = node.depth;
        let facts = Facts { entry, raw_eval, eval, improving, threatened, keys, excluded };
        if is_null
            && excluded.is_none()
            && let Some(eval) = eval
        {
            let eval = if S::TWO_PLAYERS { refined(eval, entry, ply) } else { eval };
            if let Some(score) = self.prune_node(position, &node, eval, improving) {
                return score;
            }
            if let Some(score) = self.table_probcut(&node, entry) {
                return score;
            }
            if let Some(score) = self.probcut(position, &node, &facts, eval) {
                return score;
            }
        }

        // Internal iterative reduction: without a table move a shallower search finds one for the
        // next iteration.
        let tt_move = entry.and_then(|entry| entry.best);
        if S::TWO_PLAYERS
            && self.features().reductions
            && depth >= 4
            && tt_move.is_none()
            && (node.cut_node || !is_null)
        {
            node.depth -= 1;
        }

        let hints = Hints {
            tt_move,
            killers: self.stack[ply].killers,
            continuation: self.continuation(ply),
            threats: position.threats(),
        };
        self.search_moves(&Expansion { position, node, facts, hints })
    }

    /// Extension in plies of a node that was reduced although the evaluation got no better for the
    /// mover.
    fn hindsight(&self, ply: usize) -> i32 {
        let least = self.margins.hindsight;
        let reduction = ply.checked_sub(1).map_or(0, |before| self.stack[before].reduction);
        let deserves = least > 0 && reduction >= least;
        i32::from(deserves && self.eval_swing(ply).is_some_and(|eval_swing| eval_swing <= 0))
    }

    pub(crate) fn count(&mut self, ply: usize) {
        self.deepest = self.deepest.max(ply);
        self.nodes.add(1, self.control);
    }

    /// Returns the enabled features that apply to these sides.
    #[inline]
    pub(crate) fn features(&self) -> Features {
        let Features { transposition_table, reductions, pruning, .. } = self.features;
        if S::TWO_PLAYERS {
            self.features
        } else {
            Features { transposition_table, reductions, pruning, ..Features::PLAIN }
        }
    }

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.control.is_over()
    }

    #[inline]
    pub(crate) fn probe(&self, position: &P) -> Option<Entry> {
        if self.features().transposition_table {
            self.table.probe(self.sides.key(position))
        } else {
            None
        }
    }

    /// Share of the transposition table that is in use, in thousandths.
    pub(crate) fn fullness(&self) -> usize {
        self.table.fullness()
    }

    #[inline]
    pub(crate) fn store(&self, position: &P, entry: Entry) {
        if self.features().transposition_table {
            self.table.store(self.sides.key(position), entry);
        }
    }

    /// Returns the oracle's score of a position and stores it in the transposition table.
    #[inline]
    fn ask_oracle(&self, position: &P, ply: usize) -> Option<Score> {
        let oracle = self.oracle.filter(|_| S::TWO_PLAYERS)?;
        let for_good = position.reversible() == 0;
        if ply == 0 || ply > 1 && !for_good {
            return None;
        }
        let score = match oracle(position)? {
            Verdict::Won(plies) => Score::known_win(ply + plies),
            // The winner has just made the irreversible move.
            Verdict::Lost(_) if for_good => Score::known_loss(ply),
            Verdict::Lost(plies) => Score::known_loss(ply + plies),
            Verdict::Drawn => return Some(Score::DRAW),
        };
        let (stored, depth) = (score.to_table(ply), MAX_PLY as u8);
        let entry = Entry { best: None, score: stored, depth, bound: Bound::Exact, eval: None };
        self.store(position, entry);
        Some(score)
    }

    /// Converts the root player's score to the side to move.
    fn for_mover(&self, position: &P, score: Score) -> Score {
        if position.turn() == self.root { score } else { -score }
    }

    /// Returns the score of an ending for the side to move.
    fn score_ending(&self, ending: &Ending, position: &P, ply: usize) -> Score {
        self.for_mover(position, ending_score(ending, self.root, ply))
    }

    /// Whether the position is a draw by repetition or by the move limit. A single repetition
    /// within the search counts.
    pub(crate) fn is_drawn(&self, position: &P, ply: usize) -> bool {
        ply > 0
            && (position.limit().is_some() && position.ending().is_none()
                || self.positions.is_repetition_within(position, self.played))
    }
}

/// Returns the table score instead of the evaluation if its bound allows.
fn refined(eval: i32, entry: Option<Entry>, ply: usize) -> i32 {
    let Some(entry) = entry else { return eval };
    let stored = Score::from_table(entry.score, ply);
    let better = match entry.bound {
        _ if stored.is_decided() => false,
        Bound::Exact => true,
        Bound::Lower => stored.value() > eval,
        Bound::Upper => stored.value() < eval,
    };
    if better { stored.value() } else { eval }
}

/// Returns the score of an ending for a player. A shared first place is a draw.
pub(crate) fn ending_score(ending: &Ending, player: Player, ply: usize) -> Score {
    match ending.places()[player] {
        1 if ending.winner() == Some(player) => Score::win_in(ply),
        1 => Score::DRAW,
        _ => Score::loss_in(ply),
    }
}
