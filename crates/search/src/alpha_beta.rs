//! Principal variation search for two players.
//!
//! - [`Window`]: which scores are still of interest;
//! - [`Worker`]: one thread that searches; a node here, what is tried before its moves in
//!   `shortcuts`, the moves in `moves`, with `singular` and [`Reductions`] for how deep;
//! - `together`: nodes whose moves several threads search;
//! - `quiescence`: the last plies; `memory`: what a node leaves behind.

mod memory;
mod moves;
mod quiescence;
mod reductions;
mod shortcuts;
mod singular;
mod together;
mod window;

use std::sync::Arc;

use agon_core::{Ending, History, Player, Position};
use agon_tactics::{Habit, Tactics};

use crate::crew::{Crew, Shared};
use crate::experience::{Before, Experience};
use crate::limits::Control;
use crate::pace::Pace;
use crate::picker::{Candidate, Moves};
use crate::table::{Bound, Entry, cutoff};
use crate::{Features, Oracle, Question, Score, Table, Verdict};

use moves::SHARED_FROM;
use reductions::Reductions;
pub(crate) use together::Work;
pub(crate) use window::Window;

/// No line is longer than this.
pub(crate) const MOST_PLIES: usize = 200;

/// One thread that searches.
pub(crate) struct Worker<'a, P: Tactics> {
    pub(crate) evaluate: fn(&P, Player) -> i32,
    /// The player to move at the root, in whose eyes all positions are judged: a judgement
    /// may have different weights for the two sides.
    judge: Player,
    habit: Option<&'static Habit<P>>,
    oracle: Option<&'a Oracle<'a, P>>,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control<'a>,
    pub(crate) features: Features,
    /// What connects it with other threads, if there are any.
    crew: Option<&'a Crew<Work<P>>>,
    /// The innermost shared node above the present one.
    shared: Option<Arc<Shared<Work<P>>>>,
    /// The value of a shared node above has become known.
    given_up: bool,
    pub(crate) experience: &'a Experience,
    /// Positions before the root and on the way to the present node.
    pub(crate) history: History,
    /// How many of them lie before the root.
    pub(crate) played: usize,
    pub(crate) frames: Vec<Frame<P>>,
    pub(crate) nodes: u64,
    pace: Pace,
    pub(crate) deepest: usize,
    reductions: Reductions,
}

/// What belongs to one ply of the line being searched.
pub(crate) struct Frame<P: Tactics> {
    moves: Moves<P::Move>,
    /// For the last plies.
    list: Vec<Candidate<P::Move>>,
    pub(crate) line: Vec<P::Move>,
    killers: [Option<u32>; 2],
    /// Where the move played at this ply went.
    target: Option<usize>,
    judged: Option<i32>,
    excluded: Option<u32>,
    passed: bool,
    /// How many moves on the way here were looked at two plies deeper.
    doubled: u8,
}

impl<P: Tactics> Frame<P> {
    fn new() -> Frame<P> {
        Frame {
            moves: Moves::default(),
            list: Vec::new(),
            line: Vec::new(),
            killers: [None; 2],
            target: None,
            judged: None,
            excluded: None,
            passed: false,
            doubled: 0,
        }
    }
}

