//! Iterative deepening on one or more threads.
//!
//! Threads search the same tree with separate history tables and share the transposition table
//! (lazy SMP). The result is that of the first thread.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::thread;

use agon_tactics::{Margins, Tactics};

use crate::alpha_beta::{MAX_PLY, Node, Window, Worker};
use crate::history::HistoryTables;
use crate::limits::Control;
use crate::movepick::considered;
use crate::sides::{Coalition, Opponents, Sides, TwoPlayers};
use crate::{Answer, Forced, Line, Question, Score, TranspositionTable};

/// Depth at which the search for the end of a known win or loss stops.
const DECIDED_DEPTH: usize = 8;

/// Stack size of search threads, sufficient for [`MAX_PLY`]; defaults are too small on some
/// systems.
const STACK_SIZE: usize = 4 << 20;

/// Searches until a limit is reached or `stop` is set, calling `report` after each iteration. If
/// there is a legal move, the answer has at least one line.
pub fn search<P: Tactics>(
    question: &Question<'_, P>,
    table: &TranspositionTable,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Answer<P::Move> {
    search_by(question, &P::MARGINS, table, stop, report)
}

/// Like [`search`], with margins other than those of the game.
pub fn search_by<P: Tactics>(
    question: &Question<'_, P>,
    margins: &Margins,
    table: &TranspositionTable,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Answer<P::Move> {
    let iterate = |deepening: &mut Deepening<'_, P, _>, depth| deepening.search_lines(depth);
    deepen(question, margins, TwoPlayers, iterate, table, stop, report)
}

/// Like [`search`], for more than two players. With two players all methods give the same result as
/// [`search`].
///
/// Only the features transposition table, pruning and reductions have an effect.
/// [`Opponents::MaxN`] runs on one thread and uses only the table, for move ordering.
pub fn search_many<P: Tactics>(
    question: &Question<'_, P>,
    opponents: Opponents,
    table: &TranspositionTable,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Answer<P::Move> {
    let sides = Coalition::new(question.position.turn(), opponents);
    if opponents == Opponents::MaxN {
        let iterate = |deepening: &mut Deepening<'_, P, _>, depth| deepening.search_max_n(depth);
        let question = Question { threads: 1, ..*question };
        return deepen(&question, &P::MARGINS, sides, iterate, table, stop, report);
    }
    let iterate = |deepening: &mut Deepening<'_, P, _>, depth| deepening.search_lines(depth);
    deepen(question, &P::MARGINS, sides, iterate, table, stop, report)
}

/// Runs the threads; `iterate` searches the root to a given depth.
fn deepen<P: Tactics, S: Sides<P>>(
    question: &Question<'_, P>,
    margins: &Margins,
    sides: S,
    iterate: impl Fn(&mut Deepening<'_, P, S>, usize) + Copy + Send,
    table: &TranspositionTable,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Answer<P::Move> {
    let control = Control::new(question.limits, stop);
    table.next_age();
    let threads = question.threads.max(1);
    let mut histories = if S::TWO_PLAYERS {
        table.take_histories::<P>(threads)
    } else {
        std::iter::repeat_with(HistoryTables::new::<P>).take(threads).collect()
    };
    let control = &control;
    let answer = thread::scope(|scope| {
        let _finish = control.finish_later();
        let mut histories = histories.iter_mut();
        let own = histories.next().expect("at least one thread");
        for (nth, history) in (1..).zip(histories) {
            let help = move || {
                let _finish = control.finish_on_failure();
                let worker = Worker::new(question, margins, sides, table, control, history);
                Deepening::new(question, worker).help(nth, iterate);
            };
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            // If the system refuses more threads, continue with those already running.
            if thread.spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let worker = Worker::new(question, margins, sides, table, control, own);
        Deepening::new(question, worker).run(iterate, report)
    });
    if S::TWO_PLAYERS {
        table.keep_histories(histories);
    }
    answer
}

pub(crate) struct Deepening<'a, P: Tactics, S> {
    pub(crate) position: &'a P,
    /// Number of principal variations.
    pub(crate) lines: usize,
    pub(crate) worker: Worker<'a, P, S>,
    /// Best first.
    pub(crate) root_moves: Vec<RootMove<P::Move>>,
}

/// A root move with its results.
pub(crate) struct RootMove<M> {
    pub(crate) m: M,
    pub(crate) line: Line<M>,
    nodes: u64,
}

impl<M: Copy> RootMove<M> {
    /// Records the score and the principal variation of the move.
    pub(crate) fn record(&mut self, score: Score, below: &[M]) {
        self.line.score = score;
        self.line.moves.truncate(1);
        self.line.moves.extend_from_slice(below);
    }
}

impl<'a, P: Tactics, S: Sides<P>> Deepening<'a, P, S> {
    fn new(question: &Question<'a, P>, worker: Worker<'a, P, S>) -> Deepening<'a, P, S> {
        let position = question.position;
        let mut root_moves = Vec::new();
        considered(position, question.considers, &mut |m| {
            let line = Line { score: Score::LOWEST, moves: vec![m] };
            root_moves.push(RootMove { m, line, nodes: 0 });
        });
        // Before the first iteration, order by gain.
        root_moves.sort_by_key(|root| Reverse(position.gain(root.m).unwrap_or(-1)));
        let lines = question.lines.max(1).min(root_moves.len());
        Deepening { position, lines, worker, root_moves }
    }

    /// Runs a helper thread until the search ends. Every second helper is one iteration ahead.
    fn help(&mut self, nth: usize, iterate: impl Fn(&mut Self, usize)) {
        for depth in 1 + nth % 2..=MAX_PLY / 2 {
            iterate(self, depth);
            if self.worker.is_over() {
                break;
            }
        }
    }

    fn run(
        &mut self,
        iterate: impl Fn(&mut Self, usize),
        report: &mut dyn FnMut(&Answer<P::Move>),
    ) -> Answer<P::Move> {
        let control = self.worker.control;
        let most = control.limits.depth.unwrap_or(MAX_PLY / 2).clamp(1, MAX_PLY / 2);
        let mut done = 0;
        let mut stable = 0;
        let mut last = None;
        for depth in 1..=most {
            let before = self.root_moves.first().map(|root| P::id(root.m));
            iterate(self, depth);
            if control.is_over() {
                break;
            }
            done = depth;
            let answer = self.answer(done);
            report(&answer);
            let Some(best) = self.root_moves.first() else { break };
            stable = if before == Some(P::id(best.m)) { stable + 1 } else { 0 };
            let score = best.line.score.value();
            let fall = last.replace(score).map_or(0, |last: i32| last - score);
            let time_factor = if S::TWO_PLAYERS { self.time_factor(stable, fall) } else { 1.0 };
            if !control.has_time_for_more(depth, time_factor) || self.is_settled(depth) {
                break;
            }
        }
        // A partial iteration counts as far as it got.
        self.answer(done)
    }

    /// Returns a factor for the time to use: higher if the best move has just changed, if other
    /// moves needed many nodes, or if the score dropped by `fall`.
    fn time_factor(&self, stable: u32, fall: i32) -> f64 {
        let total: u64 = self.root_moves.iter().map(|root| root.nodes).sum();
        let share = self.root_moves.first().map_or(1.0, |r| r.nodes as f64 / total.max(1) as f64);
        let worse = 1.0 + f64::from(fall.clamp(-10, 50)) / 100.0;
        (1.9 - 1.3 * share) * (1.25 - 0.07 * f64::from(stable.min(8))) * worse
    }

    /// Whether a timed search can end early: one legal move, a win or loss searched to its end, or
    /// a known win or loss that is not near its end.
    fn is_settled(&self, depth: usize) -> bool {
        let timed = self.worker.control.limits.time.is_some();
        let Some(best) = self.root_moves.first().map(|root| root.line.score) else { return timed };
        let searched_out = best.forced().is_some_and(|forced| {
            let (Forced::Win(plies) | Forced::Loss(plies)) = forced;
            depth > plies + 2
        });
        let known = best.is_known() && depth >= DECIDED_DEPTH;
        timed && (self.root_moves.len() == 1 && depth >= 3 || searched_out || known)
    }

    /// Searches each of the principal variations.
    fn search_lines(&mut self, depth: usize) {
        for nth in 0..self.lines {
            self.search_with_aspiration(depth, nth);
            if self.worker.is_over() {
                break;
            }
        }
        self.root_moves[..self.lines].sort_by_key(|root| Reverse(root.line.score));
    }

    /// Searches with an aspiration window around the last score and widens it on failure.
    fn search_with_aspiration(&mut self, depth: usize, nth: usize) {
        let last = self.root_moves[nth].line.score;
        if !S::TWO_PLAYERS || depth < 5 || last.is_decided() || last == Score::LOWEST {
            self.search_root(depth, nth, Window::FULL);
            return;
        }
        let mut half = self.worker.margins.aspiration;
        let mut window = Window { alpha: last - half, beta: last + half };
        let mut reduced = 0;
        loop {
            let score = self.search_root(depth.saturating_sub(reduced).max(1), nth, window);
            if self.worker.is_over() {
                return;
            }
            if score <= window.alpha {
                window = Window { alpha: score - half, beta: window.alpha + (half / 2).max(1) };
                reduced = 0;
            } else if score >= window.beta {
                window.beta = score + half;
                reduced = if self.worker.features().reductions { (reduced + 1).min(3) } else { 0 };
            } else {
                return;
            }
            half += half / 2;
            if half > 400 {
                window = Window::FULL;
            }
        }
    }

    /// Searches the root moves from the `nth` on and moves the best one to that index.
    fn search_root(&mut self, depth: usize, nth: usize, window: Window) -> Score {
        let Deepening { position, worker, root_moves, .. } = self;
        let depth = depth as i32 - 1;
        let mut alpha = window.alpha;
        let mut best = Score::LOWEST;
        for i in nth..root_moves.len() {
            let m = root_moves[i].m;
            let nodes = worker.nodes.own();
            let mut score = Score::LOWEST;
            if i > nth {
                let is_quiet = position.gain(m).is_none();
                let reduction = worker.root_reduction(depth + 1, i - nth, is_quiet);
                let reduced = (depth - reduction).max(1).min(depth);
                let window = Window::null(alpha);
                let next = Node { ply: 1, depth: reduced, window, cut_node: true };
                score = worker.descend(position, position, m, next);
                if score > alpha && reduced < depth {
                    score = worker.descend(position, position, m, Node { depth, ..next });
                }
            }
            if i == nth || score > alpha && score < window.beta {
                let window = Window { alpha, beta: window.beta };
                let next = Node { ply: 1, depth, window, cut_node: false };
                score = worker.descend(position, position, m, next);
            }
            root_moves[i].nodes += worker.nodes.own() - nodes;
            if worker.is_over() {
                return best;
            }
            best = best.max(score);
            if score > alpha || i == nth {
                root_moves[i].record(score, &worker.stack[1].line);
                // Move the best to the front and keep the order of the others.
                root_moves[nth..=i].rotate_right(1);
            }
            alpha = alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        best
    }

    fn answer(&mut self, depth: usize) -> Answer<P::Move> {
        let Deepening { position, worker, root_moves, .. } = self;
        let searched = |root: &&RootMove<P::Move>| root.line.score > Score::LOWEST;
        let best = root_moves[..self.lines].iter().filter(searched);
        let mut lines: Vec<Line<P::Move>> = best.map(|root| root.line.clone()).collect();
        if let (true, Some(root)) = (lines.is_empty(), root_moves.first()) {
            // Stopped before the first result: static evaluation of the first move.
            lines.push(Line { score: worker.evaluate(position, 0), moves: vec![root.m] });
        }
        let now = Answer::now(lines, depth, worker.deepest, &worker.nodes, worker.control);
        Answer { fullness: worker.fullness(), ..now }
    }
}
