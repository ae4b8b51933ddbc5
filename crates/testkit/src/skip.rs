//! Skipped tests, recorded for `cargo xtask test`: it lists them, and fails in CI on one that it does not expect.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// Names the file that skipped tests are appended to.
pub const SKIPS: &str = "AGON_TEST_SKIPS";

/// Returns the condition. If it is false, the running test is recorded as skipped, with the reason.
///
/// Must be called on the thread of the test, which has its name.
///
/// ```no_run
/// # let has_postgres = false;
/// if !agon_testkit::require(has_postgres, "needs PostgreSQL") {
///     return;
/// }
/// ```
#[must_use]
pub fn require(condition: bool, reason: &str) -> bool {
    if !condition {
        skip(reason);
    }
    condition
}

/// Records that the running test, or a part of it, is skipped.
///
/// # Panics
///
/// If the record cannot be written: the test would count as passed.
pub fn skip(reason: &str) {
    let line = record(&binary(), std::thread::current().name().unwrap_or("?"), reason);
    eprint!("skipped: {line}");
    if let Some(file) = std::env::var_os(SKIPS) {
        let appended = append(Path::new(&file), &line);
        assert!(appended.is_ok(), "cannot write {}: {appended:?}", file.display());
    }
}

fn record(binary: &str, test: &str, reason: &str) -> String {
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{binary} {test}: {reason}\n")
}

/// One write: tests are processes that append at the same time.
fn append(file: &Path, line: &str) -> std::io::Result<()> {
    OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())
}

/// The name of the test binary, without the hash that cargo appends.
fn binary() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    stem.rsplit_once('-').map_or(stem.clone(), |(name, _)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_one_line_with_the_name_of_the_test() {
        assert_eq!(
            record("site", "cluster::both", "needs\n NATS"),
            "site cluster::both: needs NATS\n"
        );
        assert_eq!(binary(), "agon_testkit");
        let name = std::thread::current().name().map(str::to_owned);
        assert!(
            name.is_some_and(
                |name| name.ends_with("a_record_is_one_line_with_the_name_of_the_test")
            )
        );
    }

    #[test]
    fn records_are_appended() {
        let file = std::env::temp_dir().join(format!("agon-skips-{}", std::process::id()));
        append(&file, "a b: c\n").expect("written");
        append(&file, "d e: f\n").expect("written");
        let text = std::fs::read_to_string(&file).expect("readable");
        std::fs::remove_file(&file).expect("removed");
        assert_eq!(text, "a b: c\nd e: f\n");
    }
}
