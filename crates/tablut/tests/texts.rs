//! Texts of positions, moves and rules, and import from other notations.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use agon_core::{Notation, Position, Rng, Rules};
use agon_tablut::{Tablut, TablutRules};
use proptest::prelude::*;

const START: &str = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3";
const FINISHED: &str = "9/9/9/2t1t4/9/9/9/1T7/9";

fn read(text: &str) -> Tablut {
    Tablut::parse_position(text, &TablutRules::default()).unwrap()
}

fn start() -> Tablut {
    Tablut::start(&TablutRules::default())
}

#[test]
fn rejects_malformed_positions_naming_the_part() {
    let table = [
        // Too few or too many parts.
        ("", "board"),
        (" ", "board"),
        ("START", "side to move"),
        ("START ", "side to move"),
        ("START a", "plies"),
        ("START a ", "plies"),
        ("START a 0 1", "end of text"),
        ("START a 0 ", "end of text"),
        (" START a 0", "board"),
        ("START  a 0", "side to move"),
        ("START\ta\t0", "side to move"),
        // Rows.
        ("9/9/9/9/4K4/9/9/9 a 0", "row 1"),
        ("9/9/9/9/4K4/9/9/9/9/9 a 0", "end of text"),
        ("9/9//9/4K4/9/9/9/9 a 0", "row 7"),
        ("9/9/9/9/4K4/9/9/9/ a 0", "row 1"),
        ("8/9/9/9/4K4/9/9/9/9 a 0", "row 9"),
        ("9/5t4/9/9/4K4/9/9/9/9 a 0", "row 8"),
        ("9/9/ttttttttt1/9/4K4/9/9/9/9 a 0", "row 7"),
        ("9/9/9/10/4K4/9/9/9/9 a 0", "row 6"),
        ("9/9/9/9/4K04/9/9/9/9 a 0", "row 5"),
        ("9/9/9/9/04K4/9/9/9/9 a 0", "row 5"),
        ("9/9/9/9/4K4/333/9/9/9 a 0", "row 4"),
        ("9/9/9/9/4K4/9/4x4/9/9 a 0", "row 3"),
        ("9/9/9/9/4K4/9/9/4k4/9 a 0", "row 2"),
        ("9/9/9/9/4K4/9/9/9/4ö4 a 0", "row 1"),
        ("9/9/9/9/4K4/9/9/9/４K4 a 0", "row 1"),
        ("9/9/9/9/4K4/9/9/9/-9 a 0", "row 1"),
        ("9/9/9/9/4K4/9/9/9/99999999999999999999 a 0", "row 1"),
        // Pieces.
        ("3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/2tttt3 a 0", "attackers"),
        ("3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3Tt4/3ttt3 a 0", "defenders"),
        ("3ttt3/4t4/4K4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a 0", "kings"),
        ("9/9/4K4/9/4t4/9/9/9/9 a 0", "board"),
        ("9/9/4K4/9/4T4/9/9/9/9 a 0", "board"),
        ("9/4T4/4K4/9/9/9/9/9/9 a 0", "board"),
        ("9/9/9/K7t/9/9/9/9/9 a 0", "board"),
        ("9/4K4/9/9/9/9/9/9/9 a 0", "board"),
        ("K8/9/9/9/9/9/9/9/8t a 0", "board"),
        ("9/9/9/9/9/9/9/9/t7K a 0", "board"),
        // Side to move.
        ("START w 0", "side to move"),
        ("START A 0", "side to move"),
        ("START ad 0", "side to move"),
        ("START ä 0", "side to move"),
        ("FINISHED a 1", "side to move"),
        ("2K6/9/9/9/4t4/9/9/9/9 d 1", "board"),
        ("2K6/9/9/4t4/9/9/9/9/9 d 1", "side to move"),
        // Plies.
        ("START a -1", "plies"),
        ("START a +1", "plies"),
        ("START a 01", "plies"),
        ("START a 00", "plies"),
        ("START a 1.5", "plies"),
        ("START a x", "plies"),
        ("START a １", "plies"),
        ("START a 1000001", "plies"),
        ("START a 99999999999999999999", "plies"),
    ];
    for (text, part) in table {
        let text = text.replace("START", START).replace("FINISHED", FINISHED);
        let error = Tablut::parse_position(&text, &TablutRules::default()).expect_err(&text);
        assert_eq!(error.part(), part, "{text}: {error}");
    }
}

#[test]
fn errors_name_found_and_expected() {
    let error = |text: &str| {
        let refused = Tablut::parse_position(text, &TablutRules::default());
        refused.expect_err(text).to_string()
    };
    assert_eq!(
        error("9/9/9/9/9/9/4T4/4T4/4K4 a 0"),
        "board: found \"defender on e2\", expected only attackers in the camps"
    );
    assert_eq!(
        error("9/9/9/9/4K4/9/9/9/4x4 a 0"),
        "row 1: found \"4x4\", expected 9 cells of t, T, K and numbers for runs of empty cells"
    );
    assert_eq!(error(&format!("{START} w 0")), "side to move: found \"w\", expected a or d");
}

