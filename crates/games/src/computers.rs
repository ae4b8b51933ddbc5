//! The computer players of a game and its evaluations, by name.

use std::sync::Arc;

use agon_core::TextError;
use agon_search::Level;
use agon_tactics::{Computer, Evaluation, Method, Network, STRONGEST, Tactics};

use crate::Order;

/// What the strongest player is also called, where a game has no other one of this name.
const ALIAS: &str = "alpha-beta";

/// A kind of computer player, as something to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// Does it search with everything there is? Others have no use for networks and margins.
    pub is_full_search: bool,
}

impl Kind {
    pub(crate) fn of<G: Tactics>(computer: &Computer<G>) -> Kind {
        let is_full_search = computer.method == Method::AlphaBeta;
        Kind { name: computer.name, about: computer.about, is_full_search }
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

/// The name of the evaluation by the network that comes with a game.
pub(crate) const NETWORK: &str = "network";
/// What it looks at.
const ABOUT_NETWORK: &str = "a small network that has learned from games against itself";
/// Weaker levels than this judge as people do, by what can be told in words.
const FIRST_WITH_NETWORK: u8 = 6;

/// The evaluations of a game that can be chosen by name, and what they look at; that of the
/// strongest player first.
pub(crate) fn evaluations<G: Tactics>() -> Vec<(&'static str, &'static str)> {
    let network = G::INPUTS.and_then(|inputs| inputs.network).map(|_| (NETWORK, ABOUT_NETWORK));
    network.into_iter().chain(G::EVALUATIONS.iter().map(|e| (e.name, e.about))).collect()
}

/// How a computer player evaluates positions.
pub(crate) struct Judgement<G: Tactics> {
    pub(crate) evaluation: &'static Evaluation<G>,
    pub(crate) network: Option<NetworkInUse>,
}

/// A network in use.
pub(crate) enum NetworkInUse {
    /// The one that comes with the game.
    Own(&'static Network),
    /// One that is tried out.
    Tried(Arc<Network>),
}

impl<G: Tactics> Judgement<G> {
    pub(crate) fn new(computer: &Computer<G>, order: &Order) -> Result<Judgement<G>, TextError> {
        let own = G::INPUTS.and_then(|inputs| inputs.network);
        let asked = order.evaluation.as_deref().filter(|&name| name != NETWORK || own.is_none());
        let named = asked.map(find_evaluation::<G>).transpose()?;
        let evaluation = named.or(computer.evaluation).unwrap_or(&G::EVALUATIONS[0]);
        let by_network = match order.evaluation.as_deref() {
            Some(name) => name == NETWORK,
            None => {
                computer.method == Method::AlphaBeta
                    && computer.evaluation.is_none()
                    && order.level >= Level::new(FIRST_WITH_NETWORK).unwrap_or(Level::FULL)
            }
        };
        let network = match &order.network {
            Some(tried) => Some(NetworkInUse::Tried(Arc::clone(tried))),
            None => own.filter(|_| by_network).map(|own| NetworkInUse::Own(own())),
        };
        Ok(Judgement { evaluation, network })
    }

    /// What knowledge of positions by this judgement is kept under.
    pub(crate) fn name(&self) -> &'static str {
        if self.network.is_some() { NETWORK } else { self.evaluation.name }
    }

    pub(crate) fn network(&self) -> Option<&Network> {
        self.network.as_ref().map(|network| match network {
            NetworkInUse::Own(network) => *network,
            NetworkInUse::Tried(network) => network,
        })
    }
}

/// The evaluation of this name.
pub(crate) fn find_evaluation<G: Tactics>(name: &str) -> Result<&'static Evaluation<G>, TextError> {
    G::EVALUATIONS.iter().find(|e| e.name == name).ok_or_else(|| {
        let known: Vec<&str> = G::EVALUATIONS.iter().map(|e| e.name).collect();
        TextError::new("evaluation", name, known.join(", "))
    })
}
