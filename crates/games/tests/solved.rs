//! Nine Men's Morris solved: known counts, the rules' own moves, and perfect play.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use agon_core::{Notation, Position, Rng};
use agon_games::solved::{CHOICES, Oracle, Run, Solvable, solvable};
use agon_games::{Mind, Order, find};
use agon_morris::{Morris, MorrisRules};
use agon_search::Limits;
use agon_solver::{Means, Outcome, Progress, Value};
use tempfile::TempDir;

const SMALL: MorrisRules = MorrisRules { layers: 2, flying: true, quiet_plies: 100 };

/// The whole game on the small board.
fn solved() -> TempDir {
    let folder = TempDir::new().unwrap();
    solve(&*solvable("morris", "layers=2").unwrap(), folder.path(), None);
    folder
}

fn means(folder: &Path) -> Means {
    Means { folder: folder.into(), threads: 2, memory: 1 << 30 }
}

fn solve(game: &dyn Solvable, folder: &Path, up_to: Option<(u32, u32)>) -> Vec<(String, [u64; 3])> {
    let mut lines = Vec::new();
    let mut left = game.to_do(&game.units(up_to), folder).unwrap();
    while !left.is_empty() {
        let unit = left.remove(0);
        for (space, tally) in game.solve(&unit, &means(folder), &Progress::default()).unwrap() {
            lines.push((game.name(space), [tally.won, tally.drawn, tally.lost]));
        }
        game.tidy(&left, folder).unwrap();
    }
    lines
}

#[test]
fn the_first_spaces_of_the_standard_board_are_as_known() {
    let folder = TempDir::new().unwrap();
    let game = solvable("morris", "").unwrap();
    let lines = solve(&*game, folder.path(), Some((5, 4)));
    let known = [
        ("morris-3-3-3", [140_621, 269, 28_736]),
        ("morris-3-4-3", [75_397, 681_906, 3_095]),
        ("morris-3-3-4", [102_281, 658_117, 0]),
        // Found by `agon solve` itself, and confirmed by `--verify`.
        ("morris-3-5-4", [9_889, 10_300_599, 8]),
        ("morris-3-4-5", [51, 10_308_935, 1_510]),
    ];
    for (name, counts) in known {
        assert!(lines.contains(&(name.into(), counts)), "{name}: {lines:?}");
    }
    for unit in game.units(Some((4, 3))) {
        game.verify(&unit, &means(folder.path()), Some(200_000), &Progress::default()).unwrap();
    }
}

/// Every position that moves can lead to from a few, with the results of looking at all of
/// them again and again: no symmetries, no slots, only the rules.
#[test]
fn the_small_board_is_solved_as_by_the_rules_alone() {
    let folder = solved();
    let oracle = Oracle::open(&SMALL, folder.path()).unwrap();
    let start = Morris::parse_position("r.r..r../b.b.b... r 0 0 0", &SMALL).unwrap();
    let mut numbers: HashMap<u64, usize> = HashMap::from([(start.key(), 0)]);
    let mut positions = vec![start];
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while let Some(position) = positions.get(moves.len()).cloned() {
        let mut next = Vec::new();
        position.moves(&mut |ply| {
            let mut after = position.clone();
            after.play(ply);
            let number = *numbers.entry(after.key()).or_insert(positions.len());
            if number == positions.len() {
                positions.push(after);
            }
            next.push(number);
        });
        moves.push(next);
    }
    assert!(positions.len() > 300_000, "{}", positions.len());
    let mut outcomes = vec![Outcome::Drawn; positions.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for number in 0..positions.len() {
            if outcomes[number] != Outcome::Drawn {
                continue;
            }
            if moves[number].iter().any(|&to| outcomes[to] == Outcome::Lost) {
                outcomes[number] = Outcome::Won;
                changed = true;
            } else if moves[number].iter().all(|&to| outcomes[to] == Outcome::Won) {
                outcomes[number] = Outcome::Lost;
                changed = true;
            }
        }
    }
    for (position, outcome) in positions.iter().zip(outcomes).step_by(7) {
        let value = oracle.value(position).unwrap().unwrap();
        assert_eq!(value.outcome(), outcome, "{position:?}");
    }
}

/// A position that random moves lead to.
fn random_position(rng: &mut Rng) -> Morris {
    loop {
        let mut position = Morris::start(&SMALL);
        for _ in 0..rng.below(40) {
            match position.random_move(rng) {
                Some(ply) => position.play(ply),
                None => break,
            }
        }
        if position.ending().is_none() {
            return position;
        }
    }
}

