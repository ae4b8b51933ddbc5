//! The newest commit that changes how computer players think names the signature of `agon bench`
//! in its message, as a line `Bench: N`; here it is compared with the real one.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::process::Command;

/// What decides about the thinking of computer players.
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
fn the_newest_commit_of_the_search_names_its_signature() {
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

/// What `agon bench` finds now.
fn real() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_agon")).arg("bench").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("signature ")).unwrap().to_owned()
}

/// What git prints, asked at the root; `None` where there is no git or no repository.
fn git(args: &[&str]) -> Option<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = Command::new("git").current_dir(root).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