impl<'a, P: Tactics> Worker<'a, P> {
    pub(crate) fn new(
        question: &Question<'a, P>,
        table: &'a Table,
        control: &'a Control<'a>,
        experience: &'a Experience,
        crew: Option<&'a Crew<Work<P>>>,
    ) -> Worker<'a, P> {
        let frames = (0..MOST_PLIES + 4).map(|_| Frame::new()).collect();
        Worker {
            evaluate: question.evaluate,
            judge: question.position.turn(),
            habit: question.habit,
            oracle: question.oracle,
            table,
            control,
            crew,
            shared: None,
            given_up: false,
            features: question.features,
            experience,
            history: question.history.clone(),
            played: question.history.positions(),
            frames,
            nodes: 0,
            pace: Pace::new(control),
            deepest: 0,
            reductions: Reductions::new(),
        }
    }

    /// Plays the move on a copy and searches what comes after; the score is the mover's.
    pub(crate) fn descend(
        &mut self,
        position: &P,
        m: P::Move,
        ply: usize,
        depth: i32,
        window: Window,
        expect_cut: bool,
    ) -> Score {
        self.frames[ply].target = Some(position.target(m));
        self.frames[ply].passed = false;
        let mut next = position.clone();
        next.play(m);
        self.table.prefetch(next.key());
        self.history.push(position);
        let crew = self.crew.filter(|_| depth >= SHARED_FROM);
        crew.inspect(|crew| crew.begin(next.key()));
        let score = -self.search(&next, ply + 1, depth, window.flip(), expect_cut);
        crew.inspect(|crew| crew.end(next.key()));
        self.history.pop();
        score
    }

    pub(crate) fn search(
        &mut self,
        position: &P,
        ply: usize,
        mut depth: i32,
        mut window: Window,
        expect_cut: bool,
    ) -> Score {
        self.frames[ply].line.clear();
        let threatened = position.is_threatened();
        if depth <= 0 {
            return self.quiesce(position, ply, window);
        }
        self.count(ply);
        if self.is_over() || ply >= MOST_PLIES {
            return self.judge(position);
        }
        if self.is_drawn(position, ply) {
            return Score::DRAW;
        }
        // Somebody who already wins sooner elsewhere need not look here.
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }

        let excluded = self.frames[ply].excluded;
        let is_scout = window.is_scout();
        let key = position.key();
        let known =
            if self.features.table && excluded.is_none() { self.table.get(key) } else { None };
        if let Some(entry) = known
            && is_scout
            && i32::from(entry.depth) >= depth
            && let Some(score) = cutoff(&entry, ply, window.alpha, window.beta)
        {
            return score;
        }
        if excluded.is_none()
            && let Some(score) = self.ask_oracle(position, ply)
        {
            return score;
        }
        let remembered = known.and_then(|entry| entry.best);

        // What the position seems to be worth, and whether things are getting better.
        let raw = if threatened { None } else { Some(self.judge_once(position, known)) };
        let structure = position.structure();
        let judged = raw.map(|raw| self.corrected(raw, position.turn(), structure));
        self.frames[ply].judged = judged;
        let earlier = |plies: usize| ply.checked_sub(plies).and_then(|p| self.frames[p].judged);
        let improving = match (judged, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        };

        if is_scout
            && excluded.is_none()
            && let Some(judged) = judged
        {
            let seems = refined(judged, known, ply);
            let found =
                self.try_without_moves(position, ply, depth, window, seems, improving, expect_cut);
            if let Some(score) = found {
                return score;
            }
        }

        // Without a move to try first a shallower search finds one for the next time.
        if self.features.reductions
            && depth >= 4
            && remembered.is_none()
            && (expect_cut || !is_scout)
        {
            depth -= 1;
        }

        self.search_moves(
            position,
            ply,
            depth,
            window,
            expect_cut,
            &Node { known, raw, judged, improving, threatened, structure, excluded },
        )
    }

    /// By how much a quiet root move is searched less deep when so many were tried before it.
    pub(crate) fn late_at_root(&self, depth: i32, before: usize) -> i32 {
        (self.reductions.get(depth, before + 1) - 1).max(1)
    }

    fn count(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        self.pace.spend(1, self.control);
        if self.shared.as_ref().is_some_and(|shared| shared.is_settled()) {
            self.given_up = true;
        }
    }

    /// Is what is being searched not wanted any more?
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.given_up || self.control.is_over()
    }

    /// What the oracle knows of a position.
    #[inline]
    fn ask_oracle(&self, position: &P, ply: usize) -> Option<Score> {
        let oracle = self.oracle?;
        let for_good = position.reversible() == 0;
        if ply == 0 || ply > 1 && !for_good {
            return None;
        }
        let score = match oracle(position)? {
            Verdict::Won(plies) => Score::known_win(ply + plies),
            // The winner has just taken the step that counts.
            Verdict::Lost(_) if for_good => Score::known_loss(ply),
            Verdict::Lost(plies) => Score::known_loss(ply + plies),
            Verdict::Drawn => return Some(Score::DRAW),
        };
        if self.features.table {
            let (score, depth) = (score.seen_from(ply), MOST_PLIES as u8);
            let entry = Entry { best: None, score, depth, bound: Bound::Exact, judged: None };
            self.table.put(position.key(), entry);
        }
        Some(score)
    }

    pub(crate) fn judge(&self, position: &P) -> Score {
        let score = Score::judged((self.evaluate)(position, self.judge));
        if position.turn() == self.judge { score } else { -score }
    }

    /// What the table remembers of an earlier judgement, or a new one.
    fn judge_once(&self, position: &P, known: Option<Entry>) -> i32 {
        let remembered = known.and_then(|entry| entry.judged);
        remembered.map_or_else(|| self.judge(position).value(), i32::from)
    }

    /// As a match judges, but one repetition within the search is enough: what can be
    /// repeated once can be repeated again.
    fn is_drawn(&self, position: &P, ply: usize) -> bool {
        ply > 0
            && (position.limit().is_some() && position.ending().is_none()
                || self.history.is_repetition_within(position, self.played))
    }

    fn before(&self, ply: usize) -> Before {
        let target = |plies: usize| ply.checked_sub(plies).and_then(|p| self.frames[p].target);
        Before { one: target(1), two: target(2) }
    }

    fn keep_line(&mut self, ply: usize, m: P::Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }
}

/// The judgement, or what the table knows better.
fn refined(judged: i32, known: Option<Entry>, ply: usize) -> i32 {
    let Some(entry) = known else { return judged };
    let stored = Score::seen_at(entry.score, ply);
    let better = match entry.bound {
        _ if stored.is_decided() => false,
        Bound::Exact => true,
        Bound::Lower => stored.value() > judged,
        Bound::Upper => stored.value() < judged,
    };
    if better { stored.value() } else { judged }
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
struct Node {
    known: Option<Entry>,
    raw: Option<i32>,
    judged: Option<i32>,
    improving: bool,
    threatened: bool,
    structure: Option<u64>,
    excluded: Option<u32>,
}

/// The end of the game for the player to move.
pub(crate) fn score_of<P: Position>(ending: &Ending, position: &P, ply: usize) -> Score {
    match ending.winner() {
        None => Score::DRAW,
        Some(winner) if winner == position.turn() => Score::win_in(ply),
        Some(_) => Score::loss_in(ply),
    }
}
