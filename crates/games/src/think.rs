//! How a computer player comes to its move.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_core::{Game, Kind, Match, Method, Rng, Tactics, Term, TextError};
use agon_search::{
    Answer, Features, Growth, Level, Limits, Line, Opponents, Question, Time, Verdict, human_time,
    race, search, search_many,
};

use crate::kinds::{find_evaluation, find_kind};
use crate::mind::{Mind, Order, Thought, ThoughtLine};
use crate::perfect;
use crate::solved::{Oracle, PERFECT, Probe};

/// What the search supposes of more than one opponent.
const MANY: Opponents = Opponents::BestReply;
/// How long the players of old programs think where nothing is said.
const OF_OLD: Duration = Duration::from_secs(1);
/// Among how many moves a restless player chooses when it gets nowhere.
const WAYS_ON: usize = 3;
/// Openings vary for so many plies, among so many moves that are worth the same within so many
/// hundredths of a man.
const OPENING: usize = 8;
const OPENING_MOVES: usize = 4;
const OPENING_MARGIN: i32 = 12;
/// A move that is better than the next by so many hundredths of a man is the obvious one.
const OBVIOUS: f64 = 150.0;

/// The parts of a judgement of the present position.
pub(crate) fn terms<G: Game + Tactics>(
    game: &Match<G>,
    evaluation: Option<&str>,
) -> Result<Vec<Term>, TextError> {
    Ok((find_evaluation::<G>(evaluation)?.terms)(game.position()))
}

/// Lets a computer player think about the present position.
pub(crate) fn think<G: Game + Tactics>(
    game: &Match<G>,
    mind: &mut Mind,
    order: &Order,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Thought),
) -> Result<Thought, TextError> {
    let kind = find_kind::<G>(&order.kind)?;
    let verdicts = verdicts(game.position(), order);
    if kind.name == PERFECT
        && let Some(thought) = perfect::look_up(game, mind, order, verdicts.clone())?
    {
        report(&thought);
        return Ok(thought);
    }
    let evaluation = find_evaluation::<G>(order.evaluation.as_deref().or(kind.evaluation))?;
    mind.judge_by::<G>(evaluation.name);
    let position = game.position();
    let choice = Choice::new(game, &kind, order);
    let ask = oracle(position, &kind, order).map(|oracle| {
        let known = known_moves(position, &oracle);
        move |position: &G| match &known {
            Some(known) => known.get(&position.key()).copied(),
            None => oracle.verdict(position),
        }
    });
    let question = Question {
        position,
        history: game.history(),
        evaluate: evaluation.evaluate,
        habit: G::HABITS.iter().find(|habit| habit.kind == kind.name),
        oracle: ask.as_ref().map(|ask| ask as _),
        limits: limits::<G>(&kind, order),
        features: match kind.method {
            Method::Plain { .. } | Method::Restless(_) => Features::PLAIN,
            _ => order.features,
        },
        lines: order.lines.max(choice.lines()),
        threads: order.threads,
    };
    let fullness = mind.fullness();
    let answer = answer(&question, &kind, mind, stop, &mut |answer| {
        report(&Thought { verdicts: verdicts.clone(), ..thought(position, answer, 0, fullness) });
    });
    let best = choice.make(&answer.lines, mind.rng());
    let mut thought = Thought { verdicts, ..thought(position, &answer, best, fullness) };
    thought.leisure = human_time(
        position.count_moves() as usize,
        game.past().len(),
        clearness(&answer.lines),
        mind.rng(),
    );
    Ok(thought)
}

/// What is known of the game without searching: for the full search at its full strength, where
/// there is a database. Weaker levels would be none with it.
fn oracle<G: Game>(position: &G, kind: &Kind, order: &Order) -> Option<Arc<Oracle>> {
    let wants = kind.method == Method::AlphaBeta && order.level == Level::FULL;
    let folder = order.database.as_ref().filter(|_| wants)?;
    Oracle::shared(position, folder).ok()
}

/// The moves that win or lose, by the key of where they lead; `None` when the position itself is
/// not known.
///
/// Who knows how the game stands need not ask further on: no draw says anything new, and a
/// search through them at full speed finds where the enemy can go wrong.
fn known_moves<G: Game>(position: &G, oracle: &Oracle) -> Option<HashMap<u64, Verdict>> {
    oracle.verdict(position)?;
    let mut known = HashMap::new();
    position.moves(&mut |m| {
        let mut next = position.clone();
        next.play(m);
        let decided = oracle.verdict(&next).filter(|&verdict| verdict != Verdict::Drawn);
        known.extend(decided.map(|verdict| (next.key(), verdict)));
    });
    Some(known)
}

