//! One game of an evaluation against itself.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use agon_core::{Ending, History, Player, Rng};
use agon_search::{Features, Limits, Question, Score, TranspositionTable, search};
use agon_tactics::{Network, Tactics};

use crate::Agreement;

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How many games; those with several rules take turns.
    pub games: u64,
    /// Positions that the search of one move may visit.
    pub nodes: u64,
    /// Where only some positions are judged so: how the other moves are found.
    pub quick: Option<Quick>,
    /// How many moves at random each game begins with; not fewer than the first number, not
    /// more than the second.
    pub opening: RangeInclusive<usize>,
    /// Megabytes of what a search remembers, for each thread.
    pub megabytes: usize,
    /// Where chance begins. Game number `n` depends on `seed + n` and on nothing else.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// A game is given up when both sides think for some plies that one is so far ahead, in
    /// hundredths of a piece, and is drawn when they think for longer that nobody is ahead at all ([`Agreement`]);
    /// nothing set means that games are played to their end.
    pub resign: Option<i32>,
    /// How careless games are: in each one some share of the moves, between none and so many in a hundred, is
    /// made by lot. Positions keep the score of their own search, and nothing should be learned from results.
    /// A search sees mostly positions after moves that nobody would make; sensible games have none of them.
    pub careless: usize,
}

/// Games in which most moves are found quickly, and their scores are not told. Positions of one game are much
/// alike: from few positions of many games more is learned than from many of few.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quick {
    /// Of so many positions one is judged, on average.
    pub every: usize,
    /// Positions that the search of any other move may visit.
    pub nodes: u64,
}

impl Default for SelfPlay {
    fn default() -> SelfPlay {
        SelfPlay {
            games: 10_000,
            nodes: 4_000,
            quick: None,
            opening: 4..=8,
            megabytes: 2,
            seed: 1,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
            resign: None,
            careless: 0,
        }
    }
}

/// How the players of self-play evaluate positions.
#[derive(Debug)]
pub struct Judge<'a, P> {
    /// The evaluation.
    pub evaluate: fn(&P, Player) -> i32,
    /// What evaluates those positions that it knows instead.
    pub network: Option<&'a Network>,
}

impl<P> Clone for Judge<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Judge<'_, P> {}

/// What became of a game.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It came to its end.
    Ended(Game),
    /// No opening left it open, or it would not end.
    Abandoned,
    /// It was broken off from outside.
    Stopped,
}

/// A game that came to its end, or so near that a search saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Game {
    /// Who won; `None` for a draw.
    pub(crate) winner: Option<Player>,
    /// The random moves at the beginning, each as its number among the legal ones.
    pub(crate) opening: Vec<usize>,
    /// The moves that were searched, in the same way, and what the search thought of each for the
    /// player to move; `None` for nothing.
    pub(crate) moves: Vec<(usize, Option<i32>)>,
}

/// So many openings are tried until one leaves the game open.
const OPENINGS: usize = 100;
/// No rules let a game become longer; if some do, it is not judged but forgotten.
const LONGEST_GAME: usize = 3_000;

/// Plays game number `index`.
pub(crate) fn play<P: Tactics>(
    rules: &P::Rules,
    judge: Judge<'_, P>,
    plan: &SelfPlay,
    index: u64,
    stop: &AtomicBool,
) -> Outcome {
    let mut rng = Rng::new(plan.seed.wrapping_add(index));
    let thinker = Thinker::new(judge, plan, stop);
    let (least, most) = (*plan.opening.start(), *plan.opening.end());
    for _ in 0..OPENINGS {
        let plies = least + rng.below(most.saturating_sub(least) + 1);
        let begun = Line::random(rules, plies, &mut rng);
        let open = begun.filter(|(line, _)| {
            let thought = thinker.think(line, plan.nodes);
            thought.is_some_and(|thought| !thought.is_decided())
        });
        if stop.load(Ordering::Relaxed) {
            return Outcome::Stopped;
        }
        if let Some((line, opening)) = open {
            return play_out(line, opening, &thinker, plan, &mut rng);
        }
    }
    Outcome::Abandoned
}

