//! Runs computer players.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_core::{Game, Match, Rng, TextError};
use agon_search::{
    Answer, Features, Growth, Level, Limits, Line, Opponents, Question, Time, Verdict, human_time,
    race, search_by, search_many,
};
use agon_tactics::{Computer, Margins, Method, STRONGEST, Tactics, Term};

use crate::computers::{Judgement, NETWORK, find_computer, find_evaluation};
use crate::perfect::look_up;
use crate::searcher::{Order, Searcher, Thought, ThoughtLine};
use crate::solved::{Knowledge, PERFECT};

/// Model of several opponents in the full search.
const MULTIPLAYER_SEARCH: Opponents = Opponents::BestReply;
/// Number of moves that a restless player chooses from.
const RESTLESS_CHOICES: usize = 3;
/// Varied openings: number of plies, number of candidate moves, and maximum loss in hundredths of a
/// piece.
const OPENING: usize = 8;
const OPENING_MOVES: usize = 4;
const OPENING_MARGIN: i32 = 12;
/// Lead over the second-best move, in hundredths of a piece, that makes a move obvious.
const OBVIOUS: f64 = 150.0;

/// Returns the terms of an evaluation of the present position.
pub(crate) fn terms<G: Game + Tactics>(
    game: &Match<G>,
    evaluation: Option<&str>,
) -> Result<Vec<Term>, TextError> {
    // A network has no terms; the hand-crafted evaluation's are returned instead.
    let named = evaluation.filter(|&name| name != NETWORK).map(find_evaluation::<G>).transpose()?;
    Ok((named.unwrap_or(&G::EVALUATIONS[0]).terms)(game.position()))
}

/// Runs a computer player on the present position, with known values if there are any.
pub(crate) fn think<G: Game + Tactics>(
    game: &Match<G>,
    knowledge: Option<&dyn Knowledge<G>>,
    searcher: &mut Searcher,
    order: &Order,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Thought),
) -> Result<Thought, TextError> {
    let verdicts = knowledge.filter(|_| order.verdicts);
    let verdicts = verdicts.and_then(|known| known.probe(game.position())).map(Arc::new);
    let is_perfect = order.kind == PERFECT;
    if is_perfect
        && let Some(thought) = look_up(game, knowledge, searcher, order, verdicts.clone())?
    {
        report(&thought);
        return Ok(thought);
    }
    // Without tablebase values the perfect player searches like the strongest one.
    let computer = if is_perfect { STRONGEST } else { &order.kind };
    let computer = find_computer::<G>(computer)?;
    let judgement = Judgement::new(computer, order)?;
    searcher.evaluate_by::<G>(judgement.name());
    let position = game.position();
    let selection = Selection::new(game, computer, order);
    // Only at full strength: weaker levels stay weak.
    let full = computer.method == Method::AlphaBeta && order.level == Level::FULL;
    let ask = knowledge.filter(|_| full).map(|knowledge| {
        let known = known_moves(position, knowledge);
        move |position: &G| match &known {
            Some(known) => known.get(&position.key()).copied(),
            None => knowledge.verdict(position),
        }
    });
    let question = Question {
        position,
        history: game.history(),
        evaluate: judgement.evaluation.evaluate,
        network: judgement.network(),
        considers: computer.considers,
        race: computer.race,
        oracle: ask.as_ref().map(|ask| ask as _),
        limits: limits(computer, order),
        features: if computer.method == Method::Plain { Features::PLAIN } else { order.features },
        lines: order.lines.max(selection.lines()),
        threads: order.threads,
    };
    let own = G::MARGINS;
    let margins = order.margins.as_deref().unwrap_or(&own);
    let answer = answer(&question, margins, computer, searcher, stop, &mut |answer| {
        report(&Thought { verdicts: verdicts.clone(), ..thought(position, answer, 0) });
    });
    let best = selection.choose(&answer.lines, searcher.rng());
    let mut thought = Thought { verdicts, ..thought(position, &answer, best) };
    thought.human_time = human_time(
        position.count_moves() as usize,
        game.past().len(),
        clearness(&answer.lines),
        searcher.rng(),
    );
    Ok(thought)
}

/// Returns the decided moves by the key of the position they lead to; `None` if the position itself
/// is unknown.
///
/// If the root's value is known, the search need not probe further: drawing moves are searched at
/// full speed for chances that the opponent errs.
fn known_moves<G: Game>(
    position: &G,
    knowledge: &dyn Knowledge<G>,
) -> Option<HashMap<u64, Verdict>> {
    knowledge.verdict(position)?;
    let mut known = HashMap::new();
    position.moves(&mut |m| {
        let mut next = position.clone();
        next.play(m);
        let decided = knowledge.verdict(&next).filter(|&verdict| verdict != Verdict::Drawn);
        known.extend(decided.map(|verdict| (next.key(), verdict)));
    });
    Some(known)
}

