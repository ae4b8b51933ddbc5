//! Search for more than two players, by iterative deepening. With two players all methods
//! give what the usual search gives.

mod coalition;
mod max_n;
mod turns;

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::thread;

use agon_core::{Ending, Habit, History, Player, Tactics};

use crate::alpha_beta::MAX_PLY;
use crate::history::{Continuation, HistoryTables};
use crate::limits::Control;
use crate::movepick::considered;
use crate::nodes::NodeCounter;
use crate::{Answer, Features, Forced, Line, Question, Score, TranspositionTable};

use turns::Turns;

/// What the opponents of the player to move are supposed to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponents {
    /// Everybody plays for themselves (max^n).
    MaxN,
    /// All of them play against the player to move (paranoid).
    Paranoid,
    /// Between two moves of the player only one of them moves, the one who hurts most; the
    /// others pass (best-reply search). Half of all moves looked at are the player's own,
    /// however many opponents there are, so that it looks further ahead. Lines are given as
    /// far as nobody passes.
    BestReply,
}

/// Searches until a limit is reached or `stop` is set; `report` hears of each iteration.
/// There is an answer whatever happens, as long as there is a legal move.
///
/// Of the features only the table, pruning and reductions mean something here; for
/// [`Opponents::MaxN`] only the table, which then orders moves, and a single thread
/// searches.
pub fn search_many<P: Tactics>(
    question: &Question<'_, P>,
    opponents: Opponents,
    table: &TranspositionTable,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<P::Move>),
) -> Answer<P::Move> {
    let control = Control::new(question.limits, stop);
    table.next_age();
    let deepening = || Deepening::new(question, Worker::new(question, opponents, table, &control));
    thread::scope(|scope| {
        let shares = opponents != Opponents::MaxN;
        for nth in 1..if shares { question.threads } else { 1 } {
            let mut helper = deepening();
            // Helpers are a little apart from each other, so that they look at different things.
            scope.spawn(move || helper.run(1 + nth % 2, &mut |_| {}));
        }
        let answer = deepening().run(1, report);
        control.finish();
        answer
    })
}

/// One thread that searches.
struct Worker<'a, P: Tactics> {
    evaluate: fn(&P, Player) -> i32,
    habit: Option<&'static Habit<P>>,
    opponents: Opponents,
    /// For whom a move is wanted.
    root: Player,
    table: &'a TranspositionTable,
    control: &'a Control<'a>,
    features: Features,
    history_tables: HistoryTables,
    /// Positions before the root and on the way to the present node.
    history: History,
    /// How many of them lie before the root.
    played: usize,
    frames: Vec<Frame<P>>,
    nodes: NodeCounter,
    deepest: usize,
}

/// What belongs to one ply of the line being searched.
struct Frame<P: Tactics> {
    turns: Turns<P>,
    line: Vec<P::Move>,
    killers: [Option<u32>; 2],
    /// Where the move played at this ply went.
    target: Option<usize>,
}

impl<'a, P: Tactics> Worker<'a, P> {
    fn new(
        question: &Question<'a, P>,
        opponents: Opponents,
        table: &'a TranspositionTable,
        control: &'a Control<'a>,
    ) -> Worker<'a, P> {
        let frame =
            || Frame { turns: Turns::new(), line: Vec::new(), killers: [None; 2], target: None };
        Worker {
            evaluate: question.evaluate,
            habit: question.habit,
            opponents,
            root: question.position.turn(),
            table,
            control,
            features: question.features,
            history_tables: HistoryTables::new::<P>(),
            history: question.history.clone(),
            played: question.history.positions(),
            frames: std::iter::repeat_with(frame).take(MAX_PLY + 2).collect(),
            nodes: NodeCounter::new(control),
            deepest: 0,
        }
    }

    fn count(&mut self, ply: usize) {
        self.deepest = self.deepest.max(ply);
        self.nodes.add(1, self.control);
    }

    /// As a match judges, but one repetition within the search is enough: what can be
    /// repeated once can be repeated again.
    fn is_drawn(&self, position: &P) -> bool {
        position.limit().is_some() && position.ending().is_none()
            || self.history.is_repetition_within(position, self.played)
    }

    /// The place in the table: what is known depends on who asks, and how.
    fn key(&self, position: &P) -> u64 {
        let asked = self.root.index() as u64 * 4 + self.opponents as u64 + 1;
        position.key() ^ asked.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn before(&self, ply: usize) -> Continuation {
        Continuation([1, 2].map(|plies| ply.checked_sub(plies).and_then(|p| self.frames[p].target)))
    }

    /// The move, and after it the line found below.
    fn keep_line(&mut self, ply: usize, m: P::Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }
}

