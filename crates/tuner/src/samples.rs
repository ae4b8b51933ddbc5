//! Labelled positions as coefficients of weights.

use std::io::BufRead;
use std::ops::Range;

use agon_core::{Notation, Player, Rules, TextError};
use agon_tactics::{Evaluation, Tactics};

use crate::Error;
use crate::pieces::in_pieces;
use crate::sample::Sample;

/// Training data: for each position the result of its game, the score of a search, and the
/// coefficients of the weights.
#[derive(Clone, Debug)]
pub struct Samples {
    results: Vec<f32>,
    scores: Vec<f32>,
    /// Coefficients of all positions, concatenated.
    parts: Vec<(u32, f32)>,
    /// End of the coefficients of each position.
    ends: Vec<usize>,
    /// End of each game, in positions.
    games: Vec<usize>,
    weights: usize,
    gap: f64,
}

/// An unparsed line: its number, the rules in effect, its text.
type Pending<R> = (usize, R, String);

/// A parsed position.
struct Row {
    result: f32,
    score: f32,
    parts: Vec<(u32, f32)>,
    gap: f64,
}

/// Lines parsed together.
const BLOCK: usize = 1 << 16;

impl Samples {
    /// Reads samples written by [`crate::write_samples`].
    ///
    /// # Panics
    /// If the trace of the evaluation names a weight that does not exist.
    pub fn read<P: Tactics + Notation>(
        input: &mut dyn BufRead,
        evaluation: &Evaluation<P>,
        threads: usize,
    ) -> Result<Samples, Error> {
        let tunable = evaluation.tunable.as_ref().ok_or(Error::NotTunable(evaluation.name))?;
        let mut samples = Samples {
            results: Vec::new(),
            scores: Vec::new(),
            parts: Vec::new(),
            ends: Vec::new(),
            games: Vec::new(),
            weights: tunable.weights.len(),
            gap: 0.0,
        };
        let mut rules = P::Rules::default();
        let mut block: Vec<Pending<P::Rules>> = Vec::new();
        for (number, line) in (1..).zip(input.lines()) {
            let line = line?;
            if line.is_empty() {
                samples.end_game(block.len());
            } else if let Some(text) = line.strip_prefix("rules ") {
                let with_line = |error| Error::Text { line: number, error };
                rules = P::Rules::parse(text).map_err(with_line)?;
                samples.end_game(block.len());
            } else {
                block.push((number, rules, line));
            }
            if block.len() == BLOCK {
                samples.add(&block, evaluation, threads)?;
                block.clear();
            }
        }
        samples.add(&block, evaluation, threads)?;
        samples.end_game(0);
        Ok(samples)
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the largest difference between the evaluation and its weighted sum, in hundredths of
    /// a piece. More than rounding indicates an error in the game's trace.
    #[must_use]
    pub fn gap(&self) -> f64 {
        self.gap
    }

    /// Returns the number of weights.
    pub(crate) fn weights(&self) -> usize {
        self.weights
    }

    /// Returns the result of the game and score of the search, for the first player.
    pub(crate) fn result_and_score(&self, row: usize) -> (f64, f64) {
        (f64::from(self.results[row]), f64::from(self.scores[row]))
    }

    /// Returns the non-zero coefficients by weight.
    pub(crate) fn parts(&self, row: usize) -> &[(u32, f32)] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.parts[start..self.ends[row]]
    }

    /// Evaluates a position with these weights.
    pub(crate) fn evaluate(&self, row: usize, weights: &[f64]) -> f64 {
        weighted_sum(self.parts(row), |i| weights[i])
    }

    /// Returns the positions of a game.
    pub(crate) fn game(&self, nth: usize) -> Range<usize> {
        let start = if nth == 0 { 0 } else { self.games[nth - 1] };
        start..self.games[nth]
    }

    /// Ends a game `pending` positions after those added so far.
    fn end_game(&mut self, pending: usize) {
        let end = self.results.len() + pending;
        if end > self.games.last().copied().unwrap_or(0) {
            self.games.push(end);
        }
    }

    fn add<P: Tactics + Notation>(
        &mut self,
        block: &[Pending<P::Rules>],
        evaluation: &Evaluation<P>,
        threads: usize,
    ) -> Result<(), Error> {
        let rows = in_pieces(block.len(), threads, |piece| {
            let parsed = block[piece].iter().map(|(number, rules, line)| {
                parse_row(line, rules, evaluation)
                    .map_err(|error| Error::Text { line: *number, error })
            });
            parsed.collect::<Result<Vec<Row>, Error>>()
        });
        for rows in rows {
            for row in rows? {
                self.results.push(row.result);
                self.scores.push(row.score);
                self.parts.extend(row.parts);
                self.ends.push(self.parts.len());
                self.gap = self.gap.max(row.gap);
            }
        }
        Ok(())
    }
}

fn parse_row<P: Tactics + Notation>(
    line: &str,
    rules: &P::Rules,
    evaluation: &Evaluation<P>,
) -> Result<Row, TextError> {
    let sample = Sample::parse(line)?;
    let position = P::parse_position(sample.text, rules)?;
    let Some(tunable) = &evaluation.tunable else { unreachable!("checked by `Samples::read`") };
    let parts = merged((tunable.trace)(&position), tunable.weights.len());
    let sum = weighted_sum(&parts, |i| f64::from(tunable.weights[i]));
    let evaluated = (evaluation.evaluate)(&position, Player::FIRST);
    let gap = (sum - f64::from(evaluated)).abs();
    Ok(Row { result: sample.result(), score: sample.score as f32, parts, gap })
}

/// Sums duplicate entries and drops zeros.
fn merged(mut trace: Vec<(usize, f32)>, weights: usize) -> Vec<(u32, f32)> {
    trace.sort_by_key(|&(i, _)| i);
    let mut parts: Vec<(u32, f32)> = Vec::with_capacity(trace.len());
    for (i, times) in trace {
        assert!(i < weights && times.is_finite(), "a trace with weight {i} taken {times} times");
        match parts.last_mut() {
            Some((last, sum)) if *last == i as u32 => *sum += times,
            _ => parts.push((i as u32, times)),
        }
    }
    parts.retain(|&(_, times)| times != 0.0);
    parts
}

fn weighted_sum(parts: &[(u32, f32)], weight: impl Fn(usize) -> f64) -> f64 {
    parts.iter().map(|&(i, times)| f64::from(times) * weight(i as usize)).sum()
}
