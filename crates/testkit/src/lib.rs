//! Test support for games.
//!
//! - [`conformance`]: checks that every game must pass;
//! - [`lines`]: tic-tac-toe and variants, a minimal complete game;
//! - [`perft_table`], [`playthroughs`]: perft counts and golden games as text files;
//! - [`drawn`]: positions from board drawings;
//! - [`require`], [`skip`]: report tests that cannot run.
//!
//! If the variable `AGON_BLESS` is set (`cargo xtask bless`), files are rewritten instead of
//! compared; review the diff.

pub mod conformance;
mod drawn;
pub mod lines;
mod perft_table;
mod playthrough;
mod skip;

use std::path::Path;

pub use drawn::drawn;
pub use perft_table::perft_table;
pub use playthrough::playthroughs;
pub use skip::{SKIPS, require, skip};

/// Compares `actual` with the content of the file, or writes it when blessing.
fn compare_or_bless(file: &Path, expected: &str, actual: &str) {
    if std::env::var_os("AGON_BLESS").is_some() {
        if let Err(error) = std::fs::write(file, actual) {
            panic!("{}: {error}", file.display());
        }
    } else if expected != actual {
        let differs = expected.lines().zip(actual.lines()).find(|(a, b)| a != b);
        let (old, new) = differs.unwrap_or(("(end of the shorter text)", "(more lines)"));
        let file = file.display();
        panic!("{file} differs:\n  expected: {old}\n  found:    {new}");
    }
}

fn read(file: &Path) -> String {
    match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", file.display()),
    }
}
