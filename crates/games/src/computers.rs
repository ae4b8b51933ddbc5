//! Computer players and evaluations by name.

use std::sync::Arc;

use agon_core::TextError;
use agon_search::Level;
use agon_tactics::{Computer, Evaluation, Method, Network, STRONGEST, Tactics};

use crate::Order;

/// Other name of the strongest player, unless a game has a player of this name.
const ALIAS: &str = "alpha-beta";

/// Description of a kind of computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Name by which it is selected.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// Whether it uses the full search. Only that search uses networks and margins.
    pub is_full_search: bool,
}

impl Kind {
    pub(crate) fn of<G: Tactics>(computer: &Computer<G>) -> Kind {
        let is_full_search = computer.method == Method::AlphaBeta;
        Kind { name: computer.name, about: computer.about, is_full_search }
    }
}

/// Finds a computer player by name, including the unlisted models of beginners.
pub(crate) fn find_computer<G: Tactics>(name: &str) -> Result<&'static Computer<G>, TextError> {
    let all = || G::COMPUTERS.iter().chain(Computer::MODELS);
    let named = |name: &str| all().find(|computer| computer.name == name);
    let alias = || named(STRONGEST).filter(|_| name == ALIAS);
    named(name).or_else(alias).ok_or_else(|| {
        let known: Vec<&str> = all().map(|computer| computer.name).collect();
        TextError::new("kind", name, known.join(", "))
    })
}

/// Name of the evaluation by the game's network.
pub(crate) const NETWORK: &str = "network";
const ABOUT_NETWORK: &str = "a small network that has learned from games against itself";
/// First level that uses the network; lower levels use the hand-crafted evaluation.
const FIRST_NETWORK_LEVEL: u8 = 6;

/// Returns the names and descriptions of the selectable evaluations, the strongest player's first.
pub(crate) fn evaluations<G: Tactics>() -> Vec<(&'static str, &'static str)> {
    let network = G::INPUTS.and_then(|inputs| inputs.network).map(|_| (NETWORK, ABOUT_NETWORK));
    network.into_iter().chain(G::EVALUATIONS.iter().map(|e| (e.name, e.about))).collect()
}

pub(crate) struct Judgement<G: Tactics> {
    pub(crate) evaluation: &'static Evaluation<G>,
    pub(crate) network: Option<NetworkInUse>,
}

pub(crate) enum NetworkInUse {
    /// The game's own network.
    Own(&'static Network),
    /// A network under test.
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
                    && order.level >= Level::new(FIRST_NETWORK_LEVEL).unwrap_or(Level::FULL)
            }
        };
        let network = match &order.network {
            Some(tried) => Some(NetworkInUse::Tried(Arc::clone(tried))),
            None => own.filter(|_| by_network).map(|own| NetworkInUse::Own(own())),
        };
        Ok(Judgement { evaluation, network })
    }

    /// Returns the key under which results of this evaluation are cached.
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

pub(crate) fn find_evaluation<G: Tactics>(name: &str) -> Result<&'static Evaluation<G>, TextError> {
    G::EVALUATIONS.iter().find(|e| e.name == name).ok_or_else(|| {
        let known: Vec<&str> = G::EVALUATIONS.iter().map(|e| e.name).collect();
        TextError::new("evaluation", name, known.join(", "))
    })
}
