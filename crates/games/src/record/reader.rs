//! Reads files: tags, moves, side lines, comments and marks, of one game after the other.

use agon_core::{PlacedError, TextError};

use super::tree::{DEEPEST, Grower, MOST_STEPS, OUT, Place};
use crate::{AnyMatch, MoveError};

/// The most tags of a game that is read. Programs write a dozen or two.
const MOST_TAGS: usize = 100;
/// The most bytes of a tag's name.
const LONGEST_NAME: usize = 60;
/// The most characters of a tag's value. The longest that means something is a position.
const LONGEST_VALUE: usize = 1_000;

/// Where a word ends, besides spaces.
pub(super) const ENDS: [char; 6] = ['(', ')', '{', '}', ';', '$'];

/// The marks that may stand behind a move, by their numbers.
pub const GLYPHS: [(&str, u8); 6] =
    [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// A text, and how far it has been read.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

/// A name and a value.
pub(super) type Tag = (String, String);

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Reader<'t> {
        let mark = text.len() - text.trim_start_matches('\u{feff}').len();
        Reader { text, at: mark }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The error with the line and the column of a place in the text.
    pub(super) fn wrong(&self, at: usize, error: impl Into<TextError>) -> PlacedError {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[begin..].trim_start_matches('\u{feff}').chars().count() + 1;
        PlacedError { line, column, error: error.into() }
    }

    /// The error with the place of the tag that it is about, or of the first one.
    pub(super) fn wrong_tag(&self, begin: usize, error: &TextError) -> PlacedError {
        let names = match error.part().strip_prefix("tag ") {
            Some(name) => vec![name],
            None if error.part().starts_with("option") || error.part() == "rules" => vec!["Rules"],
            None => vec!["Position", "FEN", "Rules"],
        };
        let tag = |name: &&str| {
            let head = &self.text[begin..self.at];
            head.find(&format!("[{name} ")).map(|offset| begin + offset)
        };
        self.wrong(names.iter().find_map(tag).unwrap_or(begin), error.clone())
    }

    /// What was read last, as a place.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Goes over spaces, and over lines that other programs keep for themselves: they begin with `%`.
    fn skip(&mut self) {
        loop {
            self.skip_spaces();
            let begins_line = self.text[..self.at].ends_with('\n') || self.at == 0;
            if !(begins_line && self.rest().starts_with('%')) {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// Is there nothing more?
    pub(super) fn is_done(&mut self) -> bool {
        self.skip();
        self.rest().is_empty()
    }

    /// After a game that was not understood: where the tags of the next one begin.
    pub(super) fn next_game(&mut self) {
        let mut among_tags = true;
        let line = self.text[..self.at].rfind('\n').map_or(0, |end| end + 1);
        self.at = line;
        for line in self.text[line..].split_inclusive('\n') {
            if is_tag(line) && !among_tags {
                return;
            }
            let is_like_a_tag = line.trim_start().starts_with('[');
            among_tags = is_like_a_tag || among_tags && line.trim().is_empty();
            self.at += line.len();
        }
    }

    pub(super) fn tags(&mut self) -> Result<Vec<Tag>, PlacedError> {
        let mut tags: Vec<Tag> = Vec::new();
        self.skip();
        while self.rest().starts_with('[') {
            let begin = self.at;
            let tag = self.tag().and_then(|tag| {
                if tags.len() == MOST_TAGS {
                    let expected = format!("the moves: a game has at most {MOST_TAGS} tags");
                    return Err(TextError::new("tags", &tag.0, expected));
                }
                match tags.iter().any(|(name, _)| *name == tag.0) {
                    true => Err(TextError::new("tag", &tag.0, "each tag once")),
                    false => Ok(tag),
                }
            });
            tags.push(tag.map_err(|error| self.wrong(begin, error))?);
            self.skip();
        }
        Ok(tags)
    }

    /// `[Result "1-0"]`.
    fn tag(&mut self) -> Result<Tag, TextError> {
        let rest = self.rest();
        let line = rest.lines().next().unwrap_or("");
        let bad = || TextError::new("tag", line, "a tag such as [Result \"1-0\"]");
        let (name, value) = rest[1..].split_once('"').ok_or_else(bad)?;
        let name = name.trim();
        let is_name = |c: char| c.is_alphanumeric() || "_-".contains(c);
        if !(1..=LONGEST_NAME).contains(&name.len()) || !name.chars().all(is_name) {
            return Err(bad());
        }
        let (value, after) = quoted(value).ok_or_else(bad)?;
        if value.chars().nth(LONGEST_VALUE).is_some() {
            let expected = format!("at most {LONGEST_VALUE} characters");
            return Err(TextError::new(format!("tag {name}"), &value, expected));
        }
        let after = after.trim_start().strip_prefix(']').ok_or_else(bad)?;
        self.at += rest.len() - after.len();
        Ok((name.to_owned(), value))
    }

    /// The moves up to the end of the game, where a result stands or the next game begins.
    pub(super) fn moves(&mut self, game: Box<dyn AnyMatch>) -> Result<Moves, PlacedError> {
        let seats = game.seats();
        let winners: Vec<&str> = seats.iter().map(|(_, seat)| seat.name).collect();
        let winners = if winners.len() > 2 { winners } else { Vec::new() };
        let mut lines =
            Lines { grower: Grower::new(game), open: Vec::new(), fresh: false, pending: None };
        let (mut closing, mut closed) = (None, None);
        loop {
            self.skip();
            let begin = self.at;
            let Some(first) = self.rest().chars().next() else { break };
            // What follows a result in other lines belongs to the next game.
            if closed.is_some_and(|end: usize| self.text[end..begin].contains('\n')) {
                break;
            }
            let result = match first {
                '{' => {
                    let (inside, after) =
                        self.comment().map_err(|error| self.wrong(begin, error))?;
                    self.at = after;
                    lines.comment(inside, &winners)
                }
                ';' => {
                    let end = self.rest().find('\n').unwrap_or(self.rest().len());
                    let inside = &self.rest()[1..end];
                    self.at += end;
                    lines.comment(inside, &[])
                }
                _ if closed.is_some() => break,
                '[' if lines.open.is_empty() && is_tag(self.rest()) => break,
                '(' => {
                    self.at += 1;
                    lines.branch(begin)
                }
                ')' => {
                    self.at += 1;
                    lines.join()
                }
                '$' => self.glyph().and_then(|glyph| lines.mark(glyph)),
                _ => {
                    let word = self.word(first);
                    let is_result = matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*");
                    if is_result || winners.contains(&word) {
                        if lines.open.is_empty() {
                            closing = Some(word.to_owned());
                            closed = Some(self.at);
                        }
                        Ok(())
                    } else {
                        lines.word(word)
                    }
                }
            };
            result.map_err(|error| self.wrong(begin, error))?;
        }
        if let Some(&(begin, _)) = lines.open.last() {
            let found = self.text[begin..].lines().next().unwrap_or("");
            return Err(self.wrong(begin, TextError::new("side line", found, "a closing )")));
        }
        let said = lines.settle().and_then(|()| lines.grower.check());
        said.map_err(|error| self.wrong(self.at, error))?;
        Ok(Moves { grower: lines.grower, closing })
    }

    /// What stands between braces, and where it ends.
    fn comment(&self) -> Result<(&'t str, usize), TextError> {
        let unclosed = || TextError::new("comment", self.rest(), "a closing }");
        let length = self.rest().find('}').ok_or_else(unclosed)?;
        Ok((&self.rest()[1..length], self.at + length + 1))
    }

    fn glyph(&mut self) -> Result<u8, TextError> {
        let rest = self.rest();
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        self.at += 1 + digits;
        let number = rest[1..=digits].parse();
        number.map_err(|_| TextError::new("mark", &rest[..=digits], "$1 to $255"))
    }

    /// Up to a space or a sign that stands for itself.
    fn word(&mut self, first: char) -> &'t str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || ENDS.contains(&c);
        let length = rest.find(ends).unwrap_or(rest.len()).max(first.len_utf8());
        self.at += length;
        &rest[..length]
    }
}

/// What the moves of a game came to.
pub(super) struct Moves {
    pub(super) grower: Grower,
    /// The result that stands behind them.
    pub(super) closing: Option<String>,
}

/// A main line and the side lines that are open at the moment.
struct Lines {
    grower: Grower,
    /// Where each side line begins in the text, and the step that it replaces.
    open: Vec<(usize, usize)>,
    /// Has a side line begun, and nothing been played in it?
    fresh: bool,
    /// What was said in it before that.
    pending: Option<String>,
}

impl Lines {
    fn word(&mut self, word: &str) -> Result<(), TextError> {
        let word = without_number(word);
        let bare = word.trim_end_matches(['!', '?']);
        let marks = &word[bare.len()..];
        if !bare.is_empty() {
            self.step(bare)?;
        }
        if marks.is_empty() {
            return Ok(());
        }
        let known = GLYPHS.iter().rfind(|(sign, _)| marks.starts_with(sign) && sign.len() == 2);
        let known = known.or_else(|| GLYPHS.iter().find(|(sign, _)| marks.starts_with(sign)));
        known.map_or(Ok(()), |&(_, glyph)| self.mark(glyph))
    }

    fn step(&mut self, text: &str) -> Result<(), TextError> {
        let place = if self.fresh { Place::Last } else { Place::First };
        let number = self.grower.len() + 1;
        if number > MOST_STEPS {
            return Err(TextError::new("moves", text, format!("at most {MOST_STEPS} moves")));
        }
        self.grower.step(text, place).map_err(|error| match error {
            MoveError::Text(error) if text.starts_with(OUT) => error,
            MoveError::Text(_) => TextError::new(format!("move {number}"), text, "a legal move"),
            MoveError::Over(verdict) => {
                let expected = format!("no move, for the game is over: {verdict}");
                TextError::new(format!("move {number}"), text, expected)
            }
        })?;
        self.fresh = false;
        self.settle()
    }

    /// What was said before the first move of a side line belongs to it.
    fn settle(&mut self) -> Result<(), TextError> {
        self.pending.take().map_or(Ok(()), |text| self.grower.say(&text))
    }

    fn comment(&mut self, inside: &str, seats: &[&str]) -> Result<(), TextError> {
        let text = inside.trim();
        if text.strip_prefix(OUT).is_some_and(|name| seats.contains(&name)) {
            return self.step(text);
        }
        if self.fresh {
            let before = self.pending.take();
            self.pending = Some(before.map_or_else(String::new, |text| text + " ") + text);
            return Ok(());
        }
        self.grower.say(text)
    }

    fn mark(&mut self, glyph: u8) -> Result<(), TextError> {
        if self.fresh || self.grower.at() == 0 {
            return Err(TextError::new("mark", &format!("${glyph}"), "a move before it"));
        }
        self.grower.mark(glyph);
        Ok(())
    }

    /// A side line begins: it replaces the step that was made last.
    fn branch(&mut self, begin: usize) -> Result<(), TextError> {
        if self.open.len() == DEEPEST {
            let expected = format!("at most {DEEPEST} side lines within each other");
            return Err(TextError::new("side line", "(", expected));
        }
        let replaced = self.grower.at();
        if self.fresh || !self.grower.back() {
            return Err(TextError::new("side line", "(", "a move before it"));
        }
        self.open.push((begin, replaced));
        self.fresh = true;
        Ok(())
    }

    /// A side line ends: the line that it left goes on.
    fn join(&mut self) -> Result<(), TextError> {
        let unopened = || TextError::new("side line", ")", "an opening ( before it");
        let (_, replaced) = self.open.pop().ok_or_else(unopened)?;
        if self.fresh {
            return Err(TextError::new("side line", ")", "a move in it"));
        }
        self.grower.return_beside(replaced);
        Ok(())
    }
}

/// Does the text begin with a tag?
fn is_tag(text: &str) -> bool {
    let Some(inside) = text.trim_start().strip_prefix('[') else { return false };
    let rest = inside.trim_start_matches(|c: char| c.is_alphanumeric() || "_-".contains(c));
    rest.len() < inside.len() && rest.trim_start().starts_with('"')
}

/// Up to the closing quote, and what follows it.
fn quoted(text: &str) -> Option<(String, &str)> {
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

/// `e4` for `1.e4` and for `1...e4`; nothing for `1.`.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = digits.len() < word.len() && (digits.starts_with('.') || digits.is_empty());
    if is_number { digits.trim_start_matches('.') } else { word.trim_start_matches("...") }
}
