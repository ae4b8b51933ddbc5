//! Parses files: tags, moves, side lines, comments and marks of one game after another.

use agon_core::{PlacedError, TextError};

use super::tree::{Grower, MAX_NESTING, MOST_STEPS, OUT, Place};
use crate::{AnyMatch, MoveError};

/// Maximum number of tags of a game. Programs write about a dozen.
const MAX_TAGS: usize = 100;
/// Maximum length of a tag name in bytes.
const MAX_NAME_BYTES: usize = 60;
/// Maximum length of a tag value in characters. Positions are the longest meaningful values.
const MAX_VALUE_CHARS: usize = 1_000;

/// Characters that end a word, besides whitespace.
pub(super) const ENDS: [char; 6] = ['(', ')', '{', '}', ';', '$'];

/// Annotations that may follow a move directly, with their glyph numbers.
pub const GLYPHS: [(&str, u8); 6] =
    [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// A text and the current byte offset.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

pub(super) type Tag = (String, String);

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Reader<'t> {
        let mark = text.len() - text.trim_start_matches('\u{feff}').len();
        Reader { text, at: mark }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Attaches the line and column of an offset to an error.
    pub(super) fn wrong(&self, at: usize, error: impl Into<TextError>) -> PlacedError {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[begin..].trim_start_matches('\u{feff}').chars().count() + 1;
        PlacedError { line, column, error: error.into() }
    }

    /// Attaches the line and column of the tag that the error is about, or of the first tag.
    pub(super) fn tag_error(&self, begin: usize, error: &TextError) -> PlacedError {
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

    pub(super) fn place(&self) -> usize {
        self.at
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips whitespace and escaped lines, which start with `%`.
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

    /// Skips whitespace and returns whether the text ends here.
    pub(super) fn is_done(&mut self) -> bool {
        self.skip();
        self.rest().is_empty()
    }

    /// Skips to the tags of the next game.
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
                if tags.len() == MAX_TAGS {
                    let expected = format!("the moves: a game has at most {MAX_TAGS} tags");
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

    /// Parses `[Result "1-0"]`.
    fn tag(&mut self) -> Result<Tag, TextError> {
        let rest = self.rest();
        let line = rest.lines().next().unwrap_or("");
        let bad = || TextError::new("tag", line, "a tag such as [Result \"1-0\"]");
        let (name, value) = rest[1..].split_once('"').ok_or_else(bad)?;
        let name = name.trim();
        let is_name = |c: char| c.is_alphanumeric() || "_-".contains(c);
        if !(1..=MAX_NAME_BYTES).contains(&name.len()) || !name.chars().all(is_name) {
            return Err(bad());
        }
        let (value, after) = quoted(value).ok_or_else(bad)?;
        if value.chars().nth(MAX_VALUE_CHARS).is_some() {
            let expected = format!("at most {MAX_VALUE_CHARS} characters");
            return Err(TextError::new(format!("tag {name}"), &value, expected));
        }
        let after = after.trim_start().strip_prefix(']').ok_or_else(bad)?;
        self.at += rest.len() - after.len();
        Ok((name.to_owned(), value))
    }

    /// Parses the moves up to a result, the tags of the next game or the end of the text.
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
            // After a result, new lines belong to the next game.
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
        let checked = lines.attach_pending().and_then(|()| lines.grower.check());
        checked.map_err(|error| self.wrong(self.at, error))?;
        Ok(Moves { grower: lines.grower, closing })
    }

    /// Returns the contents of a comment in braces, and the offset of its end.
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

    /// Reads up to whitespace or a character of [`ENDS`].
    fn word(&mut self, first: char) -> &'t str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || ENDS.contains(&c);
        let length = rest.find(ends).unwrap_or(rest.len()).max(first.len_utf8());
        self.at += length;
        &rest[..length]
    }
}

pub(super) struct Moves {
    pub(super) grower: Grower,
    /// The result after them.
    pub(super) closing: Option<String>,
}

/// Parser state: the main line and the open side lines.
struct Lines {
    grower: Grower,
    /// Text offset of each open side line, and the step it replaces.
    open: Vec<(usize, usize)>,
    /// Whether a side line was opened and has no step yet.
    fresh: bool,
    /// Comments before the first step of the side line.
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
        self.attach_pending()
    }

    /// Attaches the comments before the first step of a side line to it.
    fn attach_pending(&mut self) -> Result<(), TextError> {
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

    /// Starts a side line that replaces the last step.
    fn branch(&mut self, begin: usize) -> Result<(), TextError> {
        if self.open.len() == MAX_NESTING {
            let expected = format!("at most {MAX_NESTING} side lines within each other");
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

    /// Ends a side line and returns to the line that it left.
    fn join(&mut self) -> Result<(), TextError> {
        let unopened = || TextError::new("side line", ")", "an opening ( before it");
        let (_, replaced) = self.open.pop().ok_or_else(unopened)?;
        if self.fresh {
            return Err(TextError::new("side line", ")", "a move in it"));
        }
        self.grower.return_from_side_line(replaced);
        Ok(())
    }
}

/// Returns whether the text starts with a tag.
fn is_tag(text: &str) -> bool {
    let Some(inside) = text.trim_start().strip_prefix('[') else { return false };
    let rest = inside.trim_start_matches(|c: char| c.is_alphanumeric() || "_-".contains(c));
    rest.len() < inside.len() && rest.trim_start().starts_with('"')
}

/// Returns the text up to the closing quote, unescaped, and the rest.
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

/// `e4` for `1.e4` and for `1...e4`; empty for `1.`.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = digits.len() < word.len() && (digits.starts_with('.') || digits.is_empty());
    if is_number { digits.trim_start_matches('.') } else { word.trim_start_matches("...") }
}
