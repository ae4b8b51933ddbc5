//! Whole games as a file, three or four bytes a position.
//!
//! It begins with lines of text: `agon games 1`, then what describes the games (which game, by which
//! version, seed and so on), then a line `rules ...` for each set of rules, then an empty line. Each
//! game follows as numbers of as many bytes as they need (seven bits in each, the lowest first, the
//! highest bit says that more follow): the bytes of the game after this number, which rules, who won
//! (0 nobody, 1 the first player, 2 the second, 3 the game was abandoned), how many random moves it
//! began with, these, and then for each searched move its number and what the search thought of it
//! for the player to move: 0 for nothing, else one more than the score, folded so that small
//! numbers of either sign are small. A move is told by its number among the legal ones.

use std::io::{BufRead, Read, Write};

use agon_core::{Player, Rules, TextError};
use agon_tactics::Tactics;

use crate::Error;
use crate::self_play::{Game, Line, Outcome};

const FIRST_LINE: &str = "agon games 1";
/// No game takes more bytes.
const LONGEST: u64 = 1 << 20;

/// What stands at the beginning of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// What describes the games, in one line.
    pub about: String,
    /// The rules as texts.
    pub rules: Vec<String>,
}

impl Header {
    /// Writes it.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(out, "{FIRST_LINE}\n{}", self.about)?;
        for rules in &self.rules {
            writeln!(out, "rules {rules}")?;
        }
        writeln!(out)?;
        Ok(())
    }

    /// Reads it.
    pub fn read(input: &mut dyn BufRead) -> Result<Header, Error> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            Read::take(&mut *input, LONGEST).read_line(&mut line)?;
            let Some(text) = line.strip_suffix('\n') else {
                return Err(broken(lines.len() + 1, &line, "a line"));
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
                    text.map(str::to_owned).ok_or_else(|| broken(number, line, "rules"))
                });
                Ok(Header { about: about.clone(), rules: rules.collect::<Result<_, _>>()? })
            }
            first => Err(broken(1, first.map_or("", |(first, _)| first), FIRST_LINE)),
        }
    }
}

fn broken(line: usize, found: &str, expected: &str) -> Error {
    Error::Text { line, error: TextError::new("games", found, expected) }
}

/// Writes a game, played by the rules with this number.
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
            put(&mut bytes, score.map_or(0, |score| fold(score) + 1));
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

/// The next number; `None` at the end.
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

fn fold(score: i32) -> u64 {
    u64::from((score << 1 ^ score >> 31) as u32)
}

fn unfold(number: u64) -> i32 {
    let number = number as u32;
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

/// How many games a file holds after its header, and how many bytes these take. A game that is not
/// complete at the end does not count.
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

/// The bytes of the next game; `None` when there is no complete one.
fn next_game(input: &mut dyn BufRead) -> Result<Option<Vec<u8>>, Error> {
    let length = {
        let mut bytes = Read::bytes(&mut *input).map_while(Result::ok);
        get(&mut bytes)
    };
    let Some(length) = length.filter(|&length| length <= LONGEST) else { return Ok(None) };
    let mut bytes = vec![0; length as usize];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A position of a game that is read back.
pub(crate) struct Moment<'a, P: Tactics> {
    /// The number of the game in the file, from 1.
    pub(crate) game: usize,
    pub(crate) line: &'a Line<P>,
    pub(crate) winner: Option<Player>,
    /// What was played.
    pub(crate) best: P::Move,
    /// What the search thought, as the player to move sees it.
    pub(crate) score: Option<i32>,
}

impl<P: Tactics> Moment<'_, P> {
    /// The score, where an evaluation can be held against the result: nothing hangs in the air, the
    /// end is out of sight, and the position is new.
    pub(crate) fn quiet_score(&self) -> Option<i32> {
        let position = &self.line.position;
        let quiet = !position.is_threatened()
            && position.gain(self.best).is_none()
            && self.line.history.occurrences(position) == 0;
        self.score.filter(|_| quiet)
    }
}

/// Reads a file of games and tells their moments.
pub(crate) fn replay<P: Tactics>(
    input: &mut dyn BufRead,
    tell: &mut dyn FnMut(&Moment<'_, P>) -> Result<(), Error>,
) -> Result<(), Error> {
    let header = Header::read(input)?;
    let parse = |(number, text): (usize, &String)| {
        P::Rules::parse(text).map_err(|error| Error::Text { line: number, error })
    };
    let rules: Vec<P::Rules> = (3..).zip(&header.rules).map(parse).collect::<Result<_, _>>()?;
    let mut number = 0;
    while let Some(bytes) = next_game(input)? {
        number += 1;
        let bad = || broken(number, "game", "numbers of legal moves");
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
            let score = next().ok_or_else(bad)?.checked_sub(1).map(unfold);
            tell(&Moment { game: number, line: &line, winner, best, score })?;
            line.play(best);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 1 << 40] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert_eq!(get(&mut bytes.into_iter()), Some(number));
        }
        for score in [0, 1, -1, 77, -29_000, 29_000] {
            assert_eq!(unfold(fold(score)), score);
        }
    }
}
