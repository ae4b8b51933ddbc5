//! The rules, one test each.

mod common;

use agon_abalone::{Abalone, AbaloneRules};
use agon_core::{Match, Notation, Position, Rng, Rules, View};

use common::{BLUE, FIVE_ALL, RED, after, forbidden, lower, parse, position, rows, start};

fn moves(position: &Abalone) -> Vec<String> {
    let mut texts = Vec::new();
    position.moves(&mut |m| texts.push(position.move_text(m)));
    texts.sort();
    texts
}

/// Returns the moves that start with this hole.
fn from(position: &Abalone, hole: &str) -> String {
    let moves = moves(position);
    moves.into_iter().filter(|m| m.starts_with(hole)).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn allowed(position: &Abalone, texts: &str) {
    for text in texts.split(' ') {
        assert!(position.parse_move(text).is_ok(), "{text} in {}", position.text());
    }
}

/// Checks the lower rows after a move against the drawing.
#[track_caller]
fn becomes(position: &Abalone, text: &str, board: &str) {
    let next = after(position, text);
    assert!(next.text().contains(&format!("/{} ", rows(board))), "{text} gives {}", next.text());
}

#[test]
fn blue_starts() {
    let position = start("");
    let seats = Abalone::seats(&position.rules());
    assert_eq!(position.turn(), BLUE);
    assert_eq!([seats[BLUE].name, seats[RED].name], ["blue", "red"]);
}

#[test]
fn single_marble_moves_in_six_directions() {
    let open = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . S . . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    assert_eq!(from(&open, "e5"), "e5d4 e5d5 e5e4 e5e6 e5f5 e5f6");
    forbidden(&open, "e5e7 e5g7 e5e5 e5d6 e5f4");
}

#[test]
fn only_own_marbles_move() {
    let position = start("");
    forbidden(&position, "g5f5 g5f4 g5g7f4 e5e6");
    allowed(&after(&position, "c3d3"), "g5f5 g5f4 g5g7f4");
}

#[test]
fn single_marble_never_pushes() {
    let facing = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . S s . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . S s",
    );
    forbidden(&facing, "e5e6 a4a5");
}

