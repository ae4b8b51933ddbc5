//! Tuning of evaluations behind one face; see `agon_tuner` for what happens.

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use agon_core::{Game, Rules, TextError};
use agon_tactics::{Evaluation, Tactics};
use agon_tuner::{Error, Fitted, Fitting, Samples, SelfPlay, Tally};
use thiserror::Error;

use crate::Entry;

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
}

fn tunable<G: Tactics>() -> Result<&'static Evaluation<G>, TuningError> {
    G::EVALUATIONS.iter().find(|e| e.tunable.is_some()).ok_or(TuningError::Fixed)
}

/// A game whose evaluation can be tuned.
pub trait Tuning {
    /// Plays games against itself, by these rules in turn, and writes their positions.
    fn generate(
        &self,
        rules: &[String],
        plan: &SelfPlay,
        out: &mut dyn Write,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Tally, TuningError>;
    /// Finds the weights of our own evaluation that explain such positions best.
    fn fit(
        &self,
        input: &mut dyn BufRead,
        fitting: &Fitting,
        progress: &mut dyn FnMut(usize, f64),
    ) -> Result<Fitted, TuningError>;
}

impl<G: Game + Tactics> Tuning for Entry<G> {
    fn generate(
        &self,
        rules: &[String],
        plan: &SelfPlay,
        out: &mut dyn Write,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Tally, TuningError> {
        let rules: Vec<G::Rules> =
            rules.iter().map(|text| G::Rules::parse(text)).collect::<Result<_, _>>()?;
        let evaluate = tunable::<G>()?.evaluate;
        Ok(agon_tuner::generate::<G>(&rules, evaluate, plan, out, stop, progress)?)
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
}
