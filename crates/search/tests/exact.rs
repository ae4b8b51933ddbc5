//! Compares the two-player search with a naive negamax: equal with all features off, and equal with
//! the transposition table where every position is reached at a single depth.

mod toys;

use std::cell::Cell;

use agon_core::{History, Player, Position, Rng};
use agon_search::{Features, Limits, Question, Score, TranspositionTable, search};
use agon_tactics::Tactics;
use agon_testkit::lines::{Lines, LinesRules, TIC_TAC_TOE};

use toys::naive::Naive;
use toys::nim::{Nim, NimRules};
use toys::runners::{Runners, RunnersRules};
use toys::{
    STOP, alpha_beta, evaluated_afterwards, is_legal, is_playable, noise, question, stop_after,
    stopping, to_depth, to_nodes, wander,
};

/// Value of a fixed-depth search with a new table.
fn value<P: Tactics>(
    position: &P,
    history: &History,
    evaluate: fn(&P, Player) -> i32,
    features: Features,
    depth: usize,
) -> Score {
    let question = question(position, history, to_depth(depth));
    let answer = alpha_beta(&Question { evaluate, features, ..question });
    assert_eq!(answer.depth, depth);
    answer.lines[0].score
}

fn agrees<P: Tactics>(
    start: &P,
    plies: usize,
    evaluate: fn(&P, Player) -> i32,
    features: Features,
    depths: std::ops::RangeInclusive<usize>,
) {
    let mut rng = Rng::new(7);
    for nth in 0..40 {
        let (position, history) = wander(start, nth % (plies + 1), &mut rng);
        for depth in depths.clone() {
            let expected = Naive::new(evaluate, &position, &history).negamax(&position, 0, depth);
            let found = value(&position, &history, evaluate, features, depth);
            assert_eq!(found, expected, "depth {depth} of {position:?}");
        }
    }
}

const TABLE: Features = Features { transposition_table: true, ..Features::PLAIN };
const FOUR_BY_FOUR: LinesRules =
    LinesRules { width: 4, height: 4, need: 4, players: 2, may_pass: false };

#[test]
fn plain_search_is_exact() {
    agrees(&Lines::start(&TIC_TAC_TOE), 8, noise, Features::PLAIN, 1..=4);
    agrees(&Lines::start(&FOUR_BY_FOUR), 12, noise, Features::PLAIN, 1..=3);
    agrees(&Nim::start(&NimRules::default()), 6, noise, Features::PLAIN, 1..=4);
    agrees(&Runners::start(&RunnersRules::default()), 30, noise, Features::PLAIN, 1..=4);
}

#[test]
fn plain_search_is_exact_with_aspiration_windows() {
    agrees(&Lines::start(&TIC_TAC_TOE), 8, noise, Features::PLAIN, 5..=6);
    agrees(&Nim::start(&NimRules::default()), 8, noise, Features::PLAIN, 5..=5);
    agrees(&Runners::start(&RunnersRules::default()), 30, noise, Features::PLAIN, 5..=7);
}

#[test]
fn transposition_table_changes_no_value() {
    agrees(&Lines::start(&TIC_TAC_TOE), 8, noise, TABLE, 1..=4);
    agrees(&Lines::start(&FOUR_BY_FOUR), 12, noise, TABLE, 1..=3);
}

#[test]
fn transposition_table_changes_no_value_with_aspiration_windows() {
    agrees(&Lines::start(&TIC_TAC_TOE), 8, noise, TABLE, 5..=6);
}

#[test]
fn finds_the_value_of_solved_games() {
    // Tic-tac-toe is a draw; the heaps 1 3 5 7 are a loss for the first player.
    let history = History::default();
    let evaluate = Lines::EVALUATIONS[0].evaluate;
    let start = Lines::start(&TIC_TAC_TOE);
    for features in [Features::PLAIN, TABLE, Features::ALL] {
        assert_eq!(value(&start, &history, evaluate, features, 9), Score::DRAW, "{features:?}");
    }
    let heaps = Nim::start(&NimRules { heaps: [1, 2, 3, 0], ..NimRules::default() });
    let evaluate = Nim::EVALUATIONS[0].evaluate;
    for features in [Features::PLAIN, TABLE, Features::ALL] {
        let score = value(&heaps, &history, evaluate, features, 8);
        assert_eq!(score, Score::loss_in(6), "{features:?}");
    }
}

