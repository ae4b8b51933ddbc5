//! What is learned from games: their quiet positions, as lines of text for weighted sums, or as sets of
//! cells for networks.

use std::io::{BufRead, Write};

use agon_core::{Notation, Player, Rules};
use agon_tactics::{Inputs, MAX_PLANES, Planes, Tactics};

use crate::Error;
use crate::games::{Moment, replay};
use crate::sample::Sample;

/// Writes the quiet positions of games as lines of text, of so many in a row at most one: neighbours
/// tell much the same. Answers how many there are.
pub fn write_samples<P: Tactics + Notation>(
    input: &mut dyn BufRead,
    every: usize,
    out: &mut dyn Write,
) -> Result<u64, Error> {
    let mut written = 0;
    let mut wait = 0_usize;
    let mut rules: Option<P::Rules> = None;
    let mut game = 0;
    // Has the game left a position?
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

/// A position as a network is told of it, with what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Who stands where.
    pub planes: Planes,
    /// In which bucket it is.
    pub bucket: usize,
    /// Who is to move.
    pub turn: Player,
    /// What a search thought of it, as the player to move sees it.
    pub score: i16,
    /// What the evaluation in words says, in the same way.
    pub evaluation: i16,
    /// What the player to move got in the end, in half points.
    pub result: u8,
    /// What the player to move could hope for, from 0 to 65,535, as the game went on: the chances that the searches of
    /// this move and the next ones saw, each counting nine tenths of the one before it, and the result.
    pub outlook: u16,
}

/// Bytes before the planes.
const HEAD: usize = 8;
/// How much what is seen a ply later counts in an outlook.
const DECAY: f64 = 0.9;

impl Record {
    /// A position with what a search and the words say of it, where networks know it; nothing is known of how it went on.
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

    /// How many bytes it takes: two each for the score and the evaluation, one for the result, one for bucket and side to move,
    /// two for the outlook, and the planes one after the other, each in whole bytes, lowest first.
    #[must_use]
    pub fn size(planes: usize, cells: usize) -> usize {
        HEAD + planes * cells.div_ceil(8)
    }

    /// Adds these bytes to others.
    pub(crate) fn put(&self, planes: usize, cells: usize, bytes: &mut Vec<u8>) {
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.evaluation.to_le_bytes());
        bytes.extend([self.result, (2 * self.bucket + self.turn.index()) as u8]);
        bytes.extend(self.outlook.to_le_bytes());
        for plane in &self.planes[..planes] {
            bytes.extend(&plane.to_le_bytes()[..cells.div_ceil(8)]);
        }
    }

    /// Reads it back from that many bytes.
    ///
    /// # Panics
    /// When there are not so many.
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

/// Tells what the player to move gets if both play their best, in half points, where that is known.
pub type Exact<'a, P> = &'a dyn Fn(&P) -> Option<u8>;

/// The chance to win that a score stands for.
fn chance<P: Tactics>(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / P::WINNING_SCALE).exp())
}

/// A chance as a [`Record`] has it.
fn outlook(chance: f64) -> u16 {
    (chance * f64::from(u16::MAX)).round() as u16
}

/// The positions of one game, until it is known how it went on.
#[derive(Default)]
struct Course {
    game: usize,
    /// What the first player got, from 0 to 1.
    result: f64,
    /// The chance of the first player that a search saw, and the record where there is to be one.
    plies: Vec<(Option<f64>, Option<Record>)>,
}

impl Course {
    /// Looks back from the end and tells the records with their outlooks; answers how many there were.
    fn tell(&mut self, mut put: impl FnMut(&Record) -> Result<(), Error>) -> Result<u64, Error> {
        let (mut seen, mut counts) = (self.result, 1.0);
        for (chance, record) in self.plies.iter_mut().rev() {
            counts *= DECAY;
            if let Some(chance) = *chance {
                (seen, counts) = (counts * seen + (1.0 - counts) * chance, 1.0);
            }
            if let Some(record) = record {
                record.outlook =
                    outlook(if record.turn == Player::FIRST { seen } else { 1.0 - seen });
            }
        }
        let mut told = 0;
        for record in self.plies.drain(..).filter_map(|(_, record)| record) {
            put(&record)?;
            told += 1;
        }
        Ok(told)
    }
}

/// Writes the quiet positions of games that a network knows as [`Record`]s. Where there is somebody who knows
/// how they end, the result is what that one says, and positions that are not known are left out. Answers how many there are.
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
            written += course.tell(&mut put)?;
            course.game = moment.game;
            let of_first = |winner| if winner == Player::FIRST { 1.0 } else { 0.0 };
            course.result = moment.winner.map_or(0.5, of_first);
        }
        let position = &moment.line.position;
        let turn = position.turn();
        let seen = moment.score.map(|score| {
            let own = chance::<P>(score);
            if turn == Player::FIRST { own } else { 1.0 - own }
        });
        course.plies.push((seen, record_of(moment, inputs, exact)));
        Ok(())
    })?;
    written += course.tell(&mut put)?;
    Ok(written)
}

/// The record of a position, where it is quiet and known; its outlook is not known yet.
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
    fn an_outlook_goes_by_what_came_after_and_less_by_what_came_late() {
        let (first, second) = (Player::FIRST, Player::SECOND);
        // The first player thought to be level twice, then nobody asked, then saw the win.
        let plies = vec![
            (Some(0.5), Some(record(first))),
            (Some(0.5), Some(record(second))),
            (None, None),
            (Some(0.9), Some(record(first))),
        ];
        let mut course = Course { game: 1, result: 1.0, plies };
        let mut told = Vec::new();
        let put = |record: &Record| {
            told.push(f64::from(record.outlook) / 65_535.0);
            Ok(())
        };
        assert_eq!(course.tell(put).unwrap(), 3);
        let last = 0.9 * 1.0 + 0.1 * 0.9;
        // Two plies passed since.
        let middle = 0.81 * last + 0.19 * 0.5;
        let begin = 0.9 * middle + 0.1 * 0.5;
        for (found, expected) in told.iter().zip([begin, 1.0 - middle, last]) {
            assert!((found - expected).abs() < 1e-4, "{told:?}");
        }
        // The next game begins with nothing.
        assert_eq!(course.tell(|_| Ok(())).unwrap(), 0);
    }

    #[test]
    fn records_read_back_as_they_were_written() {
        let mut record = record(Player::SECOND);
        (record.planes[1], record.score, record.evaluation) = (0b101, -7, 300);
        (record.bucket, record.outlook) = (3, 54_321);
        let mut bytes = Vec::new();
        record.put(2, 9, &mut bytes);
        assert_eq!(bytes.len(), Record::size(2, 9));
        assert_eq!(Record::read(&bytes, 2, 9), record);
    }
}
