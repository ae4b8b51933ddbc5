//! What is learned from games: their quiet positions, as lines of text for weighted sums, or as sets of
//! cells for networks.

use std::io::{BufRead, Write};

use agon_core::{Notation, Player, Rules};
use agon_tactics::{Inputs, MAX_PLANES, Planes, Tactics};

use crate::Error;
use crate::games::replay;
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
}

/// Bytes before the planes.
const HEAD: usize = 6;

impl Record {
    /// How many bytes it takes: two each for the score and the evaluation, one for the result, one for bucket and side to move,
    /// and the planes one after the other, each in whole bytes, lowest first.
    #[must_use]
    pub fn size(planes: usize, cells: usize) -> usize {
        HEAD + planes * cells.div_ceil(8)
    }

    /// Adds these bytes to others.
    pub(crate) fn put(&self, planes: usize, cells: usize, bytes: &mut Vec<u8>) {
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.evaluation.to_le_bytes());
        bytes.extend([self.result, (2 * self.bucket + self.turn.index()) as u8]);
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
    replay::<P>(input, &mut |moment| {
        let position = &moment.line.position;
        if let Some(score) = moment.quiet_score()
            && let Some(bucket) = (inputs.bucket)(position)
        {
            let turn = position.turn();
            let of_game = || moment.winner.map_or(1, |winner| if winner == turn { 2 } else { 0 });
            let Some(result) = exact.map_or_else(|| Some(of_game()), |exact| exact(position))
            else {
                return Ok(());
            };
            let short = |value: i32| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let score = short(score);
            let evaluation = short((P::EVALUATIONS[0].evaluate)(position, turn));
            let planes = (inputs.look)(position);
            let record = Record { planes, bucket, turn, score, evaluation, result };
            bytes.clear();
            record.put(inputs.planes, inputs.cells, &mut bytes);
            out.write_all(&bytes)?;
            written += 1;
        }
        Ok(())
    })?;
    Ok(written)
}
