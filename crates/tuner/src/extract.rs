//! Training data from games: quiet positions as text for linear evaluations, or as records for
//! networks.

use std::io::{BufRead, Write};

use agon_core::{Notation, Player, Rules};
use agon_tactics::{Inputs, MAX_PLANES, Planes, Tactics};

use crate::Error;
use crate::games::{Moment, replay};
use crate::sample::Sample;

/// Writes quiet positions of games as text, at most one of `every` consecutive ones, because
/// neighbours are correlated. Returns their number.
pub fn write_samples<P: Tactics + Notation>(
    input: &mut dyn BufRead,
    every: usize,
    out: &mut dyn Write,
) -> Result<u64, Error> {
    let mut written = 0;
    let mut wait = 0_usize;
    let mut rules: Option<P::Rules> = None;
    let mut game = 0;
    // Whether a position of the current game was written.
    let mut is_open = false;
    replay::<P>(input, &mut |moment| {
        if moment.game != game {
            game = moment.game;
            wait = 0;
            if std::mem::take(&mut is_open) {
                writeln!(out)?;
            }
        }
        let Some(score) = moment.quiet_score().filter(|_| wait == 0) else {
            wait = wait.saturating_sub(1);
            return Ok(());
        };
        let position = &moment.line.position;
        if rules.replace(position.rules()) != Some(position.rules()) {
            writeln!(out, "rules {}", position.rules().text())?;
        }
        let score = if position.turn() == Player::FIRST { score } else { -score };
        writeln!(out, "{}", Sample { winner: moment.winner, score, text: &position.text() })?;
        (is_open, wait) = (true, every.saturating_sub(1));
        written += 1;
        Ok(())
    })?;
    if is_open {
        writeln!(out)?;
    }
    Ok(written)
}

/// A position as network input, with its labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Active inputs.
    pub planes: Planes,
    /// Output bucket.
    pub bucket: usize,
    /// Player to move.
    pub turn: Player,
    /// Search score for the player to move.
    pub score: i16,
    /// Handcrafted evaluation for the player to move.
    pub evaluation: i16,
    /// Result for the player to move, in half points.
    pub result: u8,
    /// Expected result for the player to move, scaled to 0..=65,535: the win probabilities expected by
    /// this and later searches, each weighted 0.9 times the previous one, and the result.
    pub outlook: u16,
}

/// Size in bytes of the fields before the planes.
const HEAD: usize = 8;
/// Weight of the outlook one ply later.
const DECAY: f64 = 0.9;

impl Record {
    /// Creates a record without a result; `None` if networks do not cover the position.
    pub(crate) fn of<P: Tactics>(
        inputs: &Inputs<P>,
        position: &P,
        score: i32,
        evaluation: i32,
    ) -> Option<Record> {
        let short = |value: i32| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Some(Record {
            planes: (inputs.look)(position),
            bucket: (inputs.bucket)(position)?,
            turn: position.turn(),
            score: short(score),
            evaluation: short(evaluation),
            result: 1,
            outlook: outlook(chance::<P>(score)),
        })
    }

    /// Returns the size of a record in bytes: score (2), evaluation (2), result (1), twice the
    /// bucket plus side to move (1), outlook (2), each plane in whole bytes; all little-endian.
    #[must_use]
    pub fn size(planes: usize, cells: usize) -> usize {
        HEAD + planes * cells.div_ceil(8)
    }

    /// Appends the record in the format of [`Record::size`].
    pub(crate) fn put(&self, planes: usize, cells: usize, bytes: &mut Vec<u8>) {
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.evaluation.to_le_bytes());
        bytes.extend([self.result, (2 * self.bucket + self.turn.index()) as u8]);
        bytes.extend(self.outlook.to_le_bytes());
        for plane in &self.planes[..planes] {
            bytes.extend(&plane.to_le_bytes()[..cells.div_ceil(8)]);
        }
    }

    /// Reads a record.
    ///
    /// # Panics
    /// If `bytes` is shorter than [`Record::size`].
    #[must_use]
    pub fn read(bytes: &[u8], planes: usize, cells: usize) -> Record {
        let mut record = Record {
            planes: [0; MAX_PLANES],
            bucket: usize::from(bytes[5] / 2),
            turn: if bytes[5].is_multiple_of(2) { Player::FIRST } else { Player::SECOND },
            score: i16::from_le_bytes([bytes[0], bytes[1]]),
            evaluation: i16::from_le_bytes([bytes[2], bytes[3]]),
            result: bytes[4],
            outlook: u16::from_le_bytes([bytes[6], bytes[7]]),
        };
        let size = cells.div_ceil(8);
        for (plane, bytes) in
            record.planes[..planes].iter_mut().zip(bytes[HEAD..].chunks_exact(size))
        {
            let mut whole = [0; 16];
            whole[..size].copy_from_slice(bytes);
            *plane = u128::from_le_bytes(whole);
        }
        record
    }
}

/// Looks up the exact result for the player to move, in half points, if known.
pub type Exact<'a, P> = &'a dyn Fn(&P) -> Option<u8>;

/// Returns the win probability for a score.
fn chance<P: Tactics>(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / P::WINNING_SCALE).exp())
}

