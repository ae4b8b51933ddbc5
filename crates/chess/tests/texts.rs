//! Texts of positions and moves, and display.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use agon_chess::{Chess, ChessRules, Move};
use agon_core::{Choice, Match, Notation, Position, Rng, Rules, View};
use proptest::prelude::*;

fn read(text: &str, rules: &str) -> Result<Chess, agon_core::TextError> {
    Chess::parse_position(text, &ChessRules::parse(rules).unwrap())
}

fn position(text: &str) -> Chess {
    position_by("", text)
}

fn position_by(rules: &str, text: &str) -> Chess {
    read(text, rules).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Random play from a start position for at most `plies` plies.
fn random_game(rules: &str, seed: u64, plies: usize) -> Match<Chess> {
    let mut rng = Rng::new(seed);
    let mut game = Match::new(Chess::start(&ChessRules::parse(rules).unwrap()));
    for _ in 0..plies {
        let moves = game.moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[rng.below(moves.len())]).unwrap();
    }
    game
}

// Positions

#[test]
fn rejects_malformed_positions_naming_the_part() {
    let table = [
        ("", "board"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "side to move"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "en passant"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "halfmove clock"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "fullmove number"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1", "end of text"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - 0 1", "side to move"),
        (" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
        // Rows
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 1"),
        ("rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "end of text"),
        ("rnbqkbnr/pppppppp/8//8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 5"),
        ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 7"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 6"),
        ("rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 5"),
        ("rnbqkbnr/pppppppp/8/8/80/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 4"),
        ("rnbqkbnr/pppppppp/8/8/8/7x/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 3"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 2"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ♔BNR w KQkq - 0 1", "row 1"),
        // Pieces
        ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "black king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w kq - 0 1", "white king"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "white pawns"),
        ("4k3/8/8/8/8/1NNNNNN1/NNNNNNNN/RN2KB1R w - - 0 1", "white men"),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "row 8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "row 1"),
        ("8/8/8/3kK3/8/8/8/7R w - - 0 1", "board"),
        ("4r2k/8/8/8/7b/3n4/8/4K3 w - - 0 1", "board"),
        // Side to move
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "side to move"),
        // Castling
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KHkq - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkx - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w -KQ - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w -- - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQG - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w ЖQ - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/8/R3KR1R w FH - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "castling"),
        ("r3k2r/8/8/8/8/8/8/R3K3 w Kkq - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/4K2r w K - 0 1", "castling"),
        // En passant
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e5 0 2", "en passant"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 2", "en passant"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 0 2", "en passant"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e 0 2", "en passant"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6e6 0 2", "en passant"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq é6 0 2", "en passant"),
        ("rnbqk1nr/pppp1ppp/4b3/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 2", "en passant"),
        ("rnbqkbnr/pppppppp/8/4p3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "black pawns"),
        ("rnbqkbnr/1ppppppp/8/4p3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "en passant"),
        ("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1", "en passant"),
        // Counters
        ("4k3/8/8/8/8/8/8/4K2R w - - 101 99", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K2R w - - -1 99", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K2R w - - +1 99", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 01 99", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K2R w - - x 99", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 0", "fullmove number"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 65536", "fullmove number"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1\n", "fullmove number"),
    ];
    for (text, part) in table {
        match read(text, "") {
            Ok(_) => panic!("accepted: {text}"),
            Err(error) => assert_eq!(error.part(), part, "{text}: {error}"),
        }
    }
}

#[test]
fn parses_three_forms_of_castling_rights() {
    for (board, read, standard, chess960) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R", "HAha", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R", "qkQK", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R", "Ah", "Qk", "Ah"),
        ("r3k2r/8/8/8/8/8/8/R3K2R", "-", "-", "-"),
        // K and Q mean the outermost rooks.
        ("4k3/8/8/8/8/8/8/R1R1KR1R", "KQ", "KQ", "HA"),
        ("4k3/8/8/8/8/8/8/1RR1KRR1", "KQ", "GB", "GB"),
        ("4k3/8/8/8/8/8/8/R1R1KR1R", "FC", "FC", "FC"),
        ("4k3/8/8/8/8/8/8/R1R1KR1R", "KC", "HC", "HC"),
        ("1rk3r1/8/8/8/8/8/8/1RK3R1", "KQkq", "GBgb", "GBgb"),
    ] {
        for (rules, expected) in [("", standard), ("chess960=518", chess960)] {
            let text = format!("{board} w {read} - 0 1");
            let position = position_by(rules, &text);
            let written = position.text();
            assert_eq!(written, format!("{board} w {expected} - 0 1"), "{text}, rules {rules:?}");
            assert_eq!(position_by(rules, &written), position);
        }
    }
}

