//! Weights in the source file of a game.

use std::fs;
use std::ops::Range;
use std::path::Path;

use agon_core::TextError;

use crate::Error;

/// Replaces the array `WEIGHTS` in a source file.
pub fn write_weights(file: &Path, weights: &[i32]) -> Result<(), Error> {
    let source = fs::read_to_string(file)?;
    fs::write(file, replace_weights(&source, weights)?)?;
    Ok(())
}

/// Replaces the numbers of the array `const WEIGHTS: [i32; N] = [...]`, which may contain only
/// numbers and comments.
///
/// Comments and line breaks are kept to minimise the diff. If the numbers are in columns (some
/// comma is followed by several spaces), they are right-aligned in columns of sufficient width.
pub fn replace_weights(source: &str, weights: &[i32]) -> Result<String, Error> {
    let array = Array::find(source)?;
    if array.numbers.len() != weights.len() {
        return Err(Error::Count { found: array.numbers.len(), wanted: weights.len() });
    }
    let texts: Vec<String> = weights.iter().map(i32::to_string).collect();
    let widest = texts.iter().map(String::len).max().unwrap_or(0);
    let width = array.column_width().map(|width| width.max(widest));

    let mut replaced = String::with_capacity(source.len());
    let mut kept = 0;
    for (number, text) in array.numbers.iter().zip(texts) {
        let gap = array.gap_before(number);
        match width {
            None => replaced.push_str(&source[kept..number.start]),
            Some(width) => {
                replaced.push_str(&source[kept..gap.start]);
                let space = match source[..gap.start].chars().next_back() {
                    Some('\n') => array.indent,
                    Some('[') => 0,
                    _ => 1,
                };
                replaced.push_str(&" ".repeat(space + width - text.len()));
            }
        }
        replaced.push_str(&text);
        kept = number.end;
    }
    replaced.push_str(&source[kept..]);
    Ok(replaced)
}

/// The array in its source text.
struct Array<'s> {
    source: &'s str,
    /// Byte ranges of the numbers.
    numbers: Vec<Range<usize>>,
    /// Indentation of the numbers.
    indent: usize,
}

impl<'s> Array<'s> {
    fn find(source: &'s str) -> Result<Array<'s>, Error> {
        const NAME: &str = "const WEIGHTS: [i32; ";
        const OPENING: &str = "] = [";
        let in_comment = |at: usize| source[..at].lines().next_back().unwrap_or("").contains("//");
        let name = source.match_indices(NAME).map(|(at, _)| at).find(|&at| !in_comment(at));
        let start = name.and_then(|at| Some(at + source[at..].find(OPENING)? + OPENING.len()));
        let Some(start) = start else {
            let error = TextError::new("weights", "", format!("{NAME}N{OPENING}...];"));
            return Err(Error::Text { line: source.lines().count(), error });
        };

        let mut numbers = Vec::new();
        let mut at = start;
        loop {
            let rest = &source[at..];
            at += match rest.chars().next() {
                Some(']') => break,
                Some(c) if c == ',' || c.is_whitespace() => c.len_utf8(),
                Some('/') if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                Some('-' | '0'..='9') => {
                    let number = number_length(rest).ok_or_else(|| unknown(source, at))?;
                    numbers.push(at..at + number);
                    number
                }
                _ => return Err(unknown(source, at)),
            };
        }
        let last_line = source[..at].rsplit('\n').next().unwrap_or("");
        let indent = last_line.len() - last_line.trim_start_matches(' ').len() + 4;
        Ok(Array { source, numbers, indent })
    }

    /// Returns the range of the spaces before a number.
    fn gap_before(&self, number: &Range<usize>) -> Range<usize> {
        self.source[..number.start].trim_end_matches(' ').len()..number.start
    }

    /// Returns the width of the columns without separating spaces; `None` if there are no columns.
    fn column_width(&self) -> Option<usize> {
        let cells = self.numbers.iter().map(|number| (self.gap_before(number), number));
        let after_comma = cells.filter(|(gap, _)| self.source[..gap.start].ends_with(','));
        let sizes: Vec<(usize, usize)> =
            after_comma.map(|(gap, number)| (gap.len(), number.len())).collect();
        let aligned = sizes.iter().any(|&(gap, _)| gap > 1);
        let widest = sizes.iter().map(|&(gap, number)| (gap + number).saturating_sub(1)).max();
        widest.filter(|_| aligned)
    }
}

/// Returns the length of the integer at the start of the text.
fn number_length(text: &str) -> Option<usize> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '.');
    (digits.starts_with(|c: char| c.is_ascii_digit()) && ends).then(|| text.len() - rest.len())
}