#[test]
fn two_and_three_marbles_move_along_their_line() {
    let lines = lower(
        "b",
        "
     F   . . . . . . . .
    E   . S S S . . . . .
     D   . . . . . . S .
      C   . . . . . . S
       B   . . . . . .
        A   . . . . .",
    );
    becomes(
        &lines,
        "e2e3",
        "
     F   . . . . . . . .
    E   . . S S S . . . .
     D   . . . . . . S .
      C   . . . . . . S
       B   . . . . . .
        A   . . . . .",
    );
    becomes(
        &lines,
        "c7d7",
        "
     F   . . . . . . . .
    E   . S S S . . S . .
     D   . . . . . . S .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
}

#[test]
fn in_line_moves_from_different_rear_marbles_are_different() {
    let line = lower(
        "b",
        "
     F   . . . . . . . .
    E   . S S S . . . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    allowed(&line, "e2e3 e3e4 e4e5");
    allowed(&line, "e4e3 e3e2 e2e1");
}

#[test]
fn four_in_a_line_cannot_move_from_the_rear() {
    let four = lower(
        "b",
        "
     F   . . . . . . . .
    E   . S S S S . . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&four, "e2e3 e5e4");
    allowed(&four, "e3e4 e4e5 e5e6 e4e3 e3e2 e2e1");
}

#[test]
fn a_gap_breaks_a_line() {
    let broken = lower(
        "b",
        "
     F   . . . . . . . .
    E   . S . S s . . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    allowed(&broken, "e2e3");
    forbidden(&broken, "e4e5 e2e4d1 e2e4f2");
}

#[test]
fn two_push_one() {
    let pushing = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . S S s . . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    becomes(
        &pushing,
        "e3e4",
        "
     F   . . . . . . . .
    E   . . . S S s . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&pushing, "e4e5");
}

#[test]
fn two_cannot_push_two() {
    let held = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . S S s s . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . S S s s",
    );
    forbidden(&held, "e3e4 e4e5 a2a3");
}

#[test]
fn three_push_one_or_two() {
    let pushing = lower(
        "b",
        "
     F   . . . . . . . .
    E   . S S S s s . . .
     D   . . . . . . . .
      C   S S S s . . .
       B   . . . . . .
        A   . . . . .",
    );
    becomes(
        &pushing,
        "e2e3",
        "
     F   . . . . . . . .
    E   . . S S S s s . .
     D   . . . . . . . .
      C   S S S s . . .
       B   . . . . . .
        A   . . . . .",
    );
    becomes(
        &pushing,
        "c1c2",
        "
     F   . . . . . . . .
    E   . S S S s s . . .
     D   . . . . . . . .
      C   . S S S s . .
       B   . . . . . .
        A   . . . . .",
    );
    // From the second marble only two move, which can push one but not two.
    forbidden(&pushing, "e3e4");
    allowed(&pushing, "c2c3");
}

#[test]
fn three_marbles_cannot_be_pushed() {
    let held = lower(
        "b",
        "
     F   . . . . . . . .
    E   S S S s s s . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&held, "e1e2 e2e3 e3e4");
    let four = lower(
        "b",
        "
     F   . . . . . . . .
    E   S S S S s s s . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&four, "e1e2 e2e3 e3e4 e4e5");
}

#[test]
fn four_marbles_cannot_push() {
    let four = lower(
        "b",
        "
     F   . . . . . . . .
    E   S S S S s . . . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&four, "e1e2");
    allowed(&four, "e2e3 e3e4");
}

#[test]
fn own_marble_behind_the_pushed_ones_blocks() {
    let three = lower(
        "b",
        "
     F   . . . . . . . .
    E   . S S S s s S . .
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&three, "e2e3");
    let two = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . S S s S . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&two, "d2d3");
}

#[test]
fn pushes_only_enemies_directly_in_front() {
    let spread = lower(
        "b",
        "
     F   . . . . . . . .
    E   . S S S s . s . .
     D   . S S . s . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    becomes(
        &spread,
        "e2e3",
        "
     F   . . . . . . . .
    E   . . S S S s s . .
     D   . S S . s . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
    // With a gap in front nothing is pushed.
    becomes(
        &spread,
        "d2d3",
        "
     F   . . . . . . . .
    E   . S S S s . s . .
     D   . . S S s . . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
}

#[test]
fn marble_pushed_off_the_edge_scores() {
    let edge = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . S S S s s
     D   . . . . . . . .
      C   . . S . . . .
       B   . S . . . .
        A   s . . . .",
    );
    assert_eq!(edge.pushed_off(BLUE), 14 - 12);
    becomes(
        &edge,
        "e5e6",
        "
     F   . . . . . . . .
    E   . . . . . S S S s
     D   . . . . . . . .
      C   . . S . . . .
       B   . S . . . .
        A   s . . . .",
    );
    becomes(
        &edge,
        "c3b2",
        "
     F   . . . . . . . .
    E   . . . . S S S s s
     D   . . . . . . . .
      C   . . . . . . .
       B   . S . . . .
        A   S . . . .",
    );
    for text in ["e5e6", "c3b2"] {
        let next = after(&edge, text);
        assert_eq!([next.pushed_off(BLUE), next.pushed_off(RED)], [3, edge.pushed_off(RED)]);
    }
}

#[test]
fn own_marbles_cannot_leave_the_board() {
    let edge = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . . . S S S
     D   . . . . . . . .
      C   . . . . . . .
       B   . . . . . .
        A   S S . . .",
    );
    assert_eq!(from(&edge, "a1"), "a1a2 a1a2b1 a1a2b2 a1b1 a1b2");
    assert_eq!(from(&edge, "a2"), "a2a3 a2b2 a2b3");
    forbidden(&edge, "e7e8 e8e9");
    allowed(&edge, "e9e8 e8e7");
}

#[test]
fn broadsides_move_in_four_directions() {
    let group = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . . . . . . . .
      C   . . S S S . .
       B   . . . . . .
        A   . . . . .",
    );
    allowed(&group, "c3c5b2 c3c5b3 c3c5d3 c3c5d4");
    allowed(&group, "c3c4b2 c3c4b3 c3c4d3 c3c4d4 c4c5b3 c4c5b4 c4c5d4 c4c5d5");
    becomes(
        &group,
        "c3c5d4",
        "
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . . . S S S . .
      C   . . . . . . .
       B   . . . . . .
        A   . . . . .",
    );
}

#[test]
fn broadsides_on_diagonal_lines() {
    let group = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . S . . . .
     D   . . . S . . . .
      C   . . S . . S .
       B   . . . . . S
        A   . . . . .",
    );
    allowed(&group, "c3e5c4 c3e5b3 c3e5c2 c3e5d3");
    allowed(&group, "b6c6b5 b6c6a5 b6c6c7");
    forbidden(&group, "b6c6b7");
    becomes(
        &group,
        "c3e5d3",
        "
     F   . . . S . . . .
    E   . . . S . . . . .
     D   . . S . . . . .
      C   . . . . . S .
       B   . . . . . S
        A   . . . . .",
    );
}

