//! `agon solve` and `agon probe`.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(args).env("AGON_DATABASE", folder);
    command
}

/// Returns the output of a command and whether it succeeded.
fn agon(folder: &Path, args: &[&str]) -> (String, bool) {
    let output = command(folder, args).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8(text).unwrap(), output.status.success())
}

fn succeeds(folder: &Path, args: &[&str]) -> String {
    let (text, success) = agon(folder, args);
    assert!(success, "{args:?}: {text}");
    text
}

/// Returns the error of a command that must fail with a single line.
fn fails(folder: &Path, args: &[&str]) -> String {
    let output = command(folder, args).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
    text
}

#[test]
fn solves_resumes_verifies_and_probes() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let first = succeeds(folder, &["solve", "morris", "--up-to", "3,3"]);
    let row = |text: &str, name: &str| -> Vec<String> {
        let row = text.lines().find(|line| line.starts_with(name)).unwrap();
        row.split_whitespace().map(str::to_owned).collect()
    };
    let line = row(&first, "morris-3-3-3");
    assert_eq!(line, ["morris-3-3-3", "169626", "140621", "269", "28736", "26"]);
    let refused = fails(folder, &["solve", "morris", "--up-to", "4,3"]);
    assert!(refused.contains("--resume"), "{refused}");
    let second = succeeds(folder, &["solve", "morris", "--up-to", "4,3", "--resume"]);
    assert_eq!(row(&second, "morris-3-3-3"), line);
    assert_eq!(row(&second, "morris-3-3-4")[1..5], ["760398", "102281", "658117", "0"]);
    let checked = succeeds(folder, &["solve", "morris", "--verify", "--samples", "100000"]);
    assert!(checked.contains("positions verified"), "{checked}");

    let probe = |position: &str| agon(folder, &["probe", "morris", "--position", position]).0;
    // Red closes a mill and leaves blue with two men.
    let won = probe("r.r....r/b..b..../....b... r 0 0 0");
    assert!(won.starts_with("won in 1\n"), "{won}");
    assert!(won.lines().nth(1).unwrap().ends_with("won in 1"), "{won}");
    let unknown = probe("......../......../........ r 9 9 0");
    assert!(unknown.starts_with("unknown\n"), "{unknown}");

    // A damaged file is reported, and the others still work.
    let table = folder.join("morris-3-4-3.agontable");
    let bytes = fs::read(&table).unwrap();
    fs::write(&table, &bytes[..bytes.len() / 2]).unwrap();
    let text = probe("r.r....r/b..b..../....b... r 0 0 0");
    assert!(text.contains("incomplete") && text.contains("won in 1"), "{text}");
    let text = fails(folder, &["solve", "morris", "--up-to", "4,3", "--resume"]);
    assert!(text.contains("morris-3-4-3.agontable") && text.contains("incomplete"), "{text}");
}

#[test]
fn counts_positions_without_solving() {
    let folder = TempDir::new().unwrap();
    let text = succeeds(folder.path(), &["solve", "morris", "--up-to", "9,9", "--count"]);
    let count = |name: &str| -> u64 {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        line.unwrap().split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let known = [
        ("morris-3-3-3", 169_626),
        ("morris-3-4-3", 760_398),
        ("morris-3-4-4", 3_225_597),
        ("morris-3-5-5", 30_914_424),
        ("morris-3-6-6", 156_229_360),
        ("morris-3-8-7", 525_979_400),
        ("morris-3-8-8", 591_726_690),
        ("morris-3-9-9", 409_106_740),
        ("all", 8_904_593_601),
    ];
    for (name, positions) in known {
        assert_eq!(count(name), positions, "{name}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Names and contents of the finished tables.
fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let finished = files.filter(|file| file.extension().is_some_and(|e| e == "agontable"));
    let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_owned();
    finished.map(|file| (name(&file), fs::read(&file).unwrap())).collect()
}

#[test]
fn killed_run_resumes_with_finished_tables() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let whole = ["solve", "morris", "--rules", "layers=2", "--threads", "1"];
    let mut run = command(folder, &whole).stdout(Stdio::null()).spawn().unwrap();
    while tables(folder).len() < 5 {
        assert!(run.try_wait().unwrap().is_none(), "it was to be killed before its end");
        thread::sleep(Duration::from_millis(1));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let before = tables(folder);
    succeeds(folder, &[&whole[..], &["--resume"]].concat());
    let after = tables(folder);
    // Intermediate tables may be deleted, but none is rewritten.
    for (name, bytes) in &before {
        assert!(after.get(name).is_none_or(|now| now == bytes), "{name} has changed");
    }
    let start = "......../........ r 6 6 0";
    let text = succeeds(folder, &["probe", "morris", "--rules", "layers=2", "--position", start]);
    assert!(text.starts_with("drawn\n"), "{text}");
    // An uninterrupted run gives the same files.
    let other = TempDir::new().unwrap();
    succeeds(other.path(), &whole);
    assert!(tables(other.path()) == after, "another result");
}

/// Limits the file size so that the first unit fits and the second does not.
#[cfg(unix)]
#[test]
fn full_disk_is_reported_without_data_loss() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let limited = "trap '' XFSZ; ulimit -f 52; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_agon"), "solve", "morris", "--up-to", "4,3"])
        .env("AGON_DATABASE", folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert_eq!(text.lines().count(), 1, "one sentence: {text}");
    assert!(text.contains("morris-3-3-4.agontable: the disk is full"), "{text}");
    let before = tables(folder);
    assert!(before.contains_key("morris-3-3-3.agontable"));
    assert_eq!(fs::read_dir(folder).unwrap().count(), before.len(), "nothing half is left");
    succeeds(folder, &["solve", "morris", "--up-to", "4,3", "--resume"]);
    assert!(tables(folder)["morris-3-3-3.agontable"] == before["morris-3-3-3.agontable"]);
    assert_eq!(tables(folder).len(), 3);
}

