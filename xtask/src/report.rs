//! Counts of tests that passed, failed and were skipped, and the skipped tests with their reasons.
//!
//! Tests record a skip with `agon_testkit::skip` in the file that [`SKIPS`] names.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use anyhow::{Context, Result, ensure};

/// The variable that names the file for skipped tests; `agon_testkit::SKIPS`.
const SKIPS: &str = "AGON_TEST_SKIPS";
const RECORDS: &str = "target/skipped-tests";
/// Skips that CI accepts, one on each line: binary, test, colon, reason.
const EXPECTED: &str = "xtask/expected-skips.txt";

/// Results of one or several test runs.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// Tests that the runner left out.
    pub(crate) ignored: usize,
}

/// All results of the test command.
#[derive(Default)]
pub(crate) struct Report {
    counts: Counts,
    /// Reasons by binary and test.
    skipped: BTreeMap<String, String>,
    /// Skips that CI accepts.
    expected: BTreeMap<String, String>,
}

impl Report {
    /// Reads the list of expected skips.
    pub(crate) fn new() -> Result<Report> {
        let expected = parse(&fs::read_to_string(EXPECTED).context(EXPECTED)?);
        Ok(Report { expected, ..Report::default() })
    }

    /// Runs tests, passes their output on, and counts their results.
    pub(crate) fn run(&mut self, command: &mut Command) -> Result<Counts> {
        self.run_with(command, None)
    }

    /// Runs the tests of these binaries again, with other services. Their skips replace those of the run before: a
    /// test counts as skipped if it was skipped every time.
    pub(crate) fn run_again(&mut self, command: &mut Command, binaries: &[&str]) -> Result<()> {
        self.run_with(command, Some(binaries)).map(drop)
    }

    fn run_with(&mut self, command: &mut Command, again: Option<&[&str]>) -> Result<Counts> {
        let _ = fs::remove_file(RECORDS);
        command.env(SKIPS, std::path::absolute(RECORDS)?);
        let (counts, ok) = run_counted(command)?;
        self.counts.passed += counts.passed;
        self.counts.failed += counts.failed;
        self.merge(&parse(&fs::read_to_string(RECORDS).unwrap_or_default()), again);
        ensure!(ok, "failed: {command:?}");
        Ok(counts)
    }

    fn merge(&mut self, records: &BTreeMap<String, String>, again: Option<&[&str]>) {
        // A test that returned early counted as passed.
        self.counts.passed = self.counts.passed.saturating_sub(records.len());
        let Some(binaries) = again else {
            self.skipped.extend(records.clone());
            return;
        };
        let was_run = |name: &str| binaries.contains(&name.split(' ').next().unwrap_or_default());
        self.skipped.retain(|name, _| !was_run(name) || records.contains_key(name));
    }

    /// A check of the test command itself that cannot run here.
    pub(crate) fn skip(&mut self, name: &str, reason: &str) {
        println!("--- SKIPPED {name}: {reason}");
        self.skipped.insert(format!("xtask {name}"), reason.into());
    }

    /// Tests with `#[ignore]`, whose reasons are those of the list.
    pub(crate) fn ignored(&mut self, names: &[String]) {
        for name in names {
            let reason = self.expected.get(name).map_or("#[ignore]", String::as_str);
            self.skipped.insert(name.clone(), reason.into());
        }
    }

    /// Lists the skipped tests. Fails on those that are not expected, if `strict`.
    pub(crate) fn check_skips(&self, strict: bool) -> Result<()> {
        let is_unexpected = |name: &&String| !self.expected.contains_key(*name);
        for (name, reason) in &self.skipped {
            let note = if is_unexpected(&name) { " (NOT EXPECTED)" } else { "" };
            println!("--- skipped{note}: {name}: {reason}");
        }
        let unexpected: Vec<_> = self.skipped.keys().filter(is_unexpected).cloned().collect();
        ensure!(
            unexpected.is_empty() || !strict,
            "skipped, and not listed in {EXPECTED}: {}",
            unexpected.join(", ")
        );
        Ok(())
    }
}

/// The form that CI reads.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { passed, failed, .. } = self.counts;
        write!(f, "{passed} passed, {failed} failed, {} skipped", self.skipped.len())
    }
}

/// Reads lines of binary, test, colon and reason; a test may be recorded several times.
fn parse(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let records = lines.filter_map(|line| line.split_once(": "));
    records.map(|(name, reason)| (name.to_owned(), reason.to_owned())).collect()
}

/// The output of the command goes on to ours; its summary lines are counted.
fn run_counted(command: &mut Command) -> Result<(Counts, bool)> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let counts = Mutex::new(Counts::default());
    std::thread::scope(|scope| {
        scope.spawn(|| stderr.map(|pipe| copy(pipe, std::io::stderr(), &counts)));
        if let Some(pipe) = stdout {
            copy(pipe, std::io::stdout(), &counts);
        }
    });
    let ok = child.wait()?.success();
    Ok((counts.into_inner().unwrap_or_default(), ok))
}

fn copy(from: impl Read, mut to: impl Write, counts: &Mutex<Counts>) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        // A reader that has gone must not end the tests.
        let _ = to.write_all(&line);
        if let Ok(mut counts) = counts.lock() {
            counts.add(&String::from_utf8_lossy(&line));
        }
        line.clear();
    }
}

