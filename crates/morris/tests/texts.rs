//! Texts of positions and moves.

mod common;

use agon_core::{Notation, Player, Position, Rules};
use agon_morris::{Morris, MorrisRules};
use common::moves;
use proptest::prelude::*;

fn parse(text: &str) -> Result<Morris, agon_core::TextError> {
    Morris::parse_position(text, &MorrisRules::default())
}

#[test]
fn rejects_malformed_positions_naming_the_part() {
    let table = [
        ("", "board"),
        ("......../......../........", "side to move"),
        ("......../......../........ r", "red hand"),
        ("......../......../........ r 9", "blue hand"),
        ("......../......../........ r 9 9", "quiet plies"),
        ("......../......../........ r 9 9 0 0", "end of text"),
        ("......../......../........  r 9 9 0", "side to move"),
        (" ......../......../........ r 9 9 0", "board"),
        ("........ r 3 3 0", "board"),
        (
            "......../......../......../......../......../......../......../......../......../........ r 9 9 0",
            "board",
        ),
        ("......../......./........ r 9 9 0", "group 2"),
        ("......../......../......... r 9 9 0", "group 3"),
        ("......../......../ r 9 9 0", "group 3"),
        ("8/8/8 r 9 9 0", "group 1"),
        ("R......./......../........ r 8 9 0", "group 1"),
        (".......é/......../........ r 9 9 0", "group 1"),
        ("......../......../........ w 9 9 0", "side to move"),
        ("......../......../........ rb 9 9 0", "side to move"),
        ("......../......../........ r 10 10 0", "red hand"),
        ("......../......../........ r 9 10 0", "blue hand"),
        ("......../........ r 7 7 0", "red hand"),
        ("......../......../........ r -1 9 0", "red hand"),
        ("......../......../........ r 09 9 0", "red hand"),
        ("......../......../........ r 9 x 0", "blue hand"),
        ("......../......../........ b 9 9 0", "hands"),
        ("r......./......../........ r 8 9 0", "hands"),
        ("r......./......../........ b 9 8 0", "hands"),
        ("rrr...../bbb...../........ r 0 1 0", "hands"),
        ("rrr...../bbb...../........ b 1 0 0", "hands"),
        ("r......./......../........ r 9 9 0", "red men"),
        ("rrrrrrrr/rr....../bbb..... r 0 0 0", "red men"),
        ("bbbbbbbb/bb....../rrr..... b 0 0 0", "blue men"),
        ("rrr...../bb....../........ r 0 0 0", "side to move"),
        ("bbb...../rr....../........ b 0 0 0", "side to move"),
        ("rr....../bb....../........ r 0 0 0", "side to move"),
        ("......../......../........ r 0 0 0", "side to move"),
        ("rrr...../......../........ r 2 2 0", "side to move"),
        ("rrr...../bbb...../........ r 0 0 -1", "quiet plies"),
        ("rrr...../bbb...../........ r 0 0 1000001", "quiet plies"),
        ("......../......../........ r 9 9 1", "quiet plies"),
        ("rrr...../bbb...../........ b 0 1 3", "quiet plies"),
    ];
    for (text, part) in table {
        match parse(text) {
            Ok(position) => panic!("accepted {text:?} as {position:?}"),
            Err(error) => assert_eq!(error.part(), part, "{text:?}: {error}"),
        }
    }
}

#[test]
fn parses_unreachable_positions() {
    let texts = [
        "......../......../........ r 9 9 0",
        "r......./......../........ b 8 9 0",
        "......../......../........ b 8 9 0",
        "rrr...../bbb...../........ r 0 0 0",
        "rrr...../bbb...../........ b 0 0 57",
        "rrr...../bbb...../........ b 0 1 0",
        "rrr...../bbb...../........ r 0 0 100",
        "rrrrrrrr/rbbbbbbb/bb...... r 0 0 0",
        "rr....../bbb...../........ r 0 0 0",
        "......../bbb...../........ r 0 0 3",
        "......../bbb...../........ r 2 2 0",
        "rrr...../bbb..... r 0 0 0",
    ];
    for text in texts {
        assert_eq!(parse(text).unwrap().text(), text);
    }
}

#[test]
fn text_groups_determine_the_layers() {
    for layers in 2..=9 {
        let start = Morris::start(&MorrisRules { layers, ..MorrisRules::default() });
        let rules = MorrisRules::parse("layers=4,flying=off,quiet_plies=7").unwrap();
        let read = Morris::parse_position(&start.text(), &rules).unwrap();
        assert_eq!(read.rules(), MorrisRules { layers, ..rules });
        assert_eq!(read.count_moves(), start.count_moves());
        assert_eq!(read.in_hand(Player::FIRST), 3 * layers);
    }
}

#[test]
fn parses_only_canonical_move_texts() {
    let start = parse("......../......../........ r 9 9 0").unwrap();
    assert!(start.parse_move("d6").is_ok());
    let moving = parse("...b.b../r..b.b../.r.....r r 0 0 0").unwrap();
    assert!(moves(&moving).contains(&"d6-d7xb2".to_string()), "{:?}", moves(&moving));
    for refused in [
        "",
        "x",
        "-",
        "d",
        "6",
        "d7",
        "d6-e3",
        "D6-D7xb2",
        "d6d7xb2",
        "d6-d7",
        "d6-d7x",
        "-d7xb2",
        "d6-d7xb2 ",
        "d6-d7xb2xf2",
        "d6-d7xd6",
        "d6-d7xa7",
        "d6--d7xb2",
        "d06-d7xb2",
        "d4-d7xb2",
        "d6–d7xb2",
        "é6-d7xb2",
        "d6-d7xx",
    ] {
        assert!(moving.parse_move(refused).is_err(), "{refused}");
    }
}

#[test]
fn rejects_options_out_of_range() {
    for text in ["layers=1", "layers=10", "layers=", "flying=1", "quiet_plies=-1", "men=9"] {
        assert!(MorrisRules::parse(text).is_err(), "{text}");
    }
    assert!(MorrisRules { layers: 1, ..MorrisRules::default() }.check().is_err());
}

proptest! {
    #[test]
    fn parsers_never_panic(text in "[rb./x0-9a-s é-]{0,60}") {
        let _ = parse(&text);
        let _ = parse(&format!("{text} r 0 0 0"));
        let _ = parse("rrr...../bbb...../........ r 0 0 0").unwrap().parse_move(&text);
    }

    #[test]
    fn parsed_positions_round_trip(
        groups in prop::collection::vec("[rb.....]{8}", 2..=9),
        side in "[rb]",
        hand in 0i32..9,
    ) {
        let red = if side == "b" { (hand - 1).max(0) } else { hand };
        let text = format!("{} {side} {red} {hand} 0", groups.join("/"));
        if let Ok(position) = parse(&text) {
            prop_assert_eq!(position.text(), text);
            prop_assert_eq!(position.ending().is_some(), position.count_moves() == 0);
        }
    }
}
