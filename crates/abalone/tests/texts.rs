//! Texts of positions and moves, and display.

mod common;

use agon_abalone::{Abalone, AbaloneRules, Layout};
use agon_core::{Cell, Notation, Position, Rules, View};

use common::{FIVE_ALL, after, forbidden, lower, parse, position, rows, start};

#[test]
fn layouts_match_the_drawings() {
    let drawings = [
        (
            "classic",
            "
        I   r r r r r
       H   r r r r r r
      G   . . r r r . .
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . . . . . . . .
      C   . . b b b . .
       B   b b b b b b
        A   b b b b b",
        ),
        (
            "pro",
            "
        I   . . . . .
       H   b b . . r r
      G   b b b . r r r
     F   . b b . . r r .
    E   . . . . . . . . .
     D   . r r . . b b .
      C   r r r . b b b
       B   r r . . b b
        A   . . . . .",
        ),
        (
            "snake",
            "
        I   r r r r r
       H   r . . . . .
      G   r . . . . . .
     F   r . . r r b b .
    E   . r . r . b . b .
     D   . r r b b . . b
      C   . . . . . . b
       B   . . . . . b
        A   b b b b b",
        ),
        (
            "wall",
            "
        I   . . r . .
       H   . . . . . .
      G   . r r r r r .
     F   r r r r r r r r
    E   . . . . . . . . .
     D   b b b b b b b b
      C   . b b b b b .
       B   . . . . . .
        A   . . b . .",
        ),
        (
            "belgian-daisy",
            "
        I   r r . b b
       H   r r r b b b
      G   . r r . b b .
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . . . . . . . .
      C   . b b . r r .
       B   b b b r r r
        A   b b . r r",
        ),
        (
            "dutch-daisy",
            "
        I   r r . b b
       H   r b r b r b
      G   . r r . b b .
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . . . . . . . .
      C   . b b . r r .
       B   b r b r b r
        A   b b . r r",
        ),
        (
            "swiss-daisy",
            "
        I   . . . . .
       H   r r . . b b
      G   r b r . b r b
     F   . r r . . b b .
    E   . . . . . . . . .
     D   . b b . . r r .
      C   b r b . r b r
       B   b b . . r r
        A   . . . . .",
        ),
        (
            "alien",
            "
        I   b . b . b
       H   . b r r b .
      G   . b r b r b .
     F   . . . b b . . .
    E   . . . . . . . . .
     D   . . . r r . . .
      C   . r b r b r .
       B   . r b b r .
        A   r . r . r",
        ),
    ];
    assert_eq!(drawings.len(), Layout::ALL.len());
    for (name, drawing) in drawings {
        let rows = rows(drawing).replace('b', "S").replace('r', "s");
        let text = start(&format!("layout={name}")).text();
        assert_eq!(text, format!("{rows} 0 0 b 0 1"), "{name}");
        assert_eq!(parse(&text).text(), text, "{name}");
    }
}

#[test]
fn position_text_overrides_the_layout() {
    let rules = AbaloneRules::parse("layout=pro").unwrap();
    let classic = start("").text();
    let position = Abalone::parse_position(&classic, &rules).unwrap();
    assert_eq!(position.text(), classic);
    assert_eq!(position.rules(), rules);
}

#[test]
fn rejects_options_out_of_range() {
    let wrong = ["layout=daisy", "repetition=1", "repetition=10", "quiet_plies=-1", "plies=3"];
    for text in wrong {
        assert!(AbaloneRules::parse(text).is_err(), "{text}");
    }
    assert_eq!(AbaloneRules::default().text(), "layout=classic,repetition=3,quiet_plies=200");
}

#[test]
fn move_number_grows_after_the_second_player() {
    let blue = after(&start(""), "c3d3");
    assert!(blue.text().ends_with("/8/9/2S5/3SS2/SSSSSS/SSSSS 0 0 w 1 1"), "{}", blue.text());
    let red = after(&blue, "g7f7");
    assert!(red.text().ends_with(" 0 0 b 2 2"), "{}", red.text());
}

#[test]
fn rejects_malformed_positions_naming_the_part() {
    const START: &str = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1";
    let by_first = "marbles pushed off by the first";
    let by_second = "marbles pushed off by the second";
    let quiet = "plies since the last push-off";
    // Text to replace in the start position, replacement, part named by the error.
    let cases = [
        (START, "", "board"),
        (" 0 0 b 0 1", "", by_first),
        (" 0 1", " 0", "move number"),
        (" 0 1", " 0 1 ", "end of text"),
        (" 0 1", " 0 1 x", "end of text"),
        (" b", "  b", "side to move"),
        ("sssss/", "", "row A"),
        ("/SSSSS ", "/SSSSS/5 ", "end of text"),
        ("/8/9/8", "/8//8", "row E"),
        ("sssss/", "ssss/", "row I"),
        ("sssss/", "ssss1s/", "row I"),
        ("/9/", "/10/", "row E"),
        ("/9/", "/45/", "row E"),
        ("2sss2", "2sss02", "row G"),
        ("2SSS2", "2SxS2", "row C"),
        ("SSSSSS", "SSSSSb", "row B"),
        ("/9/", "/4\u{05d0}4/", "row E"),
        ("/9/", "/4S4/", by_second),
        ("/9/", "/4s4/", by_first),
        ("2sss2", "2s1s2", by_first),
        ("2SSS2", "2S1S2", by_second),
        (" 0 0 b", " 1 0 b", by_first),
        (" 0 0 b", " 0 7 b", by_second),
        (" 0 0 b", " 00 0 b", by_first),
        (" 0 0 b", " +0 0 b", by_first),
        (" 0 0 b", " 0 -0 b", by_second),
        (" b ", " B ", "side to move"),
        (" b ", " bw ", "side to move"),
        (" 0 1", " -1 1", quiet),
        (" 0 1", " 1000001 1", quiet),
        (" 0 1", " 0 0", "move number"),
        (" 0 1", " 0 1.", "move number"),
        (
            "ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b",
            "sss3/7/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 b",
            "side to move",
        ),
        ("2SSS2/SSSSSS/SSSSS 0 0 b", "7/SSS3/SSSSS 0 6 w", "side to move"),
        (
            "ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b",
            "sss3/7/8/9/8/7/SSS3/SSSSS 6 6 b",
            by_second,
        ),
    ];
    assert_eq!(parse(START).text(), START);
    for (old, new, part) in cases {
        let text = START.replacen(old, new, 1);
        let error = Abalone::parse_position(&text, &AbaloneRules::default()).unwrap_err();
        assert_eq!(error.part(), part, "{text}: {error}");
    }
}

