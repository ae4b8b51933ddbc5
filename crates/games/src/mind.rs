//! Computer players behind one face.

use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_core::{Game, Kind, Match, Method, Rng, Tactics, Term, TextError};
use agon_search::{
    Answer, Features, Growth, Level, Limits, Opponents, Question, Score, Table, Time, Tree, race,
    search, search_many,
};

/// What a computer player keeps from move to move.
pub struct Mind {
    megabytes: usize,
    table: Table,
    /// The tree of the game being played, of whichever type of position.
    tree: Option<(Growth, Box<dyn Any + Send>)>,
    rng: Rng,
}

impl Mind {
    /// A fresh mind with so many megabytes of memory; the seed decides between equals.
    #[must_use]
    pub fn new(megabytes: usize, seed: u64) -> Mind {
        Mind { megabytes, table: Table::new(megabytes), tree: None, rng: Rng::new(seed) }
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        self.table.clear();
        self.tree = None;
    }

    /// The tree for games of this type, which grows from move to move.
    fn tree<G: Tactics>(&mut self, growth: Growth) -> &mut Tree<G> {
        let fits =
            |tree: &(Growth, Box<dyn Any + Send>)| tree.0 == growth && tree.1.is::<Tree<G>>();
        if !self.tree.as_ref().is_some_and(fits) {
            let tree = Tree::<G>::new(self.megabytes, growth, self.rng.next_u64());
            self.tree = Some((growth, Box::new(tree)));
        }
        let tree = self.tree.as_mut().and_then(|(_, tree)| tree.downcast_mut());
        tree.expect("the tree was just made for this type")
    }

    /// How full the memory is, in thousandths.
    #[must_use]
    pub fn fullness(&self) -> usize {
        self.table.fullness()
    }
}

/// What a computer player is asked to do.
#[derive(Clone, Debug)]
pub struct Order {
    /// The kind of player, by name.
    pub kind: String,
    /// How positions are judged, by name; `None` for what the kind prefers.
    pub evaluation: Option<String>,
    /// How strong it is.
    pub level: Level,
    /// What may be spent.
    pub limits: Limits,
    /// How many lines are wanted.
    pub lines: usize,
    /// How many threads may be used.
    pub threads: usize,
    /// What the full search may do.
    pub features: Features,
}

impl Default for Order {
    fn default() -> Order {
        Order {
            kind: USUAL[0].name.into(),
            evaluation: None,
            level: Level::FULL,
            limits: Limits::default(),
            lines: 1,
            threads: 1,
            features: Features::ALL,
        }
    }
}

/// What a computer player thinks.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move it makes; `None` when there is none.
    pub best: Option<String>,
    /// The best lines, best first.
    pub lines: Vec<ThoughtLine>,
    /// Plies of the last complete iteration.
    pub depth: usize,
    /// Plies of the longest line looked at.
    pub deepest: usize,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// How full the memory is, in thousandths.
    pub fullness: usize,
}

/// A line of moves as texts.
#[derive(Clone, Debug)]
pub struct ThoughtLine {
    /// How good it is for the player to move.
    pub score: Score,
    /// The moves.
    pub moves: Vec<String>,
}

/// What the search supposes of more than one opponent.
const MANY: Opponents = Opponents::OneAtATime;

/// What the full search is also called, where a game has no other kind of this name.
const ALIAS: &str = "alpha-beta";

/// Among how many moves a restless player chooses when it gets nowhere.
const WAYS_ON: usize = 3;

/// The kinds that every game has.
const USUAL: [Kind; 3] = [
    Kind {
        name: "agon",
        about: "looks many moves ahead and expects the best answer each time",
        method: Method::AlphaBeta,
        evaluation: None,
    },
    Kind {
        name: "guided-tree",
        about: "grows a tree of promising moves and judges its leaves",
        method: Method::GuidedTree,
        evaluation: None,
    },
    Kind {
        name: "monte-carlo",
        about: "plays many games at random to see which moves win more often",
        method: Method::RandomGames,
        evaluation: None,
    },
];

/// All kinds of computer players of a game, the default one first.
pub(crate) fn kinds<G: Tactics>() -> Vec<Kind> {
    let special = |kind: &&Kind| G::KINDS.iter().all(|own| own.name != kind.name);
    USUAL.iter().filter(special).chain(G::KINDS).copied().collect()
}

