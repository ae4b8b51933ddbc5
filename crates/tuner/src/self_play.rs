//! One game of an evaluation against itself.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use agon_core::{Ending, History, Notation, Player, Rng};
use agon_search::{Features, Limits, Question, Score, TranspositionTable, search};
use agon_tactics::Tactics;

/// How games are played, and which positions are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How many games; those with several rules take turns.
    pub games: u64,
    /// Positions that the search of one move may visit.
    pub nodes: u64,
    /// How many moves at random each game begins with; not fewer than the first number, not
    /// more than the second.
    pub opening: RangeInclusive<usize>,
    /// Of so many positions in a row at most one is kept: neighbours tell much the same.
    pub every: usize,
    /// Megabytes of what a search remembers, for each thread.
    pub megabytes: usize,
    /// Where chance begins. Game number `n` depends on `seed + n` and on nothing else.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
}

impl Default for SelfPlay {
    fn default() -> SelfPlay {
        SelfPlay {
            games: 10_000,
            nodes: 4_000,
            opening: 4..=8,
            every: 3,
            megabytes: 2,
            seed: 1,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}

/// What became of a game.
#[derive(Debug)]
pub(crate) enum Game {
    /// It came to its end.
    Ended {
        /// Who won; `None` for a draw.
        winner: Option<Player>,
        /// The positions to keep.
        moments: Vec<Moment>,
    },
    /// No opening left it open, or it would not end.
    Abandoned,
    /// It was broken off from outside.
    Stopped,
}

/// A position to learn from.
#[derive(Debug)]
pub(crate) struct Moment {
    /// What the search found, as the first player sees it.
    pub(crate) score: i32,
    pub(crate) text: String,
}

/// So many openings are tried until one leaves the game open.
const OPENINGS: usize = 100;
/// No rules let a game become longer; if some do, it is not judged but forgotten.
const LONGEST_GAME: usize = 3_000;

/// Plays game number `index`.
pub(crate) fn play<P: Tactics + Notation>(
    rules: &P::Rules,
    evaluate: fn(&P, Player) -> i32,
    plan: &SelfPlay,
    index: u64,
    stop: &AtomicBool,
) -> Game {
    let mut rng = Rng::new(plan.seed.wrapping_add(index));
    let table = TranspositionTable::new(plan.megabytes);
    let thinker = Thinker { evaluate, table, nodes: plan.nodes, stop };
    let (least, most) = (*plan.opening.start(), *plan.opening.end());
    for _ in 0..OPENINGS {
        let plies = least + rng.below(most.saturating_sub(least) + 1);
        let line = Line::random(rules, plies, &mut rng);
        let open = line.filter(|line| thinker.think(line).is_some_and(|t| !t.is_decided()));
        if stop.load(Ordering::Relaxed) {
            return Game::Stopped;
        }
        if let Some(line) = open {
            return play_out(line, &thinker, plan.every);
        }
    }
    Game::Abandoned
}

/// Plays to the end, both sides alike.
fn play_out<P: Tactics + Notation>(
    mut line: Line<P>,
    thinker: &Thinker<'_, P>,
    every: usize,
) -> Game {
    let mut moments = Vec::new();
    let mut wait = 0;
    for _ in 0..LONGEST_GAME {
        if let Some(ending) = line.ending() {
            return Game::Ended { winner: ending.winner(), moments };
        }
        let thought = thinker.think(&line);
        if thinker.stop.load(Ordering::Relaxed) {
            return Game::Stopped;
        }
        let Some(thought) = thought else { break };
        match line.quiet_score(&thought) {
            Some(score) if wait == 0 => {
                moments.push(Moment { score, text: line.position.text() });
                wait = every.saturating_sub(1);
            }
            _ => wait = wait.saturating_sub(1),
        }
        line.play(thought.best);
    }
    Game::Abandoned
}

/// A position with those before it.
struct Line<P> {
    position: P,
    history: History,
}

impl<P: Tactics> Line<P> {
    /// The start and so many moves at random; `None` when the game ended on the way.
    fn random(rules: &P::Rules, plies: usize, rng: &mut Rng) -> Option<Line<P>> {
        let mut line = Line { position: P::start(rules), history: History::default() };
        for _ in 0..plies {
            let m = line.position.random_move(rng)?;
            line.play(m);
            if line.ending().is_some() {
                return None;
            }
        }
        Some(line)
    }

    fn play(&mut self, m: P::Move) {
        self.history.push(&self.position);
        self.position.play(m);
    }

    fn ending(&self) -> Option<Ending> {
        let repeated = || {
            let drawn = self.history.is_repetition(&self.position);
            drawn.then(|| Ending::draw(self.position.players(), "repetition"))
        };
        self.position.ending().or_else(|| self.position.limit()).or_else(repeated)
    }

    /// The score as the first player sees it, where an evaluation can be held against the
    /// result: nothing hangs in the air, the end is out of sight, and the position is new.
    fn quiet_score(&self, thought: &Thought<P::Move>) -> Option<i32> {
        let quiet = !self.position.is_threatened()
            && self.position.gain(thought.best).is_none()
            && !thought.is_decided()
            && self.history.occurrences(&self.position) == 0;
        let value = thought.settled.filter(|_| quiet)?.value();
        Some(if self.position.turn() == Player::FIRST { value } else { -value })
    }
}

struct Thinker<'a, P: Tactics> {
    evaluate: fn(&P, Player) -> i32,
    table: TranspositionTable,
    nodes: u64,
    stop: &'a AtomicBool,
}

struct Thought<M> {
    best: M,
    score: Score,
    /// The score of the last complete iteration: later ones may be bounds.
    settled: Option<Score>,
}

impl<M> Thought<M> {
    fn is_decided(&self) -> bool {
        self.score.is_decided() || self.settled.is_some_and(Score::is_decided)
    }
}

impl<P: Tactics> Thinker<'_, P> {
    fn think(&self, line: &Line<P>) -> Option<Thought<P::Move>> {
        let question = Question {
            position: &line.position,
            history: &line.history,
            evaluate: self.evaluate,
            considers: None,
            race: None,
            oracle: None,
            limits: Limits { nodes: Some(self.nodes), ..Limits::default() },
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