#[test]
fn parses_broadsides_from_either_end() {
    let position = start("");
    let m = position.parse_move("c3c5d3").unwrap();
    assert_eq!(position.parse_move("c5c3d5"), Ok(m));
    assert_eq!(position.move_text(m), "c3c5d3");
    // The target belongs to the end named first.
    forbidden(&position, "c5c3d3 c3c5d5 c4c3d3 c3c4c5");
}

#[test]
fn rejects_malformed_moves() {
    let position = start("");
    let wrong = ["", "c3", "c3d", "C3D3", "c3-d3", "c3 d3", "c3d3 ", "c3d3e3f3", "c3c5", "c3c5d3x"];
    let strange = ["a6b6", "j1j2", "c3d0", "\u{05d0}3d3", "c\u{0663}d3", "\u{1f642}", "c3\u{e9}"];
    for text in wrong.into_iter().chain(strange) {
        assert_eq!(position.parse_move(text).unwrap_err().part(), "move", "{text}");
        let _ = position.import_move(text);
    }
}

#[test]
fn imports_nacre_notation() {
    let classic = start("");
    let pushing = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . S S S s s
     D   . S S s . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    let cases = [
        (&classic, "C3D3 c3-d3 c3d3!", "c3d3"),
        // Three marbles in line: target of the leading one, or of another one.
        (&classic, "a1d4 A1D4 a1c3 a1b2", "a1b2"),
        // Broadsides: the rear marble and the target of the leading one, or three holes.
        (&classic, "c5d3 c3c5d3 C5C3-D5", "c3c5d3"),
        (&classic, "c3d6 c3,c5,d4", "c3c5d4"),
        (&classic, "c3d5", "c3c4d4"),
        // Pushes: target of the leading marble, or of the pushed one.
        (&pushing, "d2d4 d2d5 d2d3", "d2d3"),
        (&pushing, "e5e8 e5e9 E5xE9 e5e6*", "e5e6"),
    ];
    for (position, texts, expected) in cases {
        for text in texts.split(' ') {
            let m = position.import_move(text).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(position.move_text(m), expected, "{text}");
        }
    }
    for text in ["a1e5", "c5d7", "d2d4", "a1", ""] {
        assert!(classic.import_move(text).is_err(), "{text}");
    }
}

#[test]
fn display_marks_push_offs() {
    let display =
        |position: &Abalone, text: &str| position.display_move(position.parse_move(text).unwrap());
    assert_eq!(display(&start(""), "a1b2"), "a1-b2");
    assert_eq!(display(&start(""), "c3c5d3"), "c3c5-d3");
    assert_eq!(display(&position("b", FIVE_ALL), "e7e8"), "e7xe8");
}

#[test]
fn move_view_target_is_that_of_the_leading_marble() {
    let sites = Abalone::board(&AbaloneRules::default()).sites;
    let pick = |position: &Abalone, text: &str| {
        let view = position.move_view(position.parse_move(text).unwrap());
        let name = |cell: Cell| sites[cell.index()].name.clone();
        let from = view.from.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(" ");
        format!("{from} to {}", name(view.to.unwrap()))
    };
    let classic = start("");
    assert_eq!(pick(&classic, "a1b2"), "a1 b2 c3 to d4");
    assert_eq!(pick(&classic, "c3c5d3"), "c3 c4 c5 to d3");
    assert_eq!(pick(&classic, "c3c5d4"), "c3 c4 c5 to d6");

    let pushing = position("b", FIVE_ALL);
    assert_eq!(pick(&pushing, "e7e8"), "e7 e8 to e9");
    let view = pushing.move_view(pushing.parse_move("e7e8").unwrap());
    assert_eq!((view.shifts.len(), view.captures), (2, vec![view.to.unwrap()]));
}

#[test]
fn counters_show_the_score_and_warn_in_the_last_quiet_plies() {
    let counters = |text: &str| -> Vec<(u32, Option<u32>, bool)> {
        parse(text).counters().iter().map(|c| (c.value, c.limit, c.warn)).collect()
    };
    let (rows, six) = ("ssss1/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS", Some(6));
    let early = [(1, six, false), (0, six, false), (189, Some(200), false)];
    assert_eq!(counters(&format!("{rows} 1 0 b 189 1")), early);
    let late = [(1, six, false), (0, six, false), (190, Some(200), true)];
    assert_eq!(counters(&format!("{rows} 1 0 b 190 1")), late);
    let five = position("b", FIVE_ALL).counters();
    assert!(five[0].warn && five[1].warn && !five[2].warn);
}
