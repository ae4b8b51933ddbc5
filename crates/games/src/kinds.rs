//! The kinds of computer players.

use agon_core::{Evaluation, Kind, Method, Tactics, TextError};

use crate::solved;

/// What the full search is also called, where a game has no other kind of this name.
const ALIAS: &str = "alpha-beta";

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

/// Who looks every move up, where a game is solved and its tables are there. Not listed with
/// the others, because without the tables it is nobody.
const PERFECT: Kind = Kind {
    name: solved::PERFECT,
    about: "knows how every position ends",
    method: Method::AlphaBeta,
    evaluation: None,
};

/// The name of the strongest kind, which every game has.
pub(crate) const STRONGEST: &str = USUAL[0].name;

/// All kinds of computer players of a game, the default one first.
pub(crate) fn kinds<G: Tactics>() -> Vec<Kind> {
    let special = |kind: &&Kind| G::KINDS.iter().all(|own| own.name != kind.name);
    USUAL.iter().filter(special).chain(G::KINDS).copied().collect()
}

/// The kind of this name.
pub(crate) fn find_kind<G: Tactics>(name: &str) -> Result<Kind, TextError> {
    if name == PERFECT.name && solved::is_solved::<G>() {
        return Ok(PERFECT);
    }
    let kinds = kinds::<G>();
    let named = |name: &str| kinds.iter().find(|kind| kind.name == name);
    let alias = || named(STRONGEST).filter(|_| name == ALIAS);
    named(name).or_else(alias).copied().ok_or_else(|| {
        let known: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        TextError::new("kind", name, known.join(", "))
    })
}

/// The way to judge positions of this name, or the best one.
pub(crate) fn find_evaluation<G: Tactics>(
    name: Option<&str>,
) -> Result<&'static Evaluation<G>, TextError> {
    let Some(name) = name else { return Ok(&G::EVALUATIONS[0]) };
    G::EVALUATIONS.iter().find(|e| e.name == name).ok_or_else(|| {
        let known: Vec<&str> = G::EVALUATIONS.iter().map(|e| e.name).collect();
        TextError::new("evaluation", name, known.join(", "))
    })
}
