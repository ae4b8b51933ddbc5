//! The newest commit that changes the computer players has the signature of `agon bench` in a
//! message line `Bench: N`. This test compares it with the actual one.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::process::Command;

/// Paths that influence the computer players.
const THINKING: [&str; 10] = [
    "crates/search/src",
    "crates/tactics/src",
    "crates/games/src/searcher.rs",
    "crates/games/src/think.rs",
    "crates/*/src/tactics.rs",
    "crates/*/src/eval.rs",
    "crates/*/src/eval",
    "crates/*/src/weights.rs",
    "crates/*/src/inputs.rs",
    "crates/*/src/network.net",
];

#[test]
fn newest_search_commit_has_the_signature() {
    let real = real();
    if git(&["rev-parse", "--is-shallow-repository"]).is_none_or(|answer| answer.trim() != "false")
    {
        agon_testkit::skip(&format!("signature {real} is not compared: shallow clone or no git"));
        return;
    }
    let of_thinking = |args: &[&str]| git(&[args, &["--"], &THINKING].concat()).unwrap_or_default();
    if !of_thinking(&["status", "--porcelain"]).is_empty() {
        agon_testkit::skip(&format!("signature {real} is not compared: uncommitted changes"));
        return;
    }
    let message = of_thinking(&["log", "-1", "--no-merges", "--format=%h %B"]);
    let title = message.lines().next().unwrap_or_default();
    let named = message.lines().find_map(|line| line.strip_prefix("Bench: "));
    assert_eq!(
        named.map(str::trim),
        Some(real.as_str()),
        "commit \"{title}\" changes the search; its message needs the line \"Bench: {real}\""
    );
}

/// Runs `agon bench` and returns its signature.
fn real() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_agon")).arg("bench").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("signature ")).unwrap().to_owned()
}

/// Runs git in the root directory; `None` without git or repository.
fn git(args: &[&str]) -> Option<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = Command::new("git").current_dir(root).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
