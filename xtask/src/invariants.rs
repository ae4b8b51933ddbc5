//! What ARCHITECTURE.md promises and no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// The registry, which alone lists the games.
const REGISTRY: &str = "crates/games/src/registry.rs";
/// Where no game may be named, but for the registry.
const NAMELESS: [&str; 11] = [
    "core", "tactics", "search", "solver", "tuner", "games", "store", "server", "testkit",
    "protocol", "table",
];
/// What a game crate may depend on.
const ALLOWED: [&str; 4] = ["agon-core", "agon-tactics", "arrayvec", "cozy-chess"];
/// Lines of code that fit in the head: what is neither empty nor a comment, tests and tables
/// (`weights.rs`) aside. A longer file says why in a line that begins with [`REASON`].
const MOST_LINES: usize = 500;
const REASON: &str = "//! Longer than others: ";

/// What runs anywhere, also in a browser ...
const RUNTIMELESS: [&str; 2] = ["protocol", "table"];
/// ... and therefore depends on nothing that waits, listens or stores.
const RUNTIMES: [&str; 6] = ["tokio", "axum", "hyper", "rusqlite", "agon-store", "agon-server"];

pub(crate) fn check() -> Result<()> {
    let games = games()?;
    for name in NAMELESS {
        for file in sources(name)?.iter().filter(|file| *file != Path::new(REGISTRY)) {
            names_no_game(file, &games)?;
        }
    }
    for name in &games {
        depends_on_rules_and_tactics_alone(name)?;
    }
    for file in sources("server")? {
        has_no_sql(&file)?;
    }
    for name in RUNTIMELESS {
        knows_no_runtime(name)?;
    }
    for entry in fs::read_dir("crates")? {
        let name = entry?.file_name();
        for file in sources(&name.to_string_lossy())? {
            fits_in_the_head(&file)?;
        }
    }
    Ok(())
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

fn depends_on_rules_and_tactics_alone(game: &str) -> Result<()> {
    let manifest = read(&PathBuf::from(format!("crates/{game}/Cargo.toml")))?;
    let dependencies = manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    for line in dependencies.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        ensure!(ALLOWED.contains(&name), "crates/{game} must not depend on {name}");
    }
    Ok(())
}

fn knows_no_runtime(name: &str) -> Result<()> {
    let manifest = read(&PathBuf::from(format!("crates/{name}/Cargo.toml")))?;
    let is_of = |line: &str, runtime: &str| {
        line.strip_prefix(runtime).is_some_and(|rest| rest.starts_with(['.', ' ', '=']))
    };
    let found = RUNTIMES.iter().find(|runtime| manifest.lines().any(|line| is_of(line, runtime)));
    ensure!(found.is_none(), "crates/{name} must not depend on {found:?}");
    Ok(())
}

/// The source files of a crate, its tests aside.
fn sources(name: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(format!("crates/{name}/src"))];
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