impl Counts {
    /// Adds the numbers of a line that sums up a run: of nextest, of libtest, or of node.
    fn add(&mut self, line: &str) {
        let text = line.trim();
        if let Some(text) = text.strip_prefix("ℹ ") {
            match text.split_once(' ') {
                Some(("pass", number)) => self.passed += number.parse().unwrap_or(0),
                Some(("fail", number)) => self.failed += number.parse().unwrap_or(0),
                Some(("skipped" | "todo", number)) => self.ignored += number.parse().unwrap_or(0),
                _ => {}
            }
        } else if text.starts_with("test result: ") {
            self.passed += number_before(text, "passed");
            self.failed += number_before(text, "failed");
            self.ignored += number_before(text, "ignored");
        } else if text.starts_with("Summary [") && text.contains(" run: ") {
            let (before, results) = text.split_once(" run: ").unwrap_or_default();
            // Cancelled runs have two numbers: of those that ran, and of all.
            let word = before.split(']').nth(1).unwrap_or_default().trim();
            let run = word.split(['/', ' ']).next().and_then(|number| number.parse().ok());
            let passed = number_before(results, "passed");
            self.passed += passed;
            self.failed += run.unwrap_or(passed) - passed;
            self.ignored += number_before(results, "skipped");
        }
    }
}

/// The number before a word, in `12 passed (1 slow), 1 failed`; 0 if the word is missing.
fn number_before(text: &str, word: &str) -> usize {
    let words: Vec<&str> = text.split([' ', ',', ';']).filter(|word| !word.is_empty()).collect();
    let found = words.windows(2).find(|pair| pair[1] == word);
    found.and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

/// The names of tests in the output of test binaries that list them, each after the line with which cargo runs it.
pub(crate) fn listed(output: &str) -> Vec<String> {
    let mut binary = String::new();
    let mut names = Vec::new();
    for line in output.lines() {
        if let Some(test) = line.strip_suffix(": test") {
            names.push(format!("{binary} {test}"));
        } else if let Some((_, path)) =
            line.trim_start().strip_prefix("Running ").and_then(|r| r.rsplit_once('('))
        {
            let stem = Path::new(path.trim_end_matches(')')).file_stem().unwrap_or_default();
            let stem = stem.to_string_lossy();
            binary = stem.rsplit_once('-').map_or(stem.to_string(), |(name, _)| name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(lines: &[&str]) -> (usize, usize, usize) {
        let mut counts = Counts::default();
        lines.iter().for_each(|line| counts.add(line));
        (counts.passed, counts.failed, counts.ignored)
    }

    #[test]
    fn results_are_counted() {
        let nextest = "     Summary [ 123.006s] 12 tests run: 10 passed (1 slow), 1 failed, 1 timed out, 9 skipped";
        assert_eq!(counts(&[nextest]), (10, 2, 9));
        assert_eq!(
            counts(&["Summary [   1.0s] 3/7 tests run: 2 passed, 1 failed, 0 skipped"]),
            (2, 1, 0)
        );
        assert_eq!(counts(&["Summary [   1.0s] 1 test run: 1 passed, 0 skipped"]), (1, 0, 0));
        let libtest = "test result: ok. 5 passed; 1 failed; 2 ignored; 0 measured; 3 filtered out; finished in 0.1s";
        assert_eq!(counts(&[libtest, libtest]), (10, 2, 4));
        assert_eq!(
            counts(&["ℹ tests 9", "ℹ pass 7", "ℹ fail 0", "ℹ skipped 1", "ℹ todo 1"]),
            (7, 0, 2)
        );
        assert_eq!(counts(&["5 passed, 1 failed", ""]), (0, 0, 0));
    }

    #[test]
    fn a_test_is_skipped_if_no_run_ran_it() {
        let mut report = Report::default();
        report.counts.passed = 10;
        let first = "site cluster: needs NATS\nfaults all: by hand\nstore small: no mount\n";
        report.merge(&parse(first), None);
        report.merge(
            &parse("store small: no mount\nsite file: needs SQLite\n"),
            Some(&["site", "store"]),
        );
        assert_eq!(report.skipped.keys().collect::<Vec<_>>(), ["faults all", "store small"]);
        assert_eq!(report.to_string(), "5 passed, 0 failed, 2 skipped");
    }

    #[test]
    fn a_test_that_ran_with_a_file_is_not_skipped_with_postgres() {
        let mut report = Report::default();
        report.merge(&BTreeMap::new(), None);
        report.merge(&parse("site file: needs SQLite\n"), Some(&["site"]));
        assert!(report.skipped.is_empty());
    }

    #[test]
    fn unexpected_skips_fail_in_ci() {
        let mut report = Report::default();
        assert!(report.check_skips(true).is_ok());
        report.skip("package", "no root");
        assert!(report.check_skips(false).is_ok());
        let error = report.check_skips(true).expect_err("fails").to_string();
        assert!(error.contains("xtask package"), "{error}");
        report.expected = parse("# comment\nxtask package: no root\n");
        assert!(report.check_skips(true).is_ok());
    }

    #[test]
    fn tests_are_listed_with_their_binary() {
        let output = "   Running tests/site/main.rs (target/debug/deps/site-0a1b)\nspeed::quick: test\n\n1 test, 0 benchmarks\n \
            Running unittests src/lib.rs (target/debug/deps/agon_core-0a)\n0 tests, 0 benchmarks\n";
        assert_eq!(listed(output), ["site speed::quick"]);
    }
}