/// The parts of a judgement of the present position.
pub(crate) fn terms<G: Game + Tactics>(
    game: &Match<G>,
    evaluation: Option<&str>,
) -> Result<Vec<Term>, TextError> {
    Ok((find_evaluation::<G>(evaluation)?.terms)(game.position()))
}

fn find_evaluation<G: Tactics>(
    name: Option<&str>,
) -> Result<&'static agon_core::Evaluation<G>, TextError> {
    let Some(name) = name else { return Ok(&G::EVALUATIONS[0]) };
    G::EVALUATIONS.iter().find(|e| e.name == name).ok_or_else(|| {
        let known: Vec<&str> = G::EVALUATIONS.iter().map(|e| e.name).collect();
        TextError::new("evaluation", name, known.join(", "))
    })
}

/// Lets a computer player think about the present position.
pub(crate) fn think<G: Game + Tactics>(
    game: &Match<G>,
    mind: &mut Mind,
    order: &Order,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Thought),
) -> Result<Thought, TextError> {
    let kinds = kinds::<G>();
    let named = |name: &str| kinds.iter().find(|kind| kind.name == name);
    let alias = || named(USUAL[0].name).filter(|_| order.kind == ALIAS);
    let kind = named(&order.kind).or_else(alias).ok_or_else(|| {
        let known: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        TextError::new("kind", &order.kind, known.join(", "))
    })?;
    let evaluation = find_evaluation::<G>(order.evaluation.as_deref().or(kind.evaluation))?;
    let mut limits = order.level.limit(order.limits);
    let mut features = order.features;
    let habit = G::HABITS.iter().find(|habit| habit.kind == kind.name);
    if habit.is_some() && limits == Limits::default() {
        limits.time = Some(Time::Exactly(Duration::from_secs(1)));
    }
    if let Method::Plain { depth } = kind.method {
        limits.depth = Some(limits.depth.map_or(depth, |given| given.min(depth)));
        features = Features::PLAIN;
    }
    let position = game.position();
    let mut lines = order.lines.max(order.level.lines());
    let mut restless = false;
    if let Method::Restless(after) = kind.method {
        features = Features::PLAIN;
        restless = position.reversible() >= after;
        lines = if restless { lines.max(WAYS_ON) } else { lines };
    }
    let question = Question {
        position,
        history: game.history(),
        evaluate: evaluation.evaluate,
        habit,
        limits,
        features,
        lines,
        threads: order.threads,
    };
    let fullness = mind.fullness();
    let write = |answer: &Answer<G::Move>, best: usize| thought(position, answer, best, fullness);
    let mut tell = |answer: &Answer<G::Move>| report(&write(answer, 0));
    let opponents = match kind.method {
        Method::MaxN => Some(Opponents::Selfish),
        Method::BestReply => Some(Opponents::OneAtATime),
        Method::Paranoid => Some(Opponents::United),
        Method::AlphaBeta if position.players() > 2 => Some(MANY),
        Method::Plain { .. } | Method::Restless(_) if position.players() > 2 => {
            Some(Opponents::United)
        }
        _ => None,
    };
    let growth = match kind.method {
        Method::RandomGames => Some(Growth::RandomGames),
        Method::GuidedTree => Some(Growth::Guided),
        _ => None,
    };
    let may_race = kind.method == Method::AlphaBeta && question.lines == 1;
    let opening = habit.and_then(|habit| (habit.opening)(position, &mut mind.rng));
    let answer = if let Some(m) = opening {
        Answer::at_once(m)
    } else if let Some(answer) =
        may_race.then(|| race(&question, &mind.table, stop, &mut tell)).flatten()
    {
        answer
    } else if let Some(growth) = growth {
        mind.tree::<G>(growth).search(&question, stop, &mut tell)
    } else if let Some(opponents) = opponents {
        search_many(&question, opponents, &mind.table, stop, &mut tell)
    } else {
        search(&question, &mind.table, stop, &mut tell)
    };
    let best = match restless {
        true => mind.rng.below(answer.lines.len().clamp(1, WAYS_ON)),
        false => order.level.choose(&answer.lines, &mut mind.rng),
    };
    Ok(write(&answer, best))
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
        fullness,
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
