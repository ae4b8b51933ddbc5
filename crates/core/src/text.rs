//! What was wrong with a text, and the pieces that the strict parsers share.

use thiserror::Error;

/// A text was not understood: which part, what stood there, what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{part}: found {}, expected {expected}", quoted(found.as_deref()))]
pub struct TextError {
    part: String,
    /// `None` where there was nothing.
    found: Option<String>,
    expected: String,
}

impl TextError {
    /// `found` is cut when it is long, and cleaned of control characters.
    pub fn new(part: impl Into<String>, found: &str, expected: impl Into<String>) -> TextError {
        const LONGEST: usize = 60;
        let mut shown: String = found.chars().take(LONGEST).flat_map(char::escape_debug).collect();
        if found.chars().nth(LONGEST).is_some() {
            shown.push('…');
        }
        let found = (!found.is_empty()).then_some(shown);
        TextError { part: part.into(), found, expected: expected.into() }
    }

    /// The part of the text that the error is about.
    #[must_use]
    pub fn part(&self) -> &str {
        &self.part
    }

    /// What stood there, if anything did.
    #[must_use]
    pub fn found(&self) -> Option<&str> {
        self.found.as_deref()
    }

    /// What should have stood there.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

/// A text of several lines was not understood: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {error}")]
pub struct PlacedError {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// What was wrong there.
    pub error: TextError,
}

fn quoted(found: Option<&str>) -> String {
    found.map_or_else(|| "nothing".into(), |found| format!("\"{found}\""))
}

/// Splits at each `separator` into exactly as many fields as there are `names`.
/// Nothing is trimmed: two separators in a row make an empty field.
pub fn split_exactly<'t, const N: usize>(
    text: &'t str,
    separator: char,
    names: [&str; N],
) -> Result<[&'t str; N], TextError> {
    let mut fields = [""; N];
    let mut rest = text.split(separator);
    for (field, name) in fields.iter_mut().zip(names) {
        *field = rest.next().filter(|f| !f.is_empty()).ok_or_else(|| {
            TextError::new(name, "", format!("{N} parts separated by '{separator}'"))
        })?;
    }
    match rest.next() {
        Some(extra) => Err(TextError::new("end of text", extra, "nothing more")),
        None => Ok(fields),
    }
}

/// A whole number from 0 to `most`, in plain digits: no sign, no leading zero.
pub fn read_count(part: &str, text: &str, most: u32) -> Result<u32, TextError> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let number = if plain { text.parse().ok() } else { None };
    number
        .filter(|&n| n <= most)
        .ok_or_else(|| TextError::new(part, text, format!("a whole number from 0 to {most}")))
}

/// Reads one row of a position text, `length` cells long: numbers stand for runs of empty
/// cells, any other character is given to `put` with its index in the row.
/// `put` answers whether it knows the character, `letters` lists those it knows.
pub fn read_row(
    name: &str,
    row: &str,
    length: usize,
    letters: &str,
    mut put: impl FnMut(usize, char) -> bool,
) -> Result<(), TextError> {
    let expected = || format!("{length} cells of {letters} and numbers for runs of empty cells");
    let mut filled = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let run = read_count(name, &rest[..digits], length as u32)? as usize;
            if run == 0 {
                return Err(TextError::new(name, row, expected()));
            }
            filled += run;
            rest = &rest[digits..];
        } else {
            if filled >= length || !put(filled, first) {
                return Err(TextError::new(name, row, expected()));
            }
            filled += 1;
            rest = &rest[first.len_utf8()..];
        }
    }
    if filled == length { Ok(()) } else { Err(TextError::new(name, row, expected())) }
}

/// Writes one row the way [`read_row`] reads it; `None` is an empty cell.
pub fn write_row(text: &mut String, row: impl IntoIterator<Item = Option<char>>) {
    let mut run = 0;
    let flush = |text: &mut String, run: &mut usize| {
        if *run > 0 {
            text.push_str(&run.to_string());
            *run = 0;
        }
    };
    for cell in row {
        match cell {
            None => run += 1,
            Some(letter) => {
                flush(text, &mut run);
                text.push(letter);
            }
        }
    }
    flush(text, &mut run);
}
