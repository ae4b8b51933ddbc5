//! What ARCHITECTURE.md promises and no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// The games' crates; each has a folder of this name under `crates/`.
const GAMES: [&str; 5] = ["abalone", "chess", "chinese-checkers", "morris", "tablut"];
/// Where no game may be named.
const NAMELESS: [&str; 6] = ["core", "search", "solver", "tuner", "store", "server"];
/// What a game crate may depend on.
const ALLOWED: [&str; 3] = ["agon-core", "arrayvec", "cozy-chess"];
/// Lines of code in `core` and in the rules of each game: what is neither empty nor a comment;
/// tests aside, and judgements (`eval`) with the numbers that the tuner writes for them
/// (`weights.rs`).
const MOST_LINES: usize = 1_500;

pub(crate) fn check() -> Result<()> {
    for name in NAMELESS {
        for file in sources(name)? {
            names_no_game(&file)?;
        }
    }
    for name in GAMES {
        depends_on_core_alone(name)?;
    }
    for file in sources("server")? {
        has_no_sql(&file)?;
    }
    for name in GAMES.iter().chain(&["core"]) {
        let mut lines = 0;
        for file in sources(name)?.iter().filter(|file| !is_judgement(file)) {
            let text = read(file)?;
            let untested = text.lines().take_while(|line| *line != "#[cfg(test)]");
            lines += untested.filter(|line| is_code(line)).count();
        }
        println!("{name}: {lines} lines");
        ensure!(
            lines < MOST_LINES,
            "crates/{name} has {lines} lines of code, {MOST_LINES} are too many"
        );
    }
    Ok(())
}

fn is_code(line: &str) -> bool {
    let text = line.trim_start();
    !text.is_empty() && !text.starts_with("//")
}

fn is_judgement(file: &Path) -> bool {
    let part = |name: &str| file.components().any(|part| part.as_os_str() == name);
    part("eval") || part("eval.rs") || part("weights.rs")
}

fn names_no_game(file: &Path) -> Result<()> {
    for (i, line) in read(file)?.lines().enumerate() {
        let lower = line.to_lowercase();
        let named = GAMES.iter().find(|game| {
            lower.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == **game)
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

fn depends_on_core_alone(game: &str) -> Result<()> {
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
