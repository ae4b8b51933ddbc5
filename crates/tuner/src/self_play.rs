//! Plays one game of an evaluation against itself.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use agon_core::{Ending, History, Player, Rng};
use agon_search::{Features, Limits, Question, Score, TranspositionTable, search};
use agon_tactics::{Network, Tactics};

use crate::Agreement;

/// Self-play settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// Number of games; they alternate between the rules.
    pub games: u64,
    /// Nodes per search.
    pub nodes: u64,
    /// If set, most moves are found by faster searches whose scores are not recorded.
    pub quick: Option<Quick>,
    /// Range of the number of random moves at the start.
    pub opening: RangeInclusive<usize>,
    /// Transposition table size per thread, in MB.
    pub megabytes: usize,
    /// Random seed. Game `n` depends only on `seed + n`.
    pub seed: u64,
    /// Number of concurrent games.
    pub threads: usize,
    /// Score in hundredths of a piece for adjudication: a game is won when both sides agree on it for
    /// some plies, and drawn when both see equality for longer ([`Agreement`]). `None` plays all games
    /// to the end.
    pub resign: Option<i32>,
    /// Maximum percentage of random moves; each game draws its own share. Recorded scores are those of
    /// searches, but results are unsuitable for training. Searches mostly visit positions after bad
    /// moves, which other games do not contain.
    pub careless: usize,
}

/// Settings for recording few positions per game. Positions of one game are correlated: many games
/// with few positions each are better training data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quick {
    /// Average interval between recorded positions.
    pub every: usize,
    /// Nodes per search of the other moves.
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

/// Evaluation of the players.
#[derive(Debug)]
pub struct Judge<'a, P> {
    /// Handcrafted evaluation.
    pub evaluate: fn(&P, Player) -> i32,
    /// Network for the positions it covers.
    pub network: Option<&'a Network>,
}

impl<P> Clone for Judge<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Judge<'_, P> {}

/// Outcome of a game.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The game was played or adjudicated.
    Ended(Game),
    /// No undecided opening was found, or the game was too long.
    Abandoned,
    /// Cancelled.
    Stopped,
}

/// A game up to its end or to a decided score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Game {
    /// The winner; `None` for a draw.
    pub(crate) winner: Option<Player>,
    /// Random opening moves, as indices of legal moves.
    pub(crate) opening: Vec<usize>,
    /// Searched moves as indices of legal moves, each with the score for the player to move, if
    /// recorded.
    pub(crate) moves: Vec<(usize, Option<i32>)>,
}

/// Maximum attempts to find an undecided opening.
const OPENINGS: usize = 100;
/// Games that exceed this length are abandoned.
const LONGEST_GAME: usize = 3_000;

/// Plays game `index`.
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
        let candidate = Line::random(rules, plies, &mut rng);
        let open = candidate.filter(|(line, _)| {
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

/// Plays until the result is clear.
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
        let random = if rng.below(100) < careless { line.position.random_move(rng) } else { None };
        // A reader takes the move as evidence that the position is quiet.
        let is_recorded =
            quick.is_none() && (random.is_none() || line.position.gain(thought.best).is_none());
        let played = random.unwrap_or(thought.best);
        moves.push((line.number(played), score.filter(|_| is_recorded)));
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

/// A position with its history.
pub(crate) struct Line<P> {
    pub(crate) position: P,
    pub(crate) history: History,
}

impl<P: Tactics> Line<P> {
    pub(crate) fn start(rules: &P::Rules) -> Line<P> {
        Line { position: P::start(rules), history: History::default() }
    }

    /// Plays random moves from the start and returns their indices; `None` if the game ends.
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

    /// Returns the index of a move among the legal moves.
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

    /// Returns the legal move with this index.
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

/// A search with its transposition table.
pub(crate) struct Thinker<'a, P: Tactics> {
    judge: Judge<'a, P>,
    table: TranspositionTable,
    stop: &'a AtomicBool,
}

/// Result of a search.
pub(crate) struct Thought<M> {
    pub(crate) best: M,
    score: Score,
    /// Score of the last complete iteration; scores after it may be bounds.
    settled: Option<Score>,
}

impl<M> Thought<M> {
    fn is_decided(&self) -> bool {
        self.score.is_decided() || self.settled.is_some_and(Score::is_decided)
    }

    /// Returns the score of the last complete iteration, unless a result is in sight.
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
