//! `cargo xtask test` runs every check, `cargo xtask bless` rewrites the golden files,
//! `cargo xtask crash` kills the server many times, `cargo xtask screenshots` takes pictures of the
//! pages.

mod invariants;
mod screenshots;
mod web;

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Parser;

/// The commands that developers and CI run.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    /// Run all checks: format, lints, tests, documentation, invariants, pages
    Test,
    /// Rewrite the tables of counts and the golden games; read the difference afterwards
    Bless,
    /// Kill the server many times while people play: no confirmed move may be lost
    Crash {
        /// How often
        #[arg(default_value_t = 50)]
        kills: u32,
    },
    /// Run every fuzz target for some seconds (needs cargo-fuzz and a nightly toolchain)
    Fuzz {
        /// Seconds for each target
        #[arg(default_value_t = 60)]
        seconds: u32,
    },
    /// Take pictures of every page and every board, to be looked at one by one
    Screenshots {
        /// The folder for them
        #[arg(default_value = "target/screenshots")]
        folder: PathBuf,
        /// Take only the five small ones of the README, for docs/pictures
        #[arg(long)]
        readme: bool,
    },
}

fn main() -> ExitCode {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if let Err(error) = std::env::set_current_dir(&root) {
        eprintln!("xtask: {}: {error}", root.display());
        return ExitCode::FAILURE;
    }
    let result = match Task::parse() {
        Task::Test => test(),
        Task::Bless => bless(),
        Task::Crash { kills } => crash(kills),
        Task::Fuzz { seconds } => fuzz(seconds),
        Task::Screenshots { folder, readme } => screenshots::take(&folder, readme),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<()> {
    let begin = Instant::now();
    step("format", &["fmt", "--all", "--check"])?;
    step("lints", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    println!("--- invariants");
    invariants::check()?;
    web::prepare()?;
    web::check()?;
    step("examples in the documentation", &["test", "--quiet", "--workspace", "--doc"])?;
    if has_nextest() {
        step("tests", &["nextest", "run", "--workspace", "--no-fail-fast"])?;
    } else {
        step("tests", &["test", "--workspace", "--all-targets", "--no-fail-fast"])?;
    }
    println!("--- all checks passed in {} s", begin.elapsed().as_secs());
    Ok(())
}

fn bless() -> Result<()> {
    println!("--- rewriting golden files");
    run(cargo(&["test", "--workspace", "--test", "golden"]).env("AGON_BLESS", "1"))?;
    run(Command::new("git").args(["diff", "--stat"]))
}

fn crash(kills: u32) -> Result<()> {
    println!("--- killing the server {kills} times");
    let args = ["test", "--package", "agon", "--test", "crash", "--", "--nocapture"];
    run(cargo(&args).env("AGON_KILLS", kills.to_string()))
}

fn fuzz(seconds: u32) -> Result<()> {
    let listed = cargo(&["+nightly", "fuzz", "list"]).output().context("cargo fuzz list")?;
    let targets = String::from_utf8(listed.stdout)?;
    ensure!(listed.status.success(), "cargo-fuzz is missing: cargo install cargo-fuzz --locked");
    for target in targets.lines() {
        let time = format!("-max_total_time={seconds}");
        step(target, &["+nightly", "fuzz", "run", target, "--", &time])?;
    }
    Ok(())
}

fn has_nextest() -> bool {
    cargo(&["nextest", "--version"]).output().is_ok_and(|output| output.status.success())
}

/// Cargo as the user would call it: a toolchain may be named, and our own environment, in
/// which cargo runs us, must not leak into it. Some build scripts watch what cargo tells of the
/// package: with ours they would be built anew for us, and again for the user.
fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(args).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    for (name, _) in std::env::vars_os() {
        let ours = ["CARGO_PKG_", "CARGO_MANIFEST_"];
        if name.to_str().is_some_and(|name| ours.iter().any(|prefix| name.starts_with(prefix))) {
            command.env_remove(name);
        }
    }
    command
}

fn step(name: &str, args: &[&str]) -> Result<()> {
    println!("--- {name}: cargo {}", args.join(" "));
    run(&mut cargo(args))
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "failed: {command:?}");
    Ok(())
}
