//! A game as a file: tags in brackets, then the moves, as PGN has it. Files of the game that PGN
//! was made for are plain PGN; those of other games look the same and name their game.
//!
//! ```text
//! [Game "hnefatafl"]
//! [Date "2031.05.17"]
//! [Attackers "Anna"]
//! [Defenders "alpha-beta 5"]
//! [Result "*"]
//!
//! 1. e2c2 e3c3 2. a4c4 *
//! ```

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use agon_core::{Player, PlayerSet, TextError};

use crate::{AnyGame, AnyMatch, GAMES, MoveError, Played, find};

/// The most steps of a game that is read.
const MOST_STEPS: usize = 5_000;
/// The most tags of a file that is read. Programs write a dozen or two.
const MOST_TAGS: usize = 100;
/// The most bytes of a tag's name.
const LONGEST_NAME: usize = 60;
/// The most characters of a tag's value. The longest that means something is a position.
const LONGEST_VALUE: usize = 1_000;
/// Lines are broken after so many characters.
const WIDTH: usize = 79;

/// A game with what its file says about it.
pub struct Record {
    /// Which game.
    pub kind: &'static dyn AnyGame,
    /// The game, played to its end.
    pub game: Box<dyn AnyMatch>,
    /// The players in the order of their seats; `?` for an unknown one.
    pub players: Vec<String>,
    /// The day, such as `2031.05.17`.
    pub date: Option<String>,
    /// Who won, also where the moves do not show it; `None` for a draw or an open game.
    pub winner: Option<Player>,
    /// How it ended, in words; `None` for an open game.
    pub verdict: Option<String>,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Record").field(&self.to_string()).finish()
    }
}

