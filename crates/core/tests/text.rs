//! Helpers of the strict parsers.

use agon_core::{TextError, read_count, read_row, split_exactly, write_row};
use proptest::prelude::*;

/// Reads a row into its cells, with dots for empty ones.
fn row(text: &str, length: usize) -> Result<String, TextError> {
    let mut cells = vec!['.'; length];
    read_row("row 1", text, length, "a, b, ö", |i, c| {
        cells[i] = c;
        "abö".contains(c)
    })?;
    Ok(cells.into_iter().collect())
}

#[test]
fn reads_letters_and_runs_of_empty_cells() {
    let table = [
        ("9", "........."),
        ("a8", "a........"),
        ("8a", "........a"),
        ("4b4", "....b...."),
        ("a1b1a1b1a", "a.b.a.b.a"),
        ("abababaab", "abababaab"),
        ("2ö3ö2", "..ö...ö.."),
    ];
    for (text, cells) in table {
        assert_eq!(row(text, 9).as_deref(), Ok(cells), "{text}");
    }
    assert_eq!(row("13", 13).as_deref(), Ok("............."), "a number of two digits");
    assert_eq!(row("a12", 13).as_deref(), Ok("a............"));
    assert_eq!(row("", 0).as_deref(), Ok(""));
}

#[test]
fn rejects_malformed_rows() {
    for text in [
        "",
        "8",
        "10",
        "4",
        "a",
        "a9",
        "9a",
        "4b5",
        "4b3",
        "aaaaaaaaaa",
        "45",
        "333",
        "0a8",
        "a08",
        "a8 ",
        " a8",
        "4x4",
        "4A4",
        "4-4",
        "+9",
        "-9",
        "９",
        "4é4",
        "4\u{301}4",
        "9/",
        "a8\n",
        "\0",
        "1e1",
        "99999999999999999999999999",
    ] {
        let error = row(text, 9).expect_err(text);
        assert_eq!(error.part(), "row 1", "{text}: {error}");
    }
}

#[test]
fn never_puts_a_letter_beyond_the_end() {
    for text in ["9a", "aaaaaaaaaa", "8ab"] {
        let mut last = 0;
        let read = read_row("row", text, 9, "a, b", |i, _| {
            last = last.max(i);
            true
        });
        assert!(read.is_err());
        assert!(last < 9, "{text}");
    }
}

#[test]
fn row_errors_list_the_letters() {
    let error = row("4x4", 9).expect_err("an unknown letter").to_string();
    let expected =
        "row 1: found \"4x4\", expected 9 cells of a, b, ö and numbers for runs of empty cells";
    assert_eq!(error, expected);
}

#[test]
fn writes_runs_as_numbers() {
    let write = |cells: &str| {
        let mut text = String::from("> ");
        write_row(&mut text, cells.chars().map(|c| (c != '.').then_some(c)));
        text
    };
    assert_eq!(write("........."), "> 9");
    assert_eq!(write("a...b..."), "> a3b3");
    assert_eq!(write("ab"), "> ab");
    assert_eq!(write("............a"), "> 12a");
    assert_eq!(write(""), "> ");
}

#[test]
fn counts_are_plain_digits() {
    assert_eq!(read_count("plies", "0", 0), Ok(0));
    assert_eq!(read_count("plies", "7", 100), Ok(7));
    assert_eq!(read_count("plies", "100", 100), Ok(100));
    assert_eq!(read_count("plies", "4294967295", u32::MAX), Ok(u32::MAX));
    for text in [
        "",
        "101",
        "-1",
        "+1",
        "00",
        "01",
        "1 ",
        " 1",
        "1.0",
        "1e1",
        "0x1",
        "x",
        "１",
        "٣",
        "4294967296",
        "99999999999999999999",
    ] {
        let error = read_count("plies", text, 100).expect_err(text);
        assert_eq!(error.part(), "plies", "{text}: {error}");
    }
    let message = read_count("plies", "101", 100).expect_err("too many").to_string();
    assert_eq!(message, "plies: found \"101\", expected a whole number from 0 to 100");
}

#[test]
fn splits_into_exactly_n_fields() {
    let split = |text| split_exactly(text, ' ', ["board", "side", "plies"]);
    assert_eq!(split("a b c"), Ok(["a", "b", "c"]));
    assert_eq!(split("ä日 ö c\t"), Ok(["ä日", "ö", "c\t"]), "other spaces are not separators");
    let table = [
        ("", "board"),
        (" ", "board"),
        ("a", "side"),
        ("a ", "side"),
        ("a b", "plies"),
        ("a b ", "plies"),
        ("a  c", "side"),
        (" a b c", "board"),
        ("a b c ", "end of text"),
        ("a b c d", "end of text"),
        ("a b c d e", "end of text"),
    ];
    for (text, part) in table {
        let error = split(text).expect_err(text);
        assert_eq!(error.part(), part, "{text:?}: {error}");
    }
    assert_eq!(split_exactly("a/b", '/', ["left", "right"]), Ok(["a", "b"]));
    assert_eq!(split_exactly("a b", '/', ["all"]), Ok(["a b"]));
}

#[test]
fn errors_quote_the_offending_text() {
    let error = TextError::new("move", "e9", "a cell");
    assert_eq!(error.to_string(), "move: found \"e9\", expected a cell");
    assert_eq!(error.part(), "move");
    let nothing = TextError::new("move", "", "a cell").to_string();
    assert_eq!(nothing, "move: found nothing, expected a cell");
}

#[test]
fn errors_escape_control_characters() {
    let error = TextError::new("move", "a\n\u{1b}[31m\"", "a cell").to_string();
    assert!(error.chars().all(|c| !c.is_control()), "{error:?}");
    assert_eq!(error, "move: found \"a\\n\\u{1b}[31m\\\"\", expected a cell");
}

#[test]
fn errors_truncate_long_texts() {
    let short = TextError::new("move", &"é".repeat(60), "less").to_string();
    assert_eq!(short, format!("move: found \"{}\", expected less", "é".repeat(60)));
    let long = TextError::new("move", &"é".repeat(61), "less").to_string();
    assert_eq!(long, format!("move: found \"{}…\", expected less", "é".repeat(60)));
}

proptest! {
    #[test]
    fn rows_round_trip(cells in "[ab.]{0,20}") {
        let mut text = String::new();
        write_row(&mut text, cells.chars().map(|c| (c != '.').then_some(c)));
        prop_assert_eq!(row(&text, cells.len()), Ok(cells));
    }

    #[test]
    fn readers_never_panic(text in ".*", near in "[ab0-9]{0,12}", length in 0_usize..20) {
        for text in [text, near] {
            if let Ok(cells) = row(&text, length) {
                prop_assert_eq!(cells.chars().count(), length);
            }
            let _ = split_exactly(&text, 'a', ["1", "2"]);
            if let Ok(count) = read_count("", &text, 1000) {
                prop_assert_eq!(count.to_string(), text);
            }
        }
    }
}
