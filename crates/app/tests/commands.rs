//! Commands as other programs call them.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::process::{Command, Output};

fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().unwrap()
}

/// Runs a command that must succeed and returns its output.
fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn games_lists_ids_options_and_defaults() {
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
fn moves_are_sorted_one_per_line() {
    let lines = stdout(&["moves", "abalone", "--rules", "layout=wall"]);
    let listed: Vec<&str> = lines.lines().collect();
    assert!(listed.is_sorted());
    assert!(listed.len() > 40);
}

#[test]
fn moves_report_the_end_of_a_game() {
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
fn show_prints_position_and_board() {
    let shown = stdout(&["show", "morris", "--ascii", "--moves", "d6"]);
    assert!(shown.starts_with("......../r......./........ b 8 9 0\n\n"), "{shown}");
    assert!(shown.contains("|"), "{shown}");
    assert!(shown.is_ascii(), "{shown}");
    assert!(shown.ends_with("blue to move\n"), "{shown}");
    assert!(stdout(&["show", "chess"]).contains('♔'));
    assert!(!stdout(&["show", "chess"]).contains('\x1b'), "no colour into a pipe");
}

#[test]
fn position_implies_the_board_size() {
    let two_layers = "......../........ r 6 6 0";
    assert_eq!(stdout(&["moves", "morris", "--position", two_layers]).lines().count(), 16);
}

#[test]
fn rejects_malformed_input() {
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

/// A knight moves to a square where a pawn captures it.
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
    // One thread and the same nodes give the same report, also as JSON.
    assert_eq!(stdout(&["analyze", file, "--nodes", "3000"]), text);
    let json = stdout(&["analyze", file, "--nodes", "3000", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["turning_points"][0], 9);
    assert_eq!(report["moves"][8]["judgement"], "blunder");
    assert_eq!(report["chances"].as_array().unwrap().len(), 13);
}

#[test]
fn analyze_reports_errors_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    std::fs::write(&file, "1. e4 e4").unwrap();
    let output = agon(&["analyze", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("game.pgn") && error.contains("move 2"), "{error}");
    assert_eq!(agon(&["analyze", "/nowhere/game.pgn"]).status.code(), Some(2));
}

#[test]
fn moves_accept_the_displayed_notation() {
    let san = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O";
    let uci = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1";
    assert_eq!(
        stdout(&["show", "chess", "--moves", san]),
        stdout(&["show", "chess", "--moves", uci])
    );
    for game in agon_games::GAMES {
        let mut played = game.open("", None).unwrap();
        let mut rng = agon_core::Rng::new(7);
        let mut displayed = Vec::new();
        while displayed.len() < 60 && played.ending().is_none() {
            let views = played.move_views();
            let view = &views[rng.below(views.len())];
            displayed.push(view.display.clone());
            played.play(&view.text).unwrap();
        }
        let shown = stdout(&["show", game.id(), "--moves", &displayed.join(" ")]);
        assert_eq!(shown.lines().next(), Some(played.position().as_str()), "{displayed:?}");
    }
}

#[test]
fn analyze_reports_every_game_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, format!("{LOST}\n[Event \"Second\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"))
        .unwrap();
    let file = file.to_str().unwrap();
    let text = stdout(&["analyze", file, "--nodes", "500"]);
    assert!(text.starts_with("game 1 of 2: Anna - ?, 0-1\n"), "{text}");
    assert!(text.contains("\n\ngame 2 of 2: ? - ?, 0-1\n"), "{text}");
    assert!(text.contains("1 blunder\n") && !text.contains("1 blunders"), "{text}");
    let json = stdout(&["analyze", file, "--nodes", "500", "--json"]);
    let reports: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let plies: Vec<usize> =
        reports.iter().map(|report| report["moves"].as_array().unwrap().len()).collect();
    assert_eq!(plies, [12, 4]);
}

#[test]
fn analyze_names_the_game_that_it_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let error = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let output = agon(&["analyze", file.to_str().unwrap(), "--nodes", "100"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty(), "no partial report");
        String::from_utf8(output.stderr).unwrap()
    };
    let damaged = error(&format!("{LOST}\n[Event \"Second\"]\n\n1. e4 e4 *\n"));
    assert!(damaged.contains("games.pgn: game 2") && damaged.contains("move 2"), "{damaged}");
    assert!(error("\n").contains("games.pgn: no games"));
}

#[test]
fn help_of_match_documents_players() {
    let help = stdout(&["match", "--help"]);
    for name in ["kind=", "level=", "eval=", "network=", "nodes=", "database=", "cmd="] {
        assert!(help.contains(name), "{name} in {help}");
    }
    assert_eq!(help.matches("\n  agon match ").count(), 3, "{help}");
    assert!(help.contains("[default: 100"), "{help}");
}

#[test]
fn match_has_a_default_time() {
    let text = stdout(&["match", "tablut", "--games", "1", "--rules", "max_plies=8"]);
    assert!(text.starts_with("1 game of tablut: "), "{text}");
    let two =
        stdout(&["match", "tablut", "--games", "2", "--nodes", "50", "--rules", "max_plies=8"]);
    assert!(two.starts_with("2 games of tablut: "), "{two}");
}

/// Kinds have the same names in `agon games --long`, in UCI, in errors and on the website.
#[test]
fn kinds_have_one_name() {
    let texts = include_str!("../../../web/texts/en.js");
    let long = stdout(&["games", "--long"]);
    let mut sections = long.split("\n").peekable();
    for game in agon_games::GAMES {
        let mut kinds: Vec<String> = game.kinds().iter().map(|kind| kind.name.to_owned()).collect();
        kinds.extend(game.kind("perfect").ok().map(|kind| kind.name.to_owned()));
        let header = |line: &&str| line.split(' ').next() == Some(game.id());
        assert!(sections.next().as_ref().is_some_and(header), "{} in {long}", game.id());
        let mut listed = Vec::new();
        while let Some(line) = sections.next_if(|line| line.starts_with("    ")) {
            let name = line.trim().strip_prefix("kind ").and_then(|rest| rest.split(':').next());
            listed.extend(name.map(str::to_owned));
        }
        assert_eq!(listed, kinds, "{}", game.id());
        let unknown = agon(&["match", game.id(), "--first", "kind=clever"]);
        let error = String::from_utf8(unknown.stderr).unwrap();
        for kind in kinds {
            assert!(error.contains(&kind), "{kind} in {error}");
            assert!(texts.contains(&format!("\"computer.{kind}\":")), "{kind} in web/texts/en.js");
        }
    }
}