/// An ending as a player sees it: a place shared with others is a draw for those who share
/// the first one.
fn score_of(ending: &Ending, player: Player, ply: usize) -> Score {
    match ending.places()[player] {
        1 if ending.winner() == Some(player) => Score::win_in(ply),
        1 => Score::DRAW,
        _ => Score::loss_in(ply),
    }
}

struct Deepening<'a, P: Tactics> {
    position: &'a P,
    /// How many lines are wanted.
    lines: usize,
    worker: Worker<'a, P>,
    /// The moves at the root, the best ones first, each with what is known of it.
    roots: Vec<Line<P::Move>>,
}

impl<'a, P: Tactics> Deepening<'a, P> {
    fn new(question: &Question<'a, P>, worker: Worker<'a, P>) -> Deepening<'a, P> {
        let position = question.position;
        let mut roots = Vec::new();
        considered(position, question.habit, &mut |m| {
            roots.push(Line { score: Score::LOWEST, moves: vec![m] });
        });
        // Without any search, what wins most is the best guess.
        roots.sort_by_key(|line| Reverse(position.gain(line.moves[0]).unwrap_or(-1)));
        Deepening { position, lines: question.lines.clamp(1, roots.len().max(1)), worker, roots }
    }

    fn run(&mut self, first: usize, report: &mut dyn FnMut(&Answer<P::Move>)) -> Answer<P::Move> {
        let control = self.worker.control;
        let mut done = 0;
        for depth in first..MAX_PLY {
            if self.roots.is_empty() {
                break;
            }
            match self.worker.opponents {
                Opponents::MaxN => self.search_all(depth as i32),
                Opponents::Paranoid | Opponents::BestReply => {
                    for nth in 0..self.lines {
                        self.search_from(nth, depth as i32);
                    }
                    self.roots[..self.lines].sort_by_key(|line| Reverse(line.score));
                }
            }
            if control.is_over() {
                break;
            }
            done = depth;
            report(&self.answer(done));
            if !control.has_time_for_more(depth, 1.0) || self.is_settled(depth) {
                break;
            }
        }
        // What the broken-off iteration found counts as far as it went.
        self.answer(done)
    }

    /// Thinking on a clock cannot change anything any more: one legal move, or a win or loss
    /// that has been searched out.
    fn is_settled(&self, depth: usize) -> bool {
        let timed = self.worker.control.limits.time.is_some();
        let searched_out = match self.roots[0].score.forced() {
            Some(Forced::Win(plies) | Forced::Loss(plies)) => depth > plies + 2,
            None => false,
        };
        timed && (self.roots.len() == 1 && depth >= 3 || searched_out)
    }

    /// Gives each root move its exact score.
    fn search_all(&mut self, depth: i32) {
        let mut finished = 0;
        for i in 0..self.roots.len() {
            let m = self.roots[i].moves[0];
            let scores = self.worker.descend_selfish(self.position, m, 0, depth - 1);
            if self.worker.control.is_over() {
                break;
            }
            let line = &mut self.roots[i];
            line.score = scores[self.worker.root.index()];
            line.moves.truncate(1);
            line.moves.extend_from_slice(&self.worker.frames[1].line);
            finished += 1;
            if self.lines == 1 && line.score >= Score::win_in(1) {
                break;
            }
        }
        self.roots[..finished].sort_by_key(|line| Reverse(line.score));
    }

    /// Brings the best of the root moves from the `nth` on to that place.
    fn search_from(&mut self, nth: usize, depth: i32) {
        let mut alpha = Score::LOWEST;
        for i in nth..self.roots.len() {
            let m = self.roots[i].moves[0];
            let mut score = Score::HIGHEST;
            if i > nth {
                score = self.worker.descend_root(self.position, m, depth - 1, (alpha, alpha + 1));
            }
            if score > alpha {
                let window = (alpha, Score::HIGHEST);
                score = self.worker.descend_root(self.position, m, depth - 1, window);
            }
            if self.worker.control.is_over() {
                return;
            }
            if score > alpha {
                alpha = score;
                let line = &mut self.roots[i];
                line.score = score;
                line.moves.truncate(1);
                line.moves.extend_from_slice(&self.worker.frames[1].line);
                // The best one goes to the front, the others keep their order.
                self.roots[nth..=i].rotate_right(1);
            }
            if alpha >= Score::win_in(1) {
                break;
            }
        }
    }

    fn answer(&self, depth: usize) -> Answer<P::Move> {
        let control = self.worker.control;
        let searched = |line: &&Line<P::Move>| line.score != Score::LOWEST;
        let mut lines: Vec<_> =
            self.roots.iter().take(self.lines).filter(searched).cloned().collect();
        if lines.is_empty() {
            // Stopped before anything was found out: any legal move.
            let judged = (self.worker.evaluate)(self.position, self.worker.root);
            let guess =
                |line: &Line<P::Move>| Line { score: Score::from_eval(judged), ..line.clone() };
            lines.extend(self.roots.first().map(guess));
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
