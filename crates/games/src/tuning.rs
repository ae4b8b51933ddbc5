//! Tuning of evaluations behind one face; see `agon_tuner` for what happens.

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use agon_core::{Game, Rules, TextError};
use agon_tactics::{Evaluation, Inputs, Network, Shape, Tactics};
use agon_tuner::{Error, Exact, Fitted, Fitting, Judge, Samples, Scale, SelfPlay, Tally};
use thiserror::Error;

use crate::Entry;
use crate::solved::{AnyTablebase, Value};

/// Tuning could not be done.
#[derive(Debug, Error)]
pub enum TuningError {
    /// The rules were not understood.
    #[error(transparent)]
    Rules(#[from] TextError),
    /// The tuner gave up.
    #[error(transparent)]
    Tuner(#[from] Error),
    /// There is nothing to tune.
    #[error("no evaluation of this game can be tuned")]
    Fixed,
    /// Networks are told nothing.
    #[error("this game tells nothing to networks")]
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

/// Who plays against itself.
#[derive(Clone, Copy, Debug)]
pub enum Player<'a> {
    /// The best that comes with the game.
    Best,
    /// The evaluation that is a weighted sum, without any network.
    Sum,
    /// A network to be tried out.
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

/// Which of the positions that searches meet are wanted; see [`agon_tuner::Visits`].
#[derive(Clone, Copy, Debug)]
pub struct Visits<'a> {
    /// Of so many positions one.
    pub every: usize,
    /// How many in all.
    pub count: u64,
    /// Who judges each of them.
    pub judge: Player<'a>,
    /// By a search of so many positions, of which only the quiet ones are told then.
    pub nodes: Option<u64>,
}

/// What the inputs of a game's networks are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Planes, cells and buckets.
    pub shape: Shape,
    /// Where the cells come to by the symmetries of the board.
    pub symmetries: Vec<Vec<usize>>,
}

/// A game whose evaluation can be tuned.
pub trait Tuning {
    /// Plays games against itself from number `first` on, by these rules in turn, and writes them.
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
    /// Writes the quiet positions of games as lines of text; answers how many.
    fn write_samples(
        &self,
        games: &mut dyn BufRead,
        every: usize,
        out: &mut dyn Write,
    ) -> Result<u64, TuningError>;
    /// Finds the weights of our own evaluation that explain such positions best.
    fn fit(
        &self,
        input: &mut dyn BufRead,
        fitting: &Fitting,
        progress: &mut dyn FnMut(usize, f64),
    ) -> Result<Fitted, TuningError>;
    /// Finds the scale at which scores of searches foretell the results of games best.
    fn fit_scale(&self, games: &mut dyn BufRead) -> Result<Scale, TuningError>;
    /// What networks are told.
    fn layout(&self) -> Result<Layout, TuningError>;
    /// Writes the quiet positions of games as networks are told of them; answers how many. With a tablebase their
    /// results are what it says, and those that it does not know are left out.
    fn write_records(
        &self,
        games: &mut dyn BufRead,
        tablebase: Option<&dyn AnyTablebase>,
        out: &mut dyn Write,
    ) -> Result<u64, TuningError>;
    /// Writes positions that searches evaluate in games by the evaluation in words, in the same way; answers how many.
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
