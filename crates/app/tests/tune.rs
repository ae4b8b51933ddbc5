//! `agon tune`: data for the network trainer.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

use agon_tuner::Record;
use serde_json::Value;
use tempfile::TempDir;

/// Runs a command that must succeed and returns its output.
fn agon(folder: &Path, args: &[&str]) -> Vec<u8> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_agon")).args(args).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Returns the records after the header line.
fn records(bytes: &[u8]) -> Vec<Record> {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let layout: Value = serde_json::from_slice(&bytes[..end]).unwrap();
    let number = |name: &str| layout[name].as_u64().unwrap() as usize;
    let (planes, cells) = (number("planes"), number("cells"));
    let size = Record::size(planes, cells);
    assert_eq!(number("size"), size);
    let chunks = bytes[end + 1..].chunks_exact(size);
    assert!(chunks.remainder().is_empty());
    chunks.map(|bytes| Record::read(bytes, planes, cells)).collect()
}

#[test]
fn visited_positions_have_handcrafted_evaluations() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let wanted = ["--positions", "1000", "--nodes", "300", "--every", "4", "--threads", "2"];
    agon(folder, &[&["tune", "chess", "visited", "chess.records"][..], &wanted].concat());
    let records = records(&std::fs::read(folder.join("chess.records")).unwrap());
    assert!(records.len() >= 1_000, "{}", records.len());
    assert!(records.iter().all(|record| record.score == record.evaluation));
    let kings = |record: &Record| record.planes[5].count_ones() + record.planes[11].count_ones();
    assert!(records.iter().all(|record| kings(record) == 2));
    let different: HashSet<_> = records.iter().map(|record| (record.planes, record.turn)).collect();
    assert!(different.len() > records.len() / 2, "{} of {}", different.len(), records.len());
    // Games rarely have positions with a hanging piece.
    assert!(records.iter().any(|record| record.score > 300));
}

#[test]
fn visited_positions_are_scored_by_searches_and_networks() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let visited = ["tune", "chess", "visited"];
    let wanted = ["--positions", "300", "--nodes", "200", "--every", "20", "--threads", "2"];
    let judged = ["judged.records", "--judged", "400", "--judge", "sum"];
    agon(folder, &[&visited[..], &judged, &wanted].concat());
    // The network evaluates the positions themselves.
    agon(folder, &[&visited[..], &["seen.records", "--judge", "best"], &wanted].concat());
    for file in ["judged.records", "seen.records"] {
        let records = records(&std::fs::read(folder.join(file)).unwrap());
        assert!(records.len() >= 300, "{file}: {}", records.len());
        // It differs from the handcrafted evaluation, mostly by little.
        let apart =
            |record: &Record| (i32::from(record.score) - i32::from(record.evaluation)).abs();
        let other = records.iter().filter(|record| apart(record) > 0).count();
        let alike = records.iter().filter(|record| apart(record) < 150).count();
        assert!(2 * other > records.len(), "{file}: {other} of {}", records.len());
        assert!(2 * alike > records.len(), "{file}: {alike} of {}", records.len());
    }
}

#[test]
fn rejects_games_of_several_players() {
    let folder = TempDir::new().unwrap();
    for step in ["generate", "visited"] {
        let mut agon = Command::new(env!("CARGO_BIN_EXE_agon"));
        let args = ["tune", "chinese-checkers", step, "file", "--rules", "colors=gop"];
        let output = agon.args(args).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains('3'), "{step}: {said}");
    }
}

#[test]
fn takes_results_from_tablebases() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    agon(folder, &["solve", "morris", "--up-to", "4,4", "--dir", "tables"]);
    let play = ["--games", "60", "--nodes", "40", "--careless", "60", "--seed", "5"];
    agon(folder, &[&["tune", "morris", "generate", "games"][..], &play].concat());
    let of_games = records(&agon(folder, &["tune", "morris", "records", "games"]));
    let exact =
        records(&agon(folder, &["tune", "morris", "records", "games", "--database", "tables"]));
    // The tables cover positions with few men only.
    assert!(!exact.is_empty() && exact.len() < of_games.len(), "{}", exact.len());
    for record in &exact {
        assert!(record.planes.iter().all(|plane| plane.count_ones() <= 4), "{record:?}");
        let same =
            |other: &&Record| Record { result: record.result, ..(*other).clone() } == *record;
        assert!(of_games.iter().any(|other| same(&other)), "{record:?}");
    }
    // A draw may have been lost by a random move.
    assert!(exact.iter().any(|record| !of_games.contains(record)));
}
