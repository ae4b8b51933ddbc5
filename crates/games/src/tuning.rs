//! Type-erased tuning; see `agon_tuner`.

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use agon_core::{Game, Rules, TextError};
use agon_tactics::{Evaluation, Inputs, Network, Shape, Tactics};
use agon_tuner::{Error, Exact, Fitted, Fitting, Judge, Samples, Scale, SelfPlay, Tally};
use thiserror::Error;

use crate::Entry;
use crate::solved::{AnyTablebase, Value};

/// Why tuning failed.
#[derive(Debug, Error)]
pub enum TuningError {
    /// The rules are invalid.
    #[error(transparent)]
    Rules(#[from] TextError),
    /// The tuner failed.
    #[error(transparent)]
    Tuner(#[from] Error),
    /// The game has no tunable evaluation.
    #[error("no evaluation of this game can be tuned")]
    Fixed,
    /// The game has no network inputs.
    #[error("this game has no network inputs")]
    NoInputs,
}

fn tunable<G: Tactics>() -> Result<&'static Evaluation<G>, TuningError> {
    G::EVALUATIONS.iter().find(|e| e.tunable.is_some()).ok_or(TuningError::Fixed)
}

fn inputs<G: Tactics>() -> Result<&'static Inputs<G>, TuningError> {
    G::INPUTS.ok_or(TuningError::NoInputs)
}

fn parse_rules<G: Tactics>(rules: &[String]) -> Result<Vec<G::Rules>, TextError> {
    rules.iter().map(|text| G::Rules::parse(text)).collect()
}

/// The player of self-play games.
#[derive(Clone, Copy, Debug)]
pub enum Player<'a> {
    /// The game's strongest evaluation.
    Best,
    /// The tunable evaluation, without a network.
    Sum,
    /// A network under test.
    Network(&'a Network),
}

impl<'a> Player<'a> {
    fn judge<G: Tactics>(self) -> Judge<'a, G> {
        let network = match self {
            Player::Best => G::INPUTS.and_then(|inputs| inputs.network).map(|network| network()),
            Player::Sum => None,
            Player::Network(network) => Some(network),
        };
        Judge { evaluate: G::EVALUATIONS[0].evaluate, network }
    }
}

/// Selection of positions from searches; see [`agon_tuner::Visits`].
#[derive(Clone, Copy, Debug)]
pub struct Visits<'a> {
    /// One position out of this many is taken.
    pub every: usize,
    /// Number of positions.
    pub count: u64,
    /// The player that evaluates them.
    pub judge: Player<'a>,
    /// Nodes of the search that evaluates each position; only quiet positions are then written.
    pub nodes: Option<u64>,
}

/// Network inputs of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Planes, cells and buckets.
    pub shape: Shape,
    /// Symmetries of the inputs, as images of all cells.
    pub symmetries: Vec<Vec<usize>>,
}

/// A game with a tunable evaluation.
pub trait Tuning {
    /// Plays and writes self-play games from number `first` on, cycling through the rules.
    #[allow(clippy::too_many_arguments, reason = "what, how, from where, to where and till when")]
    fn generate(
        &self,
        rules: &[String],
        player: Player<'_>,
        plan: &SelfPlay,
        first: u64,
        out: &mut dyn Write,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Tally, TuningError>;
    /// Writes the quiet positions of games as lines of text; returns their number.
    fn write_samples(
        &self,
        games: &mut dyn BufRead,
        every: usize,
        out: &mut dyn Write,
    ) -> Result<u64, TuningError>;
    /// Fits the weights of the tunable evaluation to such positions.
    fn fit(
        &self,
        input: &mut dyn BufRead,
        fitting: &Fitting,
        progress: &mut dyn FnMut(usize, f64),
    ) -> Result<Fitted, TuningError>;
    /// Fits the scale at which search scores predict game results.
    fn fit_scale(&self, games: &mut dyn BufRead) -> Result<Scale, TuningError>;
    /// Returns the network inputs.
    fn layout(&self) -> Result<Layout, TuningError>;
    /// Writes the quiet positions of games as network inputs; returns their number. With a
    /// tablebase the results are its values, and unknown positions are left out.
    fn write_records(
        &self,
        games: &mut dyn BufRead,
        tablebase: Option<&dyn AnyTablebase>,
        out: &mut dyn Write,
    ) -> Result<u64, TuningError>;
    /// Writes positions that searches evaluate in self-play games as network inputs; returns their
    /// number.
    #[allow(clippy::too_many_arguments, reason = "what, how, to where and till when")]
    fn write_visited(
        &self,
        rules: &[String],
        plan: &SelfPlay,
        visits: Visits<'_>,
        out: &mut (dyn Write + Send),
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, TuningError>;
}

impl<G: Game + Tactics> Tuning for Entry<G> {
    fn generate(
        &self,
        rules: &[String],
        player: Player<'_>,
        plan: &SelfPlay,
        first: u64,
        out: &mut dyn Write,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Tally, TuningError> {
        let rules = parse_rules::<G>(rules)?;
        Ok(agon_tuner::generate::<G>(&rules, player.judge(), plan, first, out, stop, progress)?)
    }

    fn write_samples(
        &self,
        games: &mut dyn BufRead,
        every: usize,
        out: &mut dyn Write,
    ) -> Result<u64, TuningError> {
        Ok(agon_tuner::write_samples::<G>(games, every, out)?)
    }

    fn fit(
        &self,
        input: &mut dyn BufRead,
        fitting: &Fitting,
        progress: &mut dyn FnMut(usize, f64),
    ) -> Result<Fitted, TuningError> {
        let evaluation = tunable::<G>()?;
        let weights = evaluation.tunable.as_ref().map(|t| t.weights).ok_or(TuningError::Fixed)?;
        let samples = Samples::read::<G>(input, evaluation, fitting.threads)?;
        Ok(agon_tuner::fit(&samples, weights, fitting, progress)?)
    }

    fn fit_scale(&self, games: &mut dyn BufRead) -> Result<Scale, TuningError> {
        Ok(agon_tuner::fit_scale::<G>(games)?)
    }

    fn layout(&self) -> Result<Layout, TuningError> {
        let inputs = inputs::<G>()?;
        Ok(Layout { shape: inputs.shape(), symmetries: (inputs.symmetries)() })
    }

    fn write_records(
        &self,
        games: &mut dyn BufRead,
        tablebase: Option<&dyn AnyTablebase>,
        out: &mut dyn Write,
    ) -> Result<u64, TuningError> {
        let exact = tablebase.map(|tablebase| {
            move |position: &G| -> Option<u8> {
                let lookup = tablebase.read(&position.rules().text(), &position.text()).ok()?;
                match lookup.value().ok()?? {
                    Value::Won(_) => Some(2),
                    Value::Drawn => Some(1),
                    Value::Lost(_) => Some(0),
                }
            }
        });
        let exact = exact.as_ref().map(|exact| exact as Exact<'_, G>);
        Ok(agon_tuner::write_records::<G>(games, inputs::<G>()?, exact, out)?)
    }

    fn write_visited(
        &self,
        rules: &[String],
        plan: &SelfPlay,
        visits: Visits<'_>,
        out: &mut (dyn Write + Send),
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, TuningError> {
        let (rules, inputs) = (parse_rules::<G>(rules)?, inputs::<G>()?);
        let Visits { every, count, judge, nodes } = visits;
        let visits = agon_tuner::Visits { every, count, judge: judge.judge(), nodes };
        Ok(agon_tuner::write_visited(&rules, inputs, plan, &visits, out, stop, progress)?)
    }
}
