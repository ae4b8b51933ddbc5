//! Parse errors and helpers of the strict parsers.

use thiserror::Error;

/// A parse error: the part of the text, what was found, what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{part}: found {}, expected {expected}", quoted(found.as_deref()))]
pub struct TextError {
    part: String,
    /// `None` at the end of the text.
    found: Option<String>,
    expected: String,
}

impl TextError {
    /// Creates an error. `found` is truncated to 60 characters and control characters are escaped.
    pub fn new(part: impl Into<String>, found: &str, expected: impl Into<String>) -> TextError {
        const MAX_FOUND: usize = 60;
        let mut shown: String =
            found.chars().take(MAX_FOUND).flat_map(char::escape_debug).collect();
        if found.chars().nth(MAX_FOUND).is_some() {
            shown.push('…');
        }
        let found = (!found.is_empty()).then_some(shown);
        TextError { part: part.into(), found, expected: expected.into() }
    }

    /// Returns the part of the text that is wrong.
    #[must_use]
    pub fn part(&self) -> &str {
        &self.part
    }

    /// Returns the offending text; `None` if it was empty.
    #[must_use]
    pub fn found(&self) -> Option<&str> {
        self.found.as_deref()
    }

    /// Returns a description of valid input.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

/// A parse error in a text of several lines.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {error}")]
pub struct PlacedError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The error.
    pub error: TextError,
}

fn quoted(found: Option<&str>) -> String {
    found.map_or_else(|| "nothing".into(), |found| format!("\"{found}\""))
}

/// Splits `text` into exactly `N` non-empty fields. Nothing is trimmed, so two separators in a
/// row are an error. Errors refer to fields by `names`.
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

/// Parses a decimal integer from 0 to `most` without sign or leading zeros.
pub fn read_count(part: &str, text: &str, most: u32) -> Result<u32, TextError> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let number = if plain { text.parse().ok() } else { None };
    number
        .filter(|&n| n <= most)
        .ok_or_else(|| TextError::new(part, text, format!("a whole number from 0 to {most}")))
}

/// Parses one row of a position text, `length` cells long. Numbers are runs of empty cells; any
/// other character is passed to `put` with its index in the row. `put` returns whether it
/// accepts the character; `letters` lists the accepted ones for error messages.
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

/// Appends one row in the format of [`read_row`]; `None` is an empty cell.
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
