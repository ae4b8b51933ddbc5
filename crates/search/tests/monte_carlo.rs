//! Monte Carlo tree search: known results and reuse of the tree.

mod toys;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_core::{Ending, History, Match, Player, Position, Rng};
use agon_search::{Answer, Forced, Growth, Limits, Question, Score, Time, Tree};
use agon_tactics::Tactics;
use agon_testkit::lines::{Lines, LinesRules, THREE_PLAYERS, TIC_TAC_TOE};

use toys::nim::{Nim, NimRules};
use toys::runners::{Runners, RunnersRules};
use toys::{
    STOP, alpha_beta, evaluated_afterwards, is_legal, is_playable, question, stop_after, stopping,
    takes, to_depth, to_nodes, wander,
};

const BOTH: [Growth; 2] = [Growth::RandomGames, Growth::Guided];

fn grow<P: Tactics>(tree: &mut Tree<P>, question: &Question<'_, P>) -> Answer<P::Move> {
    tree.search(question, &AtomicBool::new(false), &mut |_| {})
}

fn ask<P: Tactics>(question: &Question<'_, P>, growth: Growth) -> Answer<P::Move> {
    grow(&mut Tree::new(8, growth, 1), question)
}

#[test]
fn takes_immediate_wins_and_averts_losses() {
    let history = History::default();
    for growth in BOTH {
        let wins = Lines::drawn(TIC_TAC_TOE, "xx. oo. ...", Player::FIRST);
        let answer = ask(&question(&wins, &history, to_nodes(20_000)), growth);
        assert_eq!(answer.lines[0].moves[0], 2, "{growth:?}");
        assert_eq!(answer.lines[0].score, Score::win_in(1));

        let blocks = Lines::drawn(TIC_TAC_TOE, "x.. oo. ..x", Player::FIRST);
        let answer = ask(&question(&blocks, &history, to_nodes(20_000)), growth);
        assert_eq!(answer.lines[0].moves[0], 5, "{growth:?}");

        let wins = Lines::drawn(THREE_PLAYERS, "xx.. oo.. zz.. ....", Player::FIRST);
        let answer = ask(&question(&wins, &history, to_nodes(20_000)), growth);
        assert_eq!(answer.lines[0].moves[0], 2, "{growth:?}");

        let blocks = Lines::drawn(THREE_PLAYERS, "x... oo.. .... z..x", Player::FIRST);
        let answer = ask(&question(&blocks, &history, to_nodes(200_000)), growth);
        assert_eq!(answer.lines[0].moves[0], 6, "{growth:?}");
    }
}

#[test]
fn guided_tree_solves_small_games() {
    let history = History::default();
    let start = Lines::start(&TIC_TAC_TOE);
    let answer = ask(&question(&start, &history, to_nodes(500_000)), Growth::Guided);
    assert!(answer.lines[0].score.value().abs() < 30, "nearly a draw");

    let mut rng = Rng::new(4);
    for nth in 0..60 {
        let (position, history) = wander(&start, 1 + nth % 7, &mut rng);
        let exact = alpha_beta(&question(&position, &history, to_depth(10))).lines[0].score;
        let answer = ask(&question(&position, &history, to_nodes(500_000)), Growth::Guided);
        let found = answer.lines[0].score;
        assert_eq!(who_wins(found), who_wins(exact), "{position:?}");
    }

    // The player to move loses these heaps.
    let heaps = Nim::start(&NimRules { heaps: [1, 2, 3, 0], ..NimRules::default() });
    let answer = ask(&question(&heaps, &history, to_nodes(500_000)), Growth::Guided);
    assert!(matches!(answer.lines[0].score.forced(), Some(Forced::Loss(_))));
}

fn who_wins(score: Score) -> i32 {
    match score.forced() {
        Some(Forced::Win(_)) => 1,
        Some(Forced::Loss(_)) => -1,
        None => 0,
    }
}

