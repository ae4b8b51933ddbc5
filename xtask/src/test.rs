//! The test command: every check, in the order in which it fails soonest.

use std::time::Instant;

use anyhow::{Result, bail};

use crate::deny::Deny;
use crate::report::{self, Report};
use crate::services::{self, Keeping};
use crate::{cargo, dist, has_nextest, invariants, step, units, wasm, web};

/// Test binaries that run on SQLite and again on PostgreSQL with NATS.
const SHARED: [&str; 10] = [
    "store",
    "conditions",
    "lists",
    "archive",
    "postgres",
    "moving",
    "site",
    "operations",
    "host_key",
    "hostile",
];

/// Runs all checks, then lists skipped tests. In CI (`CI` is set) an unexpected skip is an error.
pub(crate) fn test() -> Result<()> {
    let begin = Instant::now();
    let mut report = Report::new()?;
    let strict = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
    let checked = check_all(&mut report);
    let listed = report.check_skips(strict);
    let result = checked.and(listed);
    if let Err(error) = &result {
        println!("--- error: {error:#}");
    }
    let outcome = if result.is_ok() { "all checks passed" } else { "FAILED" };
    println!("--- {outcome} in {} s: {report}", begin.elapsed().as_secs());
    result
}

fn check_all(report: &mut Report) -> Result<()> {
    step("format", &["fmt", "--all", "--check"])?;
    step("lints", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    println!("--- invariants");
    invariants::check()?;
    units::check()?;
    // Tests of the program for browsers record a skip without it.
    if let Err(error) = wasm::build_both() {
        println!("--- NOT BUILT for browsers: {error:#}");
    }
    let deny = Deny::prepare()?;
    web::prepare()?;
    web::check(report)?;
    deny.check(report)?;
    println!("--- examples in the documentation");
    let examples = report.run(&mut cargo(&["test", "--quiet", "--workspace", "--doc"]))?;
    let run = report.run(&mut tests_of_workspace()?)?;
    name_ignored(report, examples.ignored + run.ignored)?;
    test_shared(report)?;
    dist::check(report)
}

fn tests_of_workspace() -> Result<std::process::Command> {
    println!("--- tests");
    if !has_nextest() {
        return Ok(cargo(&["test", "--workspace", "--all-targets", "--no-fail-fast"]));
    }
    // Many of them wait for a browser or a server: one more than there are cores.
    let threads = (1 + std::thread::available_parallelism()?.get()).to_string();
    Ok(cargo(&["nextest", "run", "--workspace", "--no-fail-fast", "--test-threads", &threads]))
}

/// The runner tells how many tests have `#[ignore]`; the test binaries tell which.
fn name_ignored(report: &mut Report, count: usize) -> Result<()> {
    let mut list = cargo(&["test", "--workspace", "--lib", "--bins", "--tests"]);
    list.args(["--", "--list", "--ignored"]);
    // One pipe keeps the lines of cargo and of the binaries in order.
    let (mut reader, writer) = std::io::pipe()?;
    let mut child = list.stdout(writer.try_clone()?).stderr(writer).spawn()?;
    drop(list);
    let mut output = String::new();
    std::io::Read::read_to_string(&mut reader, &mut output)?;
    if !child.wait()?.success() {
        bail!("cannot list the ignored tests: {output}");
    }
    let names = report::listed(&output);
    if names.len() != count {
        bail!("{count} tests were ignored, but {} are listed: {names:?}", names.len());
    }
    report.ignored(&names);
    Ok(())
}

/// The tests of the store and the server again, with PostgreSQL instead of SQLite, and with NATS.
fn test_shared(report: &mut Report) -> Result<()> {
    println!("--- services");
    let services = services::up(Keeping::Hasty)?;
    println!("--- tests with PostgreSQL");
    let tests: &[&str] = if has_nextest() {
        // They wait more than they compute.
        &["nextest", "run", "--no-fail-fast", "--test-threads", "6"]
    } else {
        &["test", "--no-fail-fast"]
    };
    let mut command = cargo(tests);
    // With fewer packages the dependencies would have other features, and would be built again.
    command.arg("--workspace");
    for binary in SHARED {
        command.args(["--test", binary]);
    }
    command.env("AGON_TEST_POSTGRES", &services.postgres).env("AGON_TEST_NATS", &services.nats);
    let tested = report.run_again(&mut command, &SHARED);
    services::down()?;
    tested
}
