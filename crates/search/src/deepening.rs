//! Iterative deepening: the search proper, on one or more threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use agon_core::{History, Player};
use agon_tactics::{Habit, Tactics};

use crate::alpha_beta::{MOST_PLIES, Window, Worker};
use crate::crew::Crew;
use crate::limits::Control;
use crate::picker::considered;
use crate::{Features, Limits, Oracle, Score, Table};

/// What is to be found out.
pub struct Question<'a, P: Tactics> {
    /// The position.
    pub position: &'a P,
    /// The positions before it.
    pub history: &'a History,
    /// How positions are judged.
    pub evaluate: fn(&P, Player) -> i32,
    /// Which moves are worth a thought; all of them where nothing is said.
    pub habit: Option<&'static Habit<P>>,
    /// Who knows how some positions end. Only [`search`] asks.
    pub oracle: Option<&'a Oracle<'a, P>>,
    /// What may be spent.
    pub limits: Limits,
    /// What the search may do.
    pub features: Features,
    /// How many different best moves are wanted, each with its line.
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
}

impl<M> Answer<M> {
    /// A move made without thinking.
    #[must_use]
    pub fn at_once(m: M) -> Answer<M> {
        let line = Line { score: Score::judged(0), moves: vec![m] };
        Answer { lines: vec![line], depth: 0, deepest: 0, nodes: 0, time: Duration::ZERO }
    }
}

/// A move with what is expected to follow.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// How good it is for the player to move.
    pub score: Score,
    /// The moves, never empty.
    pub moves: Vec<M>,
}

/// So deep the end is looked for in games that are known to be decided.
const SHORT: usize = 8;

/// Half the first window around the score of the last iteration.
const ASPIRATION: i32 = 18;

/// Searches until a limit is reached or `stop` is set; `report` hears of each iteration.
/// There is an answer whatever happens, as long as there is a legal move.
pub fn search<P: Tactics>(
    question: &Question<'_, P>,
    table: &Table,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Answer<P::Move> {
    let control = Control::new(question.limits, stop);
    table.next_age();
    let experience = table.lend_experience::<P>();
    let crew = (question.threads > 1).then(Crew::default);
    let worker = || Worker::new(question, table, &control, &experience, crew.as_ref());
    let answer = thread::scope(|scope| {
        let _finish = control.finish_later();
        for _ in 1..question.threads {
            let mut helper = worker();
            scope.spawn(move || helper.help_all());
        }
        Deepening::new(question, worker()).run(report)
    });
    table.keep_experience(experience);
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
        roots.sort_by_key(|root| std::cmp::Reverse(position.gain(root.m).unwrap_or(-1)));
        Deepening { position, lines: question.lines.max(1), worker, roots }
    }

    fn run(&mut self, report: &mut dyn FnMut(&Answer<P::Move>)) -> Answer<P::Move> {
        let wanted = self.lines.min(self.roots.len());
        let mut answer = self.answer(0, wanted);
        let mut stable = 0;
        let mut depth = 0;
        let most = self.worker.control.limits.depth.unwrap_or(MOST_PLIES / 2);
        let most = most.clamp(1, MOST_PLIES / 2);
        while depth < most {
            depth += 1;
            let before = self.roots.first().map(|root| P::id(root.m));
            for nth in 0..wanted {
                self.aspire(depth, nth);
                if self.worker.is_over() {
                    break;
                }
            }
            self.roots[..wanted].sort_by_key(|root| std::cmp::Reverse(root.line.score));
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
        let searched_out = best.outcome().is_some_and(|outcome| {
            let (crate::Outcome::Win(plies) | crate::Outcome::Loss(plies)) = outcome;
            depth > plies + 2
        });
        let known = best.is_known() && depth >= SHORT;
        timed && (self.roots.len() == 1 && depth >= 3 || searched_out || known)
    }

    /// Searches with a narrow window around the last score, wider when it fails.
    fn aspire(&mut self, depth: usize, nth: usize) {
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
        let depth = depth as i32;
        let mut alpha = window.alpha;
        let mut best = Score::LOWEST;
        for i in nth..self.roots.len() {
            let m = self.roots[i].m;
            let nodes = self.worker.nodes;
            let full = Window { alpha, beta: window.beta };
            let scout = Window { alpha, beta: alpha + 1 };
            let mut score = Score::LOWEST;
            if i > nth {
                let late = i > nth + 4 && depth >= 4 && self.worker.features.reductions;
                let quiet = self.position.gain(m).is_none();
                let less = if late && quiet { self.worker.late_at_root(depth, i - nth) } else { 0 };
                let reduced = (depth - 1 - less).max(1).min(depth - 1);
                score = self.worker.descend(self.position, m, 0, reduced, scout, true);
                if score > alpha && reduced < depth - 1 {
                    score = self.worker.descend(self.position, m, 0, depth - 1, scout, true);
                }
            }
            if i == nth || score > alpha && score < window.beta {
                score = self.worker.descend(self.position, m, 0, depth - 1, full, false);
            }
            self.roots[i].nodes += self.worker.nodes - nodes;
            if self.worker.is_over() {
                return best;
            }
            if score > best {
                best = score;
            }
            if score > alpha || i == nth {
                let line = &mut self.roots[i].line;
                line.score = score;
                line.moves.truncate(1);
                line.moves.extend_from_slice(&self.worker.frames[1].line);
                // The best one goes to the front, the others keep their order.
                self.roots[nth..=i].rotate_right(1);
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
        let looked_at = control.nodes.load(Ordering::Relaxed);
        let searched = |root: &&Root<P::Move>| root.line.score > Score::LOWEST;
        let mut lines: Vec<Line<P::Move>> =
            self.roots[..wanted].iter().filter(searched).map(|root| root.line.clone()).collect();
        if let (true, Some(root)) = (lines.is_empty(), self.roots.first()) {
            // Stopped before anything was found out: the first guess, judged as it stands.
            let score = self.worker.judge(self.position);
            lines.push(Line { score, moves: vec![root.m] });
        }
        Answer {
            lines,
            depth,
            deepest: self.worker.deepest,
            nodes: looked_at.max(self.worker.nodes),
            time: control.begin.elapsed(),
        }
    }
}
