use std::path::Path;

use agon_core::perft::perft;
use agon_core::{Game, Rules};

use crate::{compare_or_bless, read};

/// Recomputes every count of a table.
///
/// Lines have the form `rules | position | counts from depth 1 on`. `start` is the initial
/// position, empty rules are the defaults, `#` begins a comment. Counts after `=` are published
/// results and are never rewritten.
///
/// # Panics
/// If a count differs or a line is malformed; when blessing, if a published count differs.
pub fn perft_table<G: Game>(file: impl AsRef<Path>) {
    let file = file.as_ref();
    let table = read(file);
    let lines: Vec<String> = table.lines().map(recount::<G>).collect();
    compare_or_bless(file, &table, &(lines.join("\n") + "\n"));
}

fn recount<G: Game>(line: &str) -> String {
    if line.is_empty() || line.starts_with('#') {
        return line.into();
    }
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[rules, position, counts] = fields.as_slice() else {
        panic!("expected three fields: {line}");
    };
    let parsed = G::Rules::parse(rules).unwrap_or_else(|e| panic!("{line}: {e}"));
    let start = match position {
        "start" => G::start(&parsed),
        text => G::parse_position(text, &parsed).unwrap_or_else(|e| panic!("{line}: {e}")),
    };
    let (mark, known) = match counts.strip_prefix('=') {
        Some(known) => ("= ", Some(known.trim())),
        None => ("", None),
    };
    let depths = 1..=known.unwrap_or(counts).split_whitespace().count() as u32;
    let counts: Vec<String> = depths.map(|depth| perft(&start, depth).to_string()).collect();
    let counts = counts.join(" ");
    assert!(
        known.is_none_or(|known| known == counts),
        "published counts: {line}\n  found: {counts}"
    );
    format!("{rules} | {position} | {mark}{counts}")
}