/// Encodes [`Record::outlook`].
fn outlook(chance: f64) -> u16 {
    (chance * f64::from(u16::MAX)).round() as u16
}

/// Positions of one game, collected until its end.
#[derive(Default)]
struct Course {
    game: usize,
    /// Points of the first player, from 0 to 1.
    result: f64,
    /// Win probability of the first player, if searched, and the record, if quiet.
    plies: Vec<(Option<f64>, Option<Record>)>,
}

impl Course {
    /// Computes the outlooks backwards, passes the records to `put` and returns their number.
    fn finish(&mut self, mut put: impl FnMut(&Record) -> Result<(), Error>) -> Result<u64, Error> {
        let (mut expected, mut counts) = (self.result, 1.0);
        for (chance, record) in self.plies.iter_mut().rev() {
            counts *= DECAY;
            if let Some(chance) = *chance {
                (expected, counts) = (counts * expected + (1.0 - counts) * chance, 1.0);
            }
            if let Some(record) = record {
                record.outlook =
                    outlook(if record.turn == Player::FIRST { expected } else { 1.0 - expected });
            }
        }
        let mut written = 0;
        for record in self.plies.drain(..).filter_map(|(_, record)| record) {
            put(&record)?;
            written += 1;
        }
        Ok(written)
    }
}

/// Writes the quiet positions of games as [`Record`]s. With `exact`, results are taken from it and
/// positions it does not know are skipped. Returns the number of records.
pub fn write_records<P: Tactics>(
    input: &mut dyn BufRead,
    inputs: &Inputs<P>,
    exact: Option<Exact<'_, P>>,
    out: &mut dyn Write,
) -> Result<u64, Error> {
    let mut written = 0;
    let mut bytes = Vec::new();
    let mut put = |record: &Record| -> Result<(), Error> {
        bytes.clear();
        record.put(inputs.planes, inputs.cells, &mut bytes);
        Ok(out.write_all(&bytes)?)
    };
    let mut course = Course::default();
    replay::<P>(input, &mut |moment| {
        if moment.game != course.game {
            written += course.finish(&mut put)?;
            course.game = moment.game;
            let of_first = |winner| if winner == Player::FIRST { 1.0 } else { 0.0 };
            course.result = moment.winner.map_or(0.5, of_first);
        }
        let position = &moment.line.position;
        let turn = position.turn();
        let expected = moment.score.map(|score| {
            let own = chance::<P>(score);
            if turn == Player::FIRST { own } else { 1.0 - own }
        });
        course.plies.push((expected, record_of(moment, inputs, exact)));
        Ok(())
    })?;
    written += course.finish(&mut put)?;
    Ok(written)
}

/// Creates the record of a quiet position; its outlook is computed later.
fn record_of<P: Tactics>(
    moment: &Moment<'_, P>,
    inputs: &Inputs<P>,
    exact: Option<Exact<'_, P>>,
) -> Option<Record> {
    let position = &moment.line.position;
    let score = moment.quiet_score()?;
    let turn = position.turn();
    let result = match exact {
        Some(exact) => exact(position)?,
        None => moment.winner.map_or(1, |winner| if winner == turn { 2 } else { 0 }),
    };
    let evaluation = (P::EVALUATIONS[0].evaluate)(position, turn);
    Some(Record { result, ..Record::of(inputs, position, score, evaluation)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(turn: Player) -> Record {
        let planes = [0; MAX_PLANES];
        Record { planes, bucket: 0, turn, score: 0, evaluation: 0, result: 2, outlook: 0 }
    }

    #[test]
    fn outlook_decays_with_distance() {
        let (first, second) = (Player::FIRST, Player::SECOND);
        // Equality twice, a ply without a search, then a won position.
        let plies = vec![
            (Some(0.5), Some(record(first))),
            (Some(0.5), Some(record(second))),
            (None, None),
            (Some(0.9), Some(record(first))),
        ];
        let mut course = Course { game: 1, result: 1.0, plies };
        let mut written = Vec::new();
        let put = |record: &Record| {
            written.push(f64::from(record.outlook) / 65_535.0);
            Ok(())
        };
        assert_eq!(course.finish(put).unwrap(), 3);
        let last = 0.9 * 1.0 + 0.1 * 0.9;
        // Two plies later.
        let middle = 0.81 * last + 0.19 * 0.5;
        let begin = 0.9 * middle + 0.1 * 0.5;
        for (found, expected) in written.iter().zip([begin, 1.0 - middle, last]) {
            assert!((found - expected).abs() < 1e-4, "{written:?}");
        }
        // The game is now empty.
        assert_eq!(course.finish(|_| Ok(())).unwrap(), 0);
    }

    #[test]
    fn records_round_trip() {
        let mut record = record(Player::SECOND);
        (record.planes[1], record.score, record.evaluation) = (0b101, -7, 300);
        (record.bucket, record.outlook) = (3, 54_321);
        let mut bytes = Vec::new();
        record.put(2, 9, &mut bytes);
        assert_eq!(bytes.len(), Record::size(2, 9));
        assert_eq!(Record::read(&bytes, 2, 9), record);
    }
}
