//! The rules, one test each. Boards are drawn as the game displays them: `t` attackers, `T`
//! defenders, `K` king, `+` castle, `:` camps, `*` escape cells.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use agon_core::{Cell, Ending, Match, Notation, Paint, Player, Position, Rules, View, draw};
use agon_core::{PlayError, perft::perft};
use agon_tablut::{Tablut, TablutRules};

const ATTACKERS: Player = Player::FIRST;
const DEFENDERS: Player = Player::SECOND;

/// Returns the drawn position, `a` or `d` to move.
fn drawn(side: char, board: &str) -> Tablut {
    drawn_at(side, 0, "", board)
}

/// Returns the drawn position after `plies` plies by these rules. The drawing must be exact.
fn drawn_at(side: char, plies: u32, rules: &str, board: &str) -> Tablut {
    let lines: Vec<&str> = board.trim().lines().map(str::trim).collect();
    let rows: Vec<&str> = lines.iter().filter_map(|l| l.strip_prefix(char::is_numeric)).collect();
    let text = format!("{} {side} {plies}", agon_testkit::drawn(&rows.join("\n")));
    let rules = TablutRules::parse(rules).unwrap();
    let position = Tablut::parse_position(&text, &rules).unwrap();
    let (empty, seats) = (Tablut::board(&rules), Tablut::seats(&rules));
    let drawing = draw(&empty, &seats, &position.pieces(), &[], Paint::Ascii);
    assert_eq!(lines, drawing.lines().map(str::trim).collect::<Vec<_>>(), "\n{drawing}");
    position
}

fn start(rules: &str) -> Match<Tablut> {
    Match::new(Tablut::start(&TablutRules::parse(rules).unwrap()))
}

fn names(cells: impl IntoIterator<Item = Cell>) -> String {
    let sites = Tablut::board(&TablutRules::default()).sites;
    let mut names: Vec<_> = cells.into_iter().map(|c| sites[c.index()].name.as_str()).collect();
    names.sort_unstable();
    names.join(" ")
}

/// Returns the targets of the piece on this cell.
fn reach(position: &Tablut, piece: &str) -> String {
    let mut targets = Vec::new();
    position.moves(&mut |m| {
        if names([m.from]) == piece {
            targets.push(m.to);
        }
    });
    names(targets)
}

fn is_legal(position: &Tablut, text: &str) -> bool {
    position.parse_move(text).is_ok()
}

fn after(position: &Tablut, moves: &str) -> Tablut {
    let mut position = position.clone();
    for text in moves.split(' ') {
        position.play(position.parse_move(text).unwrap());
    }
    position
}

/// Returns the cells of the pieces that the move captures.
fn captured(position: &Tablut, text: &str) -> String {
    let m = position.parse_move(text).unwrap();
    let next = after(position, text).pieces();
    let gone = |cell: &Cell| *cell != m.from && next.iter().all(|piece| piece.cell != *cell);
    let taken = names(position.pieces().iter().map(|piece| piece.cell).filter(gone));
    assert_eq!(taken, names(position.move_view(m).captures), "the view of {text}");
    taken
}

