//! Iterative deepening: the search proper, on one or more threads.
//!
//! Each thread searches the whole tree with history tables of its own; what connects them is the transposition table
//! (lazy SMP). The answer is that of the first one, which finds much of its tree searched already.

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

/// So deep the end is looked for in games that are known to be decided.
const SHORT: usize = 8;

/// Room for the deepest search, on every system: some have little where nothing is asked for.
const STACK: usize = 4 << 20;

/// Searches until a limit is reached or `stop` is set; `report` hears of each iteration.
/// There is an answer whatever happens, as long as there is a legal move.
pub fn search<P: Tactics>(
    question: &Question<'_, P>,
    table: &TranspositionTable,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Answer<P::Move> {
    search_by(question, &P::MARGINS, table, stop, report)
}

/// The same by other margins than those of the game, to try them out.
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

/// The same for more than two players. With two players all methods give what [`search`] gives.
///
/// Of the features only the transposition table, pruning and reductions mean something here;
/// for [`Opponents::MaxN`] only the table, which then orders moves, and a single thread
/// searches.
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

/// Searches deeper and deeper; `iterate` searches the root to some depth.
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
        let own = histories.next().expect("there is a thread at least");
        for (nth, history) in (1..).zip(histories) {
            let help = move || {
                let _finish = control.finish_on_failure();
                let worker = Worker::new(question, margins, sides, table, control, history);
                Deepening::new(question, worker).help(nth, iterate);
            };
            let thread = thread::Builder::new().stack_size(STACK);
            // Where there are no more threads, those that there are search alone.
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

/// A search from the root.
pub(crate) struct Deepening<'a, P: Tactics, S> {
    pub(crate) position: &'a P,
    /// How many lines are wanted.
    pub(crate) lines: usize,
    pub(crate) worker: Worker<'a, P, S>,
    /// The best ones first.
    pub(crate) root_moves: Vec<RootMove<P::Move>>,
}

/// A move at the root with what is known of it.
pub(crate) struct RootMove<M> {
    pub(crate) m: M,
    pub(crate) line: Line<M>,
    nodes: u64,
}

impl<M: Copy> RootMove<M> {
    /// Takes note of what the move is worth and what follows it.
    pub(crate) fn note(&mut self, score: Score, below: &[M]) {
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
        // Without any search, what wins most is the best guess.
        root_moves.sort_by_key(|root| Reverse(position.gain(root.m).unwrap_or(-1)));
        let lines = question.lines.max(1).min(root_moves.len());
        Deepening { position, lines, worker, root_moves }
    }

    /// Searches beside the thread whose answer counts, every second helper an iteration ahead, until that is over.
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
            let doubt = if S::TWO_PLAYERS { self.doubt(stable, fall) } else { 1.0 };
            if !control.has_time_for_more(depth, doubt) || self.is_settled(depth) {
                break;
            }
        }
        // What the broken-off iteration found counts as far as it went.
        self.answer(done)
    }

    /// How much more or less than usual there is to think about: more where the best move has just
    /// changed, where others need many nodes, and where it has become worse by `fall`.
    fn doubt(&self, stable: u32, fall: i32) -> f64 {
        let total: u64 = self.root_moves.iter().map(|root| root.nodes).sum();
        let share = self.root_moves.first().map_or(1.0, |r| r.nodes as f64 / total.max(1) as f64);
        let worse = 1.0 + f64::from(fall.clamp(-10, 50)) / 100.0;
        (1.9 - 1.3 * share) * (1.25 - 0.07 * f64::from(stable.min(8))) * worse
    }

    /// Thinking on a clock cannot change anything any more: one legal move, a win or loss that
    /// has been searched out, or a known one that cannot be finished soon.
    fn is_settled(&self, depth: usize) -> bool {
        let timed = self.worker.control.limits.time.is_some();
        let Some(best) = self.root_moves.first().map(|root| root.line.score) else { return timed };
        let searched_out = best.forced().is_some_and(|forced| {
            let (Forced::Win(plies) | Forced::Loss(plies)) = forced;
            depth > plies + 2
        });
        let known = best.is_known() && depth >= SHORT;
        timed && (self.root_moves.len() == 1 && depth >= 3 || searched_out || known)
    }

    /// Brings the best moves to the front.
    fn search_lines(&mut self, depth: usize) {
        for nth in 0..self.lines {
            self.aspirate(depth, nth);
            if self.worker.is_over() {
                break;
            }
        }
        self.root_moves[..self.lines].sort_by_key(|root| Reverse(root.line.score));
    }

    /// Searches with a narrow window around the last score, wider when it fails.
    fn aspirate(&mut self, depth: usize, nth: usize) {
        let last = self.root_moves[nth].line.score;
        if !S::TWO_PLAYERS || depth < 5 || last.is_decided() || last == Score::LOWEST {
            self.search_root(depth, nth, Window::FULL);
            return;
        }
        // A narrow window around the score of the last iteration.
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

    /// Searches the root moves from the `nth` on and brings the best one to that place.
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
                root_moves[i].note(score, &worker.stack[1].line);
                // The best one goes to the front, the others keep their order.
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
            // Stopped before anything was found out: the first guess, evaluated as it stands.
            lines.push(Line { score: worker.evaluate(position, 0), moves: vec![root.m] });
        }
        let now = Answer::now(lines, depth, worker.deepest, &worker.nodes, worker.control);
        Answer { fullness: worker.fullness(), ..now }
    }
}
