//! For the tests of games.
//!
//! - [`conformance`]: what every game must satisfy;
//! - [`lines`]: a toy, tic-tac-toe and its like, as a complete game;
//! - [`perft_table`], [`playthroughs`]: tests as text files, tables of perft counts and golden
//!   games, written by the games themselves;
//! - [`drawn`]: positions from drawings.
//!
//! With the variable `AGON_BLESS` set (`cargo xtask bless`) the files are rewritten instead of
//! compared; a person then reads the difference.

pub mod conformance;
mod drawn;
pub mod lines;
mod perft_table;
mod playthrough;

use std::path::Path;

pub use drawn::drawn;
pub use perft_table::perft_table;
pub use playthrough::playthroughs;

/// Compares with the file, or rewrites it when blessing.
fn compare_or_bless(file: &Path, expected: &str, actual: &str) {
    if std::env::var_os("AGON_BLESS").is_some() {
        if let Err(error) = std::fs::write(file, actual) {
            panic!("{}: {error}", file.display());
        }
    } else if expected != actual {
        let differs = expected.lines().zip(actual.lines()).find(|(a, b)| a != b);
        let (old, new) = differs.unwrap_or(("(the shorter one ends)", "(the longer one goes on)"));
        let file = file.display();
        panic!("{file} differs:\n  stands there: {old}\n  came out:     {new}");
    }
}

fn read(file: &Path) -> String {
    match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", file.display()),
    }
}