fn play(game: &mut Match<Tablut>, moves: &str) {
    for text in moves.split(' ') {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
}

fn verdict(ending: Option<Ending>) -> String {
    let seats = Tablut::seats(&TablutRules::default());
    ending.map_or_else(|| "ongoing".into(), |ending| ending.verdict(&seats))
}

// The board

#[test]
fn start_position() {
    let linnaeus = drawn(
        'a',
        "
        9 . * * t t t * * .
        8 * . . . t . . . *
        7 * . . . T . . . *
        6 t . . . T . . . t
        5 t t T T K T T t t
        4 t . . . T . . . t
        3 * . . . T . . . *
        2 * . . . t . . . *
        1 . * * t t t * * .
          a b c d e f g h i",
    );
    assert_eq!(&linnaeus, start("").position());
    assert_eq!(linnaeus.text(), "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a 0");
}

#[test]
fn castle_camps_and_escape_cells_are_marked() {
    let zone = |wanted: &str| {
        let sites = Tablut::board(&TablutRules::default()).sites;
        names((0..sites.len()).filter(|&i| sites[i].zone == wanted).map(Cell::new))
    };
    assert_eq!(zone("castle"), "e5");
    assert_eq!(zone("camp"), "a4 a5 a6 b5 d1 d9 e1 e2 e8 e9 f1 f9 h5 i4 i5 i6");
    assert_eq!(zone("escape"), "a2 a3 a7 a8 b1 b9 c1 c9 g1 g9 h1 h9 i2 i3 i7 i8");
}

#[test]
fn attackers_move_first_by_default() {
    assert_eq!(start("").position().turn(), ATTACKERS);
    assert_eq!(start("first=attackers").position().turn(), ATTACKERS);
    assert_eq!(start("first=defenders").position().turn(), DEFENDERS);
    assert_eq!(start("tournament").position().turn(), DEFENDERS);
}

// Moves

#[test]
fn pieces_move_like_rooks() {
    let board = "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . t . . . . :
        5 : : . . + . . : :
        4 : . T . . . . . :
        3 * . . . . K . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let attackers = drawn('a', board);
    assert_eq!(reach(&attackers, "d6"), "b6 c6 d2 d3 d4 d5 d7 d8 e6 f6 g6 h6");
    assert_eq!(reach(&attackers, "c4"), "", "not the attackers' piece");
    let defenders = drawn('d', board);
    assert_eq!(reach(&defenders, "c4"), "b4 c1 c2 c3 c5 c6 c7 c8 c9 d4 e4 f4 g4 h4");
    assert_eq!(reach(&defenders, "f3"), "a3 b3 c3 d3 e3 f2 f4 f5 f6 f7 f8 g3 h3 i3");
    assert_eq!(reach(&defenders, "d6"), "", "not the defenders' piece");
}

#[test]
fn pieces_do_not_jump() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . T . . . . . *
        6 : . . . t . . T :
        5 : : . . + . . : :
        4 : . T . K . . . :
        3 * . . . . . . . *
        2 * . t . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(reach(&position, "c4"), "b4 c3 c5 c6 d4");
    assert_eq!(reach(&position, "c7"), "a7 b7 c5 c6 c8 c9 d7 e7 f7 g7 h7 i7");
    assert_eq!(reach(&position, "h6"), "f6 g6 h7 h8 h9");
    assert_eq!(reach(&position, "e4"), "d4 e3 f4 g4 h4");
}

#[test]
fn castle_cannot_be_entered_or_crossed() {
    let board = "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . T . . . :
        5 : : t . + T . : :
        4 : . . . . . . . :
        3 * . . . t . . . *
        2 * K . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let attackers = drawn('a', board);
    assert_eq!(reach(&attackers, "c5"), "c1 c2 c3 c4 c6 c7 c8 c9 d5");
    assert_eq!(reach(&attackers, "e3"), "a3 b3 c3 d3 e4 f3 g3 h3 i3");
    let defenders = drawn('d', board);
    assert_eq!(reach(&defenders, "f5"), "f2 f3 f4 f6 f7 f8 g5");
    assert_eq!(reach(&defenders, "e6"), "b6 c6 d6 e7 f6 g6 h6");
}

#[test]
fn king_cannot_return_to_the_castle() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 t . . . . . . . :
        5 : : . . K . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(reach(&position, "e5"), "c5 d5 e3 e4 e6 e7 f5 g5");
    let out = after(&position, "e5e6 a6a7");
    assert_eq!(reach(&out, "e6"), "b6 c6 d6 e7 f6 g6 h6");
    let beside = after(&position, "e5g5 a6a7");
    assert_eq!(reach(&beside, "g5"), "f5 g1 g2 g3 g4 g6 g7 g8 g9");
}

#[test]
fn attacker_crosses_its_own_camp() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 t . . . . . . . :
        5 : : . . K . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . . . t . . . *
        1 . * * t : : * * .
          a b c d e f g h i",
    );
    assert_eq!(reach(&position, "d1"), "a1 b1 c1 d2 d3 d4 d5 d6 d7 d8 e1 f1 g1 h1 i1");
    assert_eq!(reach(&position, "e2"), "a2 b2 c2 d2 e1 e3 e4 f2 g2 h2 i2");
    assert_eq!(reach(&position, "a6"), "a1 a2 a3 a4 a5 a7 a8 a9 b6 c6 d6 e6 f6 g6 h6");
}

