//! The checks of the pages: types, lint and unit tests by node, then a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::report::Report;

/// Programs that the checks need, with the Debian packages that have them.
const NEEDED: [(&str, &str); 5] = [
    ("node", "nodejs"),
    ("npm", "npm"),
    ("chromium", "chromium"),
    ("chromium-headless-shell", "chromium-headless-shell"),
    ("chromedriver", "chromium-driver"),
];
/// Ways around the types, which no page may take.
const ESCAPES: [&str; 4] = ["@ts-ignore", "@ts-expect-error", "@ts-nocheck", "biome-ignore"];

/// Installs what is missing where that is possible; otherwise says what is missing.
pub(crate) fn prepare() -> Result<()> {
    let missing: Vec<&str> = NEEDED
        .iter()
        .filter(|(program, _)| !is_there(program))
        .map(|&(_, package)| package)
        .collect();
    if !missing.is_empty() {
        println!("--- installing {}", missing.join(", "));
        // A fresh machine may not know yet what packages there are.
        let installed = install(&missing) || apt_get(&["update"]) && install(&missing);
        if !installed {
            bail!("missing, and apt-get could not install them: {}", missing.join(", "));
        }
    }
    install_packages()
}

fn install(packages: &[&str]) -> bool {
    apt_get(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}

fn apt_get(arguments: &[&str]) -> bool {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command.status().is_ok_and(|status| status.success())
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The checkers that package.json names, in exactly these versions. Not `npm ci`: it refuses
/// where a registry lacks a checker's builds for other systems.
fn install_packages() -> Result<()> {
    let changed = |file: &str| Path::new(file).metadata().and_then(|data| data.modified());
    let newest = changed("package.json")?.max(changed("package-lock.json")?);
    if changed("node_modules/.package-lock.json").is_ok_and(|installed| installed >= newest) {
        return Ok(());
    }
    println!("--- installing the checkers of package.json");
    crate::run(Command::new("npm").args(["install", "--no-save", "--ignore-scripts"]))
}

/// Types, lint and unit tests.
pub(crate) fn check(report: &mut Report) -> Result<()> {
    println!("--- pages: types");
    let tsc = || Command::new("node_modules/.bin/tsc");
    crate::run(tsc().arg("--noEmit"))?;
    crate::run(tsc().args(["--noEmit", "--project", "tsconfig.worker.json"]))?;
    let files = sources(Path::new("web"))?;
    ensure!(!files.is_empty(), "no scripts in web");
    for file in files {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        if let Some((line, text)) = escape(&text) {
            bail!("{}:{line}: a way around the types: {text}", file.display());
        }
    }
    println!("--- pages: lint and format");
    crate::run(Command::new("node_modules/.bin/biome").arg("check"))?;
    println!("--- pages: unit tests");
    let mut tests = Command::new("node");
    let counts = report.run(tests.args(["--test", "--test-reporter=spec", "web-tests/"]))?;
    ensure!(counts.ignored == 0, "{} unit tests of the pages are skipped", counts.ignored);
    Ok(())
}

/// The first line that switches the type checker off, or has the type that fits everything.
fn escape(text: &str) -> Option<(usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let any = |line: &str| {
        // In prose the word is allowed, in braces it is a type; elsewhere the linter finds it.
        let mut types = line.split(['{', '}']).skip(1).step_by(2);
        types.any(|part| part.split(|c| !is_word(c)).any(|word| word == "any"))
    };
    let bad = |line: &str| ESCAPES.iter().any(|escape| line.contains(escape)) || any(line);
    text.lines().enumerate().find(|(_, line)| bad(line)).map(|(i, line)| (i + 1, line.trim()))
}

/// The scripts below a folder, texts for people aside.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in folder.read_dir().with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "texts") {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|e| e == "js" || e == "ts") {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn ways_around_the_types_are_found() {
        for line in [
            "// @ts-ignore",
            "/* @ts-expect-error */",
            "/** @type {any} */ (x)",
            "/** @param {any[]} list */",
            "/** @type {Record<string, any>} */",
            "// biome-ignore lint: because",
        ] {
            assert!(escape(line).is_some(), "{line}");
        }
    }

    #[test]
    fn words_are_not() {
        for line in [
            "// Answers if there are any; otherwise nothing.",
            "const many = { company: 1 };",
            "/** @param {string} name any name */",
            "  position: string;",
        ] {
            assert_eq!(escape(line), None);
        }
    }
}
