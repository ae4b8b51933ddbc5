//! Principal variation search for two players.

use agon_core::{Ending, History, Player, Position, Tactics};

use crate::experience::{Before, Experience};
use crate::limits::Control;
use crate::pace::Pace;
use crate::picker::{self, Advice, Candidate};
use crate::table::{Bound, Entry, cutoff};
use crate::{Features, Score, Table};

/// No line is longer than this.
pub(crate) const MOST_PLIES: usize = 200;

/// One thread that searches.
pub(crate) struct Worker<'a, P: Tactics> {
    pub(crate) evaluate: fn(&P, Player) -> i32,
    /// The player to move at the root, in whose eyes all positions are judged: a judgement
    /// may have different weights for the two sides.
    judge: Player,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control<'a>,
    pub(crate) features: Features,
    pub(crate) experience: Experience,
    /// Positions before the root and on the way to the present node.
    pub(crate) history: History,
    /// How many of them lie before the root.
    pub(crate) played: usize,
    pub(crate) frames: Vec<Frame<P>>,
    pub(crate) nodes: u64,
    pace: Pace,
    pub(crate) deepest: usize,
    pub(crate) reductions: Reductions,
}

/// What belongs to one ply of the line being searched.
pub(crate) struct Frame<P: Tactics> {
    list: Vec<Candidate<P::Move>>,
    pub(crate) line: Vec<P::Move>,
    killers: [Option<u32>; 2],
    /// Where the move played at this ply went.
    target: Option<usize>,
    judged: Option<i32>,
    excluded: Option<u32>,
    passed: bool,
}

impl<P: Tactics> Frame<P> {
    fn new() -> Frame<P> {
        Frame {
            list: Vec::with_capacity(128),
            line: Vec::new(),
            killers: [None; 2],
            target: None,
            judged: None,
            excluded: None,
            passed: false,
        }
    }
}

/// A window of scores that are still of interest.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: Score::LOWEST, beta: Score::HIGHEST };

    fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only the question whether a score is above alpha.
    fn scout(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    fn is_scout(self) -> bool {
        self.alpha + 1 == self.beta
    }
}

