//! The rules, one test each. White's pieces are capitals; the rest of the position text stands
//! above the drawing.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use agon_chess::{Chess, ChessRules};
use agon_core::perft::{perft, playout};
use agon_core::{Ending, History, Match, Notation, Player, Position, Rng, Rules, View};

const WHITE: Player = Player::FIRST;
const BLACK: Player = Player::SECOND;

/// Parses a drawing: `w KQkq - 0 1` and eight rows, each starting with its number.
fn drawn(rest: &str, board: &str) -> Chess {
    let rows = board.lines().filter_map(|line| line.trim().strip_prefix(char::is_numeric));
    let rows: Vec<&str> = rows.collect();
    let text = format!("{} {rest}", agon_testkit::drawn(&rows.join("\n")));
    position(&text)
}

fn position(text: &str) -> Chess {
    Chess::parse_position(text, &ChessRules::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn start(rules: &str) -> Chess {
    Chess::start(&ChessRules::parse(rules).unwrap())
}

/// Returns the legal moves that start with `from`, without that prefix.
fn moves(position: &Chess, from: &str) -> String {
    let mut found = Vec::new();
    position.moves(&mut |m| {
        found.extend(position.move_text(m).strip_prefix(from).map(String::from));
    });
    found.sort();
    found.join(" ")
}

fn is_legal(position: &Chess, text: &str) -> bool {
    position.parse_move(text).is_ok()
}

fn after(position: &Chess, moves: &str) -> Chess {
    let mut game = Match::new(position.clone());
    play(&mut game, moves);
    game.position().clone()
}

fn play(game: &mut Match<Chess>, moves: &str) {
    for text in moves.split(' ') {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
}

fn rows(position: &Chess) -> String {
    position.text().split(' ').next().unwrap().into()
}

fn castling_rights(position: &Chess) -> String {
    position.text().split(' ').nth(2).unwrap().into()
}

fn verdict(ending: Option<Ending>) -> String {
    let seats = Chess::seats(&ChessRules::default());
    ending.map_or_else(|| "ongoing".into(), |ending| ending.verdict(&seats))
}

// The start

#[test]
fn start_position_and_white_moves_first() {
    let usual = drawn(
        "w KQkq - 0 1",
        "
        8 r n b q k b n r
        7 p p p p p p p p
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 P P P P P P P P
        1 R N B Q K B N R
          a b c d e f g h",
    );
    assert_eq!(start(""), usual);
    assert_eq!(usual.turn(), WHITE);
    assert_eq!(after(&usual, "e2e4").turn(), BLACK);
}

// How the pieces move

#[test]
fn sliding_pieces_stop_at_pieces_and_capture_enemies() {
    let board = drawn(
        "w - - 0 1",
        "
        8 . . . . . . . k
        7 . p . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . R . . B . . .
        3 . . . . . . . .
        2 . . P . . . N .
        1 . . . . . . . K
          a b c d e f g h",
    );
    assert_eq!(moves(&board, "b4"), "a4 b1 b2 b3 b5 b6 b7 c4 d4");
    assert_eq!(moves(&board, "e4"), "b7 c6 d3 d5 f3 f5 g6 h7");
    assert_eq!(moves(&board, "g2"), "e1 e3 f4 h4");
    assert_eq!(moves(&board, "h1"), "g1 h2");
}

#[test]
fn a_queen_moves_like_rook_and_bishop() {
    let board = position("6k1/8/8/8/8/2Q5/8/K7 w - - 0 1");
    let moves = moves(&board, "c3");
    assert_eq!(moves.split(' ').count(), 24, "{moves}");
}

#[test]
fn pawn_steps_double_steps_and_captures() {
    let board = drawn(
        "w - - 0 1",
        "
        8 . . . . k . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . n . .
        3 . p . b . P . .
        2 P . . P P . . P
        1 . . . . K . . .
          a b c d e f g h",
    );
    assert_eq!(moves(&board, "a2"), "a3 a4 b3");
    assert_eq!(moves(&board, "d2"), "", "blocked, and nothing to capture");
    assert_eq!(moves(&board, "f3"), "", "a pawn does not capture straight ahead");
    assert_eq!(moves(&board, "h2"), "h3 h4");
    assert_eq!(moves(&board, "e2"), "d3 e3 e4");
}

#[test]
fn pawn_double_step_does_not_jump() {
    let board = position("4k3/8/8/8/8/n7/P6P/4K3 w - - 0 1");
    assert_eq!(moves(&board, "a2"), "");
    let board = position("4k3/8/8/8/n7/8/P6P/4K3 w - - 0 1");
    assert_eq!(moves(&board, "a2"), "a3");
}

// Castling

const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R";

#[test]
fn castling_moves_king_and_rook() {
    let white = position(&format!("{CASTLES} w KQkq - 0 1"));
    assert_eq!(rows(&after(&white, "e1g1")), "r3k2r/8/8/8/8/8/8/R4RK1");
    assert_eq!(rows(&after(&white, "e1c1")), "r3k2r/8/8/8/8/8/8/2KR3R");
    let black = position(&format!("{CASTLES} b KQkq - 0 1"));
    assert_eq!(rows(&after(&black, "e8g8")), "r4rk1/8/8/8/8/8/8/R3K2R");
    assert_eq!(rows(&after(&black, "e8c8")), "2kr3r/8/8/8/8/8/8/R3K2R");
}

#[test]
fn castling_requires_the_right() {
    assert_eq!(moves(&position(&format!("{CASTLES} w kq - 0 1")), "e1"), "d1 d2 e2 f1 f2");
    assert_eq!(moves(&position(&format!("{CASTLES} w Kkq - 0 1")), "e1"), "d1 d2 e2 f1 f2 g1");
    assert_eq!(moves(&position(&format!("{CASTLES} w Qkq - 0 1")), "e1"), "c1 d1 d2 e2 f1 f2");
}

#[test]
fn moving_king_or_rook_loses_the_castling_right() {
    let board = position(&format!("{CASTLES} w KQkq - 0 1"));
    assert_eq!(castling_rights(&after(&board, "e1e2")), "kq");
    assert_eq!(castling_rights(&after(&board, "e1e2 e8e7 e2e1 e7e8")), "-", "also back home");
    assert_eq!(castling_rights(&after(&board, "h1g1")), "Qkq");
    assert_eq!(castling_rights(&after(&board, "a1b1 a8b8")), "Kk");
    assert_eq!(castling_rights(&after(&board, "e1g1")), "kq");
}

#[test]
fn losing_the_rook_loses_the_castling_right() {
    let board = position(&format!("{CASTLES} w KQkq - 0 1"));
    assert_eq!(castling_rights(&after(&board, "h1h8")), "Qq");
    assert_eq!(castling_rights(&after(&board, "a1a8")), "Kk");
}

#[test]
fn castling_out_of_through_or_into_check_is_illegal() {
    let with = |attacker: &str| {
        let rows = ["r3k2r", "8", "8", "8", attacker, "8", "8", "R3K2R"].join("/");
        moves(&position(&format!("{rows} w KQkq - 0 1")), "e1")
    };
    assert_eq!(with("4r3"), "d1 d2 f1 f2", "in check");
    assert_eq!(with("5r2"), "c1 d1 d2 e2", "f1 is attacked");
    assert_eq!(with("6r1"), "c1 d1 d2 e2 f1 f2", "g1 is attacked");
    assert_eq!(with("3r4"), "e2 f1 f2 g1", "d1 is attacked");
    assert_eq!(with("2r5"), "d1 d2 e2 f1 f2 g1", "c1 is attacked");
}

#[test]
fn castling_with_attacked_rook_or_b1_is_legal() {
    let board = position("r3k2r/8/8/8/1r5r/8/8/R3K2R w KQkq - 0 1");
    assert!(is_legal(&board, "e1c1") && is_legal(&board, "e1g1"));
}

#[test]
fn castling_requires_empty_squares_between_king_and_rook() {
    for (home, castles) in [
        ("RN2K1NR", ""),
        ("R1B1KB1R", ""),
        ("R2QK2R", "g1"),
        ("Rn2K2R", "g1"),
        ("R3KbnR", "c1"),
        ("R3K2R", "c1 g1"),
    ] {
        let board = position(&format!("4k3/8/8/8/8/8/8/{home} w KQ - 0 1"));
        let found = moves(&board, "e1");
        let found: Vec<_> = found.split(' ').filter(|to| ["c1", "g1"].contains(to)).collect();
        assert_eq!(found.join(" "), castles, "{home}");
    }
}

// En passant

#[test]
fn en_passant_is_possible_only_at_once() {
    let board = drawn(
        "b - - 0 1",
        "
        8 . . . . k . . .
        7 . . . p . . . .
        6 . . . . . . . .
        5 . . P . P . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 . . . . K . . .
          a b c d e f g h",
    );
    let passed = after(&board, "d7d5");
    assert_eq!(moves(&passed, "c5"), "c6 d6");
    assert_eq!(moves(&passed, "e5"), "d6 e6");
    assert_eq!(rows(&after(&passed, "e5d6")), "4k3/8/3P4/2P5/8/8/8/4K3");

    let later = after(&passed, "e1e2 e8e7");
    assert_eq!(moves(&later, "c5"), "c6", "only at once");
    let stepped = after(&board, "d7d6 e1e2 d6d5");
    assert_eq!(moves(&stepped, "c5"), "c6", "only after a double step");
}

#[test]
fn en_passant_that_exposes_the_king_is_illegal() {
    let board = drawn(
        "b - - 0 1",
        "
        8 . . . . k . . .
        7 . . . p . . . .
        6 . . . . . . . .
        5 K . . . P . . r
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 . . . . . . . .
          a b c d e f g h",
    );
    assert_eq!(moves(&after(&board, "d7d5"), "e5"), "e6");
}

#[test]
fn en_passant_captures_a_checking_pawn() {
    let board = position("4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1");
    assert_eq!(moves(&after(&board, "d7d5"), "e5"), "d6");
}

// Promotion

#[test]
fn pawn_promotes_to_queen_rook_bishop_or_knight() {
    let board = drawn(
        "w - - 0 1",
        "
        8 . . . n . . . k
        7 . . P . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 K . . . . . . .
          a b c d e f g h",
    );
    assert_eq!(moves(&board, "c7"), "c8b c8n c8q c8r d8b d8n d8q d8r");
    for (text, expected) in [("c7c8q", "2Qn3k"), ("c7c8n", "2Nn3k"), ("c7d8r", "3R3k")] {
        assert!(rows(&after(&board, text)).starts_with(expected), "{text}");
    }
}

#[test]
fn promotion_is_mandatory_on_the_last_rank() {
    let board = position("3n3k/2P5/8/8/8/8/P7/K7 w - - 0 1");
    for text in ["c7c8", "c7c8k", "c7c8p", "c7c8Q", "a2a3q"] {
        assert!(!is_legal(&board, text), "{text}");
    }
}

// Check

#[test]
fn check_is_met_by_capture_block_or_king_move() {
    let board = drawn(
        "w - - 0 1",
        "
        8 . . . . r . . k
        7 . . . . . . . .
        6 . . . . . . . .
        5 . B . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 . R . . K . . .
          a b c d e f g h",
    );
    assert_eq!(moves(&board, "b5"), "e2 e8");
    assert_eq!(moves(&board, "b1"), "");
    assert_eq!(moves(&board, "e1"), "d1 d2 f1 f2");
}

#[test]
fn double_check_requires_a_king_move() {
    let board = position("4r2k/8/8/8/8/3n4/8/R2QK3 w - - 0 1");
    assert_eq!(moves(&board, ""), "e1d2 e1f1");
}

#[test]
fn pinned_piece_moves_only_along_the_pin() {
    let board = position("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1");
    assert_eq!(moves(&board, "e4"), "e2 e3 e5 e6 e7 e8");
    let board = position("4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1");
    assert_eq!(moves(&board, "e4"), "");
}

#[test]
fn kings_cannot_be_adjacent() {
    let board = position("8/8/8/3k4/8/3K4/8/7R w - - 0 1");
    assert_eq!(moves(&board, "d3"), "c2 c3 d2 e2 e3");
}

// The end

#[test]
fn checkmate_wins() {
    let mated = after(&start(""), "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(verdict(mated.ending()), "black wins (checkmate)");
    assert_eq!(moves(&mated, ""), "");
    let smothered = position("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(verdict(smothered.ending()), "white wins (checkmate)");
}

#[test]
fn stalemate_draws() {
    let board = position("k7/8/1Q6/8/8/8/8/K7 b - - 0 1");
    assert_eq!(verdict(board.ending()), "draw (stalemate)");
    assert_eq!(moves(&board, ""), "");
    assert_eq!(verdict(position("k7/8/1Q6/8/8/8/8/K7 w - - 0 1").ending()), "ongoing");
}

#[test]
fn insufficient_material_draws() {
    for pieces in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4KN2",
        "4k1n1/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4KB2",
        "4kb2/8/8/8/8/8/8/4K3",
        "4kb2/8/8/8/8/8/8/2B1K3", // both dark
        "2b1k3/8/8/8/8/8/8/4KB2", // both light
    ] {
        for side in ["w", "b"] {
            let board = position(&format!("{pieces} {side} - - 0 1"));
            let game = Match::new(board.clone());
            assert_eq!(verdict(game.ending()), "draw (insufficient material)", "{pieces}");
            assert!(game.moves().is_empty(), "{pieces}");
            assert_eq!(verdict(board.ending()), "ongoing", "{pieces}: the match judges");
            assert!(board.count_moves() > 0, "{pieces}: perft continues");
        }
    }
}

#[test]
fn sufficient_material_does_not_draw() {
    for pieces in [
        "4k3/8/8/8/8/8/4P3/4K3",
        "4k3/8/8/8/8/8/8/4KR2",
        "4k3/8/8/8/8/8/8/3QK3",
        "4k3/8/8/8/8/8/8/4KNN1",
        "4k3/8/8/8/8/8/8/4KBN1",
        "4k3/8/8/8/8/8/8/2B1KB2",
        "4k3/8/8/8/8/B7/8/2B1K3", // both white's, on one colour
        "4kn2/8/8/8/8/8/8/4KN2",
        "4kn2/8/8/8/8/8/8/4KB2",
        "4kb2/8/8/8/8/8/8/4KB2", // one light, one dark
        "2b1kb2/8/8/8/8/8/8/4KB2",
    ] {
        let game = Match::new(position(&format!("{pieces} w - - 0 1")));
        assert_eq!(verdict(game.ending()), "ongoing", "{pieces}");
    }
}

#[test]
fn capturing_the_last_mating_material_ends_the_game() {
    let mut game = Match::new(position("4k3/8/8/8/8/8/4q3/4K1N1 w - - 0 1"));
    play(&mut game, "e1e2");
    assert_eq!(verdict(game.ending()), "draw (insufficient material)");
    assert!(game.play(game.position().parse_move("e8e7").unwrap()).is_err());
}

#[test]
fn perft_ignores_insufficient_material() {
    assert_eq!(perft(&position("8/8/8/8/8/4k3/4P3/4K3 w - - 0 1"), 6), 11_848);
    let board = position("4k3/8/8/8/8/8/4q3/4K1N1 w - - 0 1");
    let replies = ["e1e2", "g1e2"].map(|text| perft(&after(&board, text), 1));
    assert_eq!(perft(&board, 2), replies.iter().sum());
    assert!(replies[0] > 0, "after Kxe2");
    let dead = after(&board, "e1e2");
    let moves = playout(&dead, &mut Rng::new(1), &mut History::default());
    assert_eq!(moves, 0, "random games do not go on");
}

#[test]
fn stalemate_precedes_insufficient_material() {
    let game = Match::new(position("k7/8/1K1B4/8/8/8/8/8 b - - 0 1"));
    assert_eq!(verdict(game.ending()), "draw (stalemate)");
}

#[test]
fn fifty_moves_without_capture_or_pawn_move_draw() {
    let mut game = Match::new(position("4k3/p6r/8/8/8/8/P7/R3K3 w - - 98 80"));
    play(&mut game, "a1b1");
    assert_eq!(verdict(game.ending()), "ongoing");
    play(&mut game, "h7h8");
    assert_eq!(verdict(game.ending()), "draw (fifty moves)");
    assert!(game.moves().is_empty());
    assert!(game.position().count_moves() > 0, "perft continues");
}

#[test]
fn captures_and_pawn_moves_reset_the_fifty_move_counter() {
    let board = position("4k3/p6r/8/8/8/8/P6R/R3K3 w Q - 99 80");
    for (text, clock) in [("a1b1", 100), ("e1c1", 100), ("a2a3", 0), ("h2h7", 0)] {
        assert_eq!(after(&board, text).counters()[0].value, clock, "{text}");
    }
}

#[test]
fn mate_on_the_hundredth_ply_wins() {
    let mut game = Match::new(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80"));
    play(&mut game, "a1a8");
    assert_eq!(verdict(game.ending()), "white wins (checkmate)");
}

#[test]
fn third_occurrence_draws_at_once() {
    let mut game = Match::new(start(""));
    play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(verdict(game.ending()), "ongoing", "the second time");
    play(&mut game, "b1c3 b8c6 c3b1");
    assert_eq!(verdict(game.ending()), "ongoing");
    play(&mut game, "c6b8");
    assert_eq!(verdict(game.ending()), "draw (repetition)", "the third time");
}

#[test]
fn castling_rights_distinguish_positions() {
    let mut game = Match::new(position(&format!("{CASTLES} w KQkq - 0 1")));
    play(&mut game, "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8");
    assert_eq!(verdict(game.ending()), "ongoing", "the first time with more rights");
    play(&mut game, "h1g1");
    assert_eq!(verdict(game.ending()), "ongoing");
    play(&mut game, "h8g8");
    assert_eq!(verdict(game.ending()), "draw (repetition)", "both have moved a rook each time");
}

#[test]
fn side_to_move_distinguishes_positions() {
    let key = |side| position(&format!("{CASTLES} {side} KQkq - 0 1")).key();
    assert_ne!(key("w"), key("b"));
}

#[test]
fn legal_en_passant_distinguishes_positions() {
    let with = |pieces: &str, square: &str| position(&format!("{pieces} w - {square} 0 1")).key();
    let possible = "4k3/8/8/3pP3/8/8/8/4K3";
    assert_ne!(with(possible, "d6"), with(possible, "-"));
    let nobody_there = "4k3/8/8/3p4/8/8/4P3/4K3";
    assert_eq!(with(nobody_there, "d6"), with(nobody_there, "-"));
    let pinned = "4r1k1/8/8/3pP3/8/8/8/4K3";
    assert_eq!(with(pinned, "d6"), with(pinned, "-"));
    let uncovers_the_king = "6k1/8/8/K2pP2r/8/8/8/8";
    assert_eq!(with(uncovers_the_king, "d6"), with(uncovers_the_king, "-"));
    let one_of_two_pinned = "4r1k1/8/8/2PpP3/8/8/8/4K3";
    assert_ne!(with(one_of_two_pinned, "d6"), with(one_of_two_pinned, "-"));

    let mut game = Match::new(position("4k3/8/8/4p3/4P3/8/3P4/4K3 w - - 0 1"));
    play(&mut game, "d2d4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1");
    assert_eq!(verdict(game.ending()), "draw (repetition)", "nothing could be captured");
    let mut game = Match::new(position("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"));
    play(&mut game, "d2d4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1");
    assert_eq!(verdict(game.ending()), "ongoing", "at first e4xd3 was possible");
}

#[test]
fn resignation_loses() {
    let mut game = Match::new(start(""));
    game.resign(WHITE);
    assert_eq!(verdict(game.ending()), "black wins (resignation)");
}

#[test]
fn accepted_draw_offer_draws() {
    let mut game = Match::new(start(""));
    game.offer_draw(WHITE);
    assert_eq!(verdict(game.ending()), "ongoing");
    game.decline_draw();
    game.offer_draw(BLACK);
    assert_eq!(verdict(game.ending()), "ongoing", "white declined before");
    game.offer_draw(WHITE);
    assert_eq!(verdict(game.ending()), "draw (agreement)");
}

#[test]
fn draw_offer_lapses_when_the_opponent_moves() {
    let mut game = Match::new(start(""));
    play(&mut game, "e2e4");
    game.offer_draw(WHITE);
    play(&mut game, "e7e5");
    game.offer_draw(BLACK);
    assert_eq!(verdict(game.ending()), "ongoing");
}

// The flag

#[test]
fn flag_fall_draws_without_mating_material() {
    let flag = |text: &str, player: Player| {
        let mut game = Match::new(position(text));
        game.flag(player);
        verdict(game.ending())
    };
    let queen_against_king = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    assert_eq!(flag(queen_against_king, BLACK), "white wins (time out)");
    assert!(flag(queen_against_king, WHITE).starts_with("draw (time out"));
}

#[test]
fn can_win_requires_mating_material() {
    // White's pieces, black's pieces, whether white has mating material.
    for (black, white, expected) in [
        ("4k3", "4K3", false),
        ("rnbqkbnr", "4K3", false),
        ("4k3", "4K2R", true),
        ("4k3", "3QK3", true),
        ("4k3", "4K1N1", false),
        ("3qk3", "4K1N1", false),
        ("2qqk3", "4K1N1", false),
        ("r3k3", "4K1N1", true),
        ("4kb2", "4K1N1", true),
        ("4k1n1", "4K1N1", true),
        ("4k3", "1N2K1N1", true),
        ("4k3", "4KBN1", true),
        ("4k3", "4KB2", false),
        ("r2qk3", "4KB2", false),
        ("4k1n1", "4KB2", true),
        ("4kb2", "4KB2", true),
        ("2b1k3", "4KB2", false),
        ("4k3", "2B1KB2", true),
        ("4k3", "B1B1K3", false),
        ("5b1k", "B1B1K3", false),
        ("2b4k", "B1B1K3", true),
    ] {
        let board = position(&format!("{black}/8/8/8/8/8/8/{white} b - - 0 1"));
        assert_eq!(board.can_win(WHITE), expected, "{white} against {black}");
        let (white, black) = (white.to_lowercase(), black.to_uppercase());
        let board = position(&format!("{white}/8/8/8/8/8/8/{black} w - - 0 1"));
        assert_eq!(board.can_win(BLACK), expected, "{white} against {black}");
    }
    assert!(position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").can_win(WHITE), "a pawn may promote");
    assert!(position("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1").can_win(WHITE), "a pawn may help");
    assert!(position("4k3/p7/8/8/8/8/8/4KN2 w - - 0 1").can_win(WHITE), "a pawn may help");
}

// Chess960

#[test]
fn chess960_start_positions_by_number() {
    for (number, home) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
        let text = start(&format!("chess960={number}")).text();
        assert!(text.contains(&format!("/PPPPPPPP/{home} w ")), "{number}: {text}");
        assert!(text.starts_with(&home.to_lowercase()), "{number}: {text}");
    }
    for number in ["960", "-1", "on", "0518"] {
        let error = ChessRules::parse(&format!("chess960={number}")).unwrap_err();
        assert_eq!(error.part(), "option chess960", "{number}");
    }
    assert!(ChessRules { chess960: Some(960) }.check().is_err());
}

#[test]
fn random_start_position_is_resolved_once() {
    let rules = ChessRules::parse("chess960=random").unwrap();
    let number: u32 = rules.text().strip_prefix("chess960=").unwrap().parse().unwrap();
    assert!(number < 960);
    assert_eq!(ChessRules::parse(&rules.text()), Ok(rules));
    let drawn = (0..50).map(|_| ChessRules::parse("chess960=random").unwrap().text());
    assert!(drawn.collect::<std::collections::HashSet<_>>().len() > 1);
}

#[test]
fn chess960_castling_target_squares() {
    for (home, text, expected) in [
        ("1RK4R", "c1b1", "2KR3R"),
        ("1RK4R", "c1h1", "1R3RK1"),
        ("R5KR", "g1h1", "R4RK1"),
        ("R5KR", "g1a1", "2KR3R"),
        ("5KR1", "f1g1", "5RK1"),
        ("2RK4", "d1c1", "2KR4"),
    ] {
        let rights: String = home.match_indices('R').map(|(i, _)| file_letter(home, i)).collect();
        let board = position(&format!("4k3/8/8/8/8/8/8/{home} w {rights} - 0 1"));
        assert!(rows(&after(&board, text)).ends_with(&format!("/{expected}")), "{text} in {home}");
    }
}

/// Returns the file of a letter at index `at` of a row.
fn file_letter(row: &str, at: usize) -> char {
    let before = row[..at].chars().map(|c| c.to_digit(10).unwrap_or(1)).sum::<u32>();
    char::from(b'A' + before as u8)
}

#[test]
fn chess960_castling_requires_empty_and_safe_squares() {
    let castles = |text: &str, m: &str| is_legal(&position(text), m);
    assert!(castles("4k3/8/8/8/8/8/8/1RK4R w BH - 0 1", "c1b1"));
    assert!(!castles("4k3/8/8/8/8/8/8/1RKN3R w BH - 0 1", "c1b1"), "the rook's way is blocked");
    assert!(!castles("4k3/8/8/8/8/8/8/1R2K1NR w BH - 0 1", "e1h1"), "the king's way is blocked");
    assert!(castles("4k3/8/8/8/8/8/8/N1R1K3 w C - 0 1", "e1c1"), "a1 is not on the way");
    assert!(!castles("2r1k3/8/8/8/8/8/8/R4K2 w A - 0 1", "f1a1"), "c1 is attacked");
    assert!(!castles("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1"), "the rook covered the king");
}

#[test]
fn lost_pieces_exclude_promoted_pawns() {
    let lost = |position: &Chess| {
        let mut lost: Vec<_> = position.lost().iter().map(|l| (l.player, l.kind)).collect();
        lost.sort_unstable();
        lost
    };
    assert!(start("").lost().is_empty());
    let taken = after(&start(""), "e2e4 d7d5 e4d5 g8f6 b1c3 f6d5 c3d5");
    assert_eq!(lost(&taken), [(WHITE, "pawn"), (BLACK, "knight"), (BLACK, "pawn")]);
    // White has two queens and seven pawns: nothing is lost.
    let promoted = position("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNQ w Qkq - 0 1");
    assert_eq!(lost(&promoted), [(WHITE, "rook"), (BLACK, "pawn")]);
}
