//! The commands as other programs call them.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::process::{Command, Output};

fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().unwrap()
}

/// The output of a call that must succeed.
fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn games_lists_all_ids_with_their_options_and_defaults() {
    let lines = stdout(&["games"]);
    let ids: Vec<&str> = lines.lines().filter_map(|l| l.split(' ').next()).collect();
    let registered: Vec<&str> = agon_games::GAMES.iter().map(|game| game.id()).collect();
    assert_eq!(ids, registered);
    for option in [
        "chess960=off",
        "colors=gr sets=1 anti_block=on guests=stay",
        "first=attackers max_plies=100",
        "layout=classic",
        "layers=3 flying=on",
    ] {
        assert!(lines.contains(option), "{option} in {lines}");
    }
    assert!(stdout(&["games", "--long"]).contains("preset tournament"));
}

#[test]
fn perft_ends_with_the_count() {
    assert_eq!(stdout(&["perft", "morris", "4"]), "nodes 255024\n");
    assert_eq!(stdout(&["perft", "tablut", "2", "--rules", "first=defenders"]), "nodes 4408\n");
    assert_eq!(stdout(&["perft", "chess", "0"]), "nodes 1\n");
    for (rules, nodes) in [
        ("colors=gyorpb", "39005"),
        ("colors=gyorpb,guests=pass", "39005"),
        ("colors=gyorpb,guests=stay", "40189"),
        ("colors=gr", "115600"),
        ("colors=gr,guests=pass", "110224"),
    ] {
        let counted = stdout(&["perft", "chinese-checkers", "4", "--rules", rules]);
        assert_eq!(counted, format!("nodes {nodes}\n"), "{rules}");
    }
    assert_eq!(stdout(&["perft", "chess", "1", "--moves", "e2e4 e7e5"]), "nodes 29\n");
}

#[test]
fn divide_prints_a_line_for_each_move() {
    let lines = stdout(&["perft", "chess", "2", "--divide"]);
    assert_eq!(lines.lines().count(), 21);
    assert!(lines.starts_with("a2a3: 20\n"));
    assert!(lines.ends_with("nodes 400\n"));
}

#[test]
fn moves_are_sorted_and_one_a_line() {
    let lines = stdout(&["moves", "abalone", "--rules", "layout=wall"]);
    let listed: Vec<&str> = lines.lines().collect();
    assert!(listed.is_sorted());
    assert!(listed.len() > 40);
}

#[test]
fn moves_of_a_finished_game_say_how_it_ended() {
    let six_off = "sssss/sss3/7/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 w 0 40";
    let ended = stdout(&["moves", "abalone", "--position", six_off]);
    assert_eq!(ended, "ended: blue wins (6 marbles)\n");
    let fools_mate = ["moves", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"];
    assert_eq!(stdout(&fools_mate), "ended: black wins (checkmate)\n");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    assert_eq!(stdout(&["moves", "chess", "--moves", shuffle]), "ended: draw (repetition)\n");
    let limit = ["moves", "tablut", "--rules", "max_plies=1", "--moves", "d1c1"];
    assert_eq!(stdout(&limit), "ended: draw (ply limit)\n");
    let dead = ["moves", "chess", "--position", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"];
    assert_eq!(stdout(&dead), "e1e2\n");
    let taken = [&dead[..], &["--moves", "e1e2"]].concat();
    assert_eq!(stdout(&taken), "ended: draw (insufficient material)\n");
    let counted = [&["perft", "chess", "1"], &taken[2..]].concat();
    assert_eq!(stdout(&counted), "nodes 5\n", "counts go on");
}

#[test]
fn show_begins_with_the_text_and_draws_the_board() {
    let shown = stdout(&["show", "morris", "--ascii", "--moves", "d6"]);
    assert!(shown.starts_with("......../r......./........ b 8 9 0\n\n"), "{shown}");
    assert!(shown.contains("|"), "{shown}");
    assert!(shown.is_ascii(), "{shown}");
    assert!(shown.ends_with("blue to move\n"), "{shown}");
    assert!(stdout(&["show", "chess"]).contains('♔'));
    assert!(!stdout(&["show", "chess"]).contains('\x1b'), "no colour into a pipe");
}

#[test]
fn a_position_text_says_itself_how_large_the_board_is() {
    let two_layers = "......../........ r 6 6 0";
    assert_eq!(stdout(&["moves", "morris", "--position", two_layers]).lines().count(), 16);
}

#[test]
fn malformed_input_is_refused_clearly() {
    let table = include_str!("malformed.txt");
    let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 200, "{} lines", lines.len());
    for line in lines {
        let args: Vec<&str> = line.split(" | ").collect();
        let output = agon(&args);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
        assert!(output.stdout.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
        assert!(!errors.trim().is_empty() && !errors.contains("panicked"), "{line}: {errors}");
    }
}

/// A knight is put where a pawn takes it.
const LOST: &str =
    "[White \"Anna\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. Nd4 exd4 6. a3 dxc3 0-1\n";

#[test]
fn analyze_judges_the_moves_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    std::fs::write(&file, LOST).unwrap();
    let file = file.to_str().unwrap();
    let text = stdout(&["analyze", file, "--nodes", "3000"]);
    assert!(text.lines().any(|l| l.contains("Nd4??") && l.contains("turning point")), "{text}");
    assert!(text.contains("Anna") && text.contains("better: "), "{text}");
    // The same nodes on one thread: the same report, also as JSON.
    assert_eq!(stdout(&["analyze", file, "--nodes", "3000"]), text);
    let json = stdout(&["analyze", file, "--nodes", "3000", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["turning_points"][0], 9);
    assert_eq!(report["moves"][8]["judgement"], "blunder");
    assert_eq!(report["chances"].as_array().unwrap().len(), 13);
}

#[test]
fn analyze_says_what_is_wrong_with_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    std::fs::write(&file, "1. e4 e4").unwrap();
    let output = agon(&["analyze", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("game.pgn") && error.contains("move 2"), "{error}");
    assert_eq!(agon(&["analyze", "/nowhere/game.pgn"]).status.code(), Some(2));
}