impl<'a, P: Tactics> Worker<'a, P> {
    pub(crate) fn new(
        evaluate: fn(&P, Player) -> i32,
        judge: Player,
        table: &'a Table,
        control: &'a Control<'a>,
        features: Features,
        history: History,
    ) -> Worker<'a, P> {
        let frames = (0..MOST_PLIES + 4).map(|_| Frame::new()).collect();
        let played = history.len();
        Worker {
            evaluate,
            judge,
            table,
            control,
            features,
            experience: Experience::new::<P>(),
            history,
            played,
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
        self.history.push(position);
        let score = -self.search(&next, ply + 1, depth, window.flip(), expect_cut);
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
        if threatened && self.features.extensions && ply < MOST_PLIES / 2 {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce(position, ply, window);
        }
        self.count(ply);
        if self.control.is_over() || ply >= MOST_PLIES {
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
        let remembered = known.and_then(|entry| entry.best);

        // What the position seems to be worth, and whether things are getting better.
        let raw = if threatened { None } else { Some(self.judge(position).value()) };
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
            && let Some(score) =
                self.try_without_moves(position, ply, depth, window, judged, improving, expect_cut)
        {
            return score;
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

    /// What can be concluded from the judgement alone, or from passing.
    #[allow(clippy::too_many_arguments)]
    fn try_without_moves(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        window: Window,
        judged: i32,
        improving: bool,
        expect_cut: bool,
    ) -> Option<Score> {
        let Window { alpha, beta } = window;
        let seems = Score::judged(judged);
        if self.features.pruning && !beta.is_decided() {
            // So far above that a few plies will not change it.
            let margin = P::MARGINS.reverse_futility * (depth - i32::from(improving)).max(1);
            if depth <= 8 && seems - margin >= beta {
                return Some(Score::judged((judged + beta.value()) / 2));
            }
            // So far below that only noisy moves could help.
            if depth <= 4 && seems + P::MARGINS.razoring * depth <= alpha {
                let score = self.quiesce(position, ply, window);
                if score <= alpha {
                    return Some(score);
                }
            }
        }
        let may_pass = self.features.null_move
            && depth >= 3
            && seems >= beta
            && !beta.is_decided()
            && ply > 0
            && !self.frames[ply - 1].passed;
        if may_pass && let Some(passed) = position.pass() {
            let bold = ((judged - beta.value()) / P::MARGINS.null_move).min(3);
            let reduced = depth - 4 - depth / 4 - bold;
            self.frames[ply].target = None;
            self.frames[ply].passed = true;
            self.history.push(position);
            let answer = Window { alpha: -beta, beta: -beta + 1 };
            let score = -self.search(&passed, ply + 1, reduced, answer, !expect_cut);
            self.history.pop();
            self.frames[ply].passed = false;
            if score >= beta {
                return Some(if score.is_decided() { beta } else { score });
            }
        }
        None
    }

    fn search_moves(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        window: Window,
        expect_cut: bool,
        node: &Node,
    ) -> Score {
        let remembered = node.known.and_then(|entry| entry.best);
        let before = self.before(ply);
        let killers = self.frames[ply].killers;
        self.frames[ply + 1].killers = [None; 2];
        let advice = Advice { remembered, killers, before };
        let mut list = std::mem::take(&mut self.frames[ply].list);
        picker::list_all(position, &self.experience, advice, &mut list);
        if list.is_empty() {
            self.frames[ply].list = list;
            return position
                .ending()
                .map_or(Score::DRAW, |ending| score_of(&ending, position, ply));
        }

        let is_scout = window.is_scout();
        let remembered_noisy = list
            .iter()
            .any(|candidate| Some(candidate.id) == remembered && candidate.gain.is_some());
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let mut alpha = window.alpha;
        let mut tried_quiet = 0;
        let mut tried = 0;
        while let Some(candidate) = picker::next(&mut list, tried) {
            tried += 1;
            let Candidate { m, id, gain, merit, .. } = candidate;
            if node.excluded == Some(id) {
                continue;
            }
            let quiet = gain.is_none();
            tried_quiet += i32::from(quiet);
            let is_first = best_move.is_none();

            if self.features.pruning
                && !is_first
                && !node.threatened
                && best > Score::LOWEST
                && !(best.is_decided() && best < Score::DRAW)
                && self.is_hopeless(position, &candidate, depth, alpha, tried_quiet, node)
            {
                continue;
            }

            list[tried - 1].searched = true;
            let extension = if Some(id) == remembered {
                match self.singular(position, ply, depth, window, expect_cut, node) {
                    Singular::Extend(plies) => plies,
                    Singular::Cut(score) => {
                        self.frames[ply].list = list;
                        return score;
                    }
                }
            } else {
                0
            };
            let full = depth - 1 + extension;
            let here = Window { alpha, beta: window.beta };

            let mut score = Score::LOWEST;
            let mut wants_full = is_first;
            if !is_first {
                let reduced = if self.features.reductions && depth >= 3 && tried > 2 {
                    let mut less = self.reductions.get(depth, tried);
                    less -= i32::from(!is_scout);
                    less += i32::from(expect_cut) + i32::from(expect_cut && quiet);
                    less += i32::from(!node.improving);
                    less += i32::from(remembered_noisy && quiet);
                    less -= i32::from(node.threatened);
                    less -= i32::from(killers.contains(&Some(id)));
                    less -= merit / 8_192;
                    if !quiet {
                        less -= 1 + i32::from(position.exchange(m) >= 0);
                    }
                    (full - less.max(0)).max(1).min(full)
                } else {
                    full
                };
                score = self.descend(position, m, ply, reduced, here.scout(), true);
                if score > alpha && reduced < full {
                    score = self.descend(position, m, ply, full, here.scout(), !expect_cut);
                }
                wants_full = score > alpha && !is_scout;
            }
            if wants_full {
                score = self.descend(position, m, ply, full, here, is_scout && !expect_cut);
            }
            if self.control.is_over() {
                break;
            }

            if score > best {
                best = score;
                best_move = best_move.or(Some((candidate, false)));
                if score > alpha {
                    alpha = score;
                    best_move = Some((candidate, true));
                    self.keep_line(ply, m);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }

        if self.control.is_over() {
            self.frames[ply].list = list;
            return best.max(window.alpha);
        }
        if best == Score::LOWEST {
            // Only the excluded move was legal.
            self.frames[ply].list = list;
            return window.alpha;
        }
        if best >= window.beta
            && let Some((candidate, _)) = best_move
        {
            self.learn(position, ply, depth, candidate, &list[..tried], before);
        }
        self.frames[ply].list = list;
        if node.excluded.is_none() {
            let raised = best_move.filter(|&(_, raised)| raised).map(|(candidate, _)| candidate);
            self.remember(position, ply, depth, window, best, raised, node);
        }
        best
    }

    /// Does a late move not even deserve to be tried?
    fn is_hopeless(
        &self,
        position: &P,
        candidate: &Candidate<P::Move>,
        depth: i32,
        alpha: Score,
        tried_quiet: i32,
        node: &Node,
    ) -> bool {
        match candidate.gain {
            None => {
                let enough =
                    P::MARGINS.late_moves * (3 + depth * depth) / (2 - i32::from(node.improving));
                let far_below = node.judged.is_some_and(|judged| {
                    let margin = P::MARGINS.futility * (depth + 1);
                    depth <= 7 && Score::judged(judged) + margin <= alpha
                });
                let bad_record = depth <= 4 && candidate.merit < -4_000 * depth;
                depth <= 8 && tried_quiet > enough || far_below || bad_record
            }
            Some(_) => depth <= 6 && position.exchange(candidate.m) < -P::MARGINS.exchange * depth,
        }
    }

    /// Is the remembered move so much better than all others that it must be looked at more
    /// closely, or are there several that refute?
    fn singular(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        window: Window,
        expect_cut: bool,
        node: &Node,
    ) -> Singular {
        let Some(entry) = node.known else { return Singular::Extend(0) };
        let stored = Score::seen_at(entry.score, ply);
        let asks = self.features.singular
            && ply > 0
            && depth >= 7
            && node.excluded.is_none()
            && i32::from(entry.depth) >= depth - 3
            && entry.bound != Bound::Upper
            && !stored.is_decided();
        if !asks {
            return Singular::Extend(0);
        }
        let below = stored - depth * P::MARGINS.singular / 50;
        let list = std::mem::take(&mut self.frames[ply].list);
        self.frames[ply].excluded = entry.best;
        let scout = Window { alpha: below - 1, beta: below };
        let others = self.search(position, ply, (depth - 1) / 2, scout, expect_cut);
        self.frames[ply].excluded = None;
        self.frames[ply].list = list;
        self.frames[ply].judged = node.judged;
        if others < below {
            Singular::Extend(1)
        } else if others >= window.beta && window.is_scout() {
            Singular::Cut(others)
        } else if stored >= window.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }

    /// Tries noisy moves until the position can be judged.
    fn quiesce(&mut self, position: &P, ply: usize, window: Window) -> Score {
        self.frames[ply].line.clear();
        self.count(ply);
        if self.control.is_over() || ply >= MOST_PLIES {
            return self.judge(position);
        }
        if let Some(ending) = position.decided() {
            return score_of(&ending, position, ply);
        }
        if self.is_drawn(position, ply) {
            return Score::DRAW;
        }
        if !self.features.quiescence {
            return match position.ending() {
                Some(ending) => score_of(&ending, position, ply),
                None => self.judge(position),
            };
        }
        let key = position.key();
        let known = if self.features.table { self.table.get(key) } else { None };
        if let Some(entry) = known
            && window.is_scout()
            && let Some(score) = cutoff(&entry, ply, window.alpha, window.beta)
        {
            return score;
        }

        let threatened = position.is_threatened();
        let mut best = if threatened {
            Score::LOWEST
        } else {
            let raw = self.judge(position).value();
            Score::judged(self.corrected(raw, position.turn(), position.structure()))
        };
        if best >= window.beta {
            return best;
        }
        let stand = best;
        let mut alpha = window.alpha.max(best);
        let mut list = std::mem::take(&mut self.frames[ply].list);
        if threatened {
            let advice = Advice { before: self.before(ply), ..Advice::default() };
            picker::list_all(position, &self.experience, advice, &mut list);
            if list.is_empty() {
                self.frames[ply].list = list;
                return position.ending().map_or(Score::DRAW, |e| score_of(&e, position, ply));
            }
        } else {
            picker::list_noisy(position, &self.experience, &mut list);
        }
        let mut tried = 0;
        let mut best_id = None;
        while let Some(candidate) = picker::next(&mut list, tried) {
            tried += 1;
            let hopeful = threatened && best == Score::LOWEST;
            if !hopeful && self.features.pruning {
                let too_little = candidate
                    .gain
                    .is_some_and(|gain| !threatened && stand + gain + P::MARGINS.delta <= alpha);
                if too_little || candidate.gain.is_some() && position.exchange(candidate.m) < 0 {
                    continue;
                }
                if threatened && candidate.gain.is_none() && tried > 3 {
                    continue;
                }
            }
            self.frames[ply].target = Some(position.target(candidate.m));
            let mut next = position.clone();
            next.play(candidate.m);
            self.history.push(position);
            let here = Window { alpha, beta: window.beta };
            let score = -self.quiesce(&next, ply + 1, here.flip());
            self.history.pop();
            if self.control.is_over() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_id = Some(candidate.id);
                    self.keep_line(ply, candidate.m);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].list = list;
        if self.features.table && !self.control.is_over() {
            let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
            self.table
                .put(key, Entry { best: best_id, score: best.seen_from(ply), depth: 0, bound });
        }
        best
    }

    fn count(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        self.pace.spend(1, self.control);
    }

    pub(crate) fn judge(&self, position: &P) -> Score {
        let score = Score::judged((self.evaluate)(position, self.judge));
        if position.turn() == self.judge { score } else { -score }
    }

    fn corrected(&self, raw: i32, player: Player, structure: Option<u64>) -> i32 {
        match structure.filter(|_| self.features.correction) {
            Some(structure) => raw + self.experience.correction(player, structure),
            None => raw,
        }
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

    /// A move refuted the position: it and the ones tried before it in vain are remembered.
    fn learn(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        best: Candidate<P::Move>,
        tried: &[Candidate<P::Move>],
        before: Before,
    ) {
        let bonus = (150 * depth - 60).clamp(0, 1_800);
        let in_vain = tried.iter().filter(|other| other.searched && other.id != best.id);
        if best.gain.is_none() {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(best.id) {
                *killers = [Some(best.id), killers[0]];
            }
            self.experience.learn_quiet(position, best.m, before, bonus);
            for candidate in in_vain.clone().filter(|candidate| candidate.gain.is_none()) {
                self.experience.learn_quiet(position, candidate.m, before, -bonus);
            }
        } else {
            self.experience.learn_noisy(position, best.m, bonus);
        }
        for candidate in in_vain.filter(|candidate| candidate.gain.is_some()) {
            self.experience.learn_noisy(position, candidate.m, -bonus);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn remember(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        window: Window,
        best: Score,
        best_move: Option<Candidate<P::Move>>,
        node: &Node,
    ) {
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if self.features.table {
            let entry = Entry {
                best: best_move.map(|candidate| candidate.id),
                score: best.seen_from(ply),
                depth: depth.clamp(0, 255) as u8,
                bound,
            };
            self.table.put(position.key(), entry);
        }
        // A judgement that a deeper look contradicts is corrected for positions like this.
        let quiet = best_move.is_none_or(|candidate| candidate.gain.is_none());
        if self.features.correction
            && quiet
            && !best.is_decided()
            && let (Some(raw), Some(structure)) = (node.raw, node.structure)
        {
            let error = best.value() - raw;
            let useless = bound == Bound::Upper && error > 0 || bound == Bound::Lower && error < 0;
            if !useless {
                self.experience.learn_correction(position.turn(), structure, error, depth);
            }
        }
    }
}

/// What is known of a node before its moves are tried.
struct Node {
    known: Option<Entry>,
    raw: Option<i32>,
    judged: Option<i32>,
    improving: bool,
    threatened: bool,
    structure: Option<u64>,
    excluded: Option<u32>,
}

enum Singular {
    /// Look so much deeper at the remembered move.
    Extend(i32),
    /// Other moves refute as well.
    Cut(Score),
}

/// The end of the game for the player to move.
pub(crate) fn score_of<P: Position>(ending: &Ending, position: &P, ply: usize) -> Score {
    match ending.winner() {
        None => Score::DRAW,
        Some(winner) if winner == position.turn() => Score::win_in(ply),
        Some(_) => Score::loss_in(ply),
    }
}

/// By how much late moves are searched less deep.
pub(crate) struct Reductions([[i8; 64]; 64]);

impl Reductions {
    fn new() -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (tried, less) in row.iter_mut().enumerate().skip(1) {
                *less = (0.8 + (depth as f64).ln() * (tried as f64).ln() / 2.3) as i8;
            }
        }
        Reductions(table)
    }

    fn get(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][tried.min(63)])
    }
}