#[test]
fn attacker_cannot_enter_or_cross_another_camp() {
    let position = drawn(
        'a',
        "
        9 . * * : t : * * .
        8 * . . . : . . . *
        7 * . . K . . . . *
        6 : . . . . . . . :
        5 : t . . + . . : :
        4 : . . . . . . . t
        3 * T . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(reach(&position, "e9"), "a9 b9 c9 d9 e6 e7 e8 f9 g9 h9 i9");
    assert_eq!(reach(&position, "b5"), "a5 b4 b6 b7 b8 b9 c5 d5");
    let row = "b4 c4 d4 e4 f4 g4 h4";
    assert_eq!(reach(&position, "i4"), format!("{row} i1 i2 i3 i5 i6 i7 i8 i9"));
}

#[test]
fn attacker_cannot_return_to_a_camp() {
    let position = drawn(
        'a',
        "
        9 . * * t : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . . K . . : :
        4 : . . . . . . . :
        3 * T . . . . . . *
        2 * . . . t . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    let out = after(&position, "e2d2 b3b4");
    assert_eq!(reach(&out, "d2"), "a2 b2 c2 d3 d4 d5 d6 d7 d8");
    let beside = after(&position, "d9c9 b3b4");
    assert_eq!(reach(&beside, "c9"), "a9 b9 c1 c2 c3 c4 c5 c6 c7 c8");
    assert!(!is_legal(&after(&position, "e2e3 b3b4"), "e3e2"), "back into its own camp");
}

#[test]
fn defenders_and_king_cannot_enter_or_cross_camps() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . T . . . *
        6 : . . . . . . . :
        5 : : . . + . . : :
        4 : . . . . . . T :
        3 * . . . . . . . *
        2 * . . . : K . . *
        1 t * T : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(reach(&position, "c1"), "b1 c2 c3 c4 c5 c6 c7 c8 c9");
    assert_eq!(reach(&position, "e7"), "a7 b7 c7 d7 e6 f7 g7 h7 i7");
    assert_eq!(reach(&position, "h4"), "b4 c4 d4 e4 f4 g4 h1 h2 h3");
    assert_eq!(reach(&position, "f2"), "f3 f4 f5 f6 f7 f8 g2 h2 i2");
}

// Captures

#[test]
fn captures_between_two_pieces() {
    let attackers = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : t . . *
        7 * K . . . . . T *
        6 : . . . . . . . :
        5 : : . . + T . : :
        4 : . . . . . . . :
        3 * . t T . . t . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&attackers, "g3e3"), "d3");
    assert_eq!(captured(&attackers, "g3f3"), "", "not next to the target");
    let defenders = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . T . : . . T *
        7 * . . . . t . . *
        6 : . . . . T . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * K t . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&defenders, "h8f8"), "f7");
    assert_eq!(captured(&defenders, "c8c3"), "", "no piece on the opposite side");
}

#[test]
fn no_capture_around_a_corner() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * K . . . . . . *
        6 : . . . . . . . :
        5 : : . . + . . : :
        4 : . . t . . . . :
        3 * . . T . . . t *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "h3e3"), "");
}

#[test]
fn empty_castle_captures_for_both_sides() {
    let attackers = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * t . . . . . . *
        6 : . . . T . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * K . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&attackers, "b7e7"), "e6");
    let defenders = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . T . : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . t + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * K . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&defenders, "c8c5"), "d5");
}

#[test]
fn occupied_castle_captures_for_both_sides() {
    let attackers = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * t . . . . . . *
        6 : . . . T . . . :
        5 : : . . K . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&attackers, "b7e7"), "e6");
    let defenders = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . T . : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . t K . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&defenders, "c8c5"), "d5");
}

