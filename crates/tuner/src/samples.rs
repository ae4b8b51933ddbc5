//! Positions as numbers to be multiplied by weights.

use std::io::BufRead;
use std::ops::Range;

use agon_core::{Notation, Player, Rules, TextError};
use agon_tactics::{Evaluation, Tactics};

use crate::Error;
use crate::pieces::in_pieces;
use crate::sample::Sample;

/// What there is to learn from: for each position the result of its game, the score of a
/// search, and what each weight is multiplied by.
#[derive(Clone, Debug)]
pub struct Samples {
    results: Vec<f32>,
    scores: Vec<f32>,
    /// The parts of all positions one after the other.
    parts: Vec<(u32, f32)>,
    /// Where each position's parts end.
    ends: Vec<usize>,
    /// After how many positions each game ends.
    games: Vec<usize>,
    weights: usize,
    gap: f64,
}

/// A line that is to be understood: its number, the rules it stands under, its text.
type Pending<R> = (usize, R, String);

/// A position understood.
struct Row {
    result: f32,
    score: f32,
    parts: Vec<(u32, f32)>,
    gap: f64,
}

/// Lines held in memory at a time.
const BLOCK: usize = 1 << 16;

impl Samples {
    /// Reads what [`crate::generate`] wrote. A broken line ends it.
    ///
    /// # Panics
    /// When the evaluation's trace names a weight that there is not.
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
                let at_line = |error| Error::Text { line: number, error };
                rules = P::Rules::parse(text).map_err(at_line)?;
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

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Is there nothing to learn from?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// How many games they come from.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The largest difference between an evaluation and the weighted sum that it should be, in
    /// hundredths of a piece. More than some rounding is a mistake in the game's trace.
    #[must_use]
    pub fn gap(&self) -> f64 {
        self.gap
    }

    /// How many weights there are.
    pub(crate) fn weights(&self) -> usize {
        self.weights
    }

    /// The result of the game and the score of the search, as the first player sees them.
    pub(crate) fn result_and_score(&self, row: usize) -> (f64, f64) {
        (f64::from(self.results[row]), f64::from(self.scores[row]))
    }

    /// What each weight that occurs is multiplied by.
    pub(crate) fn parts(&self, row: usize) -> &[(u32, f32)] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.parts[start..self.ends[row]]
    }

    /// The evaluation by these weights.
    pub(crate) fn evaluate(&self, row: usize, weights: &[f64]) -> f64 {
        weighted_sum(self.parts(row), |i| weights[i])
    }

    /// The positions of a game.
    pub(crate) fn game(&self, nth: usize) -> Range<usize> {
        let start = if nth == 0 { 0 } else { self.games[nth - 1] };
        start..self.games[nth]
    }

    /// A game ends `pending` positions after those that have been added.
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
            let understood = block[piece].iter().map(|(number, rules, line)| {
                understand(line, rules, evaluation)
                    .map_err(|error| Error::Text { line: *number, error })
            });
            understood.collect::<Result<Vec<Row>, Error>>()
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

fn understand<P: Tactics + Notation>(
    line: &str,
    rules: &P::Rules,
    evaluation: &Evaluation<P>,
) -> Result<Row, TextError> {
    let sample = Sample::parse(line)?;
    let position = P::parse_position(sample.text, rules)?;
    let Some(tunable) = &evaluation.tunable else { unreachable!("asked before") };
    let parts = merged((tunable.trace)(&position), tunable.weights.len());
    let sum = weighted_sum(&parts, |i| f64::from(tunable.weights[i]));
    let evaluated = (evaluation.evaluate)(&position, Player::FIRST);
    let gap = (sum - f64::from(evaluated)).abs();
    Ok(Row { result: sample.result(), score: sample.score as f32, parts, gap })
}

/// Each weight once, without those that cancel out.
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