#[test]
fn broadside_requires_empty_targets() {
    let group = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . . . . s . . .
      C   . . S S S . .
       B   . . S . . .
        A   . . . . .",
    );
    // D5 blocks the triple to the north-east, and the right pair to the north-west.
    forbidden(&group, "c3c5d4 c3c5d3 c4c5d4 c4c5d5");
    allowed(&group, "c3c4d3");
    // An own marble blocks too.
    forbidden(&group, "c3c5b3 c3c5b2 c3c4b3 c3c4b2");
    allowed(&group, "c4c5b4");
}

#[test]
fn four_marbles_cannot_move_broadside() {
    let four = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . . . . . . . .
      C   . S S S S . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&four, "c2c5d2 c2c5d3 c2c5b1 c2c5b2");
    allowed(&four, "c2c4d2 c3c5d3");
}

#[test]
fn marbles_not_in_line_cannot_move_together() {
    let bent = lower(
        "b",
        "
     F   . . . . . . . .
    E   . . . . . . . . .
     D   . . . . S . . .
      C   . . S S . . .
       B   . . . . . .
        A   . . . . .",
    );
    forbidden(&bent, "c3d5b2 c3d5b3 c3d5d3");
}

#[test]
fn sixth_marble_pushed_off_wins() {
    for (side, text, winner) in [("b", "e7e8", BLUE), ("w", "c1d1", RED)] {
        let position = position(side, FIVE_ALL);
        let mut game = Match::new(position.clone());
        assert_eq!(game.ending(), None);
        game.play(position.parse_move(text).unwrap()).unwrap();

        let ending = game.ending().unwrap();
        assert_eq!((ending.winner(), ending.reason()), (Some(winner), "6 marbles"));
        assert_eq!(game.position().pushed_off(winner), 6);
        assert!(game.moves().is_empty());
        assert_eq!(parse(&game.position().text()), *game.position());
    }
}

#[test]
fn five_marbles_pushed_off_do_not_win() {
    assert_eq!(position("b", FIVE_ALL).ending(), None);
    assert_eq!(after(&position("b", FIVE_ALL), "e7d6").ending(), None);
}