#[test]
fn camp_cells_capture_for_both_sides() {
    let attackers = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . K . : . . . *
        7 * . . . . . . . *
        6 t T . . . . . . :
        5 : : . . + . . : :
        4 : t . . . . . . :
        3 * . . . T . . . T
        2 * . . . : . t . *
        1 . * * : : : * * t
          a b c d e f g h i",
    );
    assert_eq!(captured(&attackers, "b4e4"), "e3");
    assert_eq!(captured(&attackers, "i1i2"), "i3");
    let beside = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . K . : . . . *
        7 * . . . . . . . *
        6 t T . . . . . . :
        5 : : . . + . . : :
        4 : . t . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&beside, "c4c6"), "b6");
    let defenders = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * K . t : . . . *
        7 * . . . . T . . *
        6 : . . T . . . . :
        5 : : . . + . t : :
        4 : T . . . . . . :
        3 * . . . t . . . *
        2 * . . . t . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&defenders, "b4e4"), "e3", "the camp cell is occupied by an attacker");
    assert_eq!(captured(&defenders, "f7f5"), "g5", "the camp cell is empty");
    assert_eq!(captured(&defenders, "d6d7"), "d8");
}

#[test]
fn corners_edges_and_escape_cells_do_not_capture() {
    let attackers = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . K . :
        5 : : . . + . . : :
        4 : . t . . . . . :
        3 * . . t . . . t *
        2 T . . . : . . . *
        1 . T * : : : * T .
          a b c d e f g h i",
    );
    assert_eq!(captured(&attackers, "c4c1"), "", "between the piece and the corner");
    assert_eq!(captured(&attackers, "d3a3"), "", "between the piece and the corner");
    assert_eq!(captured(&attackers, "h3h2"), "", "between the piece and the end of the board");
    let defenders = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * t . . : . . . *
        7 * . . . . . . . *
        6 : T . . . . . . :
        5 : : T . + . K : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&defenders, "b6b7"), "", "between the piece and an escape cell");
    assert_eq!(captured(&defenders, "c5c8"), "", "between the piece and an escape cell");
}

#[test]
fn several_pieces_can_be_captured_at_once() {
    let attackers = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : t . . *
        7 * . . . . . . . *
        6 : . . t T . T t :
        5 : : . . + T . : :
        4 : . . . . t . . :
        3 * . . . . . . . *
        2 * K . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&attackers, "f8f6"), "e6 f5 g6");
    let defenders = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . T . . . K . *
        6 : . t . . . . . :
        5 : t . t + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . T . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&defenders, "c2c5"), "c6 d5", "one by a piece, one by the castle");
}

#[test]
fn moving_between_two_enemies_is_safe() {
    let board = "
        9 . * * : : : * * .
        8 * . . T : . t . *
        7 * . . . . . . . *
        6 : . t . t . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . T . T *
        2 * K . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let position = drawn('d', board);
    assert_eq!(captured(&position, "d8d6"), "");
    assert_eq!(reach(&after(&position, "d8d6 g8g7"), "d6"), "d2 d3 d4 d5 d7 d8", "it lives");
    assert_eq!(captured(&drawn('a', board), "g8g3"), "");
}

#[test]
fn moving_between_two_enemies_can_capture() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . T : . . . *
        7 * . . . . . . . *
        6 : . t . t T . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * K . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "d8d6"), "e6");
}

#[test]
fn captures_only_next_to_the_target() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . T : . t . *
        7 * . . . . . . . *
        6 : . t . t . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . T . . *
        2 * K . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    let between = after(&position, "d8d6");
    assert_eq!(captured(&between, "g8g7"), "", "the two beside it did not move");
    assert_eq!(captured(&between, "c6c7"), "", "one of them leaves");
    assert_eq!(captured(&after(&between, "c6c7 f3f4"), "c7c6"), "d6", "and arrives again");
}

#[test]
fn only_the_moving_side_captures() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . T : . . . *
        7 * . . . . . . . *
        6 : . t . t . . . :
        5 : : . . + . . : :
        4 : . . . . . T . :
        3 * . . . . t . . *
        2 * K . . : . T . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "d8d6"), "", "the attackers beside it do not move");
    let both_between = after(&position, "d8d6 f3g3");
    assert_eq!(captured(&both_between, "b2b3"), "");
    assert_eq!(captured(&after(&both_between, "b2b3"), "g3h3"), "");
}

