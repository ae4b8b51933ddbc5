//! What ARCHITECTURE.md promises and no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// The registry, which alone lists the games.
const REGISTRY: &str = "crates/games/src/registry.rs";
/// Crates that try the program from outside, with games that suit the trial. No other names one.
const TRIALS: [&str; 2] = ["attack", "browser-tests"];
/// What is compared with other programs, each of which plays one game.
const PEERS: &str = "crates/app/src/bench/peers.rs";
/// The crates of this repository that a game may depend on.
const BELOW_GAMES: [&str; 2] = ["agon-core", "agon-tactics"];
/// Crates that a browser can run as well, and what they must not depend on.
const PURE: [&str; 4] = ["browser", "protocol", "requests", "table"];
const RUNTIME: [&str; 6] = ["tokio", "axum", "hyper", "rusqlite", "agon-store", "agon-server"];
/// Lines of code that fit in the head: what is neither empty nor a comment, tests and tables
/// (`weights.rs`) aside. A longer file says why in a line that begins with [`REASON`].
const MOST_LINES: usize = 500;
const REASON: &str = "//! Longer than others: ";

pub(crate) fn check() -> Result<()> {
    let games = games()?;
    let crates = crates()?;
    let is_nameless = |name: &&String| !games.contains(name) && !TRIALS.contains(&name.as_str());
    let nameless = crates.iter().filter(is_nameless).map(|name| format!("crates/{name}/src"));
    for folder in nameless.chain(["xtask/src".to_owned()]) {
        let files = sources(&folder)?;
        let named =
            |file: &&PathBuf| [REGISTRY, PEERS].iter().all(|other| **file != Path::new(other));
        for file in files.iter().filter(named) {
            names_no_game(file, &games)?;
        }
    }
    for name in &games {
        let is_foreign =
            |other: &String| other.starts_with("agon-") && !BELOW_GAMES.contains(&other.as_str());
        let foreign = dependencies(name)?.into_iter().find(is_foreign);
        ensure!(foreign.is_none(), "crates/{name} must not depend on {foreign:?}");
    }
    for name in PURE {
        let runtime =
            dependencies(name)?.into_iter().find(|other| RUNTIME.contains(&other.as_str()));
        ensure!(runtime.is_none(), "crates/{name} must not depend on {runtime:?}");
    }
    ensure!(
        !dependencies("server")?.contains(&"agon-tuner".to_owned()),
        "the server must not depend on the tuner"
    );
    for file in sources("crates/server/src")? {
        has_no_sql(&file)?;
    }
    for name in &crates {
        for file in sources(&format!("crates/{name}/src"))? {
            fits_in_the_head(&file)?;
        }
    }
    Ok(())
}

fn crates() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir("crates")? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    Ok(names)
}

/// The games' crates; each has a folder of this name under `crates/`.
fn games() -> Result<Vec<String>> {
    let registry = read(Path::new(REGISTRY))?;
    let crates = registry.split("Entry::<agon_").skip(1).filter_map(|rest| rest.split_once("::"));
    let games: Vec<String> = crates.map(|(name, _)| name.replace('_', "-")).collect();
    ensure!(!games.is_empty(), "{REGISTRY} lists no game");
    Ok(games)
}

fn fits_in_the_head(file: &Path) -> Result<()> {
    let text = read(file)?;
    let untested = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let lines = untested.filter(|line| is_code(line)).count();
    let is_table = file.file_name().is_some_and(|name| name == "weights.rs");
    let is_reasoned = text.lines().any(|line| line.starts_with(REASON));
    ensure!(
        lines <= MOST_LINES || is_table || is_reasoned,
        "{} has {lines} lines of code; more than {MOST_LINES} want a reason: \"{REASON}...\"",
        file.display()
    );
    Ok(())
}

fn is_code(line: &str) -> bool {
    let text = line.trim_start();
    !text.is_empty() && !text.starts_with("//")
}

fn names_no_game(file: &Path, games: &[String]) -> Result<()> {
    for (i, line) in read(file)?.lines().enumerate() {
        let lower = line.to_lowercase();
        let named = games.iter().find(|game| {
            lower.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == *game)
        });
        ensure!(named.is_none(), "{}:{}: names a game: {line}", file.display(), i + 1);
    }
    Ok(())
}

/// SQL is written in the store.
fn has_no_sql(file: &Path) -> Result<()> {
    let text = read(file)?;
    let found = ["SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM", "rusqlite"];
    let found = found.iter().find(|word| text.contains(*word));
    ensure!(found.is_none(), "{}: SQL outside the store: {found:?}", file.display());
    Ok(())
}

/// What a crate depends on, tests aside.
fn dependencies(name: &str) -> Result<Vec<String>> {
    let manifest = read(&PathBuf::from(format!("crates/{name}/Cargo.toml")))?;
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let named = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(named.filter_map(|line| line.split(['.', ' ', '=']).next()).map(str::to_owned).collect())
}

/// The source files below a folder.
fn sources(folder: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    Ok(found)
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| file.display().to_string())
}