#[test]
fn no_legal_move_loses() {
    let shut_in = "
            I   S s . . .
           H   S s . . . .
          G   S s . . . . .
         F   S s . . . . . .
        E   S s . . s s s s s
         D   S s . . . . . .
          C   S s . . . . .
           B   S s . . . .
            A   S s . . .";
    let blue = position("b", shut_in);
    let ending = blue.ending().unwrap();
    assert_eq!((ending.winner(), ending.reason()), (Some(RED), "no legal move"));
    assert_eq!(moves(&blue).len(), 0);

    let red = position("w", shut_in);
    assert_eq!(red.ending(), None);
    assert_eq!(moves(&after(&red, "a2a3")), ["a1a2"]);
}

#[test]
fn third_occurrence_draws() {
    let round = ["c3d3", "g7f7", "d3c3", "f7g7"];
    let reason_after = |rules: &str, plies: usize| {
        let mut game = Match::new(start(rules));
        for text in round.into_iter().cycle().take(plies) {
            game.play(game.position().parse_move(text).unwrap()).unwrap();
        }
        game.ending().map(|ending| (ending.winner(), ending.reason()))
    };
    let draw = Some((None, "repetition"));
    assert_eq!(reason_after("", 7), None);
    assert_eq!(reason_after("", 8), draw);
    assert_eq!(reason_after("repetition=2", 3), None);
    assert_eq!(reason_after("repetition=2", 4), draw);
    assert_eq!(reason_after("repetition=0", 100), None);
}

#[test]
fn side_to_move_distinguishes_positions() {
    let rows = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0";
    assert_ne!(parse(&format!("{rows} b 0 1")).key(), parse(&format!("{rows} w 0 1")).key());
    assert_eq!(parse(&format!("{rows} b 0 1")).key(), parse(&format!("{rows} b 9 9")).key());
}

#[test]
fn two_hundred_quiet_plies_draw() {
    let late = parse("sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 198 100");
    let almost = after(&late, "c3d3");
    assert_eq!(almost.limit(), None);
    let draw = after(&almost, "g7f7");
    let ending = draw.limit().unwrap();
    assert_eq!((ending.winner(), ending.reason()), (None, "no marble pushed off"));
    // The limit does not affect moves and perft.
    assert_eq!(draw.ending(), None);
    assert!(draw.count_moves() > 0);
    assert!(Match::new(draw).moves().is_empty());
}

#[test]
fn quiet_plies_option() {
    let text = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 300 160";
    let limit = |rules: &str| {
        let rules = AbaloneRules::parse(rules).unwrap();
        Abalone::parse_position(text, &rules).unwrap().limit().is_some()
    };
    assert!(limit("") && limit("quiet_plies=300") && limit("quiet_plies=1"));
    assert!(!limit("quiet_plies=301") && !limit("quiet_plies=0"));
}

#[test]
fn push_off_resets_the_quiet_plies() {
    let late = parse(&format!("{} 5 5 b 199 120", rows(FIVE_ALL)));
    assert_eq!(after(&late, "e8d7").quiet(), 200);
    assert_eq!(after(&late, "e7e8").quiet(), 0);
    assert_eq!(after(&late, "e7e8").limit(), None);
}

#[test]
fn draw_agreement_and_resignation() {
    let mut game = Match::new(start(""));
    game.offer_draw(BLUE);
    game.offer_draw(RED);
    assert_eq!(game.ending().unwrap().reason(), "agreement");
    let mut game = Match::new(start(""));
    game.resign(BLUE);
    assert_eq!(game.ending().unwrap().winner(), Some(RED));
}

#[test]
fn random_moves_are_uniform() {
    let position = position("b", FIVE_ALL);
    let legal = moves(&position);
    let mut counts = vec![0; legal.len()];
    let mut rng = Rng::new(1);
    for _ in 0..legal.len() * 1_000 {
        let text = position.move_text(position.random_move(&mut rng).unwrap());
        counts[legal.iter().position(|l| *l == text).unwrap()] += 1;
    }
    for (text, count) in legal.iter().zip(counts) {
        assert!((850..1150).contains(&count), "{text}: {count} of about 1000");
    }
}