#[test]
fn solves_three_players_with_individual_goals() {
    // One match per turn: the first of three players takes the last of four.
    let history = History::default();
    let start = Nim::start(&NimRules { heaps: [1, 1, 1, 1], most: 1, players: 3 });
    let answer = ask(&question(&start, &history, to_nodes(100_000)), Growth::Guided);
    assert_eq!(answer.lines[0].score, Score::win_in(4));
    assert_eq!(answer.lines[0].moves.len(), 4);
    let lost = Nim::start(&NimRules { heaps: [1, 1, 1, 0], most: 1, players: 3 });
    let answer = ask(&question(&lost, &history, to_nodes(100_000)), Growth::Guided);
    assert_eq!(answer.lines[0].score, Score::loss_in(3));
}

#[test]
fn playouts_find_the_best_move() {
    // The centre wins most random games.
    let history = History::default();
    let start = Lines::start(&TIC_TAC_TOE);
    let answer = ask(&question(&start, &history, to_nodes(200_000)), Growth::RandomGames);
    assert_eq!(answer.lines[0].moves[0], 4);
    assert!(answer.lines[0].score > Score::DRAW && !answer.lines[0].score.is_decided());
}

#[test]
fn lines_are_playable_and_sorted() {
    let mut rng = Rng::new(6);
    for growth in BOTH {
        let (position, history) = wander(&Runners::start(&RunnersRules::default()), 4, &mut rng);
        let one = question(&position, &history, to_nodes(30_000));
        let answer = ask(&Question { lines: 99, ..one }, growth);
        assert_eq!(answer.lines.len() as u64, position.count_moves());
        for line in &answer.lines {
            assert!(is_playable(&position, &line.moves));
        }
    }
}

#[test]
fn respects_limits() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 5, height: 5, need: 4, ..THREE_PLAYERS });
    for growth in BOTH {
        for nodes in [1, 10, 100, 1_000, 20_000] {
            let answer = ask(&question(&start, &history, to_nodes(nodes)), growth);
            // A position and its moves are evaluated together.
            assert!(answer.nodes <= nodes + nodes / 32 + 30, "{} of {nodes}", answer.nodes);
            assert!(is_legal(&start, answer.lines[0].moves[0]));
        }
        for depth in 1..=6 {
            let mut reports = 0;
            let question = question(&start, &history, to_depth(depth));
            let mut tree = Tree::new(8, growth, 1);
            let answer = tree.search(&question, &AtomicBool::new(false), &mut |answer| {
                reports += 1;
                assert_eq!(answer.depth, reports);
            });
            assert_eq!((answer.depth, reports), (depth, depth));
        }
        let time = Duration::from_millis(50);
        let limits = Limits { time: Some(Time::Exactly(time)), ..Limits::default() };
        let question = question(&start, &history, limits);
        assert!(takes(time, || assert!(!ask(&question, growth).lines.is_empty())));
    }
}

#[test]
fn stops_at_any_node() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 5, height: 5, need: 5, ..TIC_TAC_TOE });
    for evaluations in (0..40).map(|i| i * i * 5) {
        let question = question(&start, &history, Limits::default());
        let question = Question { evaluate: stopping, ..question };
        stop_after(evaluations);
        let answer = Tree::new(8, Growth::Guided, 1).search(&question, &STOP, &mut |_| {});
        assert!(evaluated_afterwards() < 600, "{} too many", evaluated_afterwards());
        assert!(is_legal(&start, answer.lines[0].moves[0]));
        assert!(!matches!(answer.lines[0].score, Score::LOWEST | Score::HIGHEST));
    }
    let question = question(&start, &history, Limits::default());
    let stopped = AtomicBool::new(true);
    let answer = Tree::new(8, Growth::RandomGames, 1).search(&question, &stopped, &mut |_| {});
    assert!(answer.nodes < 1_000);
    assert!(is_legal(&start, answer.lines[0].moves[0]));
}

#[test]
fn finished_game_has_no_lines() {
    let history = History::default();
    let ended = Lines::drawn(TIC_TAC_TOE, "xxx oo. ...", Player::SECOND);
    for growth in BOTH {
        let answer = ask(&question(&ended, &history, to_nodes(1_000)), growth);
        assert!(answer.lines.is_empty());
    }
}