#[test]
fn the_small_game_is_drawn_and_every_value_follows_from_the_moves() {
    let folder = solved();
    let oracle = Oracle::open(&SMALL, folder.path()).unwrap();
    assert_eq!(oracle.value(&Morris::start(&SMALL)).unwrap(), Some(Value::Drawn));
    let mut rng = Rng::new(1);
    for _ in 0..3_000 {
        let position = random_position(&mut rng);
        let value = oracle.value(&position).unwrap().unwrap();
        let moves = oracle.moves(&position).unwrap();
        let best = moves[0].1.unwrap();
        assert_eq!(value.outcome(), best.outcome(), "{position:?}");
        match value {
            Value::Won(_) => assert_eq!(value, best, "{position:?}"),
            Value::Drawn | Value::Lost(0) => {}
            Value::Lost(_) => assert_eq!(value, best, "{position:?}"),
        }
    }
}

/// From won positions it wins against the best defence, each time in as many plies as it said;
/// from drawn ones it never loses against somebody who moves at random.
#[test]
fn perfect_play_wins_what_is_won_and_holds_what_is_drawn() {
    let folder = solved();
    let oracle = Oracle::open(&SMALL, folder.path()).unwrap();
    let mut rng = Rng::new(2);
    let (mut won, mut drawn) = (0, 0);
    while won < 100 || drawn < 100 {
        let mut position = random_position(&mut rng);
        let hero = position.turn();
        let value = oracle.value(&position).unwrap();
        match value.unwrap_or_else(|| panic!("unknown: {}", position.text())) {
            Value::Won(_) if won < 100 => {
                won += 1;
                let mut plies = 0;
                while position.ending().is_none() {
                    assert!(plies < 400, "no progress");
                    let (ply, value) = oracle.choose(&position, &mut rng).unwrap().unwrap();
                    let wanted = if position.turn() == hero { Outcome::Won } else { Outcome::Lost };
                    assert_eq!(value.outcome(), wanted, "{position:?}");
                    position.play(ply);
                    plies += 1;
                    assert!(
                        position.limit().is_none() || position.ending().is_some() || long(value)
                    );
                }
                assert!(position.ending().unwrap().winner() == Some(hero), "{position:?}");
            }
            Value::Drawn if drawn < 100 => {
                drawn += 1;
                for _ in 0..60 {
                    let ply = if position.turn() == hero {
                        oracle.choose(&position, &mut rng).unwrap().map(|(ply, _)| ply)
                    } else {
                        position.random_move(&mut rng)
                    };
                    match ply {
                        Some(ply) => position.play(ply),
                        None => break,
                    }
                }
                let lost = position.ending().is_some_and(|end| end.winner() == Some(hero.other()));
                assert!(!lost, "{position:?}");
            }
            _ => {}
        }
    }
}

/// Does the next capture take longer than the rules allow?
fn long(value: Value) -> bool {
    matches!(value, Value::Won(plies) | Value::Lost(plies) if plies > 90)
}

#[test]
fn the_perfect_player_needs_a_database_and_says_so() {
    let game = find("morris").unwrap().open("layers=2", None).unwrap();
    let mut mind = Mind::new(1, 1);
    let stop = AtomicBool::new(false);
    let mut order = Order { kind: "perfect".into(), ..Order::default() };
    let error = game.think(&mut mind, &order, &stop, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("agon solve"), "{error}");
    let empty = TempDir::new().unwrap();
    order.database = Some(empty.path().into());
    let error = game.think(&mut mind, &order, &stop, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("there are no tables"), "{error}");
    let folder = solved();
    order.database = Some(folder.path().into());
    order.lines = 3;
    let thought = game.think(&mut mind, &order, &stop, &mut |_| {}).unwrap();
    assert_eq!(thought.lines.len(), 3);
    assert!(thought.best.is_some());
    assert!(find("chess").unwrap().kind("perfect").is_err());
}

/// The move of the full search, which looks two plies ahead.
fn searched(position: &Morris, folder: Option<&Path>) -> String {
    let game = find("morris").unwrap().open("layers=2", Some(&position.text())).unwrap();
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let order = Order { limits, database: folder.map(Into::into), ..Order::default() };
    let stop = AtomicBool::new(false);
    game.think(&mut Mind::new(1, 1), &order, &stop, &mut |_| {}).unwrap().best.unwrap()
}

