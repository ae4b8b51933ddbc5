//! Boards as text.

use agon_core::{
    Board, ByPlayer, Cell, Label, Notation, Paint, Piece, Player, Seat, Shape, Site, Tone, View,
    draw,
};
use agon_testkit::lines::{Lines, TIC_TAC_TOE};

fn noughts(text: &str, marked: &[usize], paint: Paint) -> String {
    let position = Lines::parse_position(text, &TIC_TAC_TOE).expect(text);
    let marked: Vec<Cell> = marked.iter().copied().map(Cell::new).collect();
    let (board, seats) = (Lines::board(&TIC_TAC_TOE), Lines::seats(&TIC_TAC_TOE));
    draw(&board, &seats, &position.pieces(), &marked, paint)
}

/// Removes the indentation of an expected drawing.
fn lines(drawing: &str) -> String {
    drawing
        .lines()
        .skip(1)
        .map(|line| line.get(8..).unwrap_or(""))
        .map(|l| l.to_owned() + "\n")
        .collect()
}

fn site(x: f32, y: f32) -> Site {
    Site { name: format!("{x},{y}"), x, y, shape: Shape::Point, zone: "", mark: 'o' }
}

fn board(sites: Vec<Site>, links: &[(usize, usize)]) -> Board {
    let links = links.iter().map(|&(a, b)| (Cell::new(a), Cell::new(b))).collect();
    Board { sites, links, lined: true, ..Board::default() }
}

fn draw_empty(board: &Board, paint: Paint) -> String {
    let seats = ByPlayer::new(2, |_| Seat::new("player", Tone::White));
    draw(board, &seats, &[], &[], paint)
}

#[test]
fn draws_letters_for_pieces_and_marks_for_empty_cells() {
    let expected = lines(
        "
        3 x . o
        2 . x .
        1 . . .
          a b c",
    );
    assert_eq!(noughts("x1o/1x1/3 o", &[], Paint::Ascii), expected);
}

#[test]
fn draws_unicode_symbols() {
    let expected = lines(
        "
        3 ✕ . ○
        2 . ✕ .
        1 . . .
          a b c",
    );
    assert_eq!(noughts("x1o/1x1/3 o", &[], Paint::Symbols), expected);
}

#[test]
fn draws_brackets_around_marked_cells() {
    let expected = lines(
        "
        3[x]. o
        2 .[x].
        1 . .[.]
          a b c",
    );
    assert_eq!(noughts("x1o/1x1/3 o", &[0, 4, 8], Paint::Ascii), expected);
}

#[test]
fn colours_pieces_by_seat() {
    let drawing = noughts("x1o/3/3 x", &[], Paint::Colours);
    assert_eq!(
        drawing,
        "3 \x1b[1;34m✕\x1b[0m . \x1b[38;5;208m○\x1b[0m\n2 . . .\n1 . . .\n  a b c\n"
    );
    assert!(!noughts("x1o/3/3 x", &[], Paint::Symbols).contains('\x1b'));
}

#[test]
fn omits_brackets_outside_the_drawing() {
    let mut narrow = board(vec![site(0.0, 0.0), site(1.0, 0.0)], &[]);
    narrow.lined = false;
    let seats = ByPlayer::new(2, |_| Seat::new("player", Tone::White));
    let both = [Cell::new(0), Cell::new(1)];
    assert_eq!(draw(&narrow, &seats, &[], &both[..1], Paint::Ascii), "o]o\n");
    assert_eq!(draw(&narrow, &seats, &[], &both[1..], Paint::Ascii), "o[o]\n");
}

#[test]
fn draws_lines_between_neighbours() {
    let square = board(
        vec![site(0.0, 0.0), site(2.0, 0.0), site(0.0, 1.0), site(2.0, 1.0)],
        &[(0, 1), (0, 2), (1, 3), (2, 3)],
    );
    let expected = lines(
        "
        o-------o
        |       |
        o-------o",
    );
    assert_eq!(draw_empty(&square, Paint::Ascii), expected);
    let expected = lines(
        "
        o───────o
        │       │
        o───────o",
    );
    assert_eq!(draw_empty(&square, Paint::Symbols), expected);
}

#[test]
fn each_distinct_height_is_a_row() {
    let slanting = Board {
        lined: false,
        ..board(vec![site(0.5, 0.0), site(0.0, 0.866), site(1.0, 0.866), site(0.5, 1.732)], &[])
    };
    let expected = lines(
        "
         o
        o o
         o",
    );
    assert_eq!(draw_empty(&slanting, Paint::Ascii), expected);
}

#[test]
fn draws_labels_beside_the_board() {
    let mut labelled = Board { lined: false, ..board(vec![site(0.0, 0.0), site(1.0, 0.0)], &[]) };
    labelled.labels = vec![
        Label { text: "10".into(), x: -2.0, y: 0.0 },
        Label { text: "a".into(), x: 0.0, y: 1.0 },
        Label { text: "end".into(), x: 1.0, y: 1.0 },
    ];
    let expected = lines(
        "
        10  o o
            a end",
    );
    assert_eq!(draw_empty(&labelled, Paint::Ascii), expected);
}

#[test]
fn empty_board_gives_an_empty_drawing() {
    assert_eq!(draw_empty(&Board::default(), Paint::Ascii).trim(), "");
    assert_eq!(draw_empty(&board(Vec::new(), &[]), Paint::Symbols).trim(), "");
}

#[test]
fn tones_have_distinct_colours() {
    use Tone::{Black, Blue, Green, Orange, Purple, Red, White, Yellow};
    let tones = [White, Black, Green, Yellow, Orange, Red, Purple, Blue];
    let one = Board { lined: false, ..board(vec![site(0.0, 0.0)], &[]) };
    let cell = Cell::new(0);
    let man =
        Piece { cell, player: Player::FIRST, kind: "man", tone: None, letter: 'm', glyph: '●' };
    let drawings: std::collections::HashSet<String> = tones
        .iter()
        .map(|&tone| {
            let seats = ByPlayer::new(2, |_| Seat::new(tone.name(), tone));
            draw(&one, &seats, &[man], &[], Paint::Colours)
        })
        .collect();
    assert_eq!(drawings.len(), tones.len());
    let seats = ByPlayer::new(2, |_| Seat::new("green", Green));
    let of_its_own = draw(&one, &seats, &[Piece { tone: Some(Red), ..man }], &[], Paint::Colours);
    let red = ByPlayer::new(2, |_| Seat::new("red", Red));
    assert_eq!(of_its_own, draw(&one, &red, &[man], &[], Paint::Colours));
}