/// `White` for `white`: tags begin with a capital letter.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Record {
    /// The result as PGN writes it: by the order of play between two, otherwise the winner.
    fn result(&self) -> String {
        let seats = self.game.seats();
        let ending = self.game.ending();
        let winner = ending.as_ref().map_or(self.winner, agon_core::Ending::winner);
        match winner {
            Some(winner) if seats.count() > 2 => seats[winner].name.into(),
            Some(Player::FIRST) => "1-0".into(),
            Some(_) => "0-1".into(),
            None if ending.is_some() || self.is_drawn() => "1/2-1/2".into(),
            None => "*".into(),
        }
    }

    /// How it ended by the moves, in words.
    fn judged(&self) -> Option<String> {
        self.game.ending().map(|ending| ending.verdict(&self.game.seats()))
    }

    /// Agreed upon, not played out.
    fn is_drawn(&self) -> bool {
        self.verdict.as_deref().is_some_and(|verdict| verdict.starts_with("draw"))
    }

    fn tags(&self) -> Vec<(String, String)> {
        let game = &*self.game;
        let mut tags = vec![("Game".to_owned(), self.kind.id().to_owned())];
        let usual = self.kind.open("", None).is_ok_and(|usual| usual.rules() == game.rules());
        if !usual {
            tags.push(("Rules".into(), game.rules()));
        }
        let date = self.date.clone().unwrap_or_else(|| "????.??.??".into());
        let fixed =
            [("Event", "?".into()), ("Site", "?".into()), ("Date", date), ("Round", "?".into())];
        tags.extend(fixed.map(|(name, value)| (name.into(), value)));
        for ((_, seat), player) in game.seats().iter().zip(&self.players) {
            tags.push((capital(seat.name), player.clone()));
        }
        tags.push(("Result".into(), self.result()));
        if let Some(verdict) = self.judged().or_else(|| self.verdict.clone()) {
            tags.push(("Termination".into(), verdict));
        }
        if let Some(position) = game.unusual_start() {
            // The last two for programs that know PGN.
            tags.push(("Position".into(), position.clone()));
            tags.push(("SetUp".into(), "1".into()));
            tags.push(("FEN".into(), position));
        }
        tags
    }

    /// The moves with their numbers, as words.
    fn words(&self) -> Vec<String> {
        let seats = self.game.seats();
        let mut replayed = self.game.fork();
        while replayed.undo() {}
        let mut words = Vec::new();
        let (mut number, mut numbered) = (1, false);
        let mut last = None;
        for step in self.game.past() {
            match step {
                Played::Move { player, view } => {
                    // A round begins when the order of play has come round.
                    if last.is_some_and(|last: Player| player <= last) {
                        number += 1;
                        numbered = false;
                    }
                    if !numbered {
                        let dots = if player == Player::FIRST { "." } else { "..." };
                        words.push(format!("{number}{dots}"));
                        numbered = true;
                    }
                    last = Some(player);
                    words.push(written(&mut *replayed, &view.text, view.display));
                }
                Played::Withdrawal(player) => {
                    words.push(format!("{{out {}}}", seats[player].name));
                    replayed.leave(player);
                }
            }
        }
        words.push(self.result());
        words
    }

    /// Reads a file. `game` is the game where the file does not name one; without either it is
    /// the first of the registry, whose files name none elsewhere.
    pub fn parse(text: &str, game: Option<&str>) -> Result<Record, TextError> {
        let text = text.trim_start_matches('\u{feff}');
        let (tags, moves) = read_tags(text)?;
        let tag = |name: &str| tags.get(name).map(String::as_str);
        let kind = match tag("Game").or(game) {
            Some(id) => {
                find(id).map_err(|error| TextError::new("tag Game", id, error.to_string()))?
            }
            None => GAMES[0],
        };
        let position = tag("Position").or(tag("FEN"));
        let mut game = kind.reopen(tag("Rules").unwrap_or(""), position)?;
        let closing = read_moves(moves, &mut *game)?;
        let seats = game.seats();
        let players = seats.iter().map(|(_, seat)| {
            tag(&capital(seat.name)).filter(|name| !name.is_empty()).unwrap_or("?").to_owned()
        });
        let players = players.collect();
        let result = tag("Result").map(str::to_owned).or(closing).unwrap_or_else(|| "*".into());
        let winner = match result.as_str() {
            "1-0" => Some(Player::FIRST),
            "0-1" => Some(Player::SECOND),
            name => seats.iter().find(|(_, seat)| seat.name == name).map(|(player, _)| player),
        };
        let words = match (winner, result.as_str()) {
            (Some(winner), _) => Some(format!("{} (as recorded)", seats[winner].name)),
            (None, "1/2-1/2") => Some("draw (as recorded)".into()),
            _ => None,
        };
        let known = |text: &&str| text.contains(char::is_alphanumeric) && words.is_some();
        let verdict = tag("Termination").filter(known).map(str::to_owned).or(words);
        let date = tag("Date").filter(|date| !date.contains('?')).map(str::to_owned);
        let mut record = Record { kind, game, players, date, winner, verdict };
        record.verdict = record.judged().or(record.verdict);
        Ok(record)
    }
}

/// Makes the move, and tells how it stands in the file: as people write it where that can be
/// read again.
fn written(game: &mut dyn AnyMatch, text: &str, display: String) -> String {
    let plain = !display.contains(char::is_whitespace) && !display.starts_with(['(', '{', '$']);
    let understood = plain && display != text && game.import(&display).is_ok();
    let read = understood.then(|| game.position());
    if understood {
        game.undo();
    }
    // A move of a match is legal where it was made.
    let _ = game.play(text);
    if read.is_some_and(|read| read == game.position()) { display } else { text.to_owned() }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{}\"]", value.replace(char::is_control, " "))?;
        }
        let mut column = 0;
        for word in self.words() {
            let length = word.chars().count();
            if column == 0 || column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            } else {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&word)?;
            column += length;
        }
        writeln!(f)
    }
}

/// Values by the names of their tags.
type Tags<'t> = HashMap<&'t str, String>;