fn unknown(source: &str, at: usize) -> Error {
    let line = source[..at].matches('\n').count() + 1;
    let found = source[at..].lines().next().unwrap_or("");
    Error::Text { line, error: TextError::new("weights", found, "numbers, comments and ]") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "\
//! The form is `const WEIGHTS: [i32; 9] = [1]`, see below.

/// In use.
pub(crate) const WEIGHTS: [i32; 6] = [
    // men: 1 to 3, [sic]
    100, -5, // the others
    7,

    // kings
    1_000, 8, 9,
];

const OTHER: [i32; 1] = [1];
";

    const COLUMNS: &str = "\
#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; 6] = [
    // men
    100,  -5,
      7,   0,
    // kings
     12,  13,
];
";

    #[test]
    fn keeps_comments_and_line_breaks() {
        let replaced = replace_weights(PLAIN, &[95, 0, -70, 2, 33, -444]).unwrap();
        let expected = PLAIN
            .replace("100, -5, //", "95, 0, //")
            .replace("    7,\n", "    -70,\n")
            .replace("1_000, 8, 9,", "2, 33, -444,");
        assert_eq!(replaced, expected);
    }

    #[test]
    fn same_weights_change_nothing() {
        assert_eq!(replace_weights(COLUMNS, &[100, -5, 7, 0, 12, 13]).unwrap(), COLUMNS);
        let plain = PLAIN.replace("1_000", "1000");
        assert_eq!(replace_weights(&plain, &[100, -5, 7, 1000, 8, 9]).unwrap(), plain);
    }

    #[test]
    fn keeps_columns_aligned() {
        let expected = "\
#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; 6] = [
    // men
        9,   -10,
    -1200,     0,
    // kings
        1,    13,
];
";
        let replaced = replace_weights(COLUMNS, &[9, -10, -1200, 0, 1, 13]).unwrap();
        assert_eq!(replaced, expected);
        assert_eq!(replace_weights(&replaced, &[9, -10, -1200, 0, 1, 13]).unwrap(), expected);
    }

    #[test]
    fn rejects_other_array_contents() {
        let error_line = |source: &str| match replace_weights(source, &[1]) {
            Err(Error::Text { line, .. }) => line,
            other => panic!("{source}: {other:?}"),
        };
        assert_eq!(error_line("fn main() {}\n"), 1);
        assert_eq!(error_line("// const WEIGHTS: [i32; 1] = [1];\n"), 1);
        assert_eq!(error_line("const WEIGHTS: [i32; 1] = [\n    0; 1];\n"), 2);
        assert_eq!(error_line("const WEIGHTS: [i32; 1] = [1i32];\n"), 1);
        assert_eq!(error_line("const WEIGHTS: [i32; 1] = [1.5];\n"), 1);
        assert_eq!(error_line("const WEIGHTS: [i32; 1] = [\n    // one\n    ONE\n];\n"), 3);
        assert_eq!(error_line("const WEIGHTS: [i32; 1] = [1, // open\n"), 2);
        let counted = replace_weights(PLAIN, &[1]);
        assert!(matches!(counted, Err(Error::Count { found: 6, wanted: 1 })));
    }
}
