//! The computer players of a game and its evaluations, by name.

use agon_core::TextError;
use agon_tactics::{Computer, Evaluation, STRONGEST, Tactics};

use crate::solved;

/// What the strongest player is also called, where a game has no other one of this name.
const ALIAS: &str = "alpha-beta";

/// A kind of computer player, as something to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
}

/// Who looks every move up, where a game is solved and its tables are there. Not listed with
/// the others, because without the tables it is nobody.
const PERFECT: Kind = Kind { name: solved::PERFECT, about: "knows how every position ends" };

fn kind_of<G: Tactics>(computer: &Computer<G>) -> Kind {
    Kind { name: computer.name, about: computer.about }
}

/// All kinds of computer players of a game, the default one first.
pub(crate) fn kinds<G: Tactics>() -> Vec<Kind> {
    G::COMPUTERS.iter().map(kind_of).collect()
}

/// The kind of this name.
pub(crate) fn find_kind<G: Tactics>(name: &str) -> Result<Kind, TextError> {
    if name == PERFECT.name && solved::is_solved::<G>() {
        return Ok(PERFECT);
    }
    find_computer::<G>(name).map(kind_of)
}

/// The computer player of this name. Who looks moves up and does not find them thinks as the
/// strongest one does.
pub(crate) fn find_computer<G: Tactics>(name: &str) -> Result<&'static Computer<G>, TextError> {
    let named = |name: &str| G::COMPUTERS.iter().find(|computer| computer.name == name);
    let is_alias = name == ALIAS || name == PERFECT.name && solved::is_solved::<G>();
    named(name).or_else(|| named(STRONGEST).filter(|_| is_alias)).ok_or_else(|| {
        let known: Vec<&str> = G::COMPUTERS.iter().map(|computer| computer.name).collect();
        TextError::new("kind", name, known.join(", "))
    })
}

/// The evaluation of this name.
pub(crate) fn find_evaluation<G: Tactics>(name: &str) -> Result<&'static Evaluation<G>, TextError> {
    G::EVALUATIONS.iter().find(|e| e.name == name).ok_or_else(|| {
        let known: Vec<&str> = G::EVALUATIONS.iter().map(|e| e.name).collect();
        TextError::new("evaluation", name, known.join(", "))
    })
}
