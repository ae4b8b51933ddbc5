//! File format of games, three or four bytes per position.
//!
//! The header consists of the line `agon games 1`, a line that describes the games (game,
//! version, seed and so on), a line `rules ...` for each set of rules, and an empty line. Games
//! follow as variable-length integers (LEB128): length in bytes of the rest of the game; index of
//! the rules; winner (0 draw, 1 first player, 2 second player, 3 abandoned); number of random
//! opening moves; these moves; then for each searched move the move and the score for the player
//! to move (0 for none, else the zigzag-encoded score plus 1). Moves are indices of legal moves.

use std::io::{BufRead, Read, Write};

use agon_core::{Player, Rules, TextError};
use agon_tactics::Tactics;

use crate::Error;
use crate::self_play::{Game, Line, Outcome};

const FIRST_LINE: &str = "agon games 1";
/// Maximum size of a game in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// Header of a file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Description, one line.
    pub about: String,
    /// Rules as text.
    pub rules: Vec<String>,
}

impl Header {
    /// Writes the header.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(out, "{FIRST_LINE}\n{}", self.about)?;
        for rules in &self.rules {
            writeln!(out, "rules {rules}")?;
        }
        writeln!(out)?;
        Ok(())
    }

    /// Reads the header.
    pub fn read(input: &mut dyn BufRead) -> Result<Header, Error> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            Read::take(&mut *input, MAX_SIZE).read_line(&mut line)?;
            let Some(text) = line.strip_suffix('\n') else {
                return Err(error(lines.len() + 1, &line, "a line"));
            };
            if text.is_empty() {
                break;
            }
            lines.push(text.to_owned());
        }
        match lines.split_first() {
            Some((first, [about, rules @ ..])) if first == FIRST_LINE => {
                let rules = rules.iter().zip(3..).map(|(line, number)| {
                    let text = line.strip_prefix("rules ").or((line == "rules").then_some(""));
                    text.map(str::to_owned).ok_or_else(|| error(number, line, "rules"))
                });
                Ok(Header { about: about.clone(), rules: rules.collect::<Result<_, _>>()? })
            }
            first => Err(error(1, first.map_or("", |(first, _)| first), FIRST_LINE)),
        }
    }
}

fn error(line: usize, found: &str, expected: &str) -> Error {
    Error::Text { line, error: TextError::new("games", found, expected) }
}

/// Writes a game. `rules` is an index into [`Header::rules`].
pub(crate) fn write_game(
    outcome: &Outcome,
    rules: usize,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut bytes = Vec::new();
    put(&mut bytes, rules as u64);
    if let Outcome::Ended(Game { winner, opening, moves }) = outcome {
        put(&mut bytes, winner.map_or(0, |winner| winner.index() as u64 + 1));
        put(&mut bytes, opening.len() as u64);
        opening.iter().for_each(|&number| put(&mut bytes, number as u64));
        for &(number, score) in moves {
            put(&mut bytes, number as u64);
            put(&mut bytes, score.map_or(0, |score| zigzag(score) + 1));
        }
    } else {
        put(&mut bytes, ABANDONED);
    }
    let mut length = Vec::new();
    put(&mut length, bytes.len() as u64);
    out.write_all(&length)?;
    out.write_all(&bytes)?;
    Ok(())
}

const ABANDONED: u64 = 3;

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads an integer; `None` at the end.
fn get(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0;
    for place in 0..9 {
        let byte = bytes.next()?;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn zigzag(score: i32) -> u64 {
    u64::from((score << 1 ^ score >> 31) as u32)
}

fn unzigzag(number: u64) -> i32 {
    let number = number as u32;
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

/// Counts the complete games after the header and their total size in bytes.
pub fn count_games(input: &mut dyn BufRead) -> Result<(u64, u64), Error> {
    let (mut games, mut size) = (0, 0);
    while let Some(bytes) = next_game(input)? {
        games += 1;
        let mut length = Vec::new();
        put(&mut length, bytes.len() as u64);
        size += (length.len() + bytes.len()) as u64;
    }
    Ok((games, size))
}

/// Reads the next game; `None` if there is no complete one.
fn next_game(input: &mut dyn BufRead) -> Result<Option<Vec<u8>>, Error> {
    let length = {
        let mut bytes = Read::bytes(&mut *input).map_while(Result::ok);
        get(&mut bytes)
    };
    let Some(length) = length.filter(|&length| length <= MAX_SIZE) else { return Ok(None) };
    let mut bytes = vec![0; length as usize];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A searched position of a recorded game.
pub(crate) struct Moment<'a, P: Tactics> {
    /// Number of the game in the file, from 1.
    pub(crate) game: usize,
    pub(crate) line: &'a Line<P>,
    pub(crate) winner: Option<Player>,
    /// Move played.
    pub(crate) best: P::Move,
    /// Score for the player to move, if recorded.
    pub(crate) score: Option<i32>,
}

impl<P: Tactics> Moment<'_, P> {
    /// Returns the score, if the position is quiet, undecided and new, so that a static evaluation
    /// should predict it.
    pub(crate) fn quiet_score(&self) -> Option<i32> {
        let position = &self.line.position;
        let quiet = !position.is_threatened()
            && position.gain(self.best).is_none()
            && self.line.history.occurrences(position) == 0;
        self.score.filter(|_| quiet)
    }
}

/// Reads a file of games and passes every searched position to `visit`.
pub(crate) fn replay<P: Tactics>(
    input: &mut dyn BufRead,
    visit: &mut dyn FnMut(&Moment<'_, P>) -> Result<(), Error>,
) -> Result<(), Error> {
    let header = Header::read(input)?;
    let parse = |(number, text): (usize, &String)| {
        P::Rules::parse(text).map_err(|error| Error::Text { line: number, error })
    };
    let rules: Vec<P::Rules> = (3..).zip(&header.rules).map(parse).collect::<Result<_, _>>()?;
    let mut number = 0;
    while let Some(bytes) = next_game(input)? {
        number += 1;
        let bad = || error(number, "game", "numbers of legal moves");
        let mut bytes = bytes.into_iter();
        let mut next = || get(&mut bytes);
        let rules = next().and_then(|nth| rules.get(nth as usize)).ok_or_else(bad)?;
        let winner = match next().ok_or_else(bad)? {
            0 => None,
            1 => Some(Player::FIRST),
            2 => Some(Player::SECOND),
            ABANDONED => continue,
            _ => return Err(bad()),
        };
        let mut line = Line::<P>::start(rules);
        for _ in 0..next().ok_or_else(bad)? {
            let m = next().and_then(|m| line.numbered(m as usize)).ok_or_else(bad)?;
            line.play(m);
        }
        while let Some(m) = next() {
            let best = line.numbered(m as usize).ok_or_else(bad)?;
            let score = next().ok_or_else(bad)?.checked_sub(1).map(unzigzag);
            visit(&Moment { game: number, line: &line, winner, best, score })?;
            line.play(best);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_round_trip() {
        for number in [0, 1, 127, 128, 300, 1 << 40] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert_eq!(get(&mut bytes.into_iter()), Some(number));
        }
        for score in [0, 1, -1, 77, -29_000, 29_000] {
            assert_eq!(unzigzag(zigzag(score)), score);
        }
    }
}