/// Returns the limits of a move of this computer player.
fn limits<G: Tactics>(computer: &Computer<G>, order: &Order) -> Limits {
    let mut limits = order.level.limit(order.limits);
    if limits == (Limits { since: limits.since, ..Limits::default() }) {
        limits.time = computer.time.map(Time::Exactly);
    }
    let depths = limits.depth.into_iter().chain(computer.depth);
    Limits { depth: depths.min(), ..limits }
}

/// Runs the search that the computer player uses.
fn answer<G: Tactics>(
    question: &Question<'_, G>,
    margins: &Margins,
    computer: &Computer<G>,
    searcher: &mut Searcher,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Answer<G::Move>),
) -> Answer<G::Move> {
    let opening = computer.opening.and_then(|make| make(question.position, searcher.rng()));
    if let Some(m) = opening {
        return Answer::at_once(m);
    }
    let many = question.position.players() > 2;
    let opponents = match computer.method {
        Method::RandomGames => {
            return searcher.tree(Growth::RandomGames).search(question, stop, report);
        }
        Method::GuidedTree => return searcher.tree(Growth::Guided).search(question, stop, report),
        Method::MaxN => Some(Opponents::MaxN),
        Method::Paranoid => Some(Opponents::Paranoid),
        Method::AlphaBeta => many.then_some(MULTIPLAYER_SEARCH),
        Method::Plain => many.then_some(Opponents::Paranoid),
    };
    if question.lines == 1
        && let Some(answer) = race(question, searcher.table(), stop, report)
    {
        return answer;
    }
    match opponents {
        Some(opponents) => search_many(question, opponents, searcher.table(), stop, report),
        None => search_by(question, margins, searcher.table(), stop, report),
    }
}

/// How a move is chosen among the best lines.
enum Selection {
    /// By playing strength.
    Level(Level),
    /// Any of the best few, to break repetitions.
    Restless,
    /// Any opening move about as good as the best.
    Varied,
}

impl Selection {
    fn new<G: Tactics>(game: &Match<G>, computer: &Computer<G>, order: &Order) -> Selection {
        let reversible = game.position().reversible();
        if computer.restless_after.is_some_and(|plies| reversible >= plies) {
            return Selection::Restless;
        }
        match computer.method {
            Method::AlphaBeta
                if order.variety && order.level == Level::FULL && game.past().len() < OPENING =>
            {
                Selection::Varied
            }
            _ => Selection::Level(order.level),
        }
    }

    fn lines(&self) -> usize {
        match self {
            Selection::Level(level) => level.lines(),
            Selection::Restless => RESTLESS_CHOICES,
            Selection::Varied => OPENING_MOVES,
        }
    }

    fn choose<M>(&self, lines: &[Line<M>], rng: &mut Rng) -> usize {
        let among = match self {
            Selection::Level(level) => return level.choose(lines, rng),
            Selection::Restless => lines.len().min(RESTLESS_CHOICES),
            Selection::Varied => {
                let as_good = |line: &&Line<M>| line.score + OPENING_MARGIN >= lines[0].score;
                lines.iter().take(OPENING_MOVES).take_while(as_good).count()
            }
        };
        rng.below(among.max(1))
    }
}

/// Returns the lead of the best move over the second, as a share of [`OBVIOUS`]; may exceed 1.
fn clearness<M>(lines: &[Line<M>]) -> f64 {
    match lines {
        [best, next, ..] => f64::from(best.score.value() - next.score.value()) / OBVIOUS,
        _ => 0.3,
    }
}

fn thought<G: Game>(position: &G, answer: &Answer<G::Move>, best: usize) -> Thought {
    let lines: Vec<ThoughtLine> = answer
        .lines
        .iter()
        .map(|line| ThoughtLine { score: line.score, moves: texts(position, &line.moves) })
        .collect();
    Thought {
        best: lines.get(best).and_then(|line| line.moves.first().cloned()),
        lines,
        depth: answer.depth,
        deepest: answer.deepest,
        nodes: answer.nodes,
        time: answer.time,
        human_time: Duration::ZERO,
        fullness: answer.fullness,
        verdicts: None,
    }
}

/// Returns the moves of a line as texts.
fn texts<G: Game>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(position.move_text(m));
        position.play(m);
    }
    texts
}
