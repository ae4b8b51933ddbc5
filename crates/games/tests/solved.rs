//! Solved Nine Men's Morris: known counts, agreement with the rules, perfect play.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Notation, Position, Rng};
use agon_games::solved::{
    AnySpaces, AnyTablebase, Oracle, Probe, Run, TablebaseEntry, Tablebases, find_solved,
    tablebases,
};
use agon_games::{Order, Searcher, find};
use agon_morris::{Morris, MorrisRules};
use agon_search::Limits;
use agon_solver::{Means, Progress, Value, Wdl};
use tempfile::TempDir;

const SMALL: MorrisRules = MorrisRules { layers: 2, flying: true, quiet_plies: 100 };

const RULES: &str = "layers=2";

fn spaces(rules: &str) -> Box<dyn AnySpaces> {
    find_solved("morris").unwrap().spaces(rules).unwrap()
}

fn open(folder: &Path) -> Arc<dyn AnyTablebase> {
    find_solved("morris").unwrap().open(RULES, folder).unwrap()
}

fn value(tablebase: &dyn AnyTablebase, position: &Morris) -> Option<Value> {
    tablebase.read(RULES, &position.text()).unwrap().value().unwrap()
}

fn probe(tablebase: &dyn AnyTablebase, position: &Morris) -> Probe {
    tablebase.read(RULES, &position.text()).unwrap().probe().unwrap()
}

/// Returns the solved game on the small board.
fn solved() -> TempDir {
    let folder = TempDir::new().unwrap();
    solve(&*spaces(RULES), folder.path(), None);
    folder
}

fn means(folder: &Path) -> Means {
    Means { folder: folder.into(), threads: 2, memory: 1 << 30 }
}

