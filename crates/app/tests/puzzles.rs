//! Searching, continuing and checking puzzles.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::path::Path;
use std::process::Command;

fn run(file: &Path, more: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["puzzles", "tablut", "--nodes", "4000", "--threads", "2"])
        .args(more)
        .arg("--file")
        .arg(file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn finds_continues_and_checks_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    assert!(run(&whole, &["--count", "4"]).starts_with("4 puzzles"));
    run(&parts, &["--count", "2"]);
    // A partial last line of an interrupted run is replaced.
    let begun = std::fs::read_to_string(&parts).unwrap();
    std::fs::write(&parts, format!("{begun}{{\"id\":\"12")).unwrap();
    run(&parts, &["--count", "4"]);
    let lines = |file: &Path| -> Vec<String> {
        std::fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect()
    };
    let (whole_lines, part_lines) = (lines(&whole), lines(&parts));
    assert_eq!((whole_lines.len(), part_lines.len()), (4, 4));
    // The same seed finds the same puzzles, also in two runs and with two threads.
    assert_eq!(whole_lines[..2], part_lines[..2]);
    let positions: std::collections::BTreeSet<_> = part_lines.iter().collect();
    assert_eq!(positions.len(), 4);
    let checked =
        run(&whole, &["--check", whole.to_str().unwrap(), "--effort", "1", "--sample", "3"]);
    assert!(checked.ends_with("3 of 3 puzzles confirmed\n"), "{checked}");
    // A puzzle with another solution is removed.
    let mut puzzles: Vec<serde_json::Value> =
        whole_lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut moves = puzzles[1]["moves"].as_array().unwrap().clone();
    let start = agon_games::find("tablut").unwrap();
    let start = start.open("", puzzles[1]["position"].as_str()).unwrap();
    moves[0] = start.moves().into_iter().find(|text| moves[0] != *text).unwrap().into();
    moves.truncate(1);
    puzzles[1]["moves"] = moves.into();
    let text: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    std::fs::write(&whole, text).unwrap();
    run(&whole, &["--check", whole.to_str().unwrap(), "--effort", "1", "--drop"]);
    assert_eq!(lines(&whole).len(), 3);
}

#[test]
fn rejects_files_without_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong");
    std::fs::write(&file, "{\"id\":1}\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["puzzles", "tablut", "--check"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("line 1"), "{said}");
}