#[test]
fn positions_round_trip() {
    for text in [
        &format!("{START} a 0"),
        &format!("{START} d 17"),
        &format!("{START} a 1000000"),
        &format!("{FINISHED} d 1"),
        "2K6/9/9/4t4/9/9/9/9/9 a 1",
        "9/9/9/9/4K4/9/9/9/9 a 0",
        "9/9/9/9/4K4/9/9/9/9 d 0",
        "t7t/9/9/9/4K4/9/9/9/T7T d 0",
    ] {
        assert_eq!(read(text).text(), *text);
    }
}

#[test]
fn parsing_keeps_the_rules() {
    let rules = TablutRules::parse("first=defenders,max_plies=7,repetition=3").unwrap();
    assert_eq!(Tablut::parse_position(&format!("{START} a 3"), &rules).unwrap().rules(), rules);
}

#[test]
fn rejects_malformed_and_illegal_moves() {
    let position = start();
    assert!(position.parse_move("e2d2").is_ok());
    for text in [
        "", "e", "e2", "e2d", "e2d22", "e2d2 ", " e2d2", "e2-d2", "e2 d2", "E2D2", "e2d2q", "j2d2",
        "e0d2", "e2d0", "e2j2", "éd2", "e2é", "é2d2", "日本", "𝄞", "e2e2", "e2e3e4", "e2c3",
        "e2e5", "e3d3", "d2d3", "a4a5", "a4b5", "`2d2", "e:d2", "\0\0\0\0",
    ] {
        let error = position.parse_move(text).expect_err(text);
        assert_eq!(error.part(), "move", "{text}: {error}");
        let error = position.import_move(text);
        assert!(error.is_err() || text == "e2-d2", "imported: {text}");
    }
}

#[test]
fn rejects_malformed_rules_naming_the_part() {
    let table = [
        ("first=white", "option first"),
        ("first=", "option first"),
        ("max_plies=-1", "option max_plies"),
        ("max_plies=100001", "option max_plies"),
        ("max_plies=unlimited", "option max_plies"),
        ("repetition=1", "option repetition"),
        ("repetition=10", "option repetition"),
        ("Tournament", "rules"),
        ("max_plies=0,tournament", "rules"),
        ("max_plies=0,max_plies=0", "rules"),
        ("plies=100", "rules"),
        (",", "rules"),
        ("first=attackers,", "rules"),
        (" first=attackers", "rules"),
    ];
    for (text, part) in table {
        let error = TablutRules::parse(text).expect_err(text);
        assert_eq!(error.part(), part, "{text}: {error}");
    }
}

#[test]
fn tournament_preset_can_be_overridden() {
    let rules = TablutRules::parse("tournament,max_plies=80").unwrap();
    assert_eq!(rules.text(), "first=defenders,max_plies=80,repetition=2");
    assert_eq!(TablutRules::default().text(), "first=attackers,max_plies=100,repetition=0");
}

#[test]
fn parses_open_tafl_moves() {
    // d3 is captured from e3 against c3, f2 against the camp; the king is captured on g3.
    let capture = read("9/5t3/9/9/9/9/2tT2K2/5T3/9 a 0");
    for text in ["f8-f3xf2", "tf8-f3xTf2", "f8-f3", "f8-f3+", "f8-f3xf2-", "f8-f3xf2!?", "f8f3"] {
        assert_eq!(capture.import_move(text), capture.parse_move("f8f3"), "{text}");
    }
    let both = read("9/5t3/9/9/9/9/6Kt1/5T3/9 a 0");
    for text in ["f8-f3xf2/g3++", "tf8-f3xKg3/Tf2++", "f8-f3++"] {
        assert_eq!(both.import_move(text), both.parse_move("f8f3"), "{text}");
    }
    let escape = read("9/9/4t4/9/9/2K6/9/9/9 d 0");
    for text in ["Kc4-c1--", "c4-c1--", "Kc4-c1", "c4c1"] {
        assert_eq!(escape.import_move(text), escape.parse_move("c4c1"), "{text}");
    }
    let refused = [
        ("f8-f3xe3", "captures"),
        ("f8-f3xf2/d3", "captures"),
        ("f8-f3x", "captures"),
        ("f8-f3xé", "captures"),
        ("f8-f4xf3", "captures"),
        ("f8-f9", "move"),
        ("tTf8-f3", "move"),
        ("f-8f3", "move"),
        ("f8--f3", "move"),
        ("f8^f3", "move"),
        ("-f8f3", "move"),
        ("f8f3+", "move"),
        ("---", "move"),
        ("x", "move"),
    ];
    for (text, part) in refused {
        let error = capture.import_move(text).expect_err(text);
        assert_eq!(error.part(), part, "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn imports_displayed_moves(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut position = start();
        while let Some(m) = position.random_move(&mut rng).filter(|_| position.limit().is_none()) {
            let text = position.display_move(m);
            prop_assert_eq!(position.import_move(&text), Ok(m), "{} in {}", text, position.text());
            position.play(m);
        }
    }

    #[test]
    fn parsers_never_panic(text in ".*", board in "[tTK0-9/ ad]{0,60}") {
        for text in [text, board] {
            let _ = TablutRules::parse(&text);
            let _ = start().parse_move(&text);
            let _ = start().import_move(&text);
            if let Ok(position) = Tablut::parse_position(&text, &TablutRules::default()) {
                prop_assert_eq!(position.text(), text);
            }
        }
    }
}
