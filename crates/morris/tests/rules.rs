//! The rules, one test each.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use agon_core::{
    Cell, Choice, Counter, Ending, Match, Notation, Player, Position, Rng, Rules, View,
};
use agon_morris::{Morris, MorrisRules};
use common::moves;

const RED: Player = Player::FIRST;
const BLUE: Player = Player::SECOND;

/// Converts a drawing to the groups of a position text. A line is a row of the grid, every second
/// character a column; characters other than `r`, `b` and `.` are ignored.
fn groups(drawing: &str) -> String {
    let lines: Vec<Vec<char>> = drawing
        .lines()
        .map(|line| line.trim().chars().collect())
        .filter(|line: &Vec<char>| !line.is_empty())
        .collect();
    let layers = lines.len() / 2;
    let group = |distance: usize| -> String {
        let (low, middle, high) = (layers - distance, layers, layers + distance);
        // Rows are counted from the top here.
        let clockwise = [
            (middle, low),
            (high, low),
            (high, middle),
            (high, high),
            (middle, high),
            (low, high),
            (low, middle),
            (low, low),
        ];
        clockwise.into_iter().map(|(column, row)| lines[row][2 * column]).collect()
    };
    (1..=layers).map(group).collect::<Vec<_>>().join("/")
}

/// Returns a drawn position; `rest` is the side to move, the hands and the quiet plies.
fn drawn(rules: &str, drawing: &str, rest: &str) -> Morris {
    let text = format!("{} {rest}", groups(drawing));
    Morris::parse_position(&text, &MorrisRules::parse(rules).unwrap()).unwrap()
}

fn start(rules: &str) -> Morris {
    Morris::start(&MorrisRules::parse(rules).unwrap())
}

fn after(mut position: Morris, texts: &str) -> Morris {
    for text in texts.split_whitespace() {
        let m = position.parse_move(text).unwrap();
        position.play(m);
    }
    position
}