#[test]
fn nonstandard_castling_rights_imply_chess960() {
    let rules = |text: &str, rules: &str| position_by(rules, text).rules().text();
    let usual = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(rules(usual, ""), "chess960=off");
    assert_eq!(rules(usual, "chess960=7"), "chess960=7");
    let inner_rook = "r3k2r/8/8/8/8/8/8/RR2K2R w KB - 0 1";
    assert_eq!(rules(inner_rook, ""), "chess960=518");
    assert_eq!(rules(inner_rook, "chess960=7"), "chess960=7");
    assert_eq!(rules("r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ""), "chess960=518", "king on d8");
    assert_eq!(rules("r2k3r/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""), "chess960=off");

    let moved = {
        let mut position = position(inner_rook);
        position.play(position.parse_move("e1e2").unwrap());
        position.play(position.parse_move("e8e7").unwrap());
        position
    };
    assert_eq!(moved.rules().text(), "chess960=518", "it stays Chess960 without any right");
}

#[test]
fn writes_en_passant_square_after_every_double_step() {
    let mut position = position("4k3/8/8/8/8/8/4P3/4K3 w - - 7 30");
    position.play(position.parse_move("e2e4").unwrap());
    assert_eq!(position.text(), "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 30");
    position.play(position.parse_move("e8e7").unwrap());
    assert_eq!(position.text(), "8/4k3/8/8/4P3/8/8/4K3 w - - 1 31");
}

// Moves

#[test]
fn castling_text_in_chess_and_chess960() {
    let board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (rules, written, refused) in [
        ("", ["e1g1", "e1c1"], ["e1h1", "e1a1"]),
        ("chess960=518", ["e1h1", "e1a1"], ["e1g1", "e1c1"]),
    ] {
        let position = position_by(rules, board);
        for text in written {
            let m = position.parse_move(text).unwrap();
            assert_eq!(position.move_text(m), text);
        }
        for text in refused {
            assert!(position.parse_move(text).is_err(), "{text} with {rules:?}");
        }
    }
}

#[test]
fn rejects_malformed_and_illegal_moves() {
    let start = Chess::start(&ChessRules::default());
    for text in [
        "", "e", "e2", "e2e", "e2e5", "e2-e4", "E2E4", "e2e4 ", " e2e4", "e2e4q", "e2e4k", "e7e5",
        "e2e4qq", "e2e4é", "éé", "e9e4", "i2i4", "0000", "Nf3", "e1e1", "a1a2",
    ] {
        let error = start.parse_move(text).unwrap_err();
        assert_eq!(error.part(), "move", "{text}");
    }
    let promotes = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert!(promotes.parse_move("a7a8q").is_ok());
    for text in ["a7a8", "a7a8k", "a7a8p", "a7a8Q", "a7a8qq", "a7a8=q"] {
        assert!(promotes.parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn displays_moves_in_algebraic_notation() {
    for (text, uci, san) in [
        ("4k3/8/8/8/8/8/8/4K1NR w - - 0 1", "g1f3", "Nf3"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3n3k/2P5/8/8/8/8/8/K7 w - - 0 1", "c7d8q", "cxd8=Q+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        // Two knights on one row, two on one file, three queens.
        ("4k3/8/8/8/8/8/3K4/1N3N2 w - - 0 1", "b1a3", "Na3"),
        ("4k3/8/8/8/8/8/6K1/1N3N2 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/5N2/8/8/8/K4N2 w - - 0 1", "f1g3", "N1g3"),
        ("8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1+"),
    ] {
        let position = position(text);
        let m = position.parse_move(uci).unwrap();
        assert_eq!(position.display_move(m), san, "{uci} in {text}");
    }
}

#[test]
fn parses_variations_of_algebraic_notation() {
    let castles = "r2qk2r/ppp2ppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 1";
    let knights = "4k3/8/8/3p4/8/8/6K1/1N3N2 w - - 0 1";
    let promotes = "3n3k/2P5/8/8/8/8/8/K7 w - - 0 1";
    for (text, written, uci) in [
        (castles, "O-O", "e1g1"),
        (castles, "O-O-O", "e1c1"),
        (castles, "0-0", "e1g1"),
        (castles, "0-0-0!?", "e1c1"),
        (castles, "exd6", "e5d6"),
        (castles, "e6", "e5e6"),
        (castles, "e6!!", "e5e6"),
        (castles, "Kd2+", "e1d2"),
        (castles, "Ke1d2", "e1d2"),
        (castles, "e1g1", "e1g1"),
        (castles, "Rab1?!", "a1b1"),
        (knights, "Nbd2", "b1d2"),
        (knights, "Nfd2", "f1d2"),
        (knights, "Nb1d2", "b1d2"),
        (promotes, "cxd8=Q+", "c7d8q"),
        (promotes, "cxd8=N", "c7d8n"),
        (promotes, "c8R#", "c7c8r"),
        (promotes, "c7d8b", "c7d8b"),
    ] {
        let position = position(text);
        let m = position.import_move(written).unwrap_or_else(|e| panic!("{written}: {e}"));
        assert_eq!(position.move_text(m), uci, "{written} in {text}");
    }
    for (text, written) in [
        (castles, ""),
        (castles, "!"),
        (castles, "O"),
        (castles, "O-O-O-O"),
        (castles, "0-0-"),
        (castles, "o-o"),
        (castles, "Kh1"), // not king takes rook
        (castles, "Kxh1"),
        (castles, "d6"), // a pawn capture names its file
        (castles, "xd6"),
        (castles, "Kxd2"), // empty square
        (castles, "Nf3"),
        (castles, "éxd6"),
        (knights, "Nd2"), // ambiguous
        (promotes, "c8"),
        (promotes, "c8=K"),
        (promotes, "cxd8=P"),
        ("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", "g6"), // the game is over
    ] {
        assert!(position(text).import_move(written).is_err(), "{written} in {text}");
    }
}

// Display

fn view(position: &Chess, text: &str) -> agon_core::MoveView {
    position.move_view(position.parse_move(text).unwrap())
}

fn named(cells: impl IntoIterator<Item = agon_core::Cell>) -> String {
    let sites = Chess::board(&ChessRules::default()).sites;
    let names: Vec<_> = cells.into_iter().map(|c| sites[c.index()].name.clone()).collect();
    names.join(" ")
}

#[test]
fn castling_view_moves_king_and_rook() {
    let shown = |position: &Chess, text: &str| {
        let view = view(position, text);
        let shifts = view.shifts.iter().map(|s| named([s.from, s.to]).replace(' ', "-"));
        (named(view.from), named(view.to), shifts.collect::<Vec<_>>().join(" "))
    };
    let expect = |from: &str, to: &str, shifts: &str| (from.into(), to.into(), shifts.into());
    let usual = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(shown(&usual, "e1g1"), expect("e1", "g1", "e1-g1 h1-f1"));
    assert_eq!(shown(&usual, "e1c1"), expect("e1", "c1", "e1-c1 a1-d1"));
    let chess960 = position("4k3/8/8/8/8/8/8/1R4KR w KQ - 0 1");
    assert_eq!(shown(&chess960, "g1h1"), expect("g1", "h1", "h1-f1"), "the king stays");
    assert_eq!(shown(&chess960, "g1b1"), expect("g1", "b1", "g1-c1 b1-d1"));
}

#[test]
fn promotion_view_asks_for_the_piece() {
    let position = position("3n3k/2P5/8/8/8/8/8/K7 w - - 0 1");
    for (text, kind) in [("c7c8q", "queen"), ("c7c8n", "knight"), ("c7d8r", "rook")] {
        assert_eq!(view(&position, text).more, [Choice::Kind(kind)]);
    }
    assert_eq!(view(&position, "a1a2").more, []);
}

#[test]
fn capture_view_names_the_captured_square() {
    let position = position("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(named(view(&position, "e5d6").captures), "d5");
    assert_eq!(named(view(&position, "e5e6").captures), "");
}

#[test]
fn checked_king_is_an_alarm() {
    assert_eq!(named(position("4r2k/8/8/8/8/8/8/4K3 w - - 0 1").alarms()), "e1");
    assert_eq!(named(position("4r2k/8/8/8/8/8/8/3K4 w - - 0 1").alarms()), "");
    assert_eq!(named(position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").alarms()), "e8");
    assert_eq!(position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").notes(), ["check"]);
    assert!(position("4r2k/8/8/8/8/8/8/3K4 w - - 0 1").notes().is_empty());
}

#[test]
fn counters_show_material_and_warn_before_fifty_moves() {
    let counters =
        position("rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 89 60").counters();
    let values: Vec<_> = counters.iter().map(|c| (c.name, c.value, c.warn)).collect();
    assert_eq!(
        values,
        [("quiet plies", 89, false), ("material", 38, false), ("material", 30, false)]
    );
    assert!(position("4k3/8/8/8/8/8/8/4K2R w - - 90 60").counters()[0].warn);
}

#[test]
fn squares_alternate_light_and_dark() {
    let sites = Chess::board(&ChessRules::default()).sites;
    let zone = |name: &str| sites.iter().find(|site| site.name == name).unwrap().zone;
    assert_eq!(
        [zone("a1"), zone("h1"), zone("d1"), zone("d8")],
        ["dark", "light", "light", "dark"]
    );
}

// Properties of random games

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Displayed and written moves parse back to the same move.
    #[test]
    fn displayed_moves_parse_back(seed: u64, plies in 0usize..200, number in 0u16..960) {
        for rules in [String::new(), format!("chess960={number}")] {
            let game = random_game(&rules, seed, plies);
            let position = game.position();
            for m in game.moves() {
                prop_assert_eq!(position.import_move(&position.display_move(m)), Ok(m));
                prop_assert_eq!(position.import_move(&position.move_text(m)), Ok(m));
            }
        }
    }

    /// Equal keys imply equal pieces, side, castling rights and legal moves.
    #[test]
    fn keys_distinguish_playable_differences(seed: u64) {
        let moves_of = |position: &Chess| {
            let mut moves: Vec<Move> = Vec::new();
            position.moves(&mut |m| moves.push(m));
            moves
        };
        let what = |position: &Chess| {
            let text = position.text();
            let fields: Vec<String> = text.split(' ').take(3).map(String::from).collect();
            (fields, moves_of(position))
        };
        let game = random_game("", seed, 300);
        let past: Vec<_> = game.past().iter().map(|(p, _)| (p.key(), what(p))).collect();
        for (i, (key, what)) in past.iter().enumerate() {
            for (other_key, other) in &past[i + 1..] {
                prop_assert_eq!(key == other_key, what == other, "{:?} {:?}", what, other);
            }
        }
    }

    /// Corrupted texts are rejected or parse to a position that round-trips; they never panic.
    #[test]
    fn damaged_texts_never_panic(seed: u64, at: usize, junk in "[ -/0-9a-zA-Zé]{0,3}") {
        let text = random_game("chess960=random", seed, 40).position().text();
        let at = at % (text.len() + 1);
        for damaged in [format!("{}{junk}{}", &text[..at], &text[at..]), format!("{}{junk}", &text[..at])] {
            if let Ok(position) = read(&damaged, "") {
                let again = read(&position.text(), &position.rules().text());
                prop_assert_eq!(again.as_ref(), Ok(&position));
                prop_assert_eq!(position.count_moves() == 0, position.ending().is_some());
            }
        }
        let start = Chess::start(&ChessRules::default());
        let _ = (start.parse_move(&junk), start.import_move(&junk));
    }
}
