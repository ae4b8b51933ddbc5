//! Search hints.

use std::collections::HashMap;

use agon_abalone::{Abalone, AbaloneRules};
use agon_core::{Notation, Player, Position, Rng, Rules};
use agon_tactics::Tactics;

/// Returns the positions of random games from all layouts.
fn positions() -> Vec<Abalone> {
    let layouts = ["classic", "pro", "snake", "wall", "belgian-daisy", "swiss-daisy", "alien"];
    let mut rng = Rng::new(7);
    let mut positions = Vec::new();
    for layout in layouts {
        let rules = AbaloneRules::parse(&format!("layout={layout}")).expect("a layout");
        for _ in 0..6 {
            let mut position = Abalone::start(&rules);
            for _ in 0..600 {
                positions.push(position.clone());
                let Some(m) = position.random_move(&mut rng) else { break };
                position.play(m);
            }
        }
    }
    positions
}

fn moves(position: &Abalone) -> Vec<<Abalone as Position>::Move> {
    let mut moves = Vec::new();
    position.moves(&mut |m| moves.push(m));
    moves
}

#[test]
fn move_ids_are_unique() {
    let mut names: HashMap<u32, String> = HashMap::new();
    for position in positions().iter().step_by(3) {
        for m in moves(position) {
            let (id, text) = (Abalone::id(m), format!("{m:?}"));
            assert!(id < (1 << 24) - 1);
            assert!(position.slot(m) < Abalone::SLOTS && position.target(m) < Abalone::TARGETS);
            assert_eq!(*names.entry(id).or_insert_with(|| text.clone()), text);
        }
    }
    let mut texts: Vec<&String> = names.values().collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), names.len());
}

#[test]
fn only_push_offs_are_noisy() {
    let mut seen = 0;
    for position in positions() {
        let falls = |m| position.display_move(m).contains('x');
        let mut expected = moves(&position);
        for &m in &expected {
            assert_eq!(position.gain(m).is_some(), falls(m), "{}", position.move_text(m));
        }
        expected.retain(|&m| falls(m));
        seen += expected.len();
        let mut noisy = Vec::new();
        position.noisy_moves(&mut |m| noisy.push(m));
        let key = |m: &<Abalone as Position>::Move| Abalone::id(*m);
        expected.sort_by_key(key);
        noisy.sort_by_key(key);
        assert_eq!(noisy, expected, "{}", position.text());
    }
    assert!(seen > 1_000);
}

#[test]
fn threat_to_push_off_the_sixth_marble() {
    let mut seen = 0;
    for position in positions().into_iter().filter(|position| position.ending().is_none()) {
        let other = position.turn().other();
        // With equal counters, the same marbles seen by the other side.
        let text = position.text();
        let (b, w) = if text.contains(" b ") { (" b ", " w ") } else { (" w ", " b ") };
        let turned = Abalone::parse_position(&text.replace(b, w), &position.rules()).unwrap();
        let wins = moves(&turned).into_iter().any(|m| {
            let mut next = turned.clone();
            next.play(m);
            next.pushed_off(other) == 6
        });
        assert_eq!(position.is_threatened(), wins, "{text}");
        seen += usize::from(wins);
        match position.pass() {
            None => assert!(wins),
            Some(passed) => assert_eq!((passed.key(), passed.turn()), (turned.key(), other)),
        }
    }
    assert!(seen > 10);
}

#[test]
fn decided_after_six_marbles() {
    for position in positions() {
        let six = position.ending().filter(|ending| ending.reason() == "6 marbles");
        assert_eq!(position.decided(), six);
    }
}

#[test]
fn evaluation_is_antisymmetric() {
    for position in positions() {
        for evaluation in Abalone::EVALUATIONS {
            let [first, second] =
                [Player::FIRST, Player::SECOND].map(|p| (evaluation.evaluate)(&position, p));
            assert_eq!(first, -second, "{} of {}", evaluation.name, position.text());
        }
    }
}

#[test]
fn evaluation_is_the_sum_of_its_trace() {
    let evaluation = &Abalone::EVALUATIONS[0];
    let tunable = evaluation.tunable.as_ref().unwrap();
    for position in positions() {
        let trace = (tunable.trace)(&position);
        let sum: f32 = trace.iter().map(|&(i, times)| tunable.weights[i] as f32 * times).sum();
        let value = (evaluation.evaluate)(&position, Player::FIRST);
        assert!((sum - value as f32).abs() <= 1.0, "{sum} {value} {}", position.text());

        let terms = (evaluation.terms)(&position);
        let sum: i32 = terms.iter().map(|term| term.values[0] - term.values[1]).sum();
        assert!((sum - value).abs() <= terms.len() as i32, "{sum} {value} {}", position.text());
    }
}

#[test]
fn evaluation_is_symmetric() {
    let evaluate = Abalone::EVALUATIONS[0].evaluate;
    for position in positions().into_iter().filter(|position| position.ending().is_none()) {
        let text = position.text();
        let (rows, rest) = text.split_once(' ').unwrap();
        let turned: String = rows.chars().rev().collect();
        let mirrored: Vec<String> = rows.split('/').map(|r| r.chars().rev().collect()).collect();
        for rows in [turned, mirrored.join("/")] {
            let same = Abalone::parse_position(&format!("{rows} {rest}"), &position.rules());
            let value = evaluate(&same.unwrap(), Player::FIRST);
            assert_eq!(value, evaluate(&position, Player::FIRST), "{text}");
        }
    }
}

/// By hand: 7 marbles at the edge times 50, 4 at distance three times 40 and 3 at distance two
/// times 28 are 594; 27 pairs counted from both sides, times 7, are 378.
#[test]
fn classic_counts_distances_and_neighbours() {
    let classic = &Abalone::EVALUATIONS[1];
    assert_eq!(classic.name, "classic");
    let start = Abalone::start(&AbaloneRules::default());
    assert_eq!((classic.terms)(&start)[0].values, [378 - 594; 2]);
}

#[test]
fn prior_prefers_pushing_joining_and_centralising() {
    let text = "sssss/sss3/7/3SSs2/9/8/SS5/SS4/SS2S 5 5 b 0 1";
    let position = Abalone::parse_position(text, &AbaloneRules::default()).unwrap();
    let prior = |text: &str| position.prior(position.parse_move(text).unwrap(), &());
    // A push, and the same marbles moving away from the enemy.
    assert!(prior("f5f6") > prior("f6f5"));
    // A single marble leaves the edge, or stays there.
    assert!(prior("a5b5") > prior("a5a4"));
    // A row moves as one, or only its first marble.
    assert!(prior("a1b2") > prior("b2c3"));
    // A pair joins the other marbles, or leaves them.
    assert!(prior("f5f6e5") > prior("a2b2a3"));
}