#[test]
fn king_captures_by_moving() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : K . . *
        7 * . . . . . . . *
        6 : . . T t . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "f8f6"), "e6", "with a defender");
    let alone = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * K . . . . . . *
        6 : . . . t . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . t . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&alone, "b7e7"), "e6", "with the castle");
    let camp = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * K . . . . . . *
        2 * . . t : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&camp, "b3d3"), "d2", "with a camp cell");
}

#[test]
fn king_captures_as_partner() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . T : . . . *
        7 * . . . . . . . *
        6 : . . . t K . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "d8d6"), "e6");
}

#[test]
fn attacker_is_not_captured_against_its_own_camp() {
    let position = drawn(
        'd',
        "
        9 . * * t t t * * .
        8 * . . . t . . . *
        7 * . T . . . . T *
        6 t . . . T . T . t
        5 t t . . K . . t t
        4 t . T . T . . . t
        3 * T T . . . . . *
        2 * . . . t . . . *
        1 . * * t t t * * .
          a b c d e f g h i",
    );
    for text in ["c3c1", "e4e3", "b3a3", "c4c5", "c7c9", "e6e7", "h7i7", "g6g5"] {
        assert_eq!(captured(&position, text), "", "{text}");
    }
}

#[test]
fn outer_camp_cells_never_capture_attackers() {
    let left_and_right = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * T . . . . . T *
        6 t . T . . . . . t
        5 : t . . K . . t :
        4 t . . . . . T . t
        3 * T . . . . . T *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    for text in ["b3a3", "b7a7", "c6c5", "h3i3", "h7i7", "g4g5"] {
        assert_eq!(captured(&left_and_right, text), "", "{text}");
    }
    let bottom_and_top = drawn(
        'd',
        "
        9 . * * t : t * * .
        8 * . T . t . T . *
        7 * . . T . . . . *
        6 : . . . . . . . :
        5 : : . . K . . : :
        4 : . . . . . . . :
        3 * . . . . T . . *
        2 * . T . t . T . *
        1 . * * t : t * * .
          a b c d e f g h i",
    );
    for text in ["c2c1", "g2g1", "f3e3", "c8c9", "g8g9", "d7e7"] {
        assert_eq!(captured(&bottom_and_top, text), "", "{text}");
    }
}

/// By geometry two pieces are the only possibility, and the four inner camp cells the only cells.
#[test]
fn attacker_in_a_camp_is_captured_between_two_pieces() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . T . . *
        6 t . . . . . . T :
        5 : : . . + . . t :
        4 : . K . . . . . :
        3 * . . . . . . . *
        2 * . . T t . . . *
        1 . * * : t : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "f7f2"), "e2", "between two defenders");
    assert_eq!(captured(&position, "c4h4"), "h5", "between a defender and the king");
}

#[test]
fn attacker_captures_from_inside_its_camp() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . K . *
        6 : . . . . . . . :
        5 t : . . + . . : :
        4 : T t . t . . . :
        3 * . . . T . . . *
        2 * . . . : . . . *
        1 . * * : t : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "a5a4"), "b4");
    assert_eq!(captured(&position, "e1e2"), "e3");
}

// The king's capture

#[test]
fn king_on_castle_is_captured_by_four_attackers() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . t . . . :
        5 : : . t K t . : :
        4 : t . . . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "b4e4"), "e5");
    assert_eq!(verdict(after(&position, "b4e4").ending()), "attackers win (king captured)");
}

#[test]
fn king_on_castle_is_not_captured_by_three_attackers() {
    let open = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : t . . . . . . :
        5 : : . t K t . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&open, "b6e6"), "");
    let opposite = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : t . . . . . . :
        5 : : . t K . . : :
        4 : . . . t . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&opposite, "b6e6"), "");
    let guarded = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : t . . . . . . :
        5 : : . t K t . : :
        4 : . . . T . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&guarded, "b6e6"), "");
}

