//! The newest commit that changes how computer players think names the signature of `agon bench`
//! in its message, as a line `Bench: N`; here it is compared with the real one.

use std::process::Command;

use anyhow::{Context, Result, ensure};

/// What decides about the thinking of computer players.
const THINKING: [&str; 7] = [
    "crates/search/src",
    "crates/core/src/tactics.rs",
    "crates/games/src/mind.rs",
    "crates/*/src/tactics.rs",
    "crates/*/src/eval.rs",
    "crates/*/src/eval",
    "crates/*/src/weights.rs",
];

pub(crate) fn check() -> Result<()> {
    let real = real()?;
    if git(&["rev-parse", "--is-shallow-repository"]).is_none_or(|answer| answer.trim() != "false")
    {
        println!("signature {real}, not compared: the history is not here");
        return Ok(());
    }
    let of_thinking = |args: &[&str]| git(&[args, &["--"], &THINKING].concat()).unwrap_or_default();
    if !of_thinking(&["status", "--porcelain"]).is_empty() {
        println!("signature {real}, not compared: there are changes that no commit has yet");
        return Ok(());
    }
    let message = of_thinking(&["log", "-1", "--no-merges", "--format=%h %B"]);
    let named = message.lines().find_map(|line| line.strip_prefix("Bench: "));
    let title = message.lines().next().unwrap_or_default();
    let named = named.with_context(|| {
        format!(
            "commit \"{title}\" changes the search; its message needs the line \"Bench: {real}\""
        )
    })?;
    ensure!(named.trim() == real, "commit \"{title}\" says Bench: {named}, but it is {real}");
    println!("signature {real}, as commit \"{title}\" says");
    Ok(())
}

/// What `agon bench` finds now.
fn real() -> Result<String> {
    let output = Command::new("cargo")
        .args(["run", "--quiet", "--package", "agon", "--", "bench"])
        .output()
        .context("cannot run agon bench")?;
    ensure!(output.status.success(), "agon bench failed");
    let text = String::from_utf8(output.stdout)?;
    let signature = text.lines().find_map(|line| line.strip_prefix("signature "));
    Ok(signature.context("agon bench printed no signature")?.to_owned())
}

/// What git prints; `None` where there is no git or no repository.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