#[test]
fn multi_pv_is_exact() {
    let mut rng = Rng::new(2);
    for nth in 0..20 {
        let (position, history) = wander(&Lines::start(&FOUR_BY_FOUR), nth % 10, &mut rng);
        let one = question(&position, &history, to_depth(3));
        let all = Question { evaluate: noise, features: Features::PLAIN, lines: 99, ..one };
        let answer = alpha_beta(&all);
        assert_eq!(answer.lines.len() as u64, position.count_moves());
        assert!(answer.lines.is_sorted_by(|a, b| a.score >= b.score));
        for line in &answer.lines {
            assert!(is_playable(&position, &line.moves));
            let mut next = position.clone();
            next.play(line.moves[0]);
            let expected = -Naive::new(noise, &position, &history).negamax(&next, 1, 2);
            assert_eq!(line.score, expected, "{:?} in {position:?}", line.moves);
        }
    }
}

#[test]
fn respects_small_node_limits() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 5, height: 5, need: 4, ..TIC_TAC_TOE });
    for nodes in [100, 200, 400] {
        let answer = alpha_beta(&question(&start, &history, to_nodes(nodes)));
        assert!(answer.nodes <= nodes + nodes / 10, "{} of {nodes}", answer.nodes);
    }
}

#[test]
fn stops_at_any_node() {
    let history = History::default();
    let start = Runners::start(&RunnersRules::default());
    for evaluations in (0..40).map(|i| i * i * 5) {
        let question = question(&start, &history, Limits::default());
        stop_after(evaluations);
        let question = Question { evaluate: stopping, ..question };
        let answer = search(&question, &TranspositionTable::new(1), &STOP, &mut |_| {});
        assert!(evaluated_afterwards() < 2_000, "{} too many", evaluated_afterwards());
        assert!(is_legal(&start, answer.lines[0].moves[0]));
    }
}

#[test]
fn unsearched_lines_are_not_reported_as_lost() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 5, height: 5, need: 4, ..TIC_TAC_TOE });
    let one = question(&start, &history, to_nodes(1));
    let answer = alpha_beta(&Question { lines: 20, threads: 2, ..one });
    assert!(answer.lines.iter().all(|line| line.score != Score::LOWEST), "{:?}", answer.lines);
}

#[test]
fn threads_agree_and_respect_the_depth_limit() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 4, height: 4, need: 4, ..TIC_TAC_TOE });
    for depth in 1..=5 {
        let one = Question {
            features: Features::PLAIN,
            evaluate: noise,
            ..question(&start, &history, to_depth(depth))
        };
        let alone = alpha_beta(&one);
        let mut deepest = 0;
        let stop = std::sync::atomic::AtomicBool::new(false);
        let several = Question { threads: 3, ..one };
        let together = search(&several, &TranspositionTable::new(1), &stop, &mut |answer| {
            assert!(answer.depth > deepest, "each iteration is reported once");
            deepest = answer.depth;
        });
        assert_eq!((together.depth, deepest), (depth, depth));
        assert_eq!(together.lines[0].score, alone.lines[0].score, "depth {depth}");
    }
}

#[test]
fn threads_end_when_stopped_at_any_node() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 5, height: 5, need: 4, ..TIC_TAC_TOE });
    let table = TranspositionTable::new(1);
    for nth in 0..200 {
        let one = question(&start, &history, to_nodes(100 + nth * 97));
        let several = Question { threads: 2 + nth as usize % 5, evaluate: noise, ..one };
        let stop = std::sync::atomic::AtomicBool::new(false);
        let answer = search(&several, &table, &stop, &mut |_| {});
        assert!(is_legal(&start, answer.lines[0].moves[0]));
    }
}

/// Whether an unlimited search with this evaluation panics.
fn fails(threads: usize, evaluate: fn(&Lines, Player) -> i32) -> bool {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 5, height: 5, need: 4, ..TIC_TAC_TOE });
    let one = question(&start, &history, Limits::default());
    let several = Question { threads, evaluate, ..one };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| alpha_beta(&several))).is_err()
}

#[test]
fn panic_in_the_evaluation_ends_all_threads() {
    fn failing(lines: &Lines, player: Player) -> i32 {
        assert!(!lines.key().is_multiple_of(1_009), "fails here");
        noise(lines, player)
    }
    assert!(fails(3, failing));
}

#[test]
fn panic_of_a_helper_ends_the_other_threads() {
    thread_local!(static ASKS: Cell<bool> = const { Cell::new(false) });
    fn failing_elsewhere(lines: &Lines, player: Player) -> i32 {
        assert!(ASKS.get(), "fails here");
        noise(lines, player)
    }
    ASKS.set(true);
    assert!(fails(2, failing_elsewhere));
}