#[test]
fn keeps_the_subtree_of_a_played_move() {
    for players in [2, 3] {
        let rules = RunnersRules { ring: 12, players, ..RunnersRules::default() };
        let mut position = Runners::start(&rules);
        let mut history = History::default();
        let mut tree = Tree::new(8, Growth::Guided, 1);
        let answer = grow(&mut tree, &question(&position, &history, to_nodes(40_000)));
        // All players play the expected line.
        for &m in answer.lines[0].moves.iter().take(players) {
            history.push(&position);
            position.play(m);
        }
        tree.advance(&position);
        let kept = tree.visits();
        assert!(kept > 10, "{kept} visits of {players} players were kept");

        let question = question(&position, &history, to_nodes(40_000));
        let grown_on = grow(&mut tree, &question);
        assert!(tree.visits() > kept);
        let fresh = ask(&question, Growth::Guided);
        assert_eq!(grown_on.lines[0].moves[0], fresh.lines[0].moves[0]);

        tree.advance(&Runners::start(&RunnersRules { ring: 18, ..rules }));
        assert_eq!(tree.visits(), 0, "an unknown position begins a new tree");
    }
}

#[test]
fn continues_the_search_of_the_same_position() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 4, height: 4, need: 4, ..TIC_TAC_TOE });
    let mut tree = Tree::new(8, Growth::Guided, 1);
    grow(&mut tree, &question(&start, &history, to_nodes(10_000)));
    let before = tree.visits();
    grow(&mut tree, &question(&start, &history, to_nodes(10_000)));
    assert!(tree.visits() > before);
    tree.clear();
    assert_eq!(tree.visits(), 0);
}

#[test]
fn works_with_little_memory() {
    let history = History::default();
    let start = Lines::start(&LinesRules { width: 5, height: 5, need: 4, ..TIC_TAC_TOE });
    for growth in BOTH {
        let mut tree = Tree::new(1, growth, 1);
        let answer = grow(&mut tree, &question(&start, &history, to_nodes(1_000_000)));
        assert!(is_playable(&start, &answer.lines[0].moves));
        let large = ask(&question(&start, &history, to_nodes(1_000_000)), growth);
        let difference = answer.lines[0].score.value() - large.lines[0].score.value();
        assert!(difference.abs() < 100, "{growth:?}: {difference}");
    }
}

#[test]
fn same_seed_gives_same_answer() {
    let history = History::default();
    let start = Runners::start(&RunnersRules::default());
    for growth in BOTH {
        let question = question(&start, &history, to_nodes(30_000));
        let question = Question { lines: 99, ..question };
        let texts = [(); 2].map(|()| format!("{:?}", ask(&question, growth).lines));
        assert_eq!(texts[0], texts[1]);
    }
}

#[test]
fn plays_whole_games_with_one_tree() {
    // Games with repetitions and move limits; guided growth must beat random playouts.
    let mut points = 0.0;
    for game in 0..6 {
        let rules = RunnersRules { ring: 12, men: 3, ..RunnersRules::default() };
        let mut trees = BOTH.map(|growth| Tree::new(4, growth, game));
        let guided = game as usize % 2;
        let mut game = Match::new(Runners::start(&rules));
        let ending = loop {
            if let Some(ending) = game.ending() {
                break ending;
            }
            let mut history = History::default();
            for (position, _) in game.past() {
                history.push(position);
            }
            let turn = game.position().turn().index();
            let tree = &mut trees[usize::from(turn == guided)];
            let question = question(game.position(), &history, to_nodes(4_000));
            let answer = grow(tree, &question);
            game.play(answer.lines[0].moves[0]).unwrap();
        };
        points += points_of(&ending, guided);
    }
    assert!(points >= 4.0, "{points} of 6");
}

fn points_of(ending: &Ending, player: usize) -> f64 {
    match ending.winner() {
        None => 0.5,
        Some(winner) => f64::from(winner.index() == player),
    }
}