#[test]
fn king_next_to_castle_is_captured_by_three_attackers() {
    let left = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . t . :
        5 : : t K + . . : :
        4 : . . t . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&left, "g6d6"), "d5");
    assert_eq!(verdict(after(&left, "g6d6").ending()), "attackers win (king captured)");
    let below = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . . + . . : :
        4 : . . t K t . . :
        3 * t . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&below, "b3e3"), "e4", "against the direction of the castle");
}

#[test]
fn king_next_to_castle_is_not_captured_by_two_attackers() {
    let opposite = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . t . :
        5 : : . K + . . : :
        4 : . . t . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&opposite, "g6d6"), "");
    let guarded = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . t . :
        5 : : T K + . . : :
        4 : . . t . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&guarded, "g6d6"), "", "a defender on the third side");
}

#[test]
fn king_is_not_captured_against_the_castle() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . t . : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . K + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "c8c5"), "");
}

#[test]
fn king_elsewhere_is_captured_between_two_attackers() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . t : . . . *
        7 * . . . . . . . *
        6 : . t K . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "h6e6"), "d6", "diagonally beside the castle is elsewhere");
    assert_eq!(verdict(after(&position, "h6e6").ending()), "attackers win (king captured)");
    assert_eq!(captured(&position, "d8d7"), "", "not round a corner");
}

#[test]
fn king_elsewhere_is_captured_against_a_camp_cell() {
    let empty = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . K . . . *
        6 : t . . . . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&empty, "b6e6"), "e7");
    let occupied = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . t : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : t K . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&occupied, "d8d5"), "c5");
    let outer = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . . + . . : :
        4 : K . t . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&outer, "d4c4"), "b4");
}

#[test]
fn king_is_not_captured_against_defenders_or_escape_cells() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . t . . . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . t *
        2 * K . . : . . . *
        1 . T * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "c6c2"), "", "between the piece and an escape cell");
    assert_eq!(captured(&position, "h3b3"), "", "between the piece and a defender");
}

#[test]
fn king_moves_between_two_attackers_safely() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 : . . K . . . . :
        5 : : . . + . . : :
        4 : . . . . . . t :
        3 * . t . t . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    let between = after(&position, "d6d3");
    assert_eq!(verdict(between.ending()), "ongoing");
    assert_eq!(captured(&between, "h4d4"), "", "a third attacker on another side");
    assert_eq!(captured(&between, "h4h3"), "", "an attacker far away");
    assert_eq!(captured(&after(&between, "c3b3 g8g7"), "b3c3"), "d3", "one of the two again");
}

#[test]
fn king_is_captured_only_by_an_arriving_attacker() {
    let on_the_castle = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 : . . . t . . . :
        5 : : . t K t . : :
        4 : . . . t . . . :
        3 * . . . . . . . *
        2 * . . . : . . t *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&on_the_castle, "h2h3"), "");
    let beside_it = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 : . . t . . . . :
        5 : : t K + . . : :
        4 : . . t . . . . :
        3 * . . . . . . . *
        2 * . . . : . . t *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&beside_it, "h2h3"), "");
    assert_eq!(captured(&after(&beside_it, "d6d7 g8g7"), "d7d6"), "d5");
}

#[test]
fn king_and_defenders_are_captured_together() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : t . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . K t *
        2 * . . . : T . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "f8f3"), "f2 g3");
    assert_eq!(verdict(after(&position, "f8f3").ending()), "attackers win (king captured)");
}

#[test]
fn attacker_captures_the_king_from_inside_its_camp() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 t : . . + . . : :
        4 : K t . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(captured(&position, "a5a4"), "b4");
}

// The end

#[test]
fn defenders_win_when_the_king_reaches_the_edge() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . t *
        6 : . . . . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . K . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    for text in ["c3a3", "c3i3", "c3c1", "c3c9"] {
        let won = after(&position, text);
        assert_eq!(verdict(won.ending()), "defenders win (king escaped)");
        assert_eq!(perft(&won, 1), 0, "no move after the end");
        let text = won.text();
        assert_eq!(Tablut::parse_position(&text, &won.rules()), Ok(won), "{text}");
    }
    assert_eq!(verdict(after(&position, "c3b3").ending()), "ongoing");
    assert_eq!(verdict(after(&position, "g8g9").ending()), "ongoing", "any other defender");
}

