//! Evaluations of positions that can be checked by hand.

use agon_core::{Notation, Player, Position, Rng};
use agon_morris::{Morris, MorrisRules};
use agon_tactics::Tactics;

const RED: Player = Player::FIRST;
const BLUE: Player = Player::SECOND;

fn parse(text: &str) -> Morris {
    Morris::parse_position(text, &MorrisRules::default()).expect("a position")
}

fn evaluated(name: &str, position: &Morris, player: Player) -> i32 {
    let evaluation = Morris::EVALUATIONS.iter().find(|e| e.name == name);
    (evaluation.expect("an evaluation").evaluate)(position, player)
}

#[test]
fn agon_evaluation_is_first_and_tunable() {
    let names: Vec<&str> = Morris::EVALUATIONS.iter().map(|e| e.name).collect();
    assert_eq!(names, ["agon", "material", "paper"]);
    assert!(Morris::EVALUATIONS[0].tunable.is_some());
}

#[test]
fn material_counts_pieces_on_board_and_in_hand() {
    let even = parse("r......./......../.......b r 8 8 0");
    assert_eq!(evaluated("material", &even, RED), 0);
    let ahead = parse("rr.....r/......../...b...b r 6 6 0");
    assert_eq!(evaluated("material", &ahead, RED), 100);
    assert_eq!(evaluated("material", &ahead, BLUE), -100);
}

/// Red has two of the three points c5, d5 and e5.
#[test]
fn paper_counts_two_piece_configurations_while_placing() {
    let position = parse("rr....../......../....b... b 7 8 0");
    assert_eq!(evaluated("paper", &position, RED), 100);
    assert_eq!(evaluated("paper", &position, BLUE), -100);
}

/// Red has the mill c5-d5-e5; blue has the corners of the outer square.
#[test]
fn paper_counts_mills_and_closed_mill_while_moving() {
    let old = parse("rr.....r/....r.../.b.b.b.b b 0 0 5");
    assert_eq!(evaluated("paper", &old, RED), 430);
    let new = parse("rr.....r/....r.../.b.b.b.b b 0 0 0");
    assert_eq!(evaluated("paper", &new, RED), 570);
    assert_eq!(evaluated("paper", &new, BLUE), -570);
    let moved_by_blue = parse("rr.....r/....r.../.b.b.b.b r 0 0 0");
    assert_eq!(evaluated("paper", &moved_by_blue, RED), 430);
}

/// Red flies, so it is evaluated by two- and three-piece configurations, of which blue has four
/// each on the outer square. Blue moves, so it is evaluated by pieces.
#[test]
fn paper_evaluates_by_the_phase_of_the_player() {
    let position = parse("rr....../....r.../.b.b.b.b r 0 0 5");
    assert_eq!(evaluated("paper", &position, RED), 10 * (16 * (1 - 4) + 10 * (0 - 4)));
    assert_eq!(evaluated("paper", &position, BLUE), 110);
}

#[test]
fn evaluation_prefers_material() {
    let few = parse("r...r.../.r...r../.b.b.b.b r 0 0 5");
    let more = parse("r...r.../.r.r.r../.b.b.b.b r 0 0 5");
    assert!(evaluated("agon", &more, RED) > evaluated("agon", &few, RED));
}

/// Symmetric positions have equal evaluations.
#[test]
fn evaluation_is_symmetric() {
    let turn = |group: &str| group[1..].to_string() + &group[..1];
    let swap = |letter: char| match letter {
        'r' => 'b',
        'b' => 'r',
        other => other,
    };
    let mut rng = Rng::new(3);
    for layers in 2..=9 {
        let mut position = Morris::start(&MorrisRules { layers, ..MorrisRules::default() });
        for _ in 0..80 {
            let value = evaluated("agon", &position, RED);
            let text = position.text();
            let (board, rest) = text.split_once(' ').unwrap();
            let groups: Vec<&str> = board.split('/').collect();
            let quarter: Vec<String> = groups.iter().map(|g| turn(&turn(g))).collect();
            let mirrored = |g: &&str| g[..1].chars().chain(g[1..].chars().rev()).collect();
            let mirrored: Vec<String> = groups.iter().map(mirrored).collect();
            let inside_out: Vec<&str> = groups.iter().rev().copied().collect();
            for board in [quarter.join("/"), mirrored.join("/"), inside_out.join("/")] {
                let other = parse(&format!("{board} {rest}"));
                assert_eq!(evaluated("agon", &other, RED), value, "{text} and {board}");
            }
            if position.in_hand(RED) == 0 && position.in_hand(BLUE) == 0 {
                let other = parse(&text.chars().map(swap).collect::<String>());
                assert_eq!(evaluated("agon", &other, BLUE), value, "{text} with colours swapped");
            }
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play(m);
        }
    }
}