#[test]
fn detects_damaged_tables_and_wrong_values() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    succeeds(folder, &["solve", "morris", "--up-to", "3,3"]);
    let table = folder.join("morris-3-3-3.agontable");
    let sound = fs::read(&table).unwrap();
    let go_on = ["solve", "morris", "--up-to", "3,3", "--resume"];
    let complaint = |change: &dyn Fn(&mut Vec<u8>), args: &[&str]| {
        let mut bytes = sound.clone();
        change(&mut bytes);
        fs::write(&table, bytes).unwrap();
        let text = fails(folder, args);
        assert_eq!(text.lines().count(), 1, "one sentence: {text}");
        assert!(text.contains("morris-3-3-3"), "{text}");
        text
    };
    let text = complaint(&|bytes| bytes.truncate(9_000), &go_on);
    assert!(text.contains("incomplete"), "{text}");
    let text = complaint(&|bytes| bytes[8] = 9, &go_on);
    assert!(text.contains("version 9"), "{text}");
    let verify = ["solve", "morris", "--up-to", "3,3", "--verify"];
    let text = complaint(&|bytes| *bytes = with_flipped_value(bytes), &verify);
    assert!(text.contains("from its moves"), "{text}");
}

/// Returns the table with the first value of its last block changed and valid checksums.
fn with_flipped_value(bytes: &[u8]) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let blocks = 16 + number(12) + 5 * 8 + 4;
    let last = blocks + 4 * number(blocks);
    let begin = bytes.len() - number(last);
    let mut block = zstd::bulk::decompress(&bytes[begin..], 1 << 20).unwrap();
    // Change a win to a draw, or the other way round.
    let place = block.iter().position(|byte| byte & 0b10 == 0).unwrap();
    block[place] ^= 1;
    let packed = zstd::bulk::compress(&block, 3).unwrap();
    let mut changed = bytes[..last].to_vec();
    changed.extend((packed.len() as u32).to_le_bytes());
    let sum = changed.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    changed.extend(sum.to_le_bytes());
    changed.extend(&bytes[last + 12..begin]);
    changed.extend(packed);
    changed
}

#[test]
fn runs_trials_and_measures_lookups() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    succeeds(folder, &["solve", "morris", "--rules", "layers=2"]);
    let small = ["probe", "morris", "--rules", "layers=2"];
    let trial = succeeds(folder, &[&small[..], &["--trial", "40", "--nodes", "200"]].concat());
    assert!(trial.contains("won: 40 positions, 40 won against the best defence"), "{trial}");
    assert!(trial.contains("drawn: 40 positions"), "{trial}");
    assert!(trial.contains("against random moves: "), "{trial}");
    assert!(!trial.contains("lost from"), "{trial}");
    let speed = succeeds(folder, &[&small[..], &["--bench", "300"]].concat());
    assert!(speed.contains("in memory"), "{speed}");
    let moves = succeeds(folder, &[&small[..], &["--moves", "30", "--movetime", "20"]].concat());
    let kept = moves.lines().find_map(|line| line.strip_prefix("value kept by "));
    let kept = kept.and_then(|kept| kept.split_once(" of 30 moves"));
    // On this small board 20 ms are enough for nearly all positions.
    assert!(kept.is_some_and(|(kept, _)| kept.parse::<u32>().unwrap() >= 27), "{moves}");
    assert!(fails(folder, &small).contains("--position"));
}

#[test]
fn rejects_unsolvable_games() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    assert!(fails(folder, &["solve", "chess"]).contains("this can: morris"));
    let large = fails(folder, &["solve", "morris", "--rules", "layers=4"]);
    assert!(large.contains("too large"), "{large}");
    assert!(fails(folder, &["solve", "morris", "--up-to", "3"]).contains("6,4"));
    let small = fails(folder, &["solve", "morris", "--up-to", "3,3", "--memory", "0.00001"]);
    assert!(small.contains("memory"), "{small}");
    assert!(fails(folder, &["solve", "morris", "--verify"]).contains("no finished tables"));
    let empty =
        fails(folder, &["probe", "morris", "--position", "r.r....r/b..b..../....b... r 0 0 0"]);
    assert!(empty.contains("agon solve morris"), "{empty}");
}

#[test]
fn perfect_player_supports_uci() {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &["solve", "morris", "--up-to", "3,3"]);
    let mut engine = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["engine", "morris"])
        .env_remove("AGON_DATABASE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let place = folder.path().display();
    let talk = format!(
        "setoption name Kind value perfect\n\
         position fen r.r....r/b..b..../....b... r 0 0 0\n\
         go movetime 50\nisready\nsetoption name Database value {place}/nothing\n\
         setoption name Database value {place}\ngo movetime 50\nquit\n"
    );
    engine.stdin.take().unwrap().write_all(talk.as_bytes()).unwrap();
    let output = String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.contains("info string kind: found \"perfect\""), "{output}");
    assert!(output.contains("there are no tables"), "{output}");
    assert!(output.contains("score cp 30899"), "{output}");
    let best = output.lines().rfind(|line| line.starts_with("bestmove")).unwrap();
    assert!(best.contains("e4-e5x"), "{output}");
}