#[test]
fn attackers_win_by_capturing_the_king() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . t K . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    let won = after(&position, "h6e6");
    assert_eq!(verdict(won.ending()), "attackers win (king captured)");
    assert_eq!(won.text(), "9/9/9/2t1t4/9/9/9/1T7/9 d 1");
    assert_eq!(perft(&won, 1), 0, "no move after the end");
    assert_eq!(Tablut::parse_position(&won.text(), &won.rules()), Ok(won));
}

#[test]
fn attackers_without_a_legal_move_lose() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . K . :
        5 : : . . + . . : :
        4 : T . . . . . . :
        3 * . . . . . . . *
        2 T . . . : . . . *
        1 t * * : : : * * .
          a b c d e f g h i",
    );
    let locked_in = after(&position, "b4b1");
    assert_eq!(verdict(locked_in.ending()), "defenders win (no legal move)");
    assert_eq!(verdict(after(&position, "b4b2").ending()), "ongoing");
}

#[test]
fn attackers_without_pieces_lose() {
    let position = drawn(
        'd',
        "
        9 . * * : : : * * .
        8 * . T . : . . . *
        7 * . . . . . . . *
        6 : . . . . . K . :
        5 : : . t + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i",
    );
    assert_eq!(verdict(after(&position, "c8c5").ending()), "defenders win (no legal move)");
}

#[test]
fn defenders_without_a_legal_move_lose() {
    let position = drawn(
        'a',
        "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . . . . . . . :
        5 : : . . + . . : :
        4 : . . . . . t . :
        3 t T t . . . . . *
        2 T K T t : . . . *
        1 T T t : : : * * .
          a b c d e f g h i",
    );
    let locked_in = after(&position, "g4b4");
    assert_eq!(verdict(locked_in.ending()), "attackers win (no legal move)");
    assert_eq!(verdict(after(&position, "g4c4").ending()), "ongoing");
}

#[test]
fn hundred_plies_draw() {
    let board = "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 t . . . . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . K . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let mut game = Match::new(drawn_at('d', 98, "", board));
    play(&mut game, "c3c4");
    assert_eq!(verdict(game.ending()), "ongoing");
    play(&mut game, "h6h7");
    assert_eq!(verdict(game.ending()), "draw (ply limit)");
    assert!(game.moves().is_empty());
    let m = game.position().parse_move("c4c5").unwrap();
    assert!(matches!(game.play(m), Err(PlayError::Over(_))));
}

#[test]
fn win_on_the_last_ply_wins() {
    let escape = "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 t . . . . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . K . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let mut game = Match::new(drawn_at('d', 99, "", escape));
    play(&mut game, "c3c1");
    assert_eq!(verdict(game.ending()), "defenders win (king escaped)");
    let capture = "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * . . . . . . . *
        6 : . t K . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . . . . . . . *
        2 * T . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let mut game = Match::new(drawn_at('a', 99, "", capture));
    play(&mut game, "h6e6");
    assert_eq!(verdict(game.ending()), "attackers win (king captured)");
}

#[test]
fn max_plies_option() {
    let board = "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 t . . . . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . K . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let ending_after = |rules: &str, plies: u32| {
        let mut game = Match::new(drawn_at('d', plies, rules, board));
        play(&mut game, "c3c4");
        verdict(game.ending())
    };
    assert_eq!(ending_after("max_plies=30", 28), "ongoing");
    assert_eq!(ending_after("max_plies=30", 29), "draw (ply limit)");
    assert_eq!(ending_after("max_plies=0", 99), "ongoing");
    assert_eq!(ending_after("max_plies=0", 999_999), "ongoing");
    assert_eq!(ending_after("tournament", 99), "ongoing");
}