/// What the tables know of the position and of every move, where that is wanted and known.
fn verdicts<G: Game>(position: &G, order: &Order) -> Option<Arc<Probe>> {
    let folder = order.database.as_ref().filter(|_| order.verdicts)?;
    Oracle::shared(position, folder).ok()?.report_any(position).map(Arc::new)
}

/// What a move of this kind may cost.
fn limits<G: Tactics>(kind: &Kind, order: &Order) -> Limits {
    let mut limits = order.level.limit(order.limits);
    if G::HABITS.iter().any(|habit| habit.kind == kind.name) && limits == Limits::default() {
        limits.time = Some(Time::Exactly(OF_OLD));
    }
    if let Method::Plain { depth } = kind.method {
        limits.depth = Some(limits.depth.map_or(depth, |given| given.min(depth)));
    }
    limits
}

/// The search that the kind asks for.
fn answer<G: Tactics>(
    question: &Question<'_, G>,
    kind: &Kind,
    mind: &mut Mind,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Answer<G::Move>),
) -> Answer<G::Move> {
    let opening = question.habit.and_then(|habit| (habit.opening)(question.position, mind.rng()));
    if let Some(m) = opening {
        return Answer::at_once(m);
    }
    let many = question.position.players() > 2;
    let opponents = match kind.method {
        Method::RandomGames => return mind.tree(Growth::RandomGames).search(question, stop, tell),
        Method::GuidedTree => return mind.tree(Growth::Guided).search(question, stop, tell),
        Method::MaxN => Some(Opponents::MaxN),
        Method::Paranoid => Some(Opponents::Paranoid),
        Method::AlphaBeta => many.then_some(MANY),
        Method::Plain { .. } | Method::Restless(_) => many.then_some(Opponents::Paranoid),
    };
    if kind.method == Method::AlphaBeta
        && question.lines == 1
        && let Some(answer) = race(question, mind.table(), stop, tell)
    {
        return answer;
    }
    match opponents {
        Some(opponents) => search_many(question, opponents, mind.table(), stop, tell),
        None => search(question, mind.table(), stop, tell),
    }
}

/// Which of the best lines is taken.
enum Choice {
    /// As the level has it.
    Level(Level),
    /// Any of the best few, to get on.
    Restless,
    /// Any of those that are as good as the best: openings that vary.
    Varied,
}

impl Choice {
    fn new<G: Tactics>(game: &Match<G>, kind: &Kind, order: &Order) -> Choice {
        match kind.method {
            Method::Restless(after) if game.position().reversible() >= after => Choice::Restless,
            Method::AlphaBeta
                if order.variety && order.level == Level::FULL && game.past().len() < OPENING =>
            {
                Choice::Varied
            }
            _ => Choice::Level(order.level),
        }
    }

    /// How many lines have to be known.
    fn lines(&self) -> usize {
        match self {
            Choice::Level(level) => level.lines(),
            Choice::Restless => WAYS_ON,
            Choice::Varied => OPENING_MOVES,
        }
    }

    fn make<M>(&self, lines: &[Line<M>], rng: &mut Rng) -> usize {
        let among = match self {
            Choice::Level(level) => return level.choose(lines, rng),
            Choice::Restless => lines.len().min(WAYS_ON),
            Choice::Varied => {
                let as_good = |line: &&Line<M>| line.score + OPENING_MARGIN >= lines[0].score;
                lines.iter().take(OPENING_MOVES).take_while(as_good).count()
            }
        };
        rng.below(among.max(1))
    }
}

/// How clearly the best move stands out, from 0 to 1.
fn clearness<M>(lines: &[Line<M>]) -> f64 {
    match lines {
        [best, next, ..] => f64::from(best.score.value() - next.score.value()) / OBVIOUS,
        _ => 0.3,
    }
}

fn thought<G: Game>(
    position: &G,
    answer: &Answer<G::Move>,
    best: usize,
    fullness: usize,
) -> Thought {
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
        leisure: Duration::ZERO,
        fullness,
        verdicts: None,
    }
}

/// The moves of a line as texts. A line from the memory may end early.
fn texts<G: Game>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(position.move_text(m));
        position.play(m);
    }
    texts
}