fn solve(
    game: &dyn AnySpaces,
    folder: &Path,
    up_to: Option<(u32, u32)>,
) -> Vec<(String, [u64; 3])> {
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
fn first_spaces_of_the_standard_board_match_known_counts() {
    let folder = TempDir::new().unwrap();
    let game = spaces("");
    let lines = solve(&*game, folder.path(), Some((5, 4)));
    let known = [
        ("morris-3-3-3", [140_621, 269, 28_736]),
        ("morris-3-4-3", [75_397, 681_906, 3_095]),
        ("morris-3-3-4", [102_281, 658_117, 0]),
        // Computed by `agon solve` and confirmed by `--verify`.
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

/// Compares the small board with retrograde iteration over positions by the rules alone, without
/// symmetries and slots.
#[test]
fn small_board_agrees_with_the_rules() {
    let folder = solved();
    let tablebase = open(folder.path());
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
    let mut values = vec![Wdl::Drawn; positions.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for number in 0..positions.len() {
            if values[number] != Wdl::Drawn {
                continue;
            }
            if moves[number].iter().any(|&to| values[to] == Wdl::Lost) {
                values[number] = Wdl::Won;
                changed = true;
            } else if moves[number].iter().all(|&to| values[to] == Wdl::Won) {
                values[number] = Wdl::Lost;
                changed = true;
            }
        }
    }
    for (position, outcome) in positions.iter().zip(values).step_by(7) {
        let value = value(&*tablebase, position).unwrap();
        assert_eq!(value.wdl(), outcome, "{position:?}");
    }
}

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
fn small_game_is_drawn_and_values_are_consistent() {
    let folder = solved();
    let tablebase = open(folder.path());
    assert_eq!(value(&*tablebase, &Morris::start(&SMALL)), Some(Value::Drawn));
    let mut rng = Rng::new(1);
    for _ in 0..3_000 {
        let position = random_position(&mut rng);
        let Probe { value, moves } = probe(&*tablebase, &position);
        let (value, best) = (value.unwrap(), moves[0].1.unwrap());
        assert_eq!(value.wdl(), best.wdl(), "{position:?}");
        match value {
            Value::Won(_) => assert_eq!(value, best, "{position:?}"),
            Value::Drawn | Value::Lost(0) => {}
            Value::Lost(_) => assert_eq!(value, best, "{position:?}"),
        }
    }
}

/// The player that looks up its moves.
struct Perfect {
    searcher: Searcher,
    order: Order,
}

impl Perfect {
    fn new(tablebase: Arc<dyn AnyTablebase>) -> Perfect {
        let order = Order { kind: "perfect".into(), oracle: Some(tablebase), ..Order::default() };
        Perfect { searcher: Searcher::new(1, 1), order }
    }

    fn play(&mut self, position: &mut Morris) {
        let game = find("morris").unwrap().open(RULES, Some(&position.text())).unwrap();
        let stop = AtomicBool::new(false);
        let thought = game.think(&mut self.searcher, &self.order, &stop, &mut |_| {}).unwrap();
        position.play(position.parse_move(&thought.best.unwrap()).unwrap());
    }
}

/// Wins won positions against the best defence in the stated number of plies, and never loses drawn
/// ones against random moves.
#[test]
fn perfect_play_keeps_every_value() {
    let folder = solved();
    let tablebase = open(folder.path());
    let mut perfect = Perfect::new(Arc::clone(&tablebase));
    let mut rng = Rng::new(2);
    let (mut won, mut drawn) = (0, 0);
    while won < 100 || drawn < 100 {
        let mut position = random_position(&mut rng);
        let hero = position.turn();
        let value = value(&*tablebase, &position);
        match value.unwrap_or_else(|| panic!("unknown: {}", position.text())) {
            Value::Won(_) if won < 100 => {
                won += 1;
                let mut plies = 0;
                while position.ending().is_none() {
                    assert!(plies < 400, "no progress");
                    let value = probe(&*tablebase, &position).moves[0].1.unwrap();
                    let wanted = if position.turn() == hero { Wdl::Won } else { Wdl::Lost };
                    assert_eq!(value.wdl(), wanted, "{position:?}");
                    perfect.play(&mut position);
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
                    if position.ending().is_some() {
                        break;
                    }
                    if position.turn() == hero {
                        perfect.play(&mut position);
                    } else {
                        position.play(position.random_move(&mut rng).unwrap());
                    }
                }
                let lost = position.ending().is_some_and(|end| end.winner() == Some(hero.other()));
                assert!(!lost, "{position:?}");
            }
            _ => {}
        }
    }
}

/// Returns whether the next capture takes longer than the rules allow.
fn long(value: Value) -> bool {
    matches!(value, Value::Won(plies) | Value::Lost(plies) if plies > 90)
}

#[test]
fn perfect_player_without_tablebase_is_an_error() {
    let game = find("morris").unwrap().open("layers=2", None).unwrap();
    let mut searcher = Searcher::new(1, 1);
    let stop = AtomicBool::new(false);
    let mut order = Order { kind: "perfect".into(), ..Order::default() };
    let error = game.think(&mut searcher, &order, &stop, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("agon solve"), "{error}");
    let empty = TempDir::new().unwrap();
    order.oracle = Some(Arc::new(Tablebases::new(empty.path())));
    let error = game.think(&mut searcher, &order, &stop, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("there are no tables"), "{error}");
    let folder = solved();
    order.oracle = Some(Arc::new(Tablebases::new(folder.path())));
    order.lines = 3;
    let thought = game.think(&mut searcher, &order, &stop, &mut |_| {}).unwrap();
    assert_eq!(thought.lines.len(), 3);
    assert!(thought.best.is_some());
    assert!(find("chess").unwrap().kind("perfect").is_err());
}

/// Returns the move of a full search at depth two.
fn searched(position: &Morris, oracle: Option<Arc<dyn Oracle>>) -> String {
    let game = find("morris").unwrap().open("layers=2", Some(&position.text())).unwrap();
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let order = Order { limits, oracle, ..Order::default() };
    let stop = AtomicBool::new(false);
    game.think(&mut Searcher::new(1, 1), &order, &stop, &mut |_| {}).unwrap().best.unwrap()
}

/// Returns the value of that move for the mover.
fn worth(tablebase: &dyn AnyTablebase, position: &Morris, oracle: Option<Arc<dyn Oracle>>) -> Wdl {
    let text = searched(position, oracle);
    let moves = probe(tablebase, position).moves;
    let made = moves.iter().find(|(made, _)| *made == text).unwrap().1;
    made.unwrap().wdl()
}

/// Returns the positions of the moving phase with this value.
fn moving(tablebase: &dyn AnyTablebase, wdl: Wdl, count: usize) -> Vec<Morris> {
    let mut rng = Rng::new(3);
    let drawn = std::iter::repeat_with(|| {
        let drawn = tablebase.draw(Some(wdl), &mut rng).unwrap().unwrap();
        Morris::parse_position(&drawn.text(), &SMALL).unwrap()
    });
    let is_moving = |position: &Morris| position.in_hand(position.turn()) == 0;
    drawn.filter(is_moving).take(count).collect()
}

#[test]
fn search_with_oracle_keeps_known_values() {
    let folder = solved();
    let tablebase = open(folder.path());
    let mut mistakes = [0; 2];
    for outcome in [Wdl::Won, Wdl::Drawn] {
        for position in moving(&*tablebase, outcome, 150) {
            let oracle: Arc<dyn Oracle> = Arc::<dyn AnyTablebase>::clone(&tablebase);
            for (count, oracle) in mistakes.iter_mut().zip([None, Some(oracle)]) {
                *count += u32::from(worth(&*tablebase, &position, oracle) != outcome);
            }
        }
    }
    assert!(mistakes[0] > 10, "too easy: {mistakes:?}");
    assert_eq!(mistakes[1], 0);
}

#[test]
fn partial_tablebase_is_used() {
    let (part, whole) = (TempDir::new().unwrap(), solved());
    solve(&*spaces(RULES), part.path(), Some((4, 4)));
    let tablebase = open(whole.path());
    // The right removal wins, and leads from a space without a table to one with a table.
    let crosses = |position: &&Morris| {
        let other = position.on_board(position.turn().other()).count_ones();
        let own = position.on_board(position.turn()).count_ones();
        other == 5 && own <= 4 && value(&*tablebase, position) == Some(Value::Won(1))
    };
    let positions = moving(&*tablebase, Wdl::Won, 2_000);
    let positions: Vec<&Morris> = positions.iter().filter(crosses).collect();
    assert!(positions.len() > 10, "{}", positions.len());
    let oracle: Arc<dyn Oracle> = Arc::new(Tablebases::new(part.path()));
    for position in positions {
        let outcome = worth(&*tablebase, position, Some(Arc::clone(&oracle)));
        assert_eq!(outcome, Wdl::Won, "{}", position.text());
    }
}

#[test]
fn run_can_be_watched_stopped_and_resumed() {
    let folder = TempDir::new().unwrap();
    let entries: Vec<TablebaseEntry> = tablebases().collect();
    let small = entries[1];
    let run = || Run::new(&small, folder.path(), 1, 1 << 30).unwrap();
    let first = run();
    assert_eq!(first.look().unwrap().done, 0);
    first.stop();
    assert!(first.work(&|| {}).is_err() && first.is_stopped());
    let second = run();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| second.work(&|| {}));
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
    assert!(small.covers("morris", "layers=2,quiet_plies=7"));
    assert!(!small.covers("morris", "layers=2,flying=off"));
    assert!(!small.covers("morris", "") && !small.covers("chess", "layers=2"));
}

#[test]
fn thought_contains_verdicts_of_all_moves() {
    let folder = solved();
    let game = find("morris").unwrap().open("layers=2", None).unwrap();
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let oracle: Option<Arc<dyn Oracle>> = Some(Arc::new(Tablebases::new(folder.path())));
    let order = Order { limits, oracle, verdicts: true, ..Order::default() };
    let stop = AtomicBool::new(false);
    let mut told = false;
    let mut report = |thought: &agon_games::Thought| told |= thought.verdicts.is_some();
    let thought = game.think(&mut Searcher::new(1, 1), &order, &stop, &mut report).unwrap();
    let probe = thought.verdicts.unwrap();
    assert_eq!(probe.value, Some(Value::Drawn));
    assert_eq!(probe.moves.len(), 16);
    assert!(told && probe.moves.iter().all(|(_, value)| value.is_some()));
    let silent = Order { verdicts: false, ..order };
    let thought = game.think(&mut Searcher::new(1, 1), &silent, &stop, &mut |_| {}).unwrap();
    assert!(thought.verdicts.is_none());
}
