//! Iterative deepening: the search proper, on one or more threads.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::thread;

use agon_core::Tactics;

use crate::alpha_beta::{MAX_PLY, Node, Window, Worker};
use crate::limits::Control;
use crate::movepick::considered;
use crate::split_point::SplitPoints;
use crate::{Answer, Forced, Line, Question, Score, TranspositionTable};

/// So deep the end is looked for in games that are known to be decided.
const SHORT: usize = 8;

/// Half the first window around the score of the last iteration.
const ASPIRATION: i32 = 18;

/// Searches until a limit is reached or `stop` is set; `report` hears of each iteration.
/// There is an answer whatever happens, as long as there is a legal move.
pub fn search<P: Tactics>(
    question: &Question<'_, P>,
    table: &TranspositionTable,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Answer<P::Move> {
    let control = Control::new(question.limits, stop);
    table.next_age();
    let history = table.take_history::<P>();
    let split_points = (question.threads > 1).then(SplitPoints::default);
    let worker = || Worker::new(question, table, &control, &history, split_points.as_ref());
    let answer = thread::scope(|scope| {
        let _finish = control.finish_later();
        for _ in 1..question.threads {
            let mut helper = worker();
            scope.spawn(move || helper.help_all());
        }
        Deepening::new(question, worker()).run(report)
    });
    table.keep_history(history);
    answer
}

struct Deepening<'a, P: Tactics> {
    position: &'a P,
    lines: usize,
    worker: Worker<'a, P>,
    roots: Vec<Root<P::Move>>,
}

/// A move at the root with what is known of it.
struct Root<M> {
    m: M,
    line: Line<M>,
    nodes: u64,
}

impl<'a, P: Tactics> Deepening<'a, P> {
    fn new(question: &Question<'a, P>, worker: Worker<'a, P>) -> Deepening<'a, P> {
        let mut roots = Vec::new();
        considered(question.position, question.habit, &mut |m| {
            let line = Line { score: Score::LOWEST, moves: vec![m] };
            roots.push(Root { m, line, nodes: 0 });
        });
        // Without any search, what wins most is the best guess.
        let position = question.position;
        roots.sort_by_key(|root| Reverse(position.gain(root.m).unwrap_or(-1)));
        Deepening { position, lines: question.lines.max(1), worker, roots }
    }

    fn run(&mut self, report: &mut dyn FnMut(&Answer<P::Move>)) -> Answer<P::Move> {
        let wanted = self.lines.min(self.roots.len());
        let mut answer = self.answer(0, wanted);
        let mut stable = 0;
        let mut depth = 0;
        let most = self.worker.control.limits.depth.unwrap_or(MAX_PLY / 2);
        let most = most.clamp(1, MAX_PLY / 2);
        while depth < most {
            depth += 1;
            let before = self.roots.first().map(|root| P::id(root.m));
            for nth in 0..wanted {
                self.aspirate(depth, nth);
                if self.worker.is_over() {
                    break;
                }
            }
            self.roots[..wanted].sort_by_key(|root| Reverse(root.line.score));
            if self.worker.control.is_over() {
                break;
            }
            answer = self.answer(depth, wanted);
            report(&answer);
            let Some(best) = self.roots.first() else { break };
            stable = if before == Some(P::id(best.m)) { stable + 1 } else { 0 };
            if !self.worker.control.has_time_for_more(depth, self.doubt(stable)) {
                break;
            }
            if self.is_settled(depth) {
                break;
            }
        }
        // What the broken-off iteration found counts as far as it went.
        self.answer(answer.depth, wanted)
    }

    /// How much more or less than usual there is to think about.
    fn doubt(&self, stable: u32) -> f64 {
        let total: u64 = self.roots.iter().map(|root| root.nodes).sum();
        let share = self.roots.first().map_or(1.0, |r| r.nodes as f64 / total.max(1) as f64);
        (1.9 - 1.3 * share) * (1.25 - 0.07 * f64::from(stable.min(8)))
    }

    /// Thinking on a clock cannot change anything any more: one legal move, a win or loss that
    /// has been searched out, or a known one that cannot be finished soon.
    fn is_settled(&self, depth: usize) -> bool {
        let timed = self.worker.control.limits.time.is_some();
        let Some(best) = self.roots.first().map(|root| root.line.score) else { return timed };
        let searched_out = best.forced().is_some_and(|forced| {
            let (Forced::Win(plies) | Forced::Loss(plies)) = forced;
            depth > plies + 2
        });
        let known = best.is_known() && depth >= SHORT;
        timed && (self.roots.len() == 1 && depth >= 3 || searched_out || known)
    }

    /// Searches with a narrow window around the last score, wider when it fails.
    fn aspirate(&mut self, depth: usize, nth: usize) {
        let last = self.roots[nth].line.score;
        if depth < 5 || last.is_decided() || last == Score::LOWEST {
            self.search_root(depth, nth, Window::FULL);
            return;
        }
        let mut half = ASPIRATION;
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
                reduced = if self.worker.features.reductions { (reduced + 1).min(3) } else { 0 };
            } else {
                return;
            }
            half += half / 2;
            if half > 400 {
                window = Window::FULL;
            }
        }
    }

    /// Searches the root moves from the `nth` on and brings the best one to that place.
    fn search_root(&mut self, depth: usize, nth: usize, window: Window) -> Score {
        let Deepening { position, worker, roots, .. } = self;
        let depth = depth as i32 - 1;
        let mut alpha = window.alpha;
        let mut best = Score::LOWEST;
        for i in nth..roots.len() {
            let m = roots[i].m;
            let nodes = worker.nodes.own();
            let mut score = Score::LOWEST;
            if i > nth {
                let is_quiet = position.gain(m).is_none();
                let reduction = worker.root_reduction(depth + 1, i - nth, is_quiet);
                let reduced = (depth - reduction).max(1).min(depth);
                let window = Window::null(alpha);
                let next = Node { ply: 1, depth: reduced, window, cut_node: true };
                score = worker.descend(position, m, next);
                if score > alpha && reduced < depth {
                    score = worker.descend(position, m, Node { depth, ..next });
                }
            }
            if i == nth || score > alpha && score < window.beta {
                let window = Window { alpha, beta: window.beta };
                let next = Node { ply: 1, depth, window, cut_node: false };
                score = worker.descend(position, m, next);
            }
            roots[i].nodes += worker.nodes.own() - nodes;
            if worker.is_over() {
                return best;
            }
            best = best.max(score);
            if score > alpha || i == nth {
                let line = &mut roots[i].line;
                line.score = score;
                line.moves.truncate(1);
                line.moves.extend_from_slice(&worker.stack[1].line);
                // The best one goes to the front, the others keep their order.
                roots[nth..=i].rotate_right(1);
            }
            alpha = alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        best
    }

    fn answer(&self, depth: usize, wanted: usize) -> Answer<P::Move> {
        let control = self.worker.control;
        let searched = |root: &&Root<P::Move>| root.line.score > Score::LOWEST;
        let mut lines: Vec<Line<P::Move>> =
            self.roots[..wanted].iter().filter(searched).map(|root| root.line.clone()).collect();
        if let (true, Some(root)) = (lines.is_empty(), self.roots.first()) {
            // Stopped before anything was found out: the first guess, evaluated as it stands.
            let score = self.worker.evaluate(self.position);
            lines.push(Line { score, moves: vec![root.m] });
        }
        Answer {
            lines,
            depth,
            deepest: self.worker.deepest,
            nodes: self.worker.nodes.total(control),
            time: control.begin.elapsed(),
        }
    }
}