fn match_after(position: Morris, texts: &str) -> Match<Morris> {
    let mut game = Match::new(position);
    for text in texts.split_whitespace() {
        let m = game.position().parse_move(text).unwrap();
        game.play(m).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    game
}

/// Returns the legal moves that start with `with`.
fn beginning(position: &Morris, with: &str) -> Vec<String> {
    moves(position).into_iter().filter(|m| m.starts_with(with)).collect()
}

// The board

#[test]
fn board_has_8_points_and_3_pieces_per_side_for_each_layer() {
    for layers in 2..=9 {
        let position = start(&format!("layers={layers}"));
        assert_eq!(position.count_moves(), 8 * layers);
        assert_eq!(u64::from(position.in_hand(RED)), 3 * layers);
        assert_eq!(u64::from(position.in_hand(BLUE)), 3 * layers);
    }
}

#[test]
fn standard_board_is_default_and_red_moves_first() {
    assert_eq!(start("").text(), "......../......../........ r 9 9 0");
    assert_eq!(start(""), start("layers=3,flying=on,quiet_plies=100"));
}

#[test]
fn text_groups_start_innermost_and_top_middle() {
    let position = after(start(""), "d5 e5 g7 a7");
    assert_eq!(position.text(), "rb....../......../.r.....b r 7 7 0");
    let position = after(start("layers=2"), "c4 e5 d3 a1");
    assert_eq!(position.text(), "r.r...../.b...b.. r 4 4 0");
}

#[test]
fn points_are_named_by_column_and_row_of_the_grid() {
    let names = "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7";
    assert_eq!(moves(&start("")).join(" "), names);
    let names = "a1 a3 a5 b2 b3 b4 c1 c2 c4 c5 d2 d3 d4 e1 e3 e5";
    assert_eq!(moves(&start("layers=2")).join(" "), names);
    let largest = moves(&start("layers=9"));
    for name in ["a1", "a10", "a19", "j1", "j9", "j11", "j19", "i9", "k11", "s1", "s10", "s19"] {
        assert!(largest.contains(&name.into()), "{name}");
    }
    assert!(!largest.contains(&"j10".into()));
}

#[test]
fn neighbours_are_along_sides_and_between_side_middles() {
    let position = drawn(
        "flying=off",
        "
        .-----r-----.
        | r---.---. |
        | | .-.-. | |
        .-r-.   .-.-b
        | | .-.-. | |
        | .---.---. |
        b-----.-----b
        ",
        "r 0 0 0",
    );
    let expected = "b4-a4 b4-b2 b4-c4 b6-d6 d7-a7 d7-d6 d7-g7";
    assert_eq!(moves(&position).join(" "), expected);
}

#[test]
fn there_are_no_diagonals() {
    let position = drawn(
        "flying=off",
        "
        r-----.-----.
        | .---.---. |
        | | .-.-. | |
        .-.-.   .-.-b
        | | .-.-b | |
        | .---.---. |
        r-----b-----r
        ",
        "r 0 0 0",
    );
    assert_eq!(moves(&position).join(" "), "a1-a4 a7-a4 a7-d7");
}

// Placing

#[test]
fn places_on_any_empty_point() {
    let position = after(start(""), "d6 a1");
    assert_eq!(position.count_moves(), 22);
    assert!(position.parse_move("d6").is_err());
    assert!(position.parse_move("a1").is_err());
    assert!(position.parse_move("g1").is_ok());
}

#[test]
fn no_moves_while_pieces_are_in_hand() {
    let position = after(start(""), "d6 a1");
    assert!(position.parse_move("d6-d5").is_err());
    assert!(beginning(&position, "d6").is_empty());
}

#[test]
fn red_places_first_and_blue_last() {
    let position = after(start("layers=2"), "a1 c1 a3 a5 e1 e5 b2 c2 b3 b4 d2");
    assert_eq!((position.in_hand(RED), position.in_hand(BLUE)), (0, 1));
    assert!(moves(&position).iter().all(|m| !m.contains('-')), "blue places");
    let position = after(position, "d4");
    assert_eq!((position.in_hand(RED), position.in_hand(BLUE)), (0, 0));
    assert!(moves(&position).iter().all(|m| m.contains('-')), "red moves");
}

#[test]
fn all_pieces_fit_on_every_board() {
    for layers in 2..=9 {
        let position = start(&format!("layers={layers}"));
        let men = position.in_hand(RED) + position.in_hand(BLUE);
        assert!(u64::from(men) < position.count_moves());
    }
}

// Mills

/// Returns the pairs of points on which two red pieces let a third close a mill at `point`.
fn lines_through(layers: u32, point: &str) -> Vec<String> {
    let empty = start(&format!("layers={layers}"));
    let names: Vec<String> = moves(&empty).into_iter().filter(|name| name != point).collect();
    let mut lines = Vec::new();
    for (i, a) in names.iter().enumerate() {
        for b in &names[i + 1..] {
            let mut spare = names.iter().filter(|&name| name != a && name != b);
            let (Some(c), Some(d)) = (spare.next(), spare.next()) else { panic!("two more") };
            let position = after(empty.clone(), &format!("{a} {c} {b} {d}"));
            if beginning(&position, point).iter().any(|m| m.contains('x')) {
                lines.push(format!("{a}+{b}"));
            }
        }
    }
    lines
}

#[test]
fn lines_are_sides_and_three_in_a_row_on_spokes() {
    assert_eq!(lines_through(3, "a7"), ["a1+a4", "d7+g7"]);
    assert_eq!(lines_through(3, "d6"), ["b6+f6", "d5+d7"]);
    assert_eq!(lines_through(3, "d5"), ["c5+e5", "d6+d7"]);
}

#[test]
fn spoke_lines_with_two_and_five_layers() {
    let count = |layers, point| lines_through(layers, point).len();
    // From the innermost point outwards; each point is also on a side.
    assert_eq!(["c4", "c5"].map(|point| count(2, point)), [1, 1]);
    assert_eq!(["f7", "f8", "f9", "f10", "f11"].map(|point| count(5, point)), [2, 3, 4, 3, 2]);
}

#[test]
fn placement_closing_a_mill_removes_an_enemy() {
    let position = after(start(""), "a1 b2 a4 d2");
    assert_eq!(beginning(&position, "a7"), ["a7xb2", "a7xd2"]);
    assert_eq!(beginning(&position, "d7"), ["d7"]);
    let position = after(position, "a7xb2");
    assert_eq!(position.text(), "......../....b.../.....rrr b 6 7 0");
}

#[test]
fn move_closing_a_mill_removes_an_enemy() {
    let position = drawn(
        "",
        "
        r-----.-----r
        | .---r---. |
        | | .-.-. | |
        .-.-.   .-b-.
        | | .-.-. | |
        | b---.---. |
        b-----.-----r
        ",
        "r 0 0 5",
    );
    assert_eq!(beginning(&position, "d6-d7"), ["d6-d7xa1", "d6-d7xb2", "d6-d7xf4"]);
    assert_eq!(beginning(&position, "d6-b6"), ["d6-b6"]);
    let next = after(position, "d6-d7xf4");
    assert_eq!(next.text(), "......../.....b../rr.r.b.r b 0 0 0");
}

#[test]
fn slide_along_a_line_does_not_close_it() {
    let position = drawn(
        "",
        "
        .-------.-------.
        | .-----r-----. |
        | | .---r---. | |
        | | | .-r-. | | |
        .-.-.-.   .-.-b-b
        | | | .-.-. | | |
        | | .---.---. | |
        | .-----b-----. |
        r-------.-------b
        ",
        "r 0 0 0",
    );
    assert_eq!(beginning(&position, "e8-e9"), ["e8-e9"]);
    assert_eq!(beginning(&position, "e7-g7"), ["e7-g7"]);
}

#[test]
fn slide_along_a_spoke_closes_the_line_ahead() {
    let position = drawn(
        "",
        "
        .-------r-------.
        | .-----r-----. |
        | | .---.---. | |
        | | | .-r-. | | |
        .-.-.-.   .-.-b-b
        | | | .-.-. | | |
        | | .---.---. | |
        | .-----b-----. |
        r-------.-------b
        ",
        "r 0 0 0",
    );
    assert_eq!(beginning(&position, "e6-e7"), ["e6-e7xe2", "e6-e7xh5", "e6-e7xi1", "e6-e7xi5"]);
    assert_eq!(beginning(&position, "e8-e7"), ["e8-e7"]);
}

#[test]
fn slide_into_the_middle_of_a_spoke_closes_the_line() {
    let position = drawn(
        "",
        "
        .-----r-----.
        | .---.---r |
        | | .-r-. | |
        .-.-.   .-.-b
        | | .-.-. | |
        | .---.---. |
        r-----b-----b
        ",
        "r 0 0 0",
    );
    assert_eq!(beginning(&position, "f6-d6"), ["f6-d6xd1", "f6-d6xg1", "f6-d6xg4"]);
}

#[test]
fn mills_are_protected_while_another_piece_is_outside() {
    let position = drawn(
        "",
        "
        r-----.-----r
        | .---r---. |
        | | .-.-. | |
        .-.-.   .-b-.
        | | .-.-. | |
        | .---.---. |
        b-----b-----b
        ",
        "r 0 0 0",
    );
    assert_eq!(beginning(&position, "d6-d7"), ["d6-d7xf4"]);
}

#[test]
fn mills_are_removable_when_all_pieces_are_in_mills() {
    let position = drawn(
        "",
        "
        r-----.-----r
        | .---r---. |
        | | .-.-. | |
        .-.-.   b-b-b
        | | .-.-. | |
        | .---.---. |
        b-----b-----b
        ",
        "r 0 0 0",
    );
    let all = ["d6-d7xa1", "d6-d7xd1", "d6-d7xe4", "d6-d7xf4", "d6-d7xg1", "d6-d7xg4"];
    assert_eq!(beginning(&position, "d6-d7"), all);
}

#[test]
fn pieces_in_hand_do_not_protect_mills() {
    let position = after(start(""), "a1 b2 a4 d2 g1 f2xg1");
    assert_eq!(beginning(&position, "a7"), ["a7xb2", "a7xd2", "a7xf2"]);
}

#[test]
fn two_mills_at_once_remove_one_piece() {
    let position = after(start(""), "a1 b2 a4 d2 d7 f4 g7 b4");
    assert_eq!(beginning(&position, "a7"), ["a7xb2", "a7xb4", "a7xd2", "a7xf4"]);
    let position = after(position, "a7xf4");
    assert_eq!(position.on_board(BLUE).count_ones(), 3);
    assert_eq!(position.turn(), BLUE);
}

#[test]
fn nothing_is_removed_from_an_empty_side() {
    let position = drawn(
        "",
        "
        .-----.-----.
        | .---.---. |
        | | .-.-. | |
        .-.-.   .-.-.
        | | .-.-. | |
        | .---.---. |
        r-----r-----.
        ",
        "r 5 5 0",
    );
    assert_eq!(beginning(&position, "g1"), ["g1"]);
    assert_eq!(position.count_moves(), 22);
}

#[test]
fn opened_mill_can_be_closed_again() {
    let position = drawn(
        "",
        "
        r-----r-----r
        | .---.---. |
        | | .-.-. | |
        .-.-.   .-b-.
        | | .-.-. | |
        | b---.---b |
        b-----.-----r
        ",
        "r 0 0 0",
    );
    let position = after(position, "d7-d6 a1-a4");
    assert_eq!(beginning(&position, "d6-d7"), ["d6-d7xa4", "d6-d7xb2", "d6-d7xf2", "d6-d7xf4"]);
}

#[test]
fn piece_can_move_from_mill_to_mill() {
    let position = drawn(
        "",
        "
        r-----r-----r
        | r---.---r |
        | | .-.-. | |
        .-.-.   .-.-b
        | | .-.-. | |
        | .---.---. |
        b-----b-----.
        ",
        "r 0 0 0",
    );
    assert_eq!(beginning(&position, "d7-d6"), ["d7-d6xa1", "d7-d6xd1", "d7-d6xg4"]);
}

// Flying

const THREE_AND_FOUR: &str = "
    r-----.-----.
    | .---.---. |
    | | .-.-. | |
    .-.-.   .-r-b
    | | .-.-. | |
    | r---.---. |
    b-----b-----b
";

#[test]
fn three_pieces_fly_to_any_empty_point() {
    let position = drawn("", THREE_AND_FOUR, "r 0 0 0");
    assert_eq!(position.count_moves(), 3 * (24 - 7));
    assert_eq!(beginning(&position, "a7-d3"), ["a7-d3"]);
    assert_eq!(position.notes(), ["flying"]);
}

#[test]
fn four_pieces_do_not_fly() {
    let position = drawn("", THREE_AND_FOUR, "b 0 0 0");
    assert_eq!(moves(&position).join(" "), "a1-a4 d1-d2 g4-g7");
    assert!(position.notes().is_empty());
}

#[test]
fn no_flying_with_pieces_in_hand() {
    let position = after(start(""), "a1 g7 d5 b4 e3 f2");
    assert_eq!(position.on_board(RED).count_ones(), 3);
    assert!(moves(&position).iter().all(|m| !m.contains('-')));
}

#[test]
fn flight_can_close_a_mill() {
    let position = drawn(
        "",
        "
        r-----.-----r
        | .---.---. |
        | | .-.-. | |
        .-.-.   .-.-.
        | | .-.-. | |
        | r---.---. |
        b-----b-----b
        ",
        "r 0 0 0",
    );
    assert_eq!(beginning(&position, "b2-d7"), ["b2-d7xa1", "b2-d7xd1", "b2-d7xg1"]);
    assert_eq!(beginning(&position, "b2-d6"), ["b2-d6"]);
    assert_eq!(beginning(&position, "a7-d7"), ["a7-d7"], "its own line is left");
}

#[test]
fn no_flying_without_the_option() {
    let position = drawn("flying=off", THREE_AND_FOUR, "r 0 0 0");
    let expected = "a7-a4 a7-d7 b2-b4 b2-d2 f4-e4 f4-f2 f4-f6";
    assert_eq!(moves(&position).join(" "), expected);
}

// Endings

fn assert_won(ending: Option<Ending>, winner: Player, reason: &str) {
    let ending = ending.expect("the game is over");
    assert_eq!((ending.winner(), ending.reason()), (Some(winner), reason));
}

#[test]
fn fewer_than_three_pieces_lose() {
    let position = drawn(
        "",
        "
        r-----.-----r
        | .---.---. |
        | | .-.-. | |
        .-.-.   .-.-.
        | | .-.-. | |
        | r---.---. |
        b-----b-----b
        ",
        "r 0 0 0",
    );
    assert!(position.ending().is_none());
    let position = after(position, "b2-d7xd1");
    assert_won(position.ending(), RED, "fewer than three men");
    assert_eq!(position.count_moves(), 0);
}

#[test]
fn pieces_in_hand_count() {
    let blue_mill = "
        .-----.-----.
        | .---.---. |
        | | .-.-. | |
        .-.-.   .-.-.
        | | .-.-. | |
        | .---.---. |
        b-----b-----b
    ";
    assert!(drawn("", blue_mill, "r 3 3 0").ending().is_none());
    let lost = drawn("", blue_mill, "r 2 2 0");
    assert_won(lost.ending(), BLUE, "fewer than three men");
    assert_eq!(lost.count_moves(), 0);
}

#[test]
fn no_legal_move_loses() {
    let position = drawn(
        "",
        "
        r-----.-----r
        | .---.---. |
        | | .-.-. | |
        b-.-.   .-b-b
        | | .-.-. | |
        | .---.---. |
        r-----b-----r
        ",
        "r 0 0 4",
    );
    assert_eq!(moves(&position), ["a7-d7", "g7-d7"]);
    assert!(position.ending().is_none());
    let position = drawn(
        "",
        "
        r-----b-----r
        | .---.---. |
        | | .-.-. | |
        b-.-.   .-.-b
        | | .-.-. | |
        | .---.---. |
        r-----b-----r
        ",
        "r 0 0 4",
    );
    assert_won(position.ending(), BLUE, "no legal move");
    assert_eq!(position.count_moves(), 0);
}

#[test]
fn flying_pieces_are_never_blocked() {
    let shut_in = "
        r-----b-----.
        | .---.---. |
        | | .-.-. | |
        b-.-.   .-.-b
        | | .-.-. | |
        | .---.---. |
        r-----b-----r
    ";
    assert!(drawn("", shut_in, "r 0 0 0").ending().is_none());
    assert_won(drawn("flying=off", shut_in, "r 0 0 0").ending(), BLUE, "no legal move");
}

// Draws

const FAR_APART: &str = "
    r-----.-----r
    | .---.---. |
    | | .-.-. | |
    .-.-.   .-.-.
    | | .-r-. | |
    | b---.---b |
    b-----r-----b
";

#[test]
fn hundred_quiet_plies_draw() {
    let position = drawn("", FAR_APART, "r 0 0 99");
    assert!(position.limit().is_none());
    let game = match_after(position, "a7-d7");
    let ending = game.ending().unwrap();
    assert_eq!((ending.winner(), ending.reason()), (None, "no progress"));
    assert!(game.position().ending().is_none(), "the board alone decides nothing");
    assert!(game.position().count_moves() > 0, "so perft continues");
}

#[test]
fn removal_resets_the_quiet_plies() {
    let position = drawn(
        "",
        "
        r-----.-----r
        | .---r---. |
        | | .-.-. | |
        .-.-.   .-.-.
        | | .-.-. | |
        | b---.---b |
        b-----r-----b
        ",
        "r 0 0 99",
    );
    assert_eq!(after(position.clone(), "d6-f6").quiet(), 100);
    let next = after(position, "d6-d7xb2");
    assert_eq!(next.quiet(), 0);
    assert!(next.limit().is_none());
}

#[test]
fn placement_resets_the_quiet_plies() {
    assert_eq!(after(start(""), "a1 a4 b2 b4").quiet(), 0);
}

#[test]
fn quiet_plies_option() {
    assert!(drawn("quiet_plies=7", FAR_APART, "r 0 0 6").limit().is_none());
    assert!(drawn("quiet_plies=7", FAR_APART, "r 0 0 7").limit().is_some());
    assert!(drawn("quiet_plies=0", FAR_APART, "r 0 0 5000").limit().is_none());
}

#[test]
fn win_on_the_last_quiet_ply_wins() {
    let position = drawn(
        "flying=off",
        "
        r-----b-----.
        | .---.---. |
        | | .-.-. | |
        b-.-.   .-b-.
        | | .-.-. | |
        | .---.---. |
        r-----b-----r
        ",
        "b 0 0 99",
    );
    let game = match_after(position, "f4-g4");
    assert_won(game.ending(), BLUE, "no legal move");
}

#[test]
fn third_occurrence_draws() {
    let there_and_back = "a7-d7 a1-a4 d7-a7 a4-a1 ";
    let position = drawn("", FAR_APART, "r 0 0 0");
    assert!(match_after(position.clone(), there_and_back).ending().is_none(), "the second");
    let game = match_after(position, &there_and_back.repeat(2));
    let ending = game.ending().unwrap();
    assert_eq!((ending.winner(), ending.reason()), (None, "repetition"));
}

#[test]
fn side_to_move_distinguishes_positions() {
    let position = drawn("", FAR_APART, "r 0 0 0");
    let other = drawn("", FAR_APART, "b 0 0 0");
    assert_ne!(position.key(), other.key());
}

#[test]
fn draw_agreement_and_resignation() {
    let mut game = Match::new(start(""));
    game.offer_draw(RED);
    game.offer_draw(BLUE);
    assert_eq!(game.ending().map(|e| e.winner()), Some(None));
    let mut game = Match::new(start(""));
    game.resign(RED);
    assert_won(game.ending(), BLUE, "resignation");
}

// Display

#[test]
fn removed_piece_is_chosen_last() {
    let position = after(start(""), "a1 b2 a4 d2");
    let view = position.move_view(position.parse_move("a7xb2").unwrap());
    assert_eq!((view.from.len(), view.shifts.len()), (0, 0), "the piece comes from the hand");
    assert_eq!(
        view.more,
        view.captures.iter().map(|&piece| Choice::Cell(piece)).collect::<Vec<_>>()
    );
    let position = drawn("", THREE_AND_FOUR, "r 0 0 0");
    let view = position.move_view(position.parse_move("a7-d3").unwrap());
    assert_eq!((view.from.len(), view.shifts.len(), view.more.len()), (1, 1, 0));
}

#[test]
fn move_view_lists_completed_lines() {
    let lines = |position: &Morris, text: &str| -> Vec<String> {
        let board = Morris::board(&position.rules());
        let view = position.move_view(position.parse_move(text).unwrap());
        let name = |cell: &Cell| board.sites[cell.index()].name.clone();
        let mut lines: Vec<_> = view
            .lines
            .iter()
            .map(|line| line.iter().map(name).collect::<Vec<_>>().join(" "))
            .collect();
        lines.sort();
        lines
    };
    let position = after(start(""), "a1 b2 a4 d2");
    assert_eq!(lines(&position, "a7xb2"), ["a1 a4 a7"]);
    assert!(lines(&position, "g7").is_empty());
    // Two at once: a side and a spoke.
    let position = after(start(""), "a7 b2 g7 d2 d6 e3 d5 f4");
    assert_eq!(lines(&position, "d7xb2"), ["a7 d7 g7", "d5 d6 d7"]);
    // Every three in a row on a long spoke.
    let position = after(start("layers=5"), "f11 b2 f10 c3 f8 d4 f7 e5");
    assert_eq!(lines(&position, "f9xb2"), ["f7 f8 f9", "f8 f9 f10", "f9 f10 f11"]);
}

#[test]
fn counters_show_hands_losses_and_quiet_plies() {
    let counters = |position: &Morris| -> Vec<String> {
        let show = |c: &Counter| format!("{} {}{}", c.name, c.value, if c.warn { "!" } else { "" });
        position.counters().iter().map(show).collect()
    };
    let position = after(start(""), "a1 b2 a4 d2 a7xb2");
    let shown = ["in hand 6", "in hand 7", "lost 0", "lost 1", "quiet plies 0"];
    assert_eq!(counters(&position), shown);
    let hands: Vec<_> = position.hands().iter().map(|hand| (hand.count, hand.whole)).collect();
    assert_eq!(hands, [(6, 9), (7, 9)]);
    let position = drawn("", THREE_AND_FOUR, "r 0 0 90");
    let shown = ["in hand 0", "in hand 0", "lost 6!", "lost 5", "quiet plies 90!"];
    assert_eq!(counters(&position), shown);
}

// Random moves

#[test]
fn random_moves_are_uniform() {
    let closing = "
        r-----.-----r
        | r---.---r |
        | | .-.-. | |
        .-.-.   .-b-.
        | | .-.-. | |
        | b---.---b |
        b-----r-----b
    ";
    let positions = [
        drawn("", closing, "r 0 0 0"),
        drawn("", closing, "b 1 2 0"),
        drawn("", THREE_AND_FOUR, "r 0 0 0"),
        start("layers=9"),
    ];
    for position in positions {
        let mut rng = Rng::new(7);
        let mut counts = std::collections::HashMap::new();
        let count = position.count_moves() as usize;
        for _ in 0..1000 * count {
            let m = position.random_move(&mut rng).unwrap();
            *counts.entry(position.move_text(m)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), count);
        for (text, times) in counts {
            assert!((800..1200).contains(&times), "{text}: {times} times");
        }
    }
}