/// Plays until the end is seen, both sides alike.
fn play_out<P: Tactics>(
    mut line: Line<P>,
    opening: Vec<usize>,
    thinker: &Thinker<'_, P>,
    plan: &SelfPlay,
    rng: &mut Rng,
) -> Outcome {
    let careless = rng.below(plan.careless + 1);
    let mut moves = Vec::new();
    let mut agreement = Agreement::default();
    for _ in 0..LONGEST_GAME {
        if let Some(ending) = line.ending() {
            return Outcome::Ended(Game { winner: ending.winner(), opening, moves });
        }
        let quick = plan.quick.filter(|quick| rng.below(quick.every.max(1)) > 0);
        let thought = thinker.think(&line, quick.map_or(plan.nodes, |quick| quick.nodes));
        if thinker.stop.load(Ordering::Relaxed) {
            return Outcome::Stopped;
        }
        let Some(thought) = thought else { break };
        let turn = line.position.turn();
        if let Some(score) = thought.settled.filter(|score| score.is_decided()) {
            let winner = if score > Score::DRAW { turn } else { turn.other() };
            return Outcome::Ended(Game { winner: Some(winner), opening, moves });
        }
        let score = thought.open_score();
        let by_lot = if rng.below(100) < careless { line.position.random_move(rng) } else { None };
        // Whoever reads the game sees by the move whether the position is quiet.
        let is_told =
            quick.is_none() && (by_lot.is_none() || line.position.gain(thought.best).is_none());
        let played = by_lot.unwrap_or(thought.best);
        moves.push((line.number(played), score.filter(|_| is_told)));
        line.play(played);
        if let (Some(far), Some(score)) = (plan.resign, score) {
            let for_first = if turn == Player::FIRST { score } else { -score };
            if let Some(winner) = agreement.note(for_first, far) {
                return Outcome::Ended(Game { winner, opening, moves });
            }
        }
    }
    Outcome::Abandoned
}

/// A position with those before it.
pub(crate) struct Line<P> {
    pub(crate) position: P,
    pub(crate) history: History,
}

impl<P: Tactics> Line<P> {
    pub(crate) fn start(rules: &P::Rules) -> Line<P> {
        Line { position: P::start(rules), history: History::default() }
    }

    /// The start and so many moves at random, with their numbers; `None` when the game ended on the
    /// way.
    fn random(rules: &P::Rules, plies: usize, rng: &mut Rng) -> Option<(Line<P>, Vec<usize>)> {
        let mut line = Line::<P>::start(rules);
        let mut numbers = Vec::new();
        for _ in 0..plies {
            let m = line.position.random_move(rng)?;
            numbers.push(line.number(m));
            line.play(m);
            if line.ending().is_some() {
                return None;
            }
        }
        Some((line, numbers))
    }

    pub(crate) fn play(&mut self, m: P::Move) {
        self.history.push(&self.position);
        self.position.play(m);
    }

    /// The number of a move among the legal ones.
    fn number(&self, m: P::Move) -> usize {
        let (id, mut number, mut found) = (P::id(m), 0, 0);
        self.position.moves(&mut |other| {
            if P::id(other) == id {
                found = number;
            }
            number += 1;
        });
        found
    }

    /// The legal move with this number.
    pub(crate) fn numbered(&self, wanted: usize) -> Option<P::Move> {
        let (mut number, mut found) = (0, None);
        self.position.moves(&mut |m| {
            if number == wanted {
                found = Some(m);
            }
            number += 1;
        });
        found
    }

    fn ending(&self) -> Option<Ending> {
        let repeated = || {
            let drawn = self.history.is_repetition(&self.position);
            drawn.then(|| Ending::draw(self.position.players(), "repetition"))
        };
        self.position.ending().or_else(|| self.position.limit()).or_else(repeated)
    }
}

/// Searches positions one after the other and remembers what it saw.
pub(crate) struct Thinker<'a, P: Tactics> {
    judge: Judge<'a, P>,
    table: TranspositionTable,
    stop: &'a AtomicBool,
}

/// What a search thinks of a position.
pub(crate) struct Thought<M> {
    pub(crate) best: M,
    score: Score,
    /// The score of the last complete iteration: later ones may be bounds.
    settled: Option<Score>,
}

impl<M> Thought<M> {
    fn is_decided(&self) -> bool {
        self.score.is_decided() || self.settled.is_some_and(Score::is_decided)
    }

    /// The score that it settled on, where the end is not in sight.
    pub(crate) fn open_score(&self) -> Option<i32> {
        self.settled.filter(|_| !self.is_decided()).map(Score::value)
    }
}

impl<'a, P: Tactics> Thinker<'a, P> {
    pub(crate) fn new(judge: Judge<'a, P>, plan: &SelfPlay, stop: &'a AtomicBool) -> Self {
        Thinker { judge, table: TranspositionTable::new(plan.megabytes), stop }
    }

    pub(crate) fn think(&self, line: &Line<P>, nodes: u64) -> Option<Thought<P::Move>> {
        let question = Question {
            position: &line.position,
            history: &line.history,
            evaluate: self.judge.evaluate,
            network: self.judge.network,
            considers: None,
            race: None,
            oracle: None,
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            features: Features::ALL,
            lines: 1,
            threads: 1,
        };
        let mut settled = None;
        let answer = search(&question, &self.table, self.stop, &mut |answer| {
            settled = answer.lines.first().map(|line| line.score);
        });
        let line = answer.lines.first()?;
        Some(Thought { best: *line.moves.first()?, score: line.score, settled })
    }
}