#[test]
fn ply_limit_does_not_change_the_moves() {
    let board = "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 t . . . . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . K . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let (early, late) = (drawn_at('d', 0, "", board), drawn_at('d', 99, "", board));
    assert_eq!(perft(&early, 3), perft(&late, 3));
    assert_eq!(late.ending(), None);
}

#[test]
fn ply_counter_warns_in_the_last_ten_plies() {
    let board = "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 t . . . . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . K . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let counter = |plies: u32, rules: &str| drawn_at('d', plies, rules, board).counters()[0];
    assert_eq!(counter(89, "").limit, Some(100));
    assert!(!counter(89, "").warn);
    assert!(counter(90, "").warn);
    assert!(counter(100, "").warn);
    assert_eq!(counter(95, "max_plies=0").limit, None);
    assert!(!counter(1_000_000, "max_plies=0").warn);
}

#[test]
fn ply_counter_stops_at_a_million() {
    let board = "
        9 . * * : : : * * .
        8 * . . . : . T . *
        7 * . . . . . . . *
        6 t . . . . . . t :
        5 : : . . + . . : :
        4 : . . . . . . . :
        3 * . K . . . . . *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let late = after(&drawn_at('d', 1_000_000, "max_plies=0", board), "c3c4");
    assert_eq!(late.plies(), 1_000_000);
    assert_eq!(Tablut::parse_position(&late.text(), &late.rules()), Ok(late));
}

#[test]
fn tournament_repetition_draws() {
    let mut game = start("tournament");
    play(&mut game, "e3d3 a6b6 d3e3 b6c6 e3d3");
    assert_eq!(verdict(game.ending()), "ongoing");
    play(&mut game, "c6b6");
    assert_eq!(verdict(game.ending()), "draw (repetition)");
    assert!(game.moves().is_empty());
    assert!(game.undo());
    assert_eq!(verdict(game.ending()), "ongoing");
}

#[test]
fn side_to_move_distinguishes_positions() {
    let board = "
        9 . * * : : : * * .
        8 * . . . : . . . *
        7 * t . . . . . . *
        6 : . . . . . K . :
        5 : : . . + . . : :
        4 : . T . . . . . :
        3 * . . . . . . t *
        2 * . . . : . . . *
        1 . * * : : : * * .
          a b c d e f g h i";
    let mut game = Match::new(drawn_at('d', 0, "tournament", board));
    let before = game.position().pieces();
    play(&mut game, "c4c3 b7b6 c3c2 b6b7 c2c4");
    assert_eq!(game.position().pieces(), before);
    assert_eq!(verdict(game.ending()), "ongoing");
    play(&mut game, "b7b6 c4c3 b6b7 c3c4");
    assert_eq!(game.position().pieces(), before);
    assert_eq!(verdict(game.ending()), "draw (repetition)");
}

#[test]
fn no_repetition_draw_without_the_option() {
    let mut game = start("");
    for _ in 0..12 {
        let back_and_forth = if game.past().is_empty() { "a6b6 e3d3" } else { "c6b6 e3d3" };
        play(&mut game, back_and_forth);
        play(&mut game, "b6c6 d3e3");
    }
    assert_eq!(verdict(game.ending()), "ongoing");
}

#[test]
fn repetition_option() {
    let mut game = start("repetition=3,first=defenders");
    play(&mut game, "e3d3 a6b6 d3e3 b6c6 e3d3 c6b6 d3e3 b6c6 e3d3");
    assert_eq!(verdict(game.ending()), "ongoing");
    play(&mut game, "c6b6");
    assert_eq!(verdict(game.ending()), "draw (repetition)");
}

#[test]
fn draw_by_agreement() {
    let mut game = start("");
    game.offer_draw(DEFENDERS);
    assert_eq!(verdict(game.ending()), "ongoing");
    game.offer_draw(ATTACKERS);
    assert_eq!(verdict(game.ending()), "draw (agreement)");
}

#[test]
fn resignation_loses() {
    let mut game = start("");
    game.resign(ATTACKERS);
    assert_eq!(verdict(game.ending()), "defenders win (resignation)");
    let mut game = start("");
    game.resign(DEFENDERS);
    assert_eq!(verdict(game.ending()), "attackers win (resignation)");
}
