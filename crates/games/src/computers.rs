//! The computer players of a game and its evaluations, by name.

use agon_core::TextError;
use agon_tactics::{Computer, Evaluation, STRONGEST, Tactics};

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

impl Kind {
    pub(crate) fn of<G: Tactics>(computer: &Computer<G>) -> Kind {
        Kind { name: computer.name, about: computer.about }
    }
}

/// The computer player of this name; models of beginners are found though nobody is offered them.
pub(crate) fn find_computer<G: Tactics>(name: &str) -> Result<&'static Computer<G>, TextError> {
    let all = || G::COMPUTERS.iter().chain(Computer::MODELS);
    let named = |name: &str| all().find(|computer| computer.name == name);
    let alias = || named(STRONGEST).filter(|_| name == ALIAS);
    named(name).or_else(alias).ok_or_else(|| {
        let known: Vec<&str> = all().map(|computer| computer.name).collect();
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