/// The tags, and what follows them.
fn read_tags(text: &str) -> Result<(Tags<'_>, &str), TextError> {
    let mut tags = Tags::new();
    let mut rest = text.trim_start();
    while let Some(inside) = rest.strip_prefix('[') {
        let bad = || TextError::new("tag", rest, "a tag such as [Result \"1-0\"]");
        let (name, value) = inside.split_once('"').ok_or_else(bad)?;
        let name = name.trim();
        let is_name = |c: char| c.is_alphanumeric() || "_-".contains(c);
        if !(1..=LONGEST_NAME).contains(&name.len()) || !name.chars().all(is_name) {
            return Err(bad());
        }
        if tags.len() == MOST_TAGS {
            let expected = format!("the moves: a file has at most {MOST_TAGS} tags");
            return Err(TextError::new("tags", name, expected));
        }
        let (value, after) = read_quoted(value).ok_or_else(bad)?;
        if value.chars().nth(LONGEST_VALUE).is_some() {
            let expected = format!("at most {LONGEST_VALUE} characters");
            return Err(TextError::new(format!("tag {name}"), &value, expected));
        }
        rest = after.trim_start().strip_prefix(']').ok_or_else(bad)?.trim_start();
        match tags.entry(name) {
            Entry::Vacant(entry) => entry.insert(value),
            Entry::Occupied(_) => return Err(TextError::new("tag", name, "each tag once")),
        };
    }
    Ok((tags, rest))
}

/// Up to the closing quote, and what follows it.
fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => {
                value.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            '"' => return Some((value, &text[i + 1..])),
            '\n' => return None,
            _ => value.push(c),
        }
    }
    None
}

/// Makes the moves of a list, such as the one below the tags; numbers, comments, side lines and marks
/// are skipped. Gives the closing result.
pub fn read_moves(text: &str, game: &mut dyn AnyMatch) -> Result<Option<String>, TextError> {
    let seats = game.seats();
    let mut closing = None;
    let mut steps = 0;
    let mut gone = PlayerSet::EMPTY;
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '{' => {
                let unclosed = || TextError::new("comment", rest, "a closing }");
                let (inside, after) = rest[1..].split_once('}').ok_or_else(unclosed)?;
                if let Some(name) = inside.strip_prefix("out ") {
                    let mut staying = seats.iter().filter(|(player, _)| !gone.has(*player));
                    let seat = staying.find(|(_, seat)| seat.name == name.trim());
                    let unknown = || TextError::new("comment", inside, "a seat, each once");
                    let (player, _) = seat.ok_or_else(unknown)?;
                    gone = gone.with(player);
                    game.leave(player);
                }
                ("", after)
            }
            ';' => ("", rest.split_once('\n').map_or("", |(_, after)| after)),
            '(' => ("", skip_side_line(rest)?),
            _ => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        rest = after.trim_start();
        let word = without_number(word).trim_end_matches(['!', '?']);
        if word.is_empty() || word.starts_with('$') || closing.is_some() {
            continue;
        }
        let seat_wins = seats.count() > 2 && seats.iter().any(|(_, seat)| seat.name == word);
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") || seat_wins {
            closing = Some(word.to_owned());
            continue;
        }
        steps += 1;
        if steps > MOST_STEPS {
            return Err(TextError::new("moves", word, format!("at most {MOST_STEPS} moves")));
        }
        game.import(word).map_err(|error| {
            let expected = match error {
                MoveError::Text(_) => "a legal move".to_owned(),
                MoveError::Over(verdict) => format!("no move, for the game is over: {verdict}"),
            };
            TextError::new(format!("move {steps}"), word, expected)
        })?;
    }
    Ok(closing)
}

fn skip_side_line(text: &str) -> Result<&str, TextError> {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(&text[i + 1..]);
        }
    }
    Err(TextError::new("side line", text, "a closing )"))
}

/// `e4` for `1.e4` and for `1...e4`; nothing for `1.`.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = digits.len() < word.len() && (digits.starts_with('.') || digits.is_empty());
    if is_number { digits.trim_start_matches('.') } else { word }
}