/// What the move of the full search is worth to its maker.
fn worth(oracle: &Oracle, position: &Morris, folder: Option<&Path>) -> Outcome {
    let text = searched(position, folder);
    let moves = oracle.moves(position).unwrap();
    let made = moves.iter().find(|(ply, _)| position.move_text(*ply) == text).unwrap().1;
    made.unwrap().outcome()
}

/// Positions where men are moved, with this outcome.
fn moving(oracle: &Oracle, outcome: Outcome, count: usize) -> Vec<Morris> {
    let mut rng = Rng::new(3);
    let drawn = std::iter::repeat_with(|| oracle.draw(Some(outcome), &mut rng).unwrap().unwrap());
    let is_moving = |position: &Morris| position.in_hand(position.turn()) == 0;
    drawn.filter(is_moving).take(count).collect()
}

#[test]
fn a_search_that_can_ask_makes_no_mistakes_where_the_tables_are() {
    let folder = solved();
    let oracle = Oracle::open(&SMALL, folder.path()).unwrap();
    let mut mistakes = [0; 2];
    for outcome in [Outcome::Won, Outcome::Drawn] {
        for position in moving(&oracle, outcome, 150) {
            for (count, folder) in mistakes.iter_mut().zip([None, Some(folder.path())]) {
                *count += u32::from(worth(&oracle, &position, folder) != outcome);
            }
        }
    }
    assert!(mistakes[0] > 10, "too easy: {mistakes:?}");
    assert_eq!(mistakes[1], 0);
}

#[test]
fn a_part_of_the_tables_helps_where_it_can() {
    let (part, whole) = (TempDir::new().unwrap(), solved());
    solve(&*solvable("morris", "layers=2").unwrap(), part.path(), Some((4, 4)));
    let oracle = Oracle::open(&SMALL, whole.path()).unwrap();
    // The right removal wins, and leads from where there is no table to where there is one.
    let crosses = |position: &&Morris| {
        let other = position.on_board(position.turn().other()).count_ones();
        let own = position.on_board(position.turn()).count_ones();
        other == 5 && own <= 4 && oracle.value(position).unwrap() == Some(Value::Won(1))
    };
    let positions = moving(&oracle, Outcome::Won, 2_000);
    let positions: Vec<&Morris> = positions.iter().filter(crosses).collect();
    assert!(positions.len() > 10, "{}", positions.len());
    for position in positions {
        let outcome = worth(&oracle, position, Some(part.path()));
        assert_eq!(outcome, Outcome::Won, "{}", position.text());
    }
}

#[test]
fn a_run_beside_other_work_can_be_watched_stopped_and_taken_up_again() {
    let folder = TempDir::new().unwrap();
    let run = || Run::new(&CHOICES[1], folder.path(), 1, 1 << 30).unwrap();
    let first = run();
    assert_eq!(first.look().unwrap().done, 0);
    first.stop();
    assert!(first.work().is_err() && first.is_stopped());
    let second = run();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| second.work());
        let mut last = 0;
        while !work.is_finished() {
            let standing = second.standing();
            assert!(standing.done >= last && standing.done <= standing.total, "{standing:?}");
            last = standing.done;
        }
        work.join().unwrap().unwrap();
    });
    assert!(second.standing().is_complete() && run().look().unwrap().is_complete());
    assert!(second.standing().bytes > 10_000);
    assert!(CHOICES[1].covers("morris", "layers=2,quiet_plies=7"));
    assert!(!CHOICES[1].covers("morris", "layers=2,flying=off"));
    assert!(!CHOICES[1].covers("morris", "") && !CHOICES[1].covers("chess", "layers=2"));
}

#[test]
fn a_thought_tells_what_is_known_of_every_move() {
    let folder = solved();
    let game = find("morris").unwrap().open("layers=2", None).unwrap();
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let order =
        Order { limits, database: Some(folder.path().into()), verdicts: true, ..Order::default() };
    let stop = AtomicBool::new(false);
    let mut told = false;
    let mut report = |thought: &agon_games::Thought| told |= thought.verdicts.is_some();
    let thought = game.think(&mut Mind::new(1, 1), &order, &stop, &mut report).unwrap();
    let probe = thought.verdicts.unwrap();
    assert_eq!(probe.value, Some(Value::Drawn));
    assert_eq!(probe.moves.len(), 16);
    assert!(told && probe.moves.iter().all(|(_, value)| value.is_some()));
    let silent = Order { verdicts: false, ..order };
    let thought = game.think(&mut Mind::new(1, 1), &silent, &stop, &mut |_| {}).unwrap();
    assert!(thought.verdicts.is_none());
}
