//! `agon tune GAME spsa` and `screen`.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn agon(args: &[&str], file: &Path) -> Output {
    let file = file.to_str().unwrap();
    let args = args.iter().map(|&arg| if arg == "FILE" { file } else { arg });
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().unwrap()
}

fn spsa(file: &Path, more: &[&str]) -> Output {
    let args = ["tune", "morris", "spsa", "FILE", "--nodes", "60", "--concurrency", "1"];
    agon(&[&args, more].concat(), file)
}

#[test]
fn tunes_interrupts_and_continues() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let done = spsa(&whole, &["--games", "4"]);
    assert!(done.status.success(), "{done:?}");
    let source = String::from_utf8(done.stdout).unwrap();
    assert!(source.starts_with("// 4 of 4 games"), "{source}");
    assert!(
        source.contains("const MARGINS: Margins = Margins {\n        aspiration: "),
        "{source}"
    );
    let state = fs::read_to_string(&whole).unwrap();
    assert!(state.contains("\nseed 1 rate 0.02 pairs 2 of 2\naspiration begin 18 "), "{state}");
    let picture = fs::read_to_string(folder.path().join("whole.svg")).unwrap();
    assert_eq!(picture.matches("<polyline").count(), state.matches(" begin ").count());

    // Interrupted before the first game, then continued; afterwards nothing is left to do.
    let begun = spsa(&parts, &["--games", "4", "--seconds", "0"]);
    assert!(String::from_utf8(begun.stdout).unwrap().starts_with("// 0 of 4 games"));
    for _ in 0..2 {
        assert!(spsa(&parts, &["--games", "4"]).status.success());
        assert_eq!(fs::read_to_string(&parts).unwrap(), state);
    }
    let other = spsa(&parts, &["--games", "6"]);
    assert!(!other.status.success());
    assert!(String::from_utf8_lossy(&other.stderr).contains("has other settings"));

    let first = format!("margins={}", whole.display());
    let args = ["match", "morris", "--games", "2", "--nodes", "60", "--first", &first];
    let tried = agon(&args, &whole);
    assert!(tried.status.success(), "{tried:?}");
    let missing = agon(&["match", "morris", "--nodes", "60", "--first", "margins=nowhere"], &whole);
    assert!(!missing.status.success());
    // Players that do not use margins reject them.
    let tree = format!("{first},kind=monte-carlo");
    let ignored = agon(&["match", "morris", "--nodes", "60", "--first", &tree], &whole);
    assert!(!ignored.status.success());
    assert!(String::from_utf8_lossy(&ignored.stderr).contains("margins: only the full search"));
}

#[test]
fn screens_all_margins_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan");
    let screen = |more: &[&str]| {
        let args = ["tune", "morris", "screen", "--nodes", "60", "--games", "8"];
        let done = agon(&[&args, more].concat(), &plan);
        let told = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (done.status.success(), told(done.stdout), told(done.stderr))
    };
    let rows = |text: &str| -> Vec<String> { text.lines().skip(2).map(str::to_owned).collect() };

    let (_, all, _) = screen(&["--concurrency", "1"]);
    assert!(all.starts_with("8 games, "), "{all}");
    assert!(rows(&all).len() > 30, "{all}");
    assert!(all.contains("\naspiration                     12     24 "), "{all}");
    // Reproducible, with any number of threads.
    assert_eq!(rows(&screen(&["--concurrency", "2"]).1), rows(&all));
    assert_ne!(rows(&screen(&["--concurrency", "1", "--seed", "2"]).1), rows(&all));

    fs::write(&plan, "futility 60 200\n\nlate_moves 50 150\n").unwrap();
    let (_, some, _) = screen(&["--plan", "FILE"]);
    let names: Vec<String> = rows(&some).iter().map(|row| row[..26].trim().to_owned()).collect();
    assert_eq!(names, ["futility", "late_moves"]);

    for (text, complaint) in [
        ("futility 60 200\nhaste 1 2\n", "plan:2"),
        ("haste 1 2\n", "unknown margin haste"),
        ("futility 60\n", "expected NAME LOW HIGH"),
        ("futility 60 many\n", "expected a whole number"),
        ("futility 60 9000\n", "9000 is outside 30..=600"),
    ] {
        fs::write(&plan, text).unwrap();
        let (well, _, error) = screen(&["--plan", "FILE"]);
        assert!(!well && error.contains(complaint), "{text}: {error}");
    }
}
